"""Asking in a word of music: from the panel and from the music, for one continuation."""

from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from engine import messages
from tests.app.doubles import BAR
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path):
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()


def words(house: House) -> dict[str, QAction]:
    menu = QMenu()
    house.session.asking.wishes.fill(menu, then=house.session.asking.offers.go_on)
    house.kept_menu = menu
    return {action.text(): action for action in menu.actions()}


def request(house: House):
    return house.session.focus.generation.settings.request


def choose_bars(house: House, first: int, end: int) -> None:
    selection = house.session.focus.selection
    inside = [n for n in selection.track.notes if first * BAR <= n.start < end * BAR]
    assert inside
    selection.choose(inside)


def test_a_word_goes_on_at_once_and_is_for_one_request(house: House) -> None:
    words(house)["Busier"].trigger()
    assert house.live.last(messages.Continue).ask.wish == "busier"
    assert request(house).wish == "none"
    house.session.asking.offers.go_on()
    assert house.live.last(messages.Continue).ask.wish == "none"


@pytest.mark.slow
def test_the_panel_says_that_a_wish_is_for_one_request(house: House) -> None:
    panel = house.window.compose.continue_panel
    assert panel._wish_state.text() == "none"
    panel.wish_chosen.emit("busier")
    assert panel._wish.said == "Busier"
    assert panel._wish_state.text() == "for this request"
    assert panel._estimate.text().startswith("Busier, ")
    house.session.asking.offers.go_on()
    house.session.clients.continuing.cancel()
    assert panel._wish_state.text() == "none"


@pytest.mark.slow
def test_bars_inside_the_piece_are_not_its_end(house: House) -> None:
    selection = house.session.focus.selection
    panel = house.window.compose.continue_panel
    house.load_model(fills=True)
    panel.wish_chosen.emit("end")
    selection.choose_bars(BAR, 2 * BAR)
    assert request(house).wish == "none"
    assert panel._wish._buttons["end"].toolTip() == "The piece goes on after these bars."
    house.act("fill")
    assert house.live.last(messages.Continue).ask.wish == "none"


def test_a_word_is_about_the_bars_that_are_chosen(house: House) -> None:
    assert "Like the bars before" in words(house)
    choose_bars(house, 1, 3)
    house.session.asking.wishes.take("answer")
    # Bars that are chosen later are not those that were meant.
    choose_bars(house, 0, 1)
    house.window.compose.continue_panel.show_settings(house.session.focus.generation.settings)
    assert house.window.compose.continue_panel._wish.said == "Answer bars 2 to 3"
    house.session.asking.offers.go_on()
    asked = house.live.last(messages.Continue).ask
    assert (asked.wish, asked.pattern) == ("answer", (BAR, 3 * BAR))


def test_the_panels_word_is_asked_with_the_next_continuation(house: House) -> None:
    house.window.compose.continue_panel.wish_chosen.emit("calmer")
    assert request(house).wish == "calmer"
    house.session.asking.offers.go_on()
    assert house.live.last(messages.Continue).ask.wish == "calmer"


@pytest.mark.slow
def test_another_piece_is_not_asked_to_be_like_the_bars_of_this_one(house: House) -> None:
    choose_bars(house, 0, 1)
    house.session.asking.wishes.take("like")
    assert request(house).wish == "like"
    house.session.piece.document.replaced.emit()
    assert (request(house).wish, request(house).pattern) == ("none", (0, 0))


def test_without_an_end_in_sight_none_can_be_asked_for(house: House) -> None:
    asked = house.session.focus.generation
    asked.replace(asked.settings.asking(bars=0))
    line = words(house)["End it"]
    assert not line.isEnabled()
    assert "no end" in line.toolTip()
    assert words(house)["Busier"].isEnabled()
