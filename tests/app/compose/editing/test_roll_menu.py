"""A right click on the music: what its menu offers, and why a line cannot be chosen."""

from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine import messages
from tests.app.doubles import BAR
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path):
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model(fills=True)
    yield house
    house.end()


def lines(house: House, tick: int) -> dict[str, QAction]:
    menu = house.session.asking.roll_menu.menu_at(tick)
    return {a.text().replace("&", ""): a for a in menu.actions() if not a.isSeparator()}


def test_it_offers_what_can_be_done_there_with_the_keys_of_each(house: House) -> None:
    found = lines(house, 2 * BAR + 7)
    assert list(found) == [
        "Continue from bar 3",
        "Continue with a wish",
        "Fill these bars",
        "Fill this track here",
        "Let the others answer",
        "Rewrite these bars",
        "Rewrite this track here",
        "Semitone up",
        "Semitone down",
        "Octave up",
        "Octave down",
        "Quantise",
        "Duplicate",
        "Cut",
        "Copy",
        "Paste",
        "Delete",
        "Marks",
        "Select all",
        "Select bar 3",
    ]
    assert found["Rewrite these bars"].shortcut().toString() == "Shift+R"
    assert found["Octave down"].shortcut().toString() == "Shift+Down"


def test_a_right_click_opens_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    menu_at = house.session.asking.roll_menu.menu_at

    def watched(tick: int) -> object:
        opened.append(tick)
        menu = menu_at(tick)
        monkeypatch.setattr(menu, "exec", lambda *_: None, raising=False)
        return menu

    monkeypatch.setattr(house.session.asking.roll_menu, "menu_at", watched)
    roll = house.window.compose.roll
    roll.menu_requested.emit(roll.mapToGlobal(roll.rect().center()), BAR, 60)
    assert opened == [BAR]


def test_it_continues_from_the_bar_that_was_clicked(house: House) -> None:
    lines(house, 2 * BAR + 7)["Continue from bar 3"].trigger()
    assert house.live.last(messages.Continue).ask.start == 2 * BAR
    found = lines(house, BAR)["Continue from bar 2"]
    assert not found.isEnabled()
    assert "at work" in found.toolTip()


def test_a_bar_s_notes_are_selected_and_then_all_lines_can_be_chosen(house: House) -> None:
    before = lines(house, BAR)
    for text in ("Rewrite these bars", "Semitone up", "Duplicate", "Delete"):
        assert not before[text].isEnabled()
        assert "select notes" in before[text].toolTip().lower()
    before["Select bar 2"].trigger()
    chosen = house.session.focus.selection.notes
    assert chosen
    assert all(BAR <= note.start < 2 * BAR for note in chosen)
    # There is something to paste once something was copied.
    lines(house, BAR)["Copy"].trigger()
    assert all(line.isEnabled() for line in lines(house, BAR).values())
    lines(house, BAR)["Octave up"].trigger()
    assert [n.pitch for n in house.session.focus.selection.notes] == [n.pitch + 12 for n in chosen]


def test_an_empty_bar_and_the_first_one_give_their_reasons(house: House) -> None:
    empty = lines(house, 40 * BAR)["Select bar 41"]
    assert not empty.isEnabled()
    assert empty.toolTip() == "This track has no notes in this bar."
    assert "no notes before this bar" in lines(house, 0)["Continue from bar 1"].toolTip()


def test_the_selected_notes_can_be_rewritten_by_the_action(house: House) -> None:
    action = house.window.actions_table["rewrite"]
    assert not action.isEnabled()
    assert "select notes" in action.toolTip()
    lines(house, BAR)["Select bar 2"].trigger()
    assert action.isEnabled()
    action.trigger()
    ask = house.live.last(messages.Continue).ask
    assert (ask.start, ask.bars) == (BAR, 1)
