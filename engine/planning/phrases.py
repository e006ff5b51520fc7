"""Phrases: how long they are and where the first begins."""

from engine.values.score import Score
from engine.values.sections import PHRASE
from engine.values.time import BarMap

__all__ = ["BLOCK", "PHRASE", "first_bar_of"]

BLOCK = 4
"""Bars of half a phrase: the shortest stretch of chords that counts as coming back."""


def first_bar_of(score: Score) -> int:
    """Return the bar from which a piece's phrases are counted: its first, after an upbeat."""
    begin = min((track.notes[0].start for track in score.tracks if track.notes), default=0)
    bars = BarMap.of(score)
    first = bars.bar_at(begin)
    start, end = bars.start_of(first), bars.start_of(first + 1)
    return first + (2 * (begin - start) >= end - start)
