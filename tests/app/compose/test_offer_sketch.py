"""What tells one alternative from another at a glance."""

from app.compose.offer.offer_sketch import bar_lines_of, chords_of, tune_of, tune_track_of
from engine.values.score import Note, Score
from engine.values.time import BarMap

BAR = 1920


def chord(start: int, *pitches: int) -> tuple[Note, ...]:
    return tuple(Note(start, pitch, BAR) for pitch in pitches)


def test_the_tune_is_the_highest_of_what_begins_and_no_note_under_a_held_one() -> None:
    notes = [Note(0, 72, 960), Note(0, 60, 240), Note(480, 64, 240), Note(960, 67, 480)]
    assert tune_of(notes) == (Note(0, 72, 960), Note(960, 67, 480))
    both = (Note(0, 60, 960), Note(480, 72, 240))
    assert tune_of(both) == both
    assert tune_of([]) == ()


def test_the_tune_is_that_of_the_highest_track() -> None:
    bass, flute = [Note(0, 40, 480), Note(480, 90, 10)], [Note(0, 79, 480)]
    assert tune_track_of({0: bass, 2: flute, 5: []}) == 2
    assert tune_track_of({}) == 0


def test_chords_are_those_of_each_bar_wherever_the_offer_begins() -> None:
    notes = (*chord(4 * BAR, 48, 64, 67, 72), *chord(5 * BAR, 43, 62, 67, 71))
    bars = BarMap.of(Score())
    lines = bar_lines_of(bars, start=4 * BAR, end=7 * BAR)
    assert lines == (4 * BAR, 5 * BAR, 6 * BAR)
    found = chords_of(notes, lines, 7 * BAR, (480, 4, 4))
    assert found[:2] == ("C", "G")
    assert len(found) == 3
    assert chords_of((), lines, 7 * BAR, (480, 4, 4)) == ()
