"""The meters in which a piece goes on: those of its last bars, or a pattern that they show.

A piece in 5/8 and 7/8 by turns has a pattern of two bars, one in 4/4, 4/4 and 3/4 a pattern of
three. After its last time signature a score stays in one meter. So `Request` and `with_written`
write the meters of the pattern in the bars that they add.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice, takewhile

from engine.values.score import Score, TimeSignature
from engine.values.time import BarMap

LONGEST_PATTERN = 8
"""Bars of the longest pattern."""
_TIMES = 2  # so often a pattern has to be seen
# Changes of meter in the shortest piece with a pattern: two meters, twice each.
_FEWEST_CHANGES = 4
# The last bars in which patterns are looked for; the longest one fits eight times.
_BARS_SEEN = 64

Meter = tuple[int, int]
"""Numerator and denominator."""


def period_of(meters: Sequence[Meter]) -> int:
    """Return the number of bars in which the meters at the end of a piece repeat.

    Of several periods it is the one that the most bars keep, then the shortest.

    Args:
        meters: The meter of each bar.

    Returns:
        2 to `LONGEST_PATTERN`; 0 if the last meters do not repeat twice, or are all the same.
    """
    period, most = 0, 0
    for bars in range(2, LONGEST_PATTERN + 1):
        if len(set(meters[-bars:])) < 2:
            continue
        kept = _bars_in(meters, bars)
        if kept >= _TIMES * bars and kept > most:
            period, most = bars, kept
    return period


def _bars_in(meters: Sequence[Meter], period: int) -> int:
    """Return the number of last bars that repeat with a period."""
    pairs = zip(reversed(meters), reversed(meters[:-period]), strict=False)
    return period + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def with_meters_of(score: Score, *, start: int, bars: int) -> Score:
    """Return a score whose pattern of meters is written up to the end of some bars.

    Args:
        score: The score; without a pattern it is returned as it is.
        start: Tick in the first of the bars, or at its beginning.
        bars: Their number.
    """
    known = _bars_known(score, start)
    missing = max(0, BarMap.of(score).bar_at(start) + bars - known)
    return _with(score, islice(_coming(score, known), missing))


def with_meters_until(score: Score, *, start: int, end: int) -> Score:
    """Return a score whose pattern of meters is written in the bars that begin before a tick.

    Args:
        score: The score; without a pattern it is returned as it is.
        start: Tick of the bar line from which music is added.
        end: The tick.
    """
    coming = _coming(score, _bars_known(score, start))
    return _with(score, takewhile(lambda meter: meter.tick < end, coming))


def _bars_known(score: Score, start: int) -> int:
    """Return the number of bars that have their meter: those before `start`, and of the piece."""
    bars = BarMap.of(score)
    last = score.time_signatures[-1].tick if score.time_signatures else 0
    return max(bars.bars_until(score.end), bars.bar_at(start), bars.bar_at(last) + 1)


def _coming(score: Score, known: int) -> Iterator[TimeSignature]:
    """Yield the meter of each bar after the known ones; nothing if they show no pattern."""
    if len(score.time_signatures) < _FEWEST_CHANGES:
        return
    period = period_of(_last_meters(score, known))
    if not period:
        return
    bars = BarMap.of(score)
    tick = bars.start_of(known)
    for bar in cycle(range(known - period, known)):
        begin = bars.start_of(bar)
        yield replace(bars.signature_at(begin), tick=tick)
        tick += bars.start_of(bar + 1) - begin


def _last_meters(score: Score, known: int) -> list[Meter]:
    """Return the meters of the last known bars, those after the last bar that is cut short."""
    bars = BarMap.of(score)
    found: list[Meter] = []
    for bar in range(max(0, known - _BARS_SEEN), known):
        tick = bars.start_of(bar)
        meter = bars.signature_at(tick)
        found.append((meter.numerator, meter.denominator))
        if bars.start_of(bar + 1) - tick < meter.numerator * bars.beat_length_at(tick):
            found.clear()
    return found


def _with(score: Score, coming: Iterator[TimeSignature]) -> Score:
    """Return a score with meters after its last one, each written where it is another one."""
    meters = list(score.time_signatures)
    for meter in coming:
        if (meter.numerator, meter.denominator) != (meters[-1].numerator, meters[-1].denominator):
            meters.append(meter)
    if len(meters) == len(score.time_signatures):
        return score
    return replace(score, time_signatures=tuple(meters))
