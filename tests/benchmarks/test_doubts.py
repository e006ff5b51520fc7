"""A bar counts as wrong if it differs from what most bars of its song need."""

import numpy as np
import pytest

from benchmarks.measures.beats import Annotated, right_bars_of
from engine.beats.finding import FoundBeats
from engine.beats.notes import PlayedNotes, notes_of
from engine.values.score import Score


def found(seconds: np.ndarray, down: np.ndarray) -> FoundBeats:
    return FoundBeats(seconds, down, triple=False, certainty=1.0, sure=np.ones(int(down.sum())))


@pytest.mark.parametrize("phase", [0, 1])
def test_only_the_bar_that_leaves_the_others_is_wrong(phase: int) -> None:
    beats = 0.5 * np.arange(64)
    notes: PlayedNotes = notes_of(Score())
    song = Annotated(notes, beats, beats[::4])
    moved = beats.copy()
    moved[16 + phase] += 0.2
    right = right_bars_of(found(moved, (np.arange(64) - phase) % 4 == 0), song)
    assert not right[3:5].any()
    assert right[:3].all()
    assert right[5:-1].all()
