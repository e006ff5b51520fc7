"""The tempo in which a piece goes on: its last one, or a rubato as its last phrase has one.

After its last tempo event a score stays in one tempo. A person who plays without a click does not:
tempos of a performance rise and fall. So where the tempo changes in most of the last bars, the bars
that are added get a curve of their own. It is drawn: it wanders about the usual tempo as widely as
the player's does, and as slowly, and falls where phrases end. The curve depends on the piece alone,
so that an offer, the music that is kept, and the same request another day have the same one.
"""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean, median, pstdev
from zlib import crc32

from engine.values.score import Score, Tempo
from engine.values.sections import PHRASE
from engine.values.time import BarMap, TempoMap

_FEWEST_BARS = 4
"""Fewer bars than these show no rubato."""

_LEAST_SHARE = 0.5
"""From this share of bars with another tempo on, a piece is performed.

A written piece has a ritardando and some sections in tempos of their own.
"""

_FURTHEST = math.log(1.4)
"""Natural logarithm: how far a tempo is from the usual one at most.

Of the quarters of 26 performances of ASAP 94 % are within it; the others are fermatas, ends, and
beats that were found wrongly (experiment 2026-11-26-rubato).
"""

_USUAL_SPREAD, _SPREAD_QUARTERS = 0.10, 2
"""The spread of 32 performances, and for how many quarters of the player's it counts.

Counting for 8 foretells the next phrase best (.49, root of the mean square of logarithms), and as
well as the player's own spread does, .52; for 2 a phrase of 32 quarters keeps its own.
"""

_SMALLEST = 0.001
"""A smaller spread is none: it has no logarithm to speak of."""

_USUAL_LIKENESS, _LIKENESS_QUARTERS = 0.5, 8
"""The same for how alike the tempos of two quarters in a row are."""

_KEPT = 0.9
"""How much of its slow wandering a tempo keeps from quarter to quarter.

The correlations of performances over 1 to 5 quarters are .59, .45, .37, .30 and .23: a slow
wandering, and what each quarter has for itself. Of 0.8, 0.85 and 0.9 the last comes nearest to how
alike real quarters are (.47, real .50, where 0.8 gives .41).
"""

_BLOCK = 4
"""Bars of a block, at whose end the tempo falls."""

_FALL, _FALLING = 0.12, 2
"""By how much of the spread (natural logarithm), in so many last quarters.

It is the same for all players: what one did at the ends of eight blocks says nothing of the next
two (correlation .00 in 32 performances).
"""

_CHUNK = 32  # Quarters that are drawn together: a phrase of four in a bar.


@dataclass(frozen=True, slots=True)
class _Habit:
    """How a player's tempo wanders; logarithms are natural.

    Attributes:
        usual: Quarters a minute.
        spread: Standard deviation of the logarithm.
        likeness: Correlation of the tempos of two quarters in a row.
    """

    usual: float
    spread: float
    likeness: float

    @classmethod
    def of(cls, played: list[float]) -> "_Habit":
        """Return the habit that the tempos of quarters in a row show."""
        usual = float(median(played))
        wandering = [min(_FURTHEST, max(-_FURTHEST, math.log(bpm / usual))) for bpm in played]
        spread = max(_SMALLEST, pstdev(wandering))
        known = len(played) / (len(played) + _SPREAD_QUARTERS)
        likeness = _likeness(wandering)
        shown = len(played) / (len(played) + _LIKENESS_QUARTERS)
        return cls(
            usual=usual,
            spread=spread**known * _USUAL_SPREAD ** (1 - known),
            likeness=max(0.0, shown * likeness + (1 - shown) * _USUAL_LIKENESS),
        )

    def curve(self, seed: int) -> Iterator[float]:
        """Yield the logarithm of the tempo of each quarter, the usual one as 0, without end."""
        rng = random.Random(seed)  # noqa: S311 - no secret
        slow = self._slow
        wander = rng.gauss(0, 1)
        while True:
            chunk = []
            for _ in range(_CHUNK):
                wander = _KEPT * wander + math.sqrt(1 - _KEPT**2) * rng.gauss(0, 1)
                chunk.append(math.sqrt(slow) * wander + math.sqrt(1 - slow) * rng.gauss(0, 1))
            middle, spread = fmean(chunk), pstdev(chunk)
            # A wandering that is cut into phrases spreads less in each than over all.
            yield from (self.spread * (value - middle) / spread for value in chunk)

    @property
    def _slow(self) -> float:
        """The share of the wandering that stays from quarter to quarter, from 0 to 1.

        The mean of n quarters takes (1 + 2 slow kept ÷ (1 - kept)) ÷ n of the variance with it.
        """
        lost = (1 - self.likeness) / _CHUNK
        slow = (self.likeness + lost) / (_KEPT - 2 * lost * _KEPT / (1 - _KEPT))
        return min(1.0, max(0.0, slow))


