"""Finds the riff of a part and says for how many bars it goes on.

A riff is one, two or four bars that a part has played again, note for note. Where drums play, it
goes on, the surer the longer it has lasted. Elsewhere few riffs do: a tune that has said a bar four
times leaves it (experiment 2026-11-29-riffs).
"""

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import takewhile
from typing import NamedTuple, TypeVar

from engine.planning.phrases import BLOCK

PERIODS = (1, 2, 4)
"""Bars that come again and again."""

LONGEST = 16
"""Bars before those to come that are compared; a riff that has lasted longer is no surer."""

_ALWAYS, _LASTED = -3.00, 1.33
"""Log odds that a riff goes on for four bars where drums play: logistic regression on 2,594 riffs
of 98 songs that the starter learned from, by the logarithm of the bars it has lasted."""

_T = TypeVar("_T")


class Riff(NamedTuple):
    """Bars of a part that come again and again.

    Attributes:
        period: How many: 1, 2 or 4; 0 for no riff.
        bars: For how many bars they have come, `LONGEST` at most, or will.
    """

    period: int
    bars: int


NO_RIFF = Riff(0, 0)


def riff_of(bars: Sequence[AbstractSet[_T]]) -> Riff | None:
    """Return the riff that the last bars of a part are; None where they are none.

    A bar has to come four times, two or four bars twice.

    Args:
        bars: The onsets of each of the part's bars, in order.
    """
    heard = bars[-LONGEST:]
    riffs = (Riff(period, _lasted(heard, period)) for period in PERIODS)
    long = (each for each in riffs if each.bars >= max(BLOCK, 2 * each.period))
    played = (each for each in long if any(heard[-each.period :]))
    return max(played, key=lambda each: each.bars, default=None)


def chance_of(lasted: int) -> float:
    """Return the chance that a riff goes on for four bars, where drums play.

    Args:
        lasted: Bars that it has lasted, at least one.
    """
    odds = _ALWAYS + _LASTED * math.log(min(lasted, LONGEST))
    return 1.0 / (1.0 + math.exp(-odds))


def bars_kept(riff: Riff, share: float, *, place: int) -> int:
    """Return for how many bars a riff goes on: up to the end of a block of four bars.

    Args:
        riff: The one that goes on.
        share: Of all continuations that keep it for longer than this one, above 0 and up to 1.
        place: Of the first bar to come, counted from the beginning of its phrase.
    """
    kept, odds = 0, chance_of(riff.bars)
    while share < odds:
        kept += BLOCK - (place + kept) % BLOCK
        odds *= chance_of(riff.bars + kept)
    return kept


def _lasted(bars: Sequence[AbstractSet[_T]], period: int) -> int:
    """Return how many of the last bars are those a period before them, and these."""
    pairs = zip(reversed(bars), reversed(bars[:-period]), strict=False)
    return period + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
