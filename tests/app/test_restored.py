"""What an earlier session left behind: offered, opened, compared with the file."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.house import House


@pytest.mark.usefixtures("owners_died")
def test_a_crashed_session_is_offered_again(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    first = House(qapp, tmp_path)
    first.begin(qtbot)
    first.session.editing.music.add_track()
    with qtbot.waitSignal(first.session.piece.autosave.kept, timeout=5000):
        first.session.piece.autosave.keep()
    # It ends without a word; its background threads are all that a real end would take along.
    first.session.threads.background.close()
    first.session.threads.keeping.close()
    first.closed = True
    first.end()
    second = House(qapp, tmp_path)
    second.begin(qtbot)
    notice = next(n for n in second.window.notices.notices() if n.key.startswith("rescue"))
    assert "Blue hour" in notice.did
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
    first = House(qapp, tmp_path)
    first.begin(qtbot)
    with qtbot.waitSignal(first.session.piece.files.saved):
        first.session.piece.files.save(tmp_path / "nocturne.segue")
    first.session.editing.music.add_track()
    with qtbot.waitSignal(first.session.piece.autosave.kept, timeout=5000):
        first.session.piece.autosave.keep()
    first.session.threads.background.close()
    first.session.threads.keeping.close()
    first.closed = True
    first.end()
    second = House(qapp, tmp_path)
    second.begin(qtbot)
    notice = next(n for n in second.window.notices.notices() if n.key.startswith("rescue"))
    assert [key for key, _ in notice.buttons] == ["autosave", "file", "both", "discard"]
    with qtbot.waitSignal(second.session.piece.files.opened):
        second.window.notices.button_clicked.emit(notice.key, "both")
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
