"""A slider is kept only where a measurement shows that it does what it says."""

import math

from engine.evaluation.steering import effect, means, rises
from engine.values.score import Note, Score, Track

PIECE = Score(tracks=(Track(), Track(is_drum=True)))
NOTES = [(0, Note(0, 60, 480, 80)), (0, Note(480, 72, 240, 100)), (1, Note(0, 36, 120, 120))]


def test_each_slider_is_told_by_what_it_is_about() -> None:
    assert effect("busy", NOTES, PIECE, bars=2) == 1.5
    assert effect("register", NOTES, PIECE, bars=2) == 66
    assert effect("loudness", NOTES, PIECE, bars=2) == 100
    assert effect("note_length", NOTES, PIECE, bars=2) == 0.75
    # Drums have neither pitch nor length, and silence has no loudness.
    drums = [NOTES[2]]
    for name in ("register", "note_length"):
        assert math.isnan(effect(name, drums, PIECE, bars=2))
        assert math.isnan(effect(name, [], PIECE, bars=2))
    assert effect("busy", [], PIECE, bars=2) == 0


def test_a_slider_works_only_if_it_rises_in_the_mean_at_every_setting() -> None:
    assert rises(means([[1, 2, 3], [5, 4.5, 6.5]]))
    assert not rises(means([[1, 2, 2]]))
    assert not rises(means([[3, 2, 1], [1, 2, 3]]))
    # A piece that tells nothing counts nothing; without any there is nothing to go by.
    assert means([[1, 2, 3], [math.nan, 9, 1]]) == [1, 2, 3]
    assert means([[math.nan, 1, 2]]) == []
    assert not rises([])
