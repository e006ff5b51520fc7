"""An import is shown without keeping the window from anything else, and is cancelled in place."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine import messages
from tests.app.house import House
from tests.app.views.widgets_of import button


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.session.clients.importing.add((tmp_path,))
    yield house
    house.end()


def read(house: House, done: int) -> None:
    house.jobs[-1].deliver(
        messages.ImportProgress(done=done, total=900, ready=done, current="a.mid", seconds_left=9.0)
    )


def test_it_is_cancelled_beside_the_progress_in_the_panel_and_on_the_page(
    house: House, qtbot: QtBot
) -> None:
    window = house.window
    read(house, 3)
    window.show_workspace("compose")
    panel = window.compose.library
    qtbot.waitUntil(button(panel, "Cancel the import").isVisible)
    button(panel, "Cancel the import").click()
    assert house.jobs[-1].of(messages.StopJob)
    window.show_workspace("library")
    page = window.workspaces.library
    qtbot.waitUntil(button(page, "Cancel the import").isVisible)
    button(page, "Cancel the import").click()
    assert len(house.jobs[-1].of(messages.StopJob)) == 2


def test_many_files_at_once_are_one_change_on_the_screen(house: House, qtbot: QtBot) -> None:
    shown: list[str] = []
    house.session.library.views.reading_changed.connect(shown.append)
    for done in range(500):
        read(house, done)
    qtbot.waitUntil(lambda: bool(shown))
    assert shown == ["Reading 499 of 900…"]
