"""Whether a child that says nothing is suspended, hangs, or only has much to do.

A healthy child says four times a second that it lives, on a thread that does nothing else. When
nothing comes, the system is asked what the process does. One that computes, or waits for a
processor or a disk, is healthy on a crowded machine: it gets minutes. One that is suspended, or
sleeps without computing, says nothing however idle the machine is: it gets moments.

Only the time in which somebody listened counts as silence. A computer that slept, or a parent that
was itself suspended, finds its children as it left them.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from engine.host import Activity, activity

# How often a child is to be looked at.
LOOK_S = 0.25
# One look counts for at most so much silence: whoever looks later than that did not listen.
_LONGEST_LOOK_S = 2 * LOOK_S


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """Seconds of silence that a child is allowed.

    Attributes:
        suspended_s: While it is suspended. Three heartbeats that did not come.
        asleep_s: While it sleeps and computes nothing. A call into a C library may hold the
            interpreter's lock for seconds while it waits for another process, a sound server for
            example.
        unknown_s: While it computes nothing, where the system does not tell sleeping from waiting
            for a processor (Windows and macOS).
        busy_s: While it computes or waits for a processor or a disk.
    """

    suspended_s: float = 0.75
    asleep_s: float = 5.0
    unknown_s: float = 30.0
    busy_s: float = 300.0


class Watchdog:
    """Counts the silence of one child.

    Args:
        clock: Seconds that only go up.
        look_at: Returns what a process does, by its number; None for one that is gone.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        look_at: Callable[[int], Activity | None] = activity,
    ) -> None:
        self._clock = clock
        self._look_at = look_at
        self._looked_s = clock()
        self.silent_s = 0.0
        self._computed_s: float | None = None

    def heard(self) -> None:
        """Begin anew: the child said something, or nothing is expected of it."""
        self._looked_s = self._clock()
        self.silent_s = 0.0
        self._computed_s = None

    def gives_up(self, pid: int, patience: Patience, *, importing: bool = False) -> bool:
        """Return whether the child has been silent for too long; to be asked every `LOOK_S`.

        Args:
            pid: Of the child.
            patience: How long it may be silent.
            importing: Whether it never said anything: it may import for as long as a cold disk
                takes, and is given up only while it is suspended.
        """
        now_s = self._clock()
        self.silent_s += min(_LONGEST_LOOK_S, max(0.0, now_s - self._looked_s))
        self._looked_s = now_s
        if self.silent_s <= min(patience.suspended_s, patience.asleep_s, patience.busy_s):
            return False
        found = self._look_at(pid)
        # One that is gone its parent hears of by itself.
        allowed_s = self._allowed_s(found, patience, importing=importing) if found else None
        return allowed_s is not None and self.silent_s > allowed_s

    def _allowed_s(self, found: Activity, patience: Patience, *, importing: bool) -> float | None:
        """Return the silence that what a child does allows it; None for any."""
        before, self._computed_s = self._computed_s, found.computed_s
        if found.suspended:
            return patience.suspended_s
        if importing or before is None:
            return None
        if found.computed_s > before or found.waits:
            return patience.busy_s
        return patience.unknown_s if found.waits is None else patience.asleep_s


def is_suspended(pid: int) -> bool:
    """Return whether a process does nothing until it is told to go on."""
    found = activity(pid)
    return found is not None and found.suspended
