"""Which blocks of four bars have the chords of an earlier block."""

from collections.abc import Iterator, Sequence

from engine.planning.harmony import BarChords, degree_of
from engine.planning.phrases import BLOCK

MOST_LAG = 16
"""Blocks that are looked back at most."""


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


def _are_alike(one: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether blocks have the same roots, but for one: its bar leads elsewhere."""
    return sum(a == b for a, b in zip(one, other, strict=True)) >= BLOCK - 1
