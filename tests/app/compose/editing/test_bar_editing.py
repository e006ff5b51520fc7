"""Bars of all tracks in the window: selected, cut, pasted, moved, each as one undo step."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from engine.piece.composition import Composition
from engine.values.score import Marker, Note, Score, Track
from tests.app.house import House
from tests.app.views.widgets_of import button

QUARTER = 480
BAR = 4 * QUARTER


def piece() -> Composition:
    """Return two tracks of four bars: bar n has pitch 60 + n above 40 + n, in two sections."""
    tracks = tuple(
        Track(notes=tuple(Note(n * BAR, low + n, QUARTER) for n in range(4))) for low in (60, 40)
    )
    return Composition.of(Score(tracks=tracks, markers=(Marker(0, "A"), Marker(2 * BAR, "B"))))


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[House]:
    """A window with the piece."""
    made = House(qapp, tmp_path)
    made.begin(qtbot)
    made.session.piece.document.begin(piece())
    yield made
    made.end()


def pitches(house: House, track: int = 0) -> list[tuple[int, int]]:
    """Return (bar, pitch) of each note."""
    notes = house.session.piece.document.score.tracks[track].notes
    return [(note.start // BAR, note.pitch) for note in notes]


def choose(house: House, first: int, past: int) -> None:
    """Select bars as a drag over the ruler does."""
    house.window.compose.ruler.bars_dragged.emit(first * BAR, past * BAR)


def test_a_drag_over_the_ruler_ends_a_selection_of_notes_and_the_other_way_round(
    house: House,
) -> None:
    selection = house.session.focus.selection
    house.act("select_all")
    choose(house, 1, 3)
    assert (selection.notes, selection.bars) == ((), (BAR, 3 * BAR))
    assert house.session.asking.offers.place.chosen_bars() == (1, 2)
    assert "2" in house.window.compose.ruler.accessibleDescription()
    assert "2" in house.window.compose.roll.accessibleDescription()
    house.act("select_all")
    assert (len(selection.notes), selection.bars) == (4, (0, 0))
    house.act("select_all")
    assert (selection.notes, selection.bars) == ((), (0, 4 * BAR))
    house.act("cancel")
    assert selection.bars == (0, 0)


def test_bars_are_cut_and_pasted_elsewhere_in_all_tracks(house: House) -> None:
    document = house.session.piece.document
    before = document.composition
    choose(house, 0, 1)
    house.act("cut")
    assert pitches(house) == [(0, 61), (1, 62), (2, 63)]
    house.session.focus.selection.choose_bars(BAR, 2 * BAR)
    house.act("paste")
    assert pitches(house) == [(0, 61), (1, 60), (2, 62), (3, 63)]
    assert pitches(house, 1) == [(0, 41), (1, 40), (2, 42), (3, 43)]
    house.act("undo")
    house.act("undo")
    assert document.composition == before


@pytest.mark.parametrize(
    ("action", "after"),
    [
        ("delete", [(0, 60), (1, 63)]),
        ("duplicate", [(0, 60), (1, 61), (2, 62), (3, 61), (4, 62), (5, 63)]),
        ("nudge_later", [(0, 60), (1, 63), (2, 61), (3, 62)]),
        ("nudge_earlier", [(0, 61), (1, 62), (2, 60), (3, 63)]),
        ("semitone_up", [(0, 60), (1, 62), (2, 63), (3, 63)]),
        ("octave_down", [(0, 60), (1, 49), (2, 50), (3, 63)]),
        ("section_later", [(0, 62), (1, 63), (2, 60), (3, 61)]),
    ],
)
def test_each_command_on_bars_is_one_undo_step(
    house: House, action: str, after: list[tuple[int, int]]
) -> None:
    document = house.session.piece.document
    before, steps = document.composition, len(document.steps)
    choose(house, 1, 3)
    house.act(action)
    assert pitches(house) == after
    assert len(document.steps) == steps + 1
    house.act("undo")
    assert document.composition == before


@pytest.mark.slow
def test_empty_bars_are_inserted_before_the_selected_ones(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.main_window.dialogs.ask_number", lambda *_, **__: 2.0)
    choose(house, 1, 2)
    house.act("insert_bars")
    assert pitches(house) == [(0, 60), (3, 61), (4, 62), (5, 63)]
    assert house.session.focus.selection.bars == (BAR, 3 * BAR)


def test_bars_are_selected_without_a_mouse(house: House) -> None:
    selection = house.session.focus.selection
    house.act("select_bars")
    house.act("more_bars")
    assert selection.bars == (0, 2 * BAR)
    house.act("fewer_bars")
    house.act("fewer_bars")
    assert selection.bars == (0, BAR)


@pytest.mark.slow
def test_a_section_that_is_dragged_goes_with_everything_in_it(house: House) -> None:
    house.window.compose.ruler.section_dragged.emit(2 * BAR, 0)
    assert pitches(house) == [(0, 62), (1, 63), (2, 60), (3, 61)]
    markers = house.session.piece.document.score.markers
    assert [(marker.tick, marker.text) for marker in markers] == [(0, "B"), (2 * BAR, "A")]


def test_notes_that_are_copied_later_are_pasted_instead_of_bars(house: House) -> None:
    choose(house, 0, 1)
    house.act("copy")
    selection = house.session.focus.selection
    selection.choose(selection.document.score.tracks[0].notes[:1])
    house.act("copy")
    house.act("paste")
    assert house.session.piece.document.score.end == 3 * BAR + QUARTER


@pytest.mark.slow
def test_an_offer_goes_when_bars_move_under_it(house: House) -> None:
    house.load_model()
    house.continue_()
    assert house.session.clients.continuing.offer is not None
    choose(house, 0, 1)
    house.act("delete")
    assert house.session.clients.continuing.offer is None


def test_the_loop_covers_the_selected_bars(house: House) -> None:
    choose(house, 1, 3)
    house.act("loop")
    assert house.session.clients.playing.loop == (BAR, 3 * BAR)


@pytest.mark.slow
def test_selected_bars_show_what_can_be_done_with_them(house: House) -> None:
    bar = house.window.compose.pane_bar
    assert not bar.bars.isVisible()
    choose(house, 1, 3)
    assert bar.bars.isVisible()
    assert not bar.tabs.isVisible()
    texts = {label.text() for label in bar.findChildren(QLabel)}
    assert "Bars 2–3 of the whole piece" in texts
    before = house.session.piece.document.score
    button(bar, "Delete").click()
    assert house.session.piece.document.score.end < before.end
    assert not bar.bars.isVisible()
    assert bar.tabs.isVisible()
