"""Converts clock time to music time while playing."""

from dataclasses import dataclass, replace

# Slower or faster than anyone practises.
SLOWEST_FACTOR = 0.1
FASTEST_FACTOR = 4.0


def playable_factor(factor: float) -> float:
    """Return the nearest tempo factor that can be played; the slowest for an invalid one."""
    return min(FASTEST_FACTOR, factor) if factor > SLOWEST_FACTOR else SLOWEST_FACTOR


@dataclass(frozen=True, slots=True)
class MusicClock:
    """A linear map from clock time to music time: `elapsed_s` at `clock_s`, `factor` as fast.

    Attributes:
        clock_s: A time on the player's clock.
        elapsed_s: Seconds of music at the written tempo, at that time.
        factor: Seconds of music for each second of the clock.
    """

    clock_s: float
    elapsed_s: float = 0.0
    factor: float = 1.0

    def elapsed_at(self, clock_s: float) -> float:
        """Return the music time at a clock time."""
        return self.elapsed_s + (clock_s - self.clock_s) * self.factor

    def clock_at(self, elapsed_s: float) -> float:
        """Return the clock time at a music time."""
        return self.clock_s + (elapsed_s - self.elapsed_s) / self.factor

    def with_factor(self, factor: float, clock_s: float) -> "MusicClock":
        """Return a map with another factor and the same music time at a clock time."""
        return MusicClock(clock_s, self.elapsed_at(clock_s), factor)

    def delayed(self, by_s: float) -> "MusicClock":
        """Return the map with all clock times later by some seconds."""
        return replace(self, clock_s=self.clock_s + by_s)
