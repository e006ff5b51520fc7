"""The library's folders are looked at after the start and while Segue runs, if that is wanted."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel
from pytestqt.qtbot import QtBot

from engine import messages
from engine.values.library import RefusalGroup
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    house.session.library.shelf._watch._soon.setInterval(10)
    yield house
    house.end()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "music"
    folder.mkdir()
    return folder


def report(*, fresh: int = 0, cancelled: bool = False) -> messages.ImportReport:
    return messages.ImportReport(
        found=12_003,
        ready=2,
        warnings=0,
        duplicates=0,
        refused=12_001,
        seconds=120.0,
        notes=900,
        groups=(RefusalGroup(reason="no notes", count=12_001, files=("/music/x.mid",)),),
        took_s=0.2,
        fresh=fresh,
        cancelled=cancelled,
    )


def start(house: House, qtbot: QtBot, *folders: Path) -> None:
    """As a few seconds after the window has come."""
    house.begin(qtbot)
    house.session.library.shelf.begin()
    house.library.deliver(messages.Ready(role="library", seconds=0.1))
    describe(house, *folders)


def describe(house: House, *folders: Path) -> None:
    house.library.deliver(messages.LibraryDescribed(folders=tuple(map(str, folders)), ready=2))


def notices(house: House) -> list[str]:
    return [notice.happened for notice in house.window.notices.notices()]


@pytest.mark.slow
def test_after_the_start_folders_are_looked_at_and_what_is_new_is_told(
    house: House, qtbot: QtBot, folder: Path
) -> None:
    with qtbot.waitSignal(house.session.clients.importing.started):
        start(house, qtbot, folder, folder / "unplugged")
    job = house.jobs[-1]
    assert job.sent == [messages.ImportFolders(folders=(str(folder),))]
    job.deliver(report(fresh=2))
    assert house.window.workspace == "compose"
    assert "2 new pieces were found in your folders." in notices(house)
    house.window.notices.button_clicked.emit("import", "report")
    assert house.window.workspace == "library"
    said = [each.text() for each in house.window.workspaces.library.report.findChildren(QLabel)]
    assert any("12,003 found" in text and "12,001 not used" in text for text in said)
    # Once for a start: what is described again does not begin it again.
    describe(house, folder)
    assert not house.session.library.shelf._watch._soon.isActive()


def test_nothing_new_is_not_told(house: House, qtbot: QtBot, folder: Path) -> None:
    with qtbot.waitSignal(house.session.clients.importing.started):
        start(house, qtbot, folder)
    before = notices(house)
    house.jobs[-1].deliver(report())
    assert notices(house) == before
    # Its report is there for whoever asks.
    house.act("show_report")
    assert len(house.jobs) == 1


@pytest.mark.slow
def test_looking_can_be_switched_off_and_on(house: House, qtbot: QtBot, folder: Path) -> None:
    house.act("preferences")
    view = house.session.preferences._view
    (box,) = view.folders.findChildren(QCheckBox)
    assert box.isChecked()
    box.click()
    assert not house.session.settings.preferences.watch_folders
    start(house, qtbot, folder)
    shelf = house.session.library.shelf
    assert not shelf._watch._soon.isActive()
    assert shelf._watch.folders == ()
    box.click()
    assert house.session.settings.preferences.watch_folders
    with qtbot.waitSignal(house.session.clients.importing.started):
        describe(house, folder)
    assert shelf._watch.folders == (str(folder),)


def test_what_nobody_asked_for_makes_way(house: House, qtbot: QtBot, folder: Path) -> None:
    with qtbot.waitSignal(house.session.clients.importing.started):
        start(house, qtbot, folder)
    quiet = house.jobs[-1]
    house.session.clients.importing.add([folder / "mine"])
    assert quiet.of(messages.StopJob)
    quiet.deliver(report(cancelled=True))
    assert house.jobs[-1].sent == [messages.ImportFolders(folders=(str(folder / "mine"),))]
    assert house.window.workspace == "compose"


def test_a_report_that_nobody_has_yet_is_made(house: House, qtbot: QtBot, folder: Path) -> None:
    house.session.library.shelf.watch(False)
    start(house, qtbot, folder)
    house.window.compose.library.report_clicked.emit()
    assert house.jobs[-1].sent == [messages.ImportFolders(folders=(str(folder),))]
    assert house.window.workspace == "library"
