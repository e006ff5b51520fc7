"""What tells one alternative from another at a glance."""

from app.compose.offer.offer_sketch import bar_lines_of, chords_of, onsets_of, tune_of
from engine.music.score import Note, Score
from engine.music.time import BarMap

BAR = 1920


def chord(start: int, *pitches: int) -> tuple[Note, ...]:
    return tuple(Note(start, pitch, BAR) for pitch in pitches)


def test_the_tune_is_the_highest_of_what_begins_and_no_note_under_a_held_one() -> None:
    notes = [Note(0, 72, 960), Note(0, 60, 240), Note(480, 64, 240), Note(960, 67, 480)]
    assert tune_of(notes) == ((0, 72), (960, 67))
    assert tune_of([Note(0, 60, 960), Note(480, 72, 240)]) == ((0, 60), (480, 72))
    assert tune_of([]) == ()


def test_the_rhythm_is_where_notes_begin() -> None:
    assert onsets_of([*chord(480, 60, 64), Note(0, 40, 10)]) == (0, 480)


def test_chords_are_those_of_each_bar_wherever_the_offer_begins() -> None:
    notes = (*chord(4 * BAR, 48, 64, 67, 72), *chord(5 * BAR, 43, 62, 67, 71))
    bars = BarMap.of(Score())
    lines = bar_lines_of(bars, start=4 * BAR, end=7 * BAR)
    assert lines == (4 * BAR, 5 * BAR, 6 * BAR)
    found = chords_of(notes, lines, 7 * BAR, (480, 4, 4))
    assert found[:2] == ("C", "G")
    assert len(found) == 3
    assert chords_of((), lines, 7 * BAR, (480, 4, 4)) == ()
