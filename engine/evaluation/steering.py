"""Whether a slider does what it says: what it is about, as a number of the notes it led to.

A slider is kept only where that number rises with it, in the mean of several pieces.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import fmean

from engine.music.score import Note, Score


def effect(name: str, notes: Iterable[tuple[int, Note]], score: Score, *, bars: float) -> float:
    """Return what a slider is about, of some new notes; NaN where there is nothing to tell by.

    Args:
        name: One of `engine.config.STEERS`.
        notes: Track and note, of all alternatives.
        score: The piece they go on with.
        bars: Bars they fill, all alternatives together.
    """
    made = list(notes)
    pitched = [note for track, note in made if not score.tracks[track].is_drum]
    if name == "busy":
        return len(made) / bars
    if not pitched:
        return math.nan
    if name == "register":
        return fmean(note.pitch for note in pitched)
    if name == "loudness":
        return fmean(note.velocity for _, note in made)
    return fmean(note.duration for note in pitched) / score.ticks_per_quarter


def means(rows: Iterable[Sequence[float]]) -> list[float]:
    """Return the mean effect at each setting over pieces (rows); those that tell nothing left out.

    Returns:
        One for each setting, empty without any piece.
    """
    telling = [row for row in rows if not any(math.isnan(value) for value in row)]
    return [fmean(column) for column in zip(*telling, strict=True)]


def rises(values: Sequence[float]) -> bool:
    """Return whether an effect rises from each setting to the next one."""
    return len(values) > 1 and all(b > a for a, b in pairwise(values))
