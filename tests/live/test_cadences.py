"""A cadence closes a phrase: the tonic on a strong beat, a drummer's kick on the bar line."""

import pytest

from engine.live.jam.bar_grid import BarGrid
from engine.live.jam.cadences import closes
from engine.values.score import Note, TimeSignature

BEAT = 480
BAR = 4 * BEAT
TUNE = (67, 67, 64, 60, 62, 65, 64, 60)
GRID = BarGrid()


def tune(*pitches: int, last_at: int, late: int = 0) -> list[Note]:
    """Return quarters, and a last note somewhere after them."""
    *first, last = pitches
    notes = [Note(index * BEAT, pitch, 400) for index, pitch in enumerate(first)]
    return [*notes, Note(last_at + late, last, 900)]


@pytest.mark.parametrize("last_at", [2 * BAR, 2 * BAR + 2 * BEAT])
@pytest.mark.parametrize("late", [-30, 0, 30])
def test_the_tonic_on_a_strong_beat_closes_a_tune(last_at: int, late: int) -> None:
    assert closes(tune(*TUNE, 60, last_at=last_at, late=late), GRID, is_drum=False)


@pytest.mark.parametrize(
    ("pitches", "last_at"),
    [
        ((*TUNE, 60), 2 * BAR + BEAT),
        ((*TUNE, 62), 2 * BAR),
        ((*TUNE, 67), 2 * BAR),
        ((60, 64, 67, 60), BAR),
    ],
    ids=["weak beat", "second step", "fifth", "few notes"],
)
def test_other_notes_do_not(pitches: tuple[int, ...], last_at: int) -> None:
    assert not closes(tune(*pitches, last_at=last_at), GRID, is_drum=False)


def test_three_beats_have_one_strong_beat() -> None:
    waltz = BarGrid(meter=TimeSignature(0, 3, 4))
    assert closes(tune(*TUNE, 60, last_at=9 * BEAT), waltz, is_drum=False)
    assert not closes(tune(*TUNE, 60, last_at=8 * BEAT + BEAT // 2 * 3), waltz, is_drum=False)


def with_chord(*pitches: int) -> list[Note]:
    notes = [Note(index * BEAT, pitch, 300) for index, pitch in enumerate(TUNE)]
    return [*notes, *(Note(2 * BAR + spread, pitch, 900) for spread, pitch in enumerate(pitches))]


@pytest.mark.parametrize("chord", [(48, 64, 67), (52, 67, 72)])
def test_chords_close_with_the_tonic_on_top_or_below(chord: tuple[int, ...]) -> None:
    assert closes(with_chord(*chord), GRID, is_drum=False)


@pytest.mark.parametrize("chord", [(52, 60, 67), (47, 62, 67)])
def test_other_chords_do_not(chord: tuple[int, ...]) -> None:
    assert not closes(with_chord(*chord), GRID, is_drum=False)


def with_stroke(drum: int, *, at: int) -> list[Note]:
    return [*(Note(index * BEAT // 2, 42, 60) for index in range(16)), Note(at, drum, 60)]


@pytest.mark.parametrize("drum", [35, 36, 49])
def test_a_drummer_closes_with_a_kick_or_a_crash_on_the_bar_line(drum: int) -> None:
    assert closes(with_stroke(drum, at=2 * BAR), GRID, is_drum=True)


@pytest.mark.parametrize(("drum", "at"), [(38, 2 * BAR), (36, 10 * BEAT)])
def test_a_drummers_other_strokes_do_not(drum: int, at: int) -> None:
    assert not closes(with_stroke(drum, at=at), GRID, is_drum=True)


def test_nothing_played_closes_nothing() -> None:
    assert not closes([], GRID, is_drum=False)