def with_tempos_until(score: Score, *, start: int, end: int) -> Score:
    """Return a score whose rubato goes on in the bars that begin before a tick.

    The usual tempo follows at the end of the last of them. More bars change no tempo before them.

    Args:
        score: The score, with the meters of the bars that are added. A score that is not performed
            is returned as it is, and one with tempo events of its own in these bars.
        start: Tick of the bar line from which music is added.
        end: The tick.
    """
    bars = BarMap.of(score)
    known = max(bars.bars_until(score.end), bars.bar_at(start))
    first, until = bars.start_of(known), bars.bars_until(end)
    if until <= known or any(tempo.tick > first for tempo in score.tempos):
        return score
    span = min(PHRASE, known)
    if not _is_performed(score, bars, first_bar=known - span, known=known):
        return score
    tempos = TempoMap.of(score)
    quarters = range(bars.start_of(known - span), first, score.ticks_per_quarter)
    habit = _Habit.of([tempos.bpm_at(tick) for tick in quarters])
    before = [tempo for tempo in score.tempos if tempo.tick < first]
    wandering = habit.curve(_seed(before, first))
    lines = [bars.start_of(bar) for bar in range(known, until + 1)]
    added = [
        Tempo(tick, habit.usual * math.exp(_held(next(wandering) - fall * habit.spread)))
        for tick, fall in _falls(lines, score.ticks_per_quarter)
    ]
    return replace(score, tempos=(*before, *added, Tempo(lines[-1], habit.usual)))


def _is_performed(score: Score, bars: BarMap, *, first_bar: int, known: int) -> bool:
    if known - first_bar < _FEWEST_BARS:
        return False
    first, end = bars.start_of(first_bar), bars.start_of(known)
    changes = (tempo for before, tempo in pairwise(score.tempos) if tempo.bpm != before.bpm)
    with_tempo = {bars.bar_at(tempo.tick) for tempo in changes if first <= tempo.tick < end}
    return len(with_tempo) >= _LEAST_SHARE * (known - first_bar)


def _likeness(wandering: list[float]) -> float:
    """Return the correlation of neighbours in values; 0 where none wanders."""
    middle = fmean(wandering)
    from_middle = [value - middle for value in wandering]
    all_of_it = _product(from_middle, from_middle)
    return _product(from_middle[:-1], from_middle[1:]) / all_of_it if all_of_it else 0.0


def _product(left: list[float], right: list[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def _seed(before: list[Tempo], first: int) -> int:
    """Return a number that other bars and other tempos change."""
    # Files keep microseconds a quarter: what is read again has the same whole tempos.
    said = [(tempo.tick, round(tempo.bpm)) for tempo in before]
    return crc32(repr((first, said)).encode())


def _falls(lines: list[int], quarter: int) -> Iterator[tuple[int, float]]:
    """Yield each quarter of the bars between lines, and its fall as a share of the spread."""
    for bar, (begin, after) in enumerate(pairwise(lines), 1):
        for tick in range(begin, after, quarter):
            ends = bar % _BLOCK == 0 and tick >= after - _FALLING * quarter
            yield tick, _FALL if ends else 0.0


def _held(wandering: float) -> float:
    return min(max(wandering, -_FURTHEST), _FURTHEST)
