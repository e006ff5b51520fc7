"""The effect of a slider, as a number computed from the notes drawn with it.

A slider is kept only if this number, averaged over several pieces, rises with the slider.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import fmean

from engine.form.passage_figures import loudness, mean_length, mean_pitch
from engine.values.score import Note, Score


def effect(name: str, notes: Iterable[tuple[int, Note]], score: Score, *, bars: float) -> float:
    """Return the quantity that a slider controls, for new notes; NaN if it cannot be computed.

    Args:
        name: One of `engine.values.config.STEERS`.
        notes: Track and note, of all alternatives.
        score: The piece that they continue.
        bars: Bars that they fill, all alternatives together.
    """
    made = list(notes)
    pitched = [note for track, note in made if not score.tracks[track].is_drum]
    if name == "busy":
        return len(made) / bars
    if not pitched:
        return math.nan
    if name == "register":
        return mean_pitch(pitched)
    if name == "loudness":
        return loudness(note for _, note in made)
    return mean_length(pitched, ticks_per_quarter=score.ticks_per_quarter)


def means(rows: Iterable[Sequence[float]]) -> list[float]:
    """Return the mean effect at each setting over pieces (rows), NaN left out.

    Returns:
        One value for each setting; empty without pieces.
    """
    telling = [row for row in rows if not any(math.isnan(value) for value in row)]
    return [fmean(column) for column in zip(*telling, strict=True)]


def rises(values: Sequence[float]) -> bool:
    """Return whether the effect rises from each setting to the next."""
    return len(values) > 1 and all(b > a for a, b in pairwise(values))
