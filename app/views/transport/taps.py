"""Tap tempo."""

from collections.abc import Callable
from itertools import pairwise
from statistics import median

# A longer pause begins a new tempo.
_PAUSE_S = 2.0
# The tempo is the median over these, so one uneven tap does not change it.
_KEPT = 8


class Taps:
    """The latest taps.

    Args:
        clock: Returns seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times_s: list[float] = []

    def tap(self) -> float | None:
        """Record a tap; return beats a minute, 20 to 300, from the third tap on."""
        now = self._clock()
        if self._times_s and now - self._times_s[-1] > _PAUSE_S:
            self._times_s = []
        self._times_s = [*self._times_s, now][-_KEPT:]
        if len(self._times_s) < 3:
            return None
        beat_s = max(median(b - a for a, b in pairwise(self._times_s)), 0.05)
        return min(max(round(60.0 / beat_s, 1), 20.0), 300.0)
