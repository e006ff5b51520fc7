"""How long a run has worked: neither its pauses nor the machine's sleep count."""

from collections import deque
from collections.abc import Callable

# Longer than this, and than so many times what was usual: nobody was working, the lid was closed.
_ASLEEP_S = 60.0
_TIMES_USUAL = 20.0
_REMEMBERED = 50


class Stopwatch:
    """Adds up the seconds of working.

    Clocks differ in whether they stand still while a machine sleeps (Linux, macOS) or go on
    (Windows), so a lap that is out of all proportion is taken for sleep, and for one as long as
    the longest of late.

    Args:
        clock: Seconds.
        elapsed_s: Already worked, before.

    Attributes:
        elapsed_s: Worked so far.
    """

    def __init__(self, clock: Callable[[], float], *, elapsed_s: float = 0.0) -> None:
        self._clock = clock
        self._last_s = clock()
        self._laps: deque[float] = deque(maxlen=_REMEMBERED)
        self.elapsed_s = elapsed_s

    def start(self) -> None:
        """Work goes on now; what was before this does not count."""
        self._last_s = self._clock()

    def lap(self) -> float:
        """Count what was worked since the start or the last lap; return its seconds."""
        now_s = self._clock()
        seconds, self._last_s = max(0.0, now_s - self._last_s), now_s
        longest = max(self._laps, default=seconds)
        if seconds > max(_ASLEEP_S, _TIMES_USUAL * longest):
            seconds = longest
        self._laps.append(seconds)
        self.elapsed_s += seconds
        return seconds
