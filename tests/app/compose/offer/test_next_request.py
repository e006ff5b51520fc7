"""What Continue and Fill will do is said and shown before it is done; the last gesture decides."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.widgets.main_button import MainButton
from engine import messages
from engine.piece.composition import Composition
from tests.app.doubles import BAR, piece
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model(fills=True)
    show(house, bars=8)
    yield house
    house.end()


def show(house: House, *, bars: int) -> None:
    house.session.piece.document.show(
        Composition.of(piece(bars=bars, tracks=3)), path=None, title="a", saved=True
    )


def settle() -> None:
    """Let the place of the request and its words follow, each in a turn of the event loop."""
    for _ in range(3):
        QCoreApplication.processEvents()


def main(house: House) -> MainButton:
    settle()
    (button,) = house.window.compose.continue_panel.findChildren(MainButton)
    return button


def press(house: House, name: str) -> None:
    panel = house.window.compose.continue_panel
    next(b for b in panel.findChildren(QPushButton) if b.accessibleName() == name).click()


def asked(house: House) -> tuple[int, int, bool]:
    ask = house.live.last(messages.Continue).ask
    return ask.start, ask.bars, ask.fill


def test_without_a_selection_it_continues_and_says_where(house: House) -> None:
    assert main(house).text() == "Continue 4 bars from bar 9"
    press(house, "Length in bars: 1")
    assert main(house).text() == "Continue 1 bar from bar 9"
    press(house, "Length in bars: ∞")
    assert main(house).text() == "Go on from bar 9"


def test_a_piece_that_stops_inside_a_bar_continues_there_and_marks_the_place(house: House) -> None:
    whole = piece(bars=8, tracks=3)
    stopped = whole.between(0, 7 * BAR + BAR // 2)
    house.session.piece.document.show(Composition.of(stopped), path=None, title="a", saved=True)
    assert main(house).text() == "Continue 4 bars from bar 8"
    assert lit(house) == ("End", "in bar 8")
    place = house.window.compose.ruler.boundary()
    assert 7 * BAR + BAR // 4 < place < 8 * BAR
    assert house.window.compose.roll._field == (place, 11 * BAR)
    main(house).click()
    assert asked(house) == (place, 4, False)
    # The place that the user drags the flag to is the place.
    house.finish(house.live.last(messages.Continue).request)
    house.window.compose.ruler.boundary_dragged.emit(8 * BAR)
    assert house.window.compose.ruler.boundary() == 8 * BAR


@pytest.mark.slow
def test_bars_of_the_ruler_are_filled_by_the_main_button(house: House) -> None:
    house.window.compose.ruler.bars_dragged.emit(2 * BAR, 6 * BAR)
    assert main(house).text() == "Fill bars 3–6 in 3 tracks"
    main(house).click()
    assert asked(house) == (2 * BAR, 4, True)


@pytest.mark.slow
def test_the_roll_outlines_the_notes_that_will_go(house: House) -> None:
    roll = house.window.compose.roll
    assert roll._going == (0, 0)
    house.window.compose.ruler.bars_dragged.emit(2 * BAR, 6 * BAR)
    settle()
    assert (roll._going, roll._going_tracks) == ((2 * BAR, 6 * BAR), frozenset({0, 1, 2}))
    before = roll.grab().toImage()
    house.session.focus.selection.choose_bars(0, 0)
    settle()
    assert roll._going == (0, 0)
    assert roll._field == (8 * BAR, 12 * BAR)
    assert roll.grab().toImage() != before


def test_a_model_that_cannot_fill_rewrites(house: House) -> None:
    house.load_model(fills=False)
    house.window.compose.ruler.bars_dragged.emit(2 * BAR, 3 * BAR)
    assert main(house).text() == "Rewrite bar 3 in 3 tracks"
    main(house).click()
    assert asked(house) == (2 * BAR, 1, False)


@pytest.mark.slow
def test_bars_of_the_ruler_beat_an_older_selection_of_notes(house: House) -> None:
    selection = house.session.focus.selection
    selection.choose(selection.track.notes[:1])
    house.window.compose.ruler.bars_dragged.emit(4 * BAR, 6 * BAR)
    house.act("fill")
    assert asked(house) == (4 * BAR, 2, True)


def test_a_loop_that_is_dragged_later_beats_a_selection_and_the_other_way_round(
    house: House,
) -> None:
    selection, place = house.session.focus.selection, house.session.asking.offers.place
    selection.choose(selection.track.notes[:1])
    house.window.compose.ruler.loop_dragged.emit(5 * BAR, 7 * BAR)
    assert place.chosen_bars() == (5, 2)
    selection.choose(selection.track.notes[1:2])
    assert place.chosen_bars() == (0, 1)


@pytest.mark.slow
def test_end_after_bars_continues_and_selection_after_that_fills(house: House) -> None:
    house.window.compose.ruler.bars_dragged.emit(2 * BAR, 4 * BAR)
    press(house, "Continue from: End")
    assert main(house).text() == "Continue 4 bars from bar 9"
    press(house, "Continue from: Selection")
    assert main(house).text() == "Fill bars 3–4 in 3 tracks"
    press(house, "Continue from: End")
    main(house).click()
    assert asked(house)[::2] == (8 * BAR, False)


def test_the_flag_of_the_ruler_beats_selected_bars(house: House) -> None:
    house.window.compose.ruler.bars_dragged.emit(2 * BAR, 4 * BAR)
    house.window.compose.ruler.boundary_dragged.emit(5 * BAR)
    assert main(house).text() == "Continue 4 bars from bar 6"
    # Another length is not another place.
    press(house, "Length in bars: 8")
    assert main(house).text() == "Continue 8 bars from bar 6"


def test_g_continues_while_bars_are_selected_and_the_second_button_says_so(house: House) -> None:
    house.window.compose.ruler.bars_dragged.emit(2 * BAR, 4 * BAR)
    press(house, "Continue 4 bars from bar 9")
    assert asked(house) == (8 * BAR, 4, False)


@pytest.mark.slow
def test_playhead_does_not_survive_another_piece(house: House) -> None:
    press(house, "Continue from: Playhead")
    generation = house.session.focus.generation
    assert generation.settings.origin == "playhead"
    # The playhead is at the beginning, where there is nothing to go on from.
    assert main(house).isEnabled()
    assert main(house).text() == "Continue 4 bars from bar 9"
    show(house, bars=6)
    assert generation.settings.origin == "end"
    assert main(house).isEnabled()
    assert main(house).text() == "Continue 4 bars from bar 7"


def lit(house: House) -> tuple[str, str]:
    """Return which place is lit in the panel, and the words beside it."""
    settle()
    panel = house.window.compose.continue_panel
    (name,) = (
        button.text()
        for button in panel.findChildren(QPushButton)
        if button.isChecked() and button.text() in {"Playhead", "Selection", "End"}
    )
    return name, panel._where.text()


def test_what_is_made_and_offered_is_named_by_its_own_bars(house: House) -> None:
    house.window.compose.ruler.bars_dragged.emit(2 * BAR, 5 * BAR)
    main(house).click()
    assert lit(house) == ("Selection", "bars 3–5")
    request = house.live.last(messages.Continue).request
    # Where the user looks next changes nothing while these bars are made.
    house.session.focus.generation.replace(house.session.focus.generation.settings.asking(bars=8))
    house.window.compose.ruler.bars_dragged.emit(6 * BAR, 7 * BAR)
    assert lit(house) == ("Selection", "bars 3–5")
    house.window.compose.ruler.bars_dragged.emit(2 * BAR, 5 * BAR)
    house.finish(request)
    assert house.session.clients.continuing.offer is not None
    assert lit(house) == ("Selection", "bars 3–5")


def test_bars_of_a_loop_are_named_while_they_are_filled(house: House) -> None:
    house.window.compose.ruler.loop_dragged.emit(3 * BAR, 4 * BAR)
    assert lit(house) == ("End", "after bar 8")
    house.act("fill")
    assert lit(house) == ("Selection", "bar 4")


def test_a_continuation_beside_chosen_bars_is_named_as_such(house: House) -> None:
    house.window.compose.ruler.bars_dragged.emit(0, 2 * BAR)
    press(house, "Continue 4 bars from bar 9")
    assert lit(house) == ("End", "after bar 8")
