"""Seeds of rows that branched from others: one number says how to make such a row again.

A long continuation branches its better rows (`choose/underway.py`). The low bits of a seed are the
seed of the first bars. The high bits hold the bars where the row got its own random numbers, so it
can be redrawn alone. A row whose seed is below 2³² has no branch.
"""

from collections.abc import Iterator

import numpy as np

_SEED_BITS, _BAR_BITS = 32, 7

MOST_BRANCHES = 3
"""Bars that a seed holds. With more, it would not be exact as a number in JSON (53 bits)."""

LAST_BAR = (1 << _BAR_BITS) - 1
"""The last bar, counted from the first that is written, in which a row can branch."""


def first_seed(seed: int) -> int:
    """Return the seed that the first bars are drawn by; it also decides the plan of a row."""
    return seed & ((1 << _SEED_BITS) - 1) if seed >= 0 else seed


def branching_bars(seed: int) -> tuple[int, ...]:
    """Return the bars in which a row with a seed branched, ascending."""
    return tuple(_bars(seed)) if seed >= 0 else ()


def _bars(seed: int) -> Iterator[int]:
    rest = seed >> _SEED_BITS
    while rest and (bar := rest & LAST_BAR):
        yield bar
        rest >>= _BAR_BITS


def may_branch(seed: int, bar: int) -> bool:
    """Return whether a seed has room for one more bar."""
    has_room = len(branching_bars(seed)) < MOST_BRANCHES
    return seed >= 0 and has_room and 0 < bar <= LAST_BAR


def branched_seed(seed: int, bar: int) -> int:
    """Return the seed of a row that goes on by its own numbers from a bar on.

    Args:
        seed: Of the row that it branches from.
        bar: Bars that were written before; later than those of the seed.
    """
    return seed | bar << (_SEED_BITS + _BAR_BITS * len(branching_bars(seed)))


def numbers_from(seed: int, bar: int) -> int:
    """Return the seed of the generator that draws from a bar on in which a row branched."""
    bars = [each for each in branching_bars(seed) if each <= bar]
    return int(np.random.SeedSequence([first_seed(seed), *bars]).generate_state(1)[0])
