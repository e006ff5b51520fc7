"""G brings its bars into sight; choosing a track moves no other track's buttons."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from tests.app.house import START, House


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path):
    house = House(qapp, tmp_path, styled=True)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()


def test_continue_brings_its_bars_into_sight(house: House) -> None:
    roll = house.window.compose.roll
    roll.show_transform(roll.transform().scrolled_to(left=40 * START))
    assert roll.transform().x_of(START) < 0
    house.continue_()
    offer = house.session.clients.continuing.offer
    assert offer is not None
    assert roll.transform().x_of(offer.start) >= 0
    assert roll.transform().x_of(offer.end) <= roll.note_area().width()


@pytest.mark.slow
def test_who_scrolls_while_it_is_made_is_left_where_they_are(house: House) -> None:
    request = house.continue_()
    roll = house.window.compose.roll
    roll.show_transform(roll.transform().scrolled_to(left=40 * START))
    away = roll.transform()
    house.finish(request)
    assert roll.transform() == away


def test_choosing_a_track_moves_no_button(house: House) -> None:
    headers = house.window.compose.headers

    def places() -> list[QPoint]:
        QApplication.processEvents()
        found = headers.findChildren(QAbstractButton)
        return [b.mapTo(headers, QPoint(0, 0)) for b in found if b.isVisible()]

    before = places()
    house.session.focus.selection.choose_track(1)
    assert places() == before
