"""Importing music in the window: the report, the library page, watched folders."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QTreeWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.main_window import dialogs
from app.main_window.workspaces import Workspace
from engine import messages
from engine.midi.file.midifile import write_midi
from engine.values.library import FoundPiece, MusicCounts, RefusalGroup
from tests.app.doubles import piece
from tests.app.house import House

PAGES_WITH_PIECES: tuple[Workspace, ...] = ("library", "train", "compose")


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    yield house
    house.end()


@pytest.mark.slow
def test_a_folder_is_imported_with_a_report(house: House, qtbot: QtBot, tmp_path: Path) -> None:
    house.begin(qtbot)
    folder = tmp_path / "music"
    folder.mkdir()
    house.window.drops.dropped.emit((folder,))
    job = house.jobs[-1]
    assert job.sent == [messages.ImportFolders(folders=(str(folder),))]
    assert house.window.workspace == "compose"
    job.deliver(
        messages.ImportProgress(done=1, total=3, ready=1, current="a.mid", seconds_left=1.0)
    )
    job.deliver(
        messages.ImportReport(
            found=3,
            ready=2,
            warnings=0,
            duplicates=0,
            refused=1,
            seconds=120.0,
            notes=900,
            groups=(RefusalGroup(reason="no notes", count=1, files=("x.mid",)),),
            took_s=0.2,
            music=MusicCounts(
                families=((0, 2), (16, 1)),
                keys=(("C major", 2),),
                lengths=((30, 1), (0, 1)),
                tempos=((60, 0), (90, 2), (0, 0)),
            ),
            concerns=("80 % is from one folder, ‘x’.",),
        )
    )
    _library_is_shown(house, folder)
    house.act("show_pieces")
    assert house.window.workspace == "compose"


@pytest.mark.slow
def test_an_import_is_told_of_where_a_folder_was_asked_for(
    house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    house.begin(qtbot)
    house.window.drops.dropped.emit((tmp_path,))

    def said(page: Workspace) -> list[str]:
        house.window.show_workspace(page)
        return [each.text() for each in house.window.findChildren(QLabel) if each.isVisible()]

    job = house.jobs[-1]
    for page in PAGES_WITH_PIECES:
        assert "Looking for music…" in said(page)
    job.deliver(
        messages.ImportProgress(done=1, total=3, ready=0, current="a.mid", seconds_left=1.0)
    )
    for page in PAGES_WITH_PIECES:
        # Progress is drawn ten times a second at most.
        qtbot.waitUntil(lambda page=page: "Reading 1 of 3" in said(page))
        assert not [text for text in said(page) if "dd a folder" in text or "Nothing yet" in text]
    job.deliver(messages.JobStopped())
    for page in PAGES_WITH_PIECES:
        assert "Reading 1 of 3" not in said(page)
        assert [text for text in said(page) if "dd a folder" in text]


def _library_is_shown(house: House, folder: Path) -> None:
    """The child is asked once it listens; rows are asked for as they come into sight."""
    assert house.library.started == 1
    house.library.deliver(messages.Ready(role="library", seconds=0.1))
    find = house.library.last(messages.FindPieces)
    assert house.library.of(messages.DescribeLibrary)
    request = find.request
    house.library.deliver(
        messages.LibraryDescribed(
            folders=(str(folder),),
            files=3,
            ready=2,
            used=2,
            used_s=1300.0,
            families=((0, 2), (16, 1)),
            keys=(("C major", 2),),
            lengths=((30, 90), (0, 10)),
            tempos=((60, 0), (90, 100), (0, 0)),
            tags=("blue",),
            concerns=("90 % is from one folder, ‘y’.",),
        )
    )
    house.library.deliver(messages.PiecesFound(request=request, count=100_000))
    pieces = tuple(
        FoundPiece(number=i, path=b"/%d.mid" % i, title=f"{i}", seconds=10.0 * i)
        for i in range(100)
    )
    house.library.deliver(messages.PiecesShown(request=request, first=0, pieces=pieces))
    assert house.window.workspace == "compose"
    house.window.compose.library.report_clicked.emit()
    assert house.window.workspace == "library"
    page = house.window.workspaces.library.report
    assert page.findChildren(QTreeWidget)
    said = [label.text() for label in page.findChildren(QLabel)]
    # All of the page is about this import, whatever the library holds besides.
    assert any("80 % is from one folder" in text for text in said)
    assert not any("90 % is from one folder" in text for text in said)
    charts = {w.accessibleName(): w.accessibleDescription() for w in page.findChildren(QWidget)}
    assert charts["Tempo (♩ a minute)"] == "60 – 90 2"
    assert charts["Length"] == "< 0:30 1, > 0:30 1"


@pytest.mark.slow
def test_the_library_s_table_is_saved_and_told(
    house: House, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    target = tmp_path / "library.csv"
    monkeypatch.setattr(dialogs, "ask_save", lambda *_args, **_words: target)
    house.session.library.views.show_report()
    house.window.workspaces.library.report.export_clicked.emit()
    assert house.library.of(messages.SaveLibraryTable) == [
        messages.SaveLibraryTable(file=str(target))
    ]
    house.library.deliver(messages.LibraryTableSaved(file=str(target)))
    assert any(str(target) in notice.happened for notice in house.window.notices.notices())
    house.library.deliver(messages.Failed(message="The disk is full."))
    assert any("disk is full" in notice.happened for notice in house.window.notices.notices())


def test_a_watched_folder_is_looked_at_quietly(house: House, qtbot: QtBot, tmp_path: Path) -> None:
    house.begin(qtbot)
    folder = tmp_path / "watched"
    folder.mkdir()
    house.session.library.shelf._watch._soon.setInterval(10)
    house.library.deliver(messages.LibraryDescribed(folders=(str(folder),), ready=0))
    with qtbot.waitSignal(house.session.clients.importing.started):
        (folder / "new.mid").write_bytes(write_midi(piece(1)))
    assert house.jobs[-1].sent == [messages.ImportFolders(folders=(str(folder),))]
    assert house.window.workspace == "compose"
