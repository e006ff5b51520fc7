"""Measures of a page: their starts, lengths and shown meters."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.notation.page import QUARTER
from engine.values.score import Score, TimeSignature
from engine.values.time import BarMap

# Parts of a quarter that a bar may be cut short at.
_BAR_PARTS = (1, 2, 4, 8, 16, 3, 6, 12, 5, 10, 7)
_SHORTEST = QUARTER // 16
_SLIVER_QUARTERS = 1 / 24
# More bars of rest at the end are a mistake of the file.
_MOST_RESTS = 200


@dataclass(frozen=True, slots=True)
class Bar:
    """A measure's place.

    Attributes:
        tick: First tick.
        until: Tick past the last.
        start: First grid unit of the page.
        length: Grid units.
        meter: Its meter.
    """

    tick: int
    until: int
    start: int
    length: int
    meter: TimeSignature

    @property
    def end(self) -> int:
        """First grid unit of the next one."""
        return self.start + self.length


def bars_of(score: Score) -> tuple[Bar, ...]:
    """Return a piece's measures; one at least."""
    bars = BarMap.of(score)
    count = bar_count(score)
    ticks = [bars.start_of(number) for number in range(count + 1)]
    # A meter that comes some ticks late leaves a sliver of a bar, which is none.
    sliver = score.ticks_per_quarter * _SLIVER_QUARTERS
    kept = [tick for tick, until in pairwise(ticks) if until - tick > sliver] or ticks[:1]
    found: list[Bar] = []
    start = 0
    for tick, until in pairwise([*kept, ticks[-1]]):
        meter = bars.signature_at(tick)
        length = _bar_length(meter, until - tick, score.ticks_per_quarter)
        found.append(Bar(tick, until, start, length, meter))
        start += length
    return tuple(found)


def bar_count(score: Score) -> int:
    """Return how many measures a piece has, at least one.

    Bars of rest after the last note count if the last of them has the last meter once more.
    """
    bars = BarMap.of(score)
    count = max(1, bars.bars_until(score.end))
    meters = score.time_signatures[-2:]
    if len(meters) < 2 or replace(meters[0], tick=0) != replace(meters[1], tick=0):
        return count
    last = bars.bar_at(meters[1].tick) + 1
    return last if count < last <= count + _MOST_RESTS else count


def nominal_length(meter: TimeSignature) -> int:
    """Return how long a whole measure of a meter is."""
    return meter.numerator * 4 * QUARTER // meter.denominator


def shown_meters(bars: Sequence[Bar]) -> tuple[tuple[int, int], ...]:
    """Return the meter that each measure is written in.

    An upbeat has the meter that follows. If a repeat splits a measure, both halves keep its meter,
    though a file gives each a meter of its own.
    """
    shown: list[tuple[int, int]] = []
    for number, bar in enumerate(bars):
        own = (bar.meter.numerator, bar.meter.denominator)
        following = bars[number + 1] if number + 1 < len(bars) else None
        if number == 0:
            upbeat = following is not None and _is_nominal(following) and _is_short(bar, following)
            shown.append(_meter_of(following) if following is not None and upbeat else own)
            continue
        around = shown[-1]
        whole = around[0] * 4 * QUARTER // around[1]
        second = _are_halves(bars[number - 1], bar, whole)
        first = following is not None and _are_halves(bar, following, whole)
        ends = following is None and _are_halves(bars[0], bar, whole)
        shown.append(around if first or second or ends else own)
    return tuple(shown)


def _are_halves(first: Bar, second: Bar, whole: int) -> bool:
    return first.length + second.length == whole and first.meter != second.meter


def _is_short(bar: Bar, following: Bar) -> bool:
    return _is_nominal(bar) and bar.length < following.length


def _is_nominal(bar: Bar) -> bool:
    return bar.length == nominal_length(bar.meter)


def _meter_of(bar: Bar) -> tuple[int, int]:
    return bar.meter.numerator, bar.meter.denominator


def _bar_length(meter: TimeSignature, ticks: int, ticks_per_quarter: int) -> int:
    whole = nominal_length(meter)
    here = ticks * QUARTER / ticks_per_quarter
    sliver = QUARTER * _SLIVER_QUARTERS
    if abs(here - whole) <= sliver:
        return whole
    # Cut short by the next meter.
    for parts in _BAR_PARTS:
        length = round(here * parts / QUARTER) * QUARTER // parts
        if abs(here - length) * ticks_per_quarter <= QUARTER:
            return length
    return max(1, round(here / _SHORTEST)) * _SHORTEST
