"""The roll follows: the whole piece at every size, and new bars where they are made."""

import pytest

from engine.values.score import Note, Score, Track
from tests.app.doubles import BAR, piece
from tests.app.views.roll_editor import Editor


def long_piece(editor: Editor, bars: int) -> None:
    editor.roll.show_score(piece(bars=bars), (0,))
    editor.roll.show_whole()


def in_sight(editor: Editor, start: int, end: int) -> tuple[float, float]:
    """Return where a range begins and ends, in widths of what is seen."""
    shown, width = editor.roll.transform(), editor.roll.note_area().width()
    return shown.x_of(start) / width, shown.x_of(end) / width


def test_a_piece_that_is_shown_whole_is_whole_in_a_larger_roll(editor: Editor) -> None:
    roll = editor.roll
    long_piece(editor, 12)
    before = in_sight(editor, 0, 12 * BAR)
    roll.resize(roll.width() * 2, roll.height() + 100)
    after = in_sight(editor, 0, 12 * BAR)
    assert [round(x, 1) for x in after] == [round(x, 1) for x in before]


def test_who_has_zoomed_keeps_the_zoom_at_another_size(editor: Editor) -> None:
    roll = editor.roll
    long_piece(editor, 12)
    roll.zoom(2.0)
    scale = roll.transform().pixels_per_tick
    roll.resize(roll.width() * 2, roll.height())
    assert roll.transform().pixels_per_tick == scale


def test_new_bars_behind_the_edge_are_scrolled_to_without_a_zoom(editor: Editor) -> None:
    roll = editor.roll
    long_piece(editor, 8)
    scale = roll.transform().pixels_per_tick
    roll.show_range(start=8 * BAR, end=12 * BAR)
    assert roll.transform().pixels_per_tick == scale
    left, right = in_sight(editor, 8 * BAR, 12 * BAR)
    assert 0 < left < right < 1


def test_new_bars_that_would_be_specks_are_zoomed_to_with_what_leads_there(editor: Editor) -> None:
    roll = editor.roll
    long_piece(editor, 120)
    roll.show_range(start=120 * BAR, end=124 * BAR)
    left, right = in_sight(editor, 120 * BAR, 124 * BAR)
    assert 0.3 < left < 0.6
    assert 0.7 < right < 1
    assert in_sight(editor, 116 * BAR, 0)[0] >= 0


def test_bars_that_are_well_in_sight_move_nothing(editor: Editor) -> None:
    roll = editor.roll
    long_piece(editor, 12)
    before = roll.transform()
    roll.show_range(start=4 * BAR, end=8 * BAR)
    assert roll.transform() == before


@pytest.mark.parametrize(("bars", "ticks_per_quarter"), [(3, 480), (230, 480), (1500, 960)])
def test_a_piece_of_any_length_is_shown_whole(
    editor: Editor, *, bars: int, ticks_per_quarter: int
) -> None:
    last = (bars - 1) * 4 * ticks_per_quarter
    # The shown track rests for all but the first bar.
    tracks = (Track(notes=(Note(0, 60, 240),)), Track(notes=(Note(last, 48, 240),)))
    editor.roll.show_score(Score(ticks_per_quarter=ticks_per_quarter, tracks=tracks), (0,))
    editor.roll.zoom_to_fit()
    first, end = in_sight(editor, 0, last + 240)
    assert 0 <= first < end <= 0.95
