"""Clock time to music time while playing: one frozen line between two axes."""

from dataclasses import dataclass, replace

SLOWEST_FACTOR = 0.1
FASTEST_FACTOR = 4.0


def playable_factor(factor: float) -> float:
    """Return the nearest tempo factor that can be played; nonsense counts as the slowest."""
    return min(FASTEST_FACTOR, factor) if factor > SLOWEST_FACTOR else SLOWEST_FACTOR


@dataclass(frozen=True, slots=True)
class Transport:
    """Where playing stands: at `clock_s` the music was at `elapsed_s`, and moves `factor` as fast.

    Attributes:
        clock_s: A time on the player's clock.
        elapsed_s: Seconds of music at the written tempo, at that time.
        factor: Seconds of music a second of clock.
    """

    clock_s: float
    elapsed_s: float = 0.0
    factor: float = 1.0

    def elapsed_at(self, clock_s: float) -> float:
        """Return the music's time at a clock time."""
        return self.elapsed_s + (clock_s - self.clock_s) * self.factor

    def clock_at(self, elapsed_s: float) -> float:
        """Return the clock time of a music time."""
        return self.clock_s + (elapsed_s - self.elapsed_s) / self.factor

    def with_factor(self, factor: float, clock_s: float) -> "Transport":
        """Return the same music time at a clock time, moving otherwise from then on."""
        return Transport(clock_s, self.elapsed_at(clock_s), factor)

    def delayed(self, by_s: float) -> "Transport":
        """Return everything so many clock seconds later."""
        return replace(self, clock_s=self.clock_s + by_s)
