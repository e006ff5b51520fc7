"""Plans where a long continuation comes back to the phrase that the piece begins with.

A continuation that is drawn phrase by phrase comes back to its own last phrases only: the beginning
is no longer in the memory of the model when real songs come back to it. So that is drawn ahead.
"""

from dataclasses import dataclass

import numpy as np

from engine.planning.phrases import BLOCK, PHRASE
from engine.planning.sections import SectionBar

AWAY = 4 * PHRASE
"""Bars of a continuation after which it may come back to the beginning."""

CHANCE = 0.06
"""That a phrase is the one that comes back: 8 of 37 real songs return in the four phrases from bar
33 to 64 (experiment 2026-11-26-sixty-four-bars)."""

_STREAM = 1  # numbers of a seed that neither chords nor entrances draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The phrase that a piece begins with, and the bars in which it may come again.

    Attributes:
        source: Its first bar.
        source_bars: How many bars it has.
        first: The first bar to come.
        bars: How many are to come.
    """

    source: int
    source_bars: int
    first: int
    bars: int

    @property
    def places(self) -> tuple[int, ...]:
        """The bars to come, from 0, in which it may begin: those in which a phrase does."""
        begins = range(AWAY, self.bars - BLOCK + 1)
        return tuple(at for at in begins if (self.first + at - self.source) % PHRASE == 0)

    def returning(self, seed: int) -> tuple[SectionBar, ...]:
        """Return the place of each bar to come in the form; empty where nothing returns.

        Args:
            seed: Of the row; the same seed gives the same bars.
        """
        rng = np.random.default_rng((seed & 0xFFFFFFFF, _STREAM))
        begin = next((at for at in self.places if rng.random() < CHANCE), None)
        if begin is None:
            return ()
        again = SectionBar(back=self.first + begin - self.source)
        past = begin + self.source_bars
        return tuple(again if begin <= at < past else SectionBar() for at in range(self.bars))
