"""The figures of a passage: what bars have in common, and means of notes."""

import pytest

from engine.form.passage_figures import (
    SILENCE,
    intervals,
    likeness,
    mean_in_common,
    mean_length,
    off_beat_share,
    onsets_by_bar,
    own_likeness,
    rhythm_of,
    share_in_common,
    sounding,
    standing,
    struck_again,
)
from engine.values.score import Note, Score, TimeSignature
from engine.values.time import BarMap

QUARTER = 480
WALTZ = BarMap.of(Score(time_signatures=(TimeSignature(0, 3, 4),)))


def beats(*pitches: int, start: int = 0) -> list[tuple[int, Note]]:
    return [(0, Note(start + QUARTER * at, pitch, 240)) for at, pitch in enumerate(pitches)]


def bars_of(*notes: tuple[int, Note], grid: int = 12) -> dict[int, frozenset]:
    return onsets_by_bar(notes, WALTZ, ticks_per_quarter=QUARTER, grid=grid)


def test_a_bar_is_where_its_notes_begin() -> None:
    found = bars_of(*beats(60, 62, 64, 65), (1, Note(4 * 480 + 161, 40, 9)))
    assert found == {
        0: {(0, 0, 60), (0, 12, 62), (0, 24, 64)},
        1: {(0, 0, 65), (1, 16, 40)},
    }
    assert bars_of((1, Note(161, 40, 9)), grid=4) == {0: {(1, 1, 40)}}
    assert rhythm_of(found[1]) == {(0, 0, 0), (1, 16, 0)}


def test_two_bars_have_in_common_what_both_have_of_what_either_has() -> None:
    one, other = bars_of(*beats(60, 62, 64))[0], bars_of(*beats(60, 62, 65))[0]
    assert share_in_common(one, other) == pytest.approx(2 / 4)
    assert share_in_common(SILENCE, SILENCE) == 1.0
    assert share_in_common(one, SILENCE) == 0.0


def test_a_bar_is_as_like_those_before_as_the_one_that_it_is_most_like() -> None:
    one, two, new = (bars_of(*beats(*p))[0] for p in ((60, 62), (65, 67), (60, 67)))
    assert likeness([two], [one, two, SILENCE]) == 1.0
    assert likeness([one, new], [one]) == pytest.approx((1 + 1 / 3) / 2)
    assert likeness([], [one]) == likeness([one], []) == 0.0


def test_bars_are_like_each_other_and_like_the_bar_before() -> None:
    one, two, new = (bars_of(*beats(*p))[0] for p in ((60, 62), (65, 67), (60, 67)))
    assert mean_in_common([(one, one), (one, two)]) == 0.5
    assert mean_in_common([]) == own_likeness([one]) == 1.0
    assert own_likeness([one, two, new]) == pytest.approx(1 / 3)
    assert standing({3: one, 4: one, 5: two, 7: two}) == 0.5
    assert standing({3: one, 5: one}) == 0.0


def test_a_key_is_struck_again_by_its_own_track_within_the_time() -> None:
    notes = [*beats(60, 60, 62, 60), (1, Note(QUARTER, 60, 240)), (1, Note(QUARTER, 64, 240))]
    assert struck_again(notes, within=QUARTER) == pytest.approx(1 / 6)
    assert struck_again(notes, within=2 * QUARTER) == pytest.approx(2 / 6)
    assert struck_again([], within=QUARTER) == 0.0


def test_notes_sound_between_two_ticks_alone() -> None:
    notes = [Note(0, 60, 480), Note(240, 64, 480), Note(960, 67, 480)]
    assert sounding(notes, start=240, end=720) == pytest.approx(1.5)
    assert sounding([], start=0, end=0) == 0.0


def test_the_beat_is_counted_from_the_bar_line_and_a_late_note_is_on_it() -> None:
    odd = BarMap.of(Score(time_signatures=(TimeSignature(0, 3, 8),)))
    second = 3 * 240  # a bar line that is off the quarters of the piece
    notes = [Note(second, 60, 9), Note(second + 25, 60, 9), Note(second + 240, 60, 9)]
    assert off_beat_share(notes, odd, ticks_per_quarter=QUARTER) == pytest.approx(1 / 3)


def test_lengths_are_in_quarters_and_intervals_have_no_sign() -> None:
    line = [Note(0, 60, 240), Note(480, 67, 480), Note(960, 65, 720)]
    assert mean_length(line, ticks_per_quarter=QUARTER) == 1.0
    assert intervals(line) == [7, 2]
