"""Played notes stand on one likely rhythm, and not each beat on a grid of its own."""

from collections.abc import Iterable

import numpy as np

from engine.notation.free_grids import PlayedOnsets, parts_of
from engine.notation.grid import PlacementMemory, place
from engine.values.score import Note, Score, Tempo, Track

QUARTER_S = 0.5


def parts(quarters: Iterable[float], *, quarter_s: float = QUARTER_S) -> list[int]:
    """Return the parts of each beat in which onsets at some quarters lie."""
    at = np.array(list(quarters), np.float64)
    beats = np.floor(at + 1 / 16).astype(np.int64)
    onsets = PlayedOnsets(beats, at - beats, at * quarter_s, np.full(len(at), quarter_s))
    found = parts_of(onsets)
    return [int(found[beats == beat][0]) for beat in np.unique(beats)]


def test_uneven_sixteenths_are_no_triplets() -> None:
    even = [beat + part / 4 for beat in range(4) for part in range(4)]
    uneven = [4.0, 4.30, 4.62, 4.80]  # nearer to thirds than to quarters, one by one
    assert parts([*even, *uneven, *(at + 5 for at in even)]) == [4] * 9


def test_triplets_and_a_change_to_them_stay() -> None:
    sixteenths = [beat + part / 4 for beat in range(4) for part in range(4)]
    triplets = [4 + beat + part / 3 for beat in range(4) for part in range(3)]
    assert parts([*sixteenths, *triplets]) == [4] * 4 + [3] * 4


def test_notes_that_were_struck_apart_stand_apart_and_a_rolled_chord_does_not() -> None:
    apart = [0.0, 0.5, 1.0, 1.13, 1.5, 2.0, 2.5]
    assert parts(apart)[1] == 8
    rolled = [0.0, 0.5, 1.0, 1.06, 1.5, 2.0, 2.5]
    assert parts(rolled)[1] == 2


def test_no_notes_have_no_parts() -> None:
    none = np.zeros(0)
    assert len(parts_of(PlayedOnsets(none.astype(np.int64), none, none, none))) == 0


def test_a_new_tempo_places_what_was_played_anew() -> None:
    """How far apart two notes were struck is a matter of seconds."""
    rng = np.random.default_rng(3)
    starts = [480 * beat + rise for beat in range(16) for rise in (0, 60, 240)]
    notes = tuple(
        Note(at + int(rng.integers(1, 24)), 60 + n % 7, 100) for n, at in enumerate(starts)
    )
    slow = Score(tracks=(Track(notes=tuple(sorted(notes))),), tempos=(Tempo(0, 40.0),))
    fast = Score(tracks=slow.tracks, tempos=(Tempo(0, 240.0),))
    memory = PlacementMemory()
    assert place(slow, memory).performed
    assert place(fast, memory) == place(fast)
    assert place(slow) != place(fast)
