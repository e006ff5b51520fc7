"""How loud a staff is at each place: dynamics, and the hairpins between them."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.form.interpretation import (
    DEFAULT_VELOCITY,
    HAIRPIN_REACH,
    HAIRPIN_STEP,
    LOUDEST,
    SOFTEST,
)


@dataclass(frozen=True, slots=True)
class Hairpin:
    """A crescendo or a diminuendo.

    Attributes:
        start: Where it begins, in quarters.
        end: Where it ends.
        staff: Its staff; empty for all that have none of their own.
        direction: 1 opens, -1 closes.
    """

    start: Fraction
    end: Fraction
    staff: str
    direction: int


@dataclass(frozen=True, slots=True)
class _Slope:
    """From a place on a level changes evenly to another one, and stays there."""

    start: Fraction
    end: Fraction
    first: float
    last: float

    def at(self, place: Fraction) -> float:
        if place >= self.end:
            return self.last
        share = float((place - self.start) / (self.end - self.start))
        return self.first + (self.last - self.first) * share


class Slopes:
    """The loudness of one staff.

    Args:
        levels: Places in quarters with the velocity that holds from there on, ascending.
        hairpins: By start.
        base: The velocity before the first of them.
    """

    def __init__(
        self,
        levels: Sequence[tuple[Fraction, float]],
        hairpins: Sequence[Hairpin],
        *,
        base: float = DEFAULT_VELOCITY,
    ) -> None:
        self._slopes: list[_Slope] = []
        self._base = float(base)
        self._places = [place for place, _ in levels]
        self._levels = levels
        events: list[tuple[Fraction, int, float | Hairpin]] = [
            *((place, 0, level) for place, level in levels),
            *((each.start, 1, each) for each in hairpins),
        ]
        for place, _, event in sorted(events, key=lambda event: event[:2]):
            if isinstance(event, Hairpin):
                self._slopes.append(self._slope(event))
            else:
                self._slopes.append(_Slope(place, place, event, event))
        self._starts = [slope.start for slope in self._slopes]

    def at(self, place: Fraction) -> float:
        """Return the velocity at a place."""
        index = bisect_right(self._starts, place) - 1
        return self._slopes[index].at(place) if index >= 0 else self._base

    def _slope(self, hairpin: Hairpin) -> _Slope:
        before = self._slopes[-1].at(hairpin.start) if self._slopes else self._base
        end = hairpin.end
        goal = before + HAIRPIN_STEP * hairpin.direction
        following = bisect_right(self._places, hairpin.start)
        if following < len(self._levels):
            place, level = self._levels[following]
            leads = (level - before) * hairpin.direction > 0
            if place < end or (place <= end + HAIRPIN_REACH and leads):
                end = min(end, place)
                goal = level if leads else goal
        return _Slope(hairpin.start, end, before, float(bounded(goal)))


def bounded(level: float) -> int:
    """Return the velocity that is nearest to a level."""
    return max(SOFTEST, min(LOUDEST, round(level)))
