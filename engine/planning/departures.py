"""Decides which continuations leave a phrase that has just come twice.

A phrase that was played twice is hardly ever played a third time: of the eight bars that follow it
in real songs .10 are bars of the phrase. A network that has seen it twice writes it again, .43 of
eight bars. A riff, one bar or two again and again, goes on more often, .41 of its bars
(experiment 2026-11-27-repeats).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.planning.phrases import PHRASE, first_bar_of
from engine.planning.sections import SectionBar, bars_of, is_riff
from engine.values.score import Score

LEAVES, LEAVES_A_RIFF = 0.9, 0.6
"""Share of continuations that leave a phrase that came twice, and a riff."""

FEWEST_LEAVE = 0.5
"""Least share that leaves what all parts repeat, however surely their riffs go on: the other rows
are one another's doubles."""

PHRASES = (PHRASE, PHRASE // 2)
"""Lengths of a phrase that may come twice, in bars."""

LONGEST_REPEAT = 2 * PHRASE
"""Bars before those to come that are compared."""

# Multiples of it, less the whole part, fill 0 to 1 evenly however many are taken: the rows of one
# request have seeds that follow each other, and so leave the phrase in the shares above.
_GOLDEN = 0.6180339887498949


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """New bars after a phrase that came twice.

    Attributes:
        phrase: Bars of the phrase.
        bars: The place of each bar to come, for a continuation that leaves the phrase.
        chance: Share of continuations that leave it, 0 to 1.
    """

    phrase: int
    bars: tuple[SectionBar, ...]
    chance: float

    def leaves(self, seed: int) -> bool:
        """Return whether the continuation with a seed leaves the phrase."""
        return even_share(seed) < self.chance


def even_share(seed: int) -> float:
    """Return the share of all rows, 0 to 1, that decide before the row with a seed."""
    return seed * _GOLDEN % 1.0


def departure_from(score: Score, *, past: int, bars: int, echo: float) -> Departure | None:
    """Return the departure from the phrase before a bar; None where no phrase came twice.

    Args:
        score: The piece; only its last `LONGEST_REPEAT` bars count.
        past: The first bar to come.
        bars: How many bars are to come.
        echo: Factor on the odds that the piece repeats itself, 1 is usual. With 0 all continuations
            leave the phrase.
    """
    before = bars_of(score, first=max(0, past - LONGEST_REPEAT), past=past)
    phrase = next((length for length in PHRASES if _came_twice(before, length)), 0)
    riff = is_riff(score, first=max(first_bar_of(score), past - PHRASE), past=past)
    if not phrase and not riff:
        return None
    chance = LEAVES_A_RIFF if riff else LEAVES
    return Departure(
        phrase=phrase or PHRASE // 2,
        bars=tuple(SectionBar(since=bar) for bar in range(min(PHRASE, bars))),
        chance=max(0.0, 1.0 - (1.0 - chance) * echo),
    )


def _came_twice(bars: Sequence[frozenset[tuple[int, int, int]]], length: int) -> bool:
    """Return whether the last bars are note for note those before them, and none is empty."""
    if len(bars) < 2 * length:
        return False
    once, again = bars[-2 * length : -length], bars[-length:]
    return all(once) and once == again
