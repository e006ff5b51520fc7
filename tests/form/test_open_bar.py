"""Music that stops inside a bar goes on after its last note, not at the next bar line."""

from dataclasses import replace

import pytest

from engine.form.open_bar import place_after
from engine.values.score import Note, Score, TimeSignature, Track

QUARTER = 480
BAR = 4 * QUARTER
# Two bars of quarters in C whose second ends with the leading note.
TUNE = tuple(
    Note(i * QUARTER, pitch, QUARTER) for i, pitch in enumerate((60, 64, 67, 64, 65, 62, 59, 62))
)


def after(*more: Note, before: tuple[Note, ...] = TUNE, **changes: object) -> int:
    return place_after(Score(tracks=(Track(notes=(*before, *more)),), **changes))


def test_a_bar_that_has_begun_is_gone_on_with_at_the_usual_distance() -> None:
    assert after(Note(2 * BAR, 62, QUARTER)) == 2 * BAR + QUARTER
    assert after(Note(2 * BAR, 62, QUARTER // 8)) == 2 * BAR + QUARTER
    three = (TimeSignature(0, 3, 4),)
    assert after(time_signatures=three) == 2 * BAR
    assert after(time_signatures=(TimeSignature(0, 6, 4),)) == 2 * BAR


def test_a_longer_last_note_is_held_first() -> None:
    assert after(Note(2 * BAR, 62, 2 * QUARTER)) == 2 * BAR + 2 * QUARTER


def test_a_bar_that_is_full_or_held_to_its_end_is_over() -> None:
    assert after() == 2 * BAR
    assert after(Note(2 * BAR, 62, BAR)) == 3 * BAR
    assert after(Note(2 * BAR, 62, 3 * BAR)) == 3 * BAR
    # Let go a little before the bar line, as a player does.
    assert after(Note(2 * BAR, 62, BAR - QUARTER // 3)) == 3 * BAR


def test_a_long_tonic_on_a_strong_beat_has_closed_the_music() -> None:
    half = 2 * QUARTER
    assert after(Note(2 * BAR, 60, half)) == 3 * BAR
    assert after(Note(2 * BAR, 62, QUARTER), Note(2 * BAR + QUARTER, 60, half)) < 3 * BAR
    assert after(Note(2 * BAR, 62, half)) < 3 * BAR


def test_an_upbeat_after_the_end_is_gone_on_with() -> None:
    assert after(Note(2 * BAR, 60, QUARTER), Note(2 * BAR + QUARTER, 67, QUARTER)) == (
        2 * BAR + 2 * QUARTER
    )


@pytest.mark.parametrize("track", [Track(program=33), Track(is_drum=True)])
def test_a_track_that_plays_on_fills_the_bar_for_one_that_stops(track: Track) -> None:
    stops = Track(notes=(*TUNE, Note(2 * BAR, 62, QUARTER)))
    on = replace(track, notes=tuple(Note(i * QUARTER, 36, QUARTER) for i in range(12)))
    assert place_after(Score(tracks=(stops, on))) == 3 * BAR


def test_a_player_who_is_not_on_the_grid_goes_on_at_a_place_of_it() -> None:
    played = tuple(replace(n, start=n.start + 17 - 5 * (i % 3)) for i, n in enumerate(TUNE))
    rolled = (Note(2 * BAR + 11, 62, 470), Note(2 * BAR + 31, 67, 470))
    place = after(*rolled, before=played)
    assert place % (QUARTER // 12) == 0
    assert 2 * BAR + QUARTER <= place <= 2 * BAR + QUARTER + 40


def test_a_single_stroke_says_no_distance() -> None:
    assert after(Note(0, 60, QUARTER), Note(0, 64, QUARTER), before=()) == BAR
