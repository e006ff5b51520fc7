"""Now: a time of the player's clock, and where the music is then."""

from typing import NamedTuple

from engine.messages import Anchor


class Moment(NamedTuple):
    """A time and its place.

    Attributes:
        seconds: On the player's clock.
        tick: Of the music; it stands while no time runs.
        ticks_per_second: How fast it moves; 0 while it stands.
    """

    seconds: float
    tick: float
    ticks_per_second: float

    def ticks(self, seconds: float) -> float:
        """Return how many ticks pass in so many seconds."""
        return seconds * self.ticks_per_second

    def seconds_at(self, tick: float) -> float:
        """Return when the music is at a tick; never, while it stands."""
        if not self.ticks_per_second:
            return float("inf")
        return self.seconds + (tick - self.tick) / self.ticks_per_second


def moment_at(anchor: Anchor, seconds: float) -> Moment:
    """Return where the music is at a time, by the last anchor."""
    tick = anchor.tick + (seconds - anchor.seconds) * anchor.ticks_per_second
    return Moment(seconds, max(0.0, tick), anchor.ticks_per_second)
