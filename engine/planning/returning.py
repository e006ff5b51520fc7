"""Which blocks of four bars have the chords of an earlier block, and how many will."""

from collections.abc import Hashable, Iterator, Sequence
from collections.abc import Set as AbstractSet

import numpy as np
from numpy.typing import NDArray

from engine.form.passage_figures import mean_in_common
from engine.planning.harmony import BarChords, degree_of, degrees_of
from engine.planning.phrases import BLOCK

MOST_LAG = 16
"""Blocks that are looked back at most."""

RETURNING_SPREAD = 0.3
"""Standard deviation of what `share_returning` leaves."""

_ALWAYS, _USUAL, _ALIKE, _DRUMS = 0.15, 0.40, 0.38, 0.13
"""Least squares of the share of the next four blocks that return, 944 songs that the starter
learned from, each source as much as another. It explains .29 of the variance, on 187 other songs
.25; the usual share alone explains .19 and .20 (experiment 2026-11-29-returning-notes)."""

_LAGS = (2, 4, 8)  # bars: a loop, a block and a phrase
_FEWEST_PAIRS = 2
_FEWEST_ALIKE = BLOCK - 1  # roots of a block that returns: one bar may lead elsewhere


def share_returning(usual: float, alike: float, *, has_drums: bool) -> float:
    """Return the share of the blocks to come that are expected to return, above 0 and below 1.

    Args:
        usual: Expected by the songs of the model and by the chords of the piece.
        alike: `likeness_back` of its last bars.
        has_drums: Whether drums play: bands return more.
    """
    share = _ALWAYS + _USUAL * usual + _ALIKE * alike + _DRUMS * has_drums
    return min(max(share, 0.02), 0.98)


def likeness_back(bars: Sequence[AbstractSet[Hashable]]) -> float:
    """Return the mean likeness of bars to those 2, 4 or 8 bars back, whichever is most; 0 to 1.

    Args:
        bars: The onsets of each; two silent ones are not compared.
    """
    return max(_likeness(bars, lag) for lag in _LAGS)


def lags_of(chords: Sequence[BarChords]) -> Iterator[int]:
    """Yield, for each block but the first, after how many blocks it returns; 0 where it is new.

    Args:
        chords: Of bars, the first at the beginning of a block.
    """
    degrees = [degree_of(chord.first) for chord in chords]
    blocks = [degrees[at : at + BLOCK] for at in range(0, len(degrees) - BLOCK + 1, BLOCK)]
    for index in range(1, len(blocks)):
        back = range(1, min(index, MOST_LAG) + 1)
        yield next((lag for lag in back if _are_alike(blocks[index - lag], blocks[index])), 0)


def shares_that_return(before: Sequence[int], chords: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the share of the blocks of each row that return, as `lags_of` finds them, (rows,).

    Args:
        before: Number of the chord of each bar before all rows, from the beginning of a block.
        chords: The same of each bar of the rows, (rows, bars).
    """
    rows, bars = len(chords), len(before) + chords.shape[1]
    whole = np.hstack((np.tile(np.array(before, np.int64), (rows, 1)), chords))
    blocks = degrees_of(whole)[:, : bars // BLOCK * BLOCK].reshape(rows, -1, BLOCK)
    new = range(max(1, len(before) // BLOCK), bars // BLOCK)
    found = np.zeros(rows, np.int64)
    for index in new:
        back = blocks[:, max(0, index - MOST_LAG) : index]
        same = (back == blocks[:, index, None]).sum(axis=2)
        found += (same >= _FEWEST_ALIKE).any(axis=1)
    return found / max(1, len(new))


def _are_alike(one: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether blocks have the same roots, but for one."""
    return sum(a == b for a, b in zip(one, other, strict=True)) >= _FEWEST_ALIKE


def _likeness(bars: Sequence[AbstractSet[Hashable]], lag: int) -> float:
    pairs = [(a, b) for a, b in zip(bars, bars[lag:], strict=False) if a or b]
    if len(pairs) < _FEWEST_PAIRS:
        return 0.0
    return mean_in_common(pairs)
