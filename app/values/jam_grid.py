"""Beats and bar lines of a jam, in the player's ticks."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Line(NamedTuple):
    """A line of the grid.

    Attributes:
        tick: Its place.
        bar: The number of the bar that begins here, from 1; 0 for a beat within a bar.
    """

    tick: float
    bar: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JamGrid:
    """Even bars; those that are found in free playing need not begin at tick 0.

    Attributes:
        beat: Ticks of a beat.
        bar: Ticks of a bar.
        origin: Where a bar begins.
        begin: Where the music begins, after the count-in: bars before it have no number.
    """

    beat: float
    bar: float
    origin: float = 0.0
    begin: int = 0

    def number_at(self, tick: float) -> int:
        """Return the number of the bar that holds a tick, from 1."""
        before = math.ceil((self.origin - self.begin) / self.bar - 1e-6)
        return max(1, math.floor((tick - self.origin) / self.bar + 1e-6) + before + 1)

    def lines(self, first: float, last: float) -> Iterator[Line]:
        """Yield the lines from one tick, or 0, to another."""
        beats = max(1, round(self.bar / self.beat))
        beat = math.ceil((max(0.0, first) - self.origin) / self.beat - 1e-6)
        while (tick := self.origin + beat * self.beat) <= last:
            in_bar = beat % beats or tick < self.begin
            yield Line(tick, 0 if in_bar else self.number_at(tick))
            beat += 1
