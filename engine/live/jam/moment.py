"""A time on the player's clock and the place of the music at that time."""

from typing import NamedTuple

from engine.messages import Anchor


class Moment(NamedTuple):
    """A time and its place in the music.

    Attributes:
        seconds: Time on the player's clock.
        tick: Place in the music.
        ticks_per_second: Speed of the music; 0 while it is stopped.
    """

    seconds: float
    tick: float
    ticks_per_second: float

    def ticks(self, seconds: float) -> float:
        """Return the number of ticks that pass in some seconds."""
        return seconds * self.ticks_per_second

    def seconds_at(self, tick: float) -> float:
        """Return when the music reaches a tick; infinity while it is stopped."""
        if not self.ticks_per_second:
            return float("inf")
        return self.seconds + (tick - self.tick) / self.ticks_per_second


def moment_at(anchor: Anchor, seconds: float) -> Moment:
    """Return the place of the music at a time, extrapolated from the last anchor."""
    tick = anchor.tick + (seconds - anchor.seconds) * anchor.ticks_per_second
    return Moment(seconds, max(0.0, tick), anchor.ticks_per_second)
