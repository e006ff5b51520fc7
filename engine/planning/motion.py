"""How much harmony moves over some bars, in three figures."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.planning.harmony import degrees_of


class Motion(NamedTuple):
    """Attributes of a row of bars, each by the root on the first beat.

    Attributes:
        stay: Most bars in a row on one root.
        roots: Different roots.
        moves: Share of bars, but for the first, whose root is not that of the bar before.
        closes: Share of the ends of phrases on a degree that closes: tonic or dominant, mostly.
    """

    stay: float
    roots: float
    moves: float
    closes: float


CLOSING = frozenset({0, 7})
"""Degrees on which a phrase of major or minor closes: tonic and dominant, in semitones."""


def motion_of(
    chords: Sequence[int],
    phrase_ends: Sequence[int] = (),
    closing: frozenset[int] = CLOSING,
) -> Motion:
    """Return how chords move.

    Args:
        chords: Number of the first chord of each bar, at least two.
        phrase_ends: Indices of the last bars of phrases.
        closing: Degrees on which a phrase closes.
    """
    return Motion(*motions_of(np.array([chords]), phrase_ends, closing)[0].tolist())


def motions_of(
    chords: NDArray[np.int64], phrase_ends: Sequence[int], closing: frozenset[int]
) -> NDArray[np.float64]:
    """Return how the chords of each row move, (rows, 4), as `Motion` has it.

    Args:
        chords: Number of the first chord of each bar, (rows, bars), at least two bars.
        phrase_ends: Indices of the last bars of phrases.
        closing: Degrees on which a phrase closes.
    """
    degrees = degrees_of(chords)
    moves = np.diff(degrees) != 0
    ends = [index for index in phrase_ends if index < degrees.shape[1]]
    closes = np.isin(degrees[:, ends], list(closing))
    roots = [(degrees == degree).any(axis=1) for degree in range(12)]
    figures = (
        _longest_stays(degrees),
        np.sum(roots, axis=0),
        moves.sum(axis=1) / max(1, moves.shape[1]),
        closes.sum(axis=1) / max(1, len(ends)),
    )
    return np.stack(figures, axis=1).astype(np.float64)


def _longest_stays(degrees: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the most bars in a row on one root, (rows,); all bars where none has a chord."""
    stay = longest = np.zeros(len(degrees), np.int64)
    before = np.full_like(stay, -1)
    for now in degrees.T:
        stay = np.where(now < 0, 0, np.where(now == before, stay + 1, 1))
        longest, before = np.maximum(longest, stay), now
    return np.where(longest > 0, longest, degrees.shape[1])
