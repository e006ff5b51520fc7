"""The working time of a run, without its pauses and without the sleep of the machine."""

from collections import deque
from collections.abc import Callable

# A lap longer than this, and than this many times the usual one, means that the machine slept.
_ASLEEP_S = 60.0
_TIMES_USUAL = 20.0
_REMEMBERED = 50


class Stopwatch:
    """Adds up working time.

    While a machine sleeps, some clocks stand still (Linux, macOS) and some do not (Windows). A lap
    that is far longer than the laps before counts as sleep; the longest recent lap is added in its
    place.

    Args:
        clock: Seconds.
        elapsed_s: Working time before this.

    Attributes:
        elapsed_s: Working time so far.
    """

    def __init__(self, clock: Callable[[], float], *, elapsed_s: float = 0.0) -> None:
        self._clock = clock
        self._last_s = clock()
        self._laps: deque[float] = deque(maxlen=_REMEMBERED)
        self.elapsed_s = elapsed_s

    def start(self) -> None:
        """Start a lap; the time before does not count."""
        self._last_s = self._clock()

    def lap(self) -> float:
        """End a lap and start the next one; return the seconds that count."""
        now_s = self._clock()
        seconds, self._last_s = max(0.0, now_s - self._last_s), now_s
        longest = max(self._laps, default=seconds)
        if seconds > max(_ASLEEP_S, _TIMES_USUAL * longest):
            seconds = longest
        self._laps.append(seconds)
        self.elapsed_s += seconds
        return seconds
