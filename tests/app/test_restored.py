"""What an earlier session left behind: offered, opened, compared with the file."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.views.notice_strip import NoticeText
from tests.app.house import House


def edit_and_crash(house: House, qtbot: QtBot) -> None:
    """Add a track, and end after the autosave without a word."""
    house.session.editing.music.add_track()
    with qtbot.waitSignal(house.session.piece.autosave.kept, timeout=5000):
        house.session.piece.autosave.keep()
    # The background threads are all that a real end would take along.
    house.session.threads.background.close()
    house.session.threads.keeping.close()
    house.closed = True
    house.end()


def save_edit_and_crash(house: House, qtbot: QtBot, path: Path) -> None:
    house.begin(qtbot)
    with qtbot.waitSignal(house.session.piece.files.saved):
        house.session.piece.files.save(path)
    edit_and_crash(house, qtbot)


@pytest.mark.usefixtures("owners_died")
def test_a_crashed_session_is_offered_again(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    first = House(qapp, tmp_path)
    first.begin(qtbot)
    edit_and_crash(first, qtbot)
    second = House(qapp, tmp_path)
    second.begin(qtbot)
    notice = next(n for n in second.window.notices.notices() if n.key.startswith("rescue"))
    assert "Blue hour" in notice.did
    later = NoticeText(key="audio", happened="No audio device was found.", tone="warning")
    second.window.notices.show_notice(later)
    assert second.window.notices.shown() == notice
    with qtbot.waitSignal(second.session.piece.files.opened):
        second.window.notices.button_clicked.emit(notice.key, "autosave")
    assert len(second.session.piece.document.composition.score.tracks) == 3
    assert second.session.piece.document.dirty
    qtbot.waitUntil(lambda: not second.session.threads.keeping.busy)
    second.end()


@pytest.mark.slow
@pytest.mark.usefixtures("owners_died")
def test_the_restored_and_the_saved_version_open_together(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    save_edit_and_crash(House(qapp, tmp_path), qtbot, tmp_path / "nocturne.segue")
    second = House(qapp, tmp_path)
    second.begin(qtbot)
    notice = next(n for n in second.window.notices.notices() if n.key.startswith("rescue"))
    assert [key for key, _ in notice.buttons] == ["autosave", "discard"]
    with qtbot.waitSignal(second.session.piece.files.opened):
        second.window.notices.button_clicked.emit(notice.key, "autosave")
    document = second.session.piece.document
    assert document.path == tmp_path / "nocturne.segue"
    assert (len(document.composition.score.tracks), document.dirty) == (3, True)
    assert any(n.key == "file" and "Undo" in n.happened for n in second.window.notices.notices())
    second.act("undo")
    assert (len(document.composition.score.tracks), document.dirty) == (2, False)
    second.act("redo")
    assert (len(document.composition.score.tracks), document.dirty) == (3, True)
    qtbot.waitUntil(lambda: not second.session.threads.keeping.busy)
    second.end()


@pytest.mark.slow
@pytest.mark.usefixtures("owners_died")
def test_a_damaged_file_does_not_keep_its_autosave_closed(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    save_edit_and_crash(House(qapp, tmp_path), qtbot, tmp_path / "nocturne.segue")
    (tmp_path / "nocturne.segue").write_bytes(b"half of a file")
    second = House(qapp, tmp_path)
    # No piece opens where the session before had time to note the damaged one as its last.
    second.window.show()
    second.session.begin(())

    def rescues() -> list[NoticeText]:
        return [n for n in second.window.notices.notices() if n.key.startswith("rescue")]

    qtbot.waitUntil(lambda: bool(rescues()))
    (notice,) = rescues()
    with qtbot.waitSignal(second.session.piece.files.opened):
        second.window.notices.button_clicked.emit(notice.key, "autosave")
    document = second.session.piece.document
    assert document.path == tmp_path / "nocturne.segue"
    assert (len(document.composition.score.tracks), document.dirty) == (3, True)
    qtbot.waitUntil(lambda: not second.session.threads.keeping.busy)
    second.end()
