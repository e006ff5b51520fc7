"""How much harmony moves over some bars, in three figures."""

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from engine.planning.harmony import degree_of


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
    degrees = [degree_of(chord) for chord in chords]
    stays = [len(list(same)) for degree, same in groupby(degrees) if degree >= 0]
    moves = [one != other for one, other in pairwise(degrees)]
    ends = [degrees[index] in closing for index in phrase_ends if index < len(degrees)]
    return Motion(
        stay=float(max(stays, default=len(degrees))),
        roots=float(len({degree for degree in degrees if degree >= 0})),
        moves=sum(moves) / max(1, len(moves)),
        closes=sum(ends) / max(1, len(ends)),
    )
