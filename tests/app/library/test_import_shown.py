"""An import is shown without keeping the window from anything else, and is cancelled in place."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
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


def test_one_goes_on_where_one_is_and_cancels_in_the_line_at_the_bottom(
    house: House, qtbot: QtBot
) -> None:
    window = house.window
    assert window.workspace == "compose"
    read(house, 300)
    cancel = button(window.status, "Cancel the import")
    qtbot.waitUntil(lambda: "Reading 300 of 900" in texts(window.status))
    assert "9 s left" in texts(window.status)
    for page in ("train", "library", "start", "compose"):
        window.show_workspace(page)
        assert cancel.isVisible()
    cancel.click()
    assert house.jobs[-1].of(messages.StopJob)
    house.jobs[-1].deliver(
        messages.ImportReport(found=300, ready=290, fresh=280, refused=10, took_s=1, cancelled=True)
    )
    assert "Stopped: 280 pieces added." in [each.happened for each in window.notices.notices()]
    assert not cancel.isVisible()
    assert "10 could not be read" in texts(window.compose.library)


def test_in_a_narrow_window_the_list_lies_over_the_piece_while_an_import_reads(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    house = House(qapp, tmp_path)
    house.window.resize(1024, 700)
    house.begin(qtbot)
    compose, roll = house.window.compose, house.window.compose.roll
    before = roll.geometry()
    assert not compose.library.isVisible()
    house.session.clients.importing.add((tmp_path,))
    assert compose.library.isVisible()
    assert roll.geometry() == before
    house.jobs[-1].deliver(messages.ImportReport(found=9, ready=9, fresh=9, took_s=1))
    assert not compose.library.isVisible()
    (notice,) = [each for each in house.window.notices.notices() if each.key == "import"]
    assert (notice.happened, notice.buttons) == ("9 pieces added.", (("show", "Show"),))
    house.window.notices.button_clicked.emit("import", "show")
    assert compose.library.isVisible()
    assert button(compose.library, f"{tmp_path.name}, 9").isChecked()
    house.end()


def texts(view: QWidget) -> list[str]:
    return [each.text() for each in view.findChildren(QLabel) if each.isVisible()]


def test_many_files_at_once_are_one_change_on_the_screen(house: House, qtbot: QtBot) -> None:
    shown: list[str] = []
    house.session.library.views.reading_changed.connect(shown.append)
    for done in range(500):
        read(house, done)
    qtbot.waitUntil(lambda: bool(shown))
    assert shown == ["Reading 499 of 900…"]
