"""Decides when a silent child process has failed.

A healthy child sends a heartbeat four times a second from a thread of its own. When they stop,
`Watchdog` asks the operating system for the state of the process. A process that computes, or
waits for a processor or a disk, may be healthy on a loaded machine and gets minutes. One that is
suspended, or sleeps without computing, gets seconds.

Silence counts only while the parent listens. A parent that was suspended, or whose computer slept,
therefore keeps its children.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from engine.ground.host import Activity, activity

# How often a caller should check each child.
LOOK_S = 0.25
# The most silence that one check may add: a caller that checks later was not listening.
_LONGEST_LOOK_S = 2 * LOOK_S


@dataclass(frozen=True, slots=True, kw_only=True)
class SilenceLimits:
    """The silence, in seconds, that a child is allowed in each state.

    Attributes:
        suspended_s: While it is suspended: three missed heartbeats.
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
        look_at: Returns the activity of a process id; None if the process has ended.
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
        """Reset the silence: the child sent something, or nothing is expected of it."""
        self._looked_s = self._clock()
        self.silent_s = 0.0
        self._computed_s = None

    def gives_up(self, pid: int, patience: SilenceLimits, *, importing: bool = False) -> bool:
        """Return whether the child has been silent for too long; call this every `LOOK_S`.

        Args:
            pid: The process id of the child.
            patience: The silence it is allowed.
            importing: Whether it has not sent anything yet: a cold disk may make its imports
                slow, so that it is given up only while it is suspended.
        """
        now_s = self._clock()
        self.silent_s += min(_LONGEST_LOOK_S, max(0.0, now_s - self._looked_s))
        self._looked_s = now_s
        if self.silent_s <= min(patience.suspended_s, patience.asleep_s, patience.busy_s):
            return False
        found = self._look_at(pid)
        # The parent notices an ended process by its closed pipe.
        allowed_s = self._allowed_s(found, patience, importing=importing) if found else None
        return allowed_s is not None and self.silent_s > allowed_s

    def _allowed_s(
        self, found: Activity, patience: SilenceLimits, *, importing: bool
    ) -> float | None:
        """Return the silence that a child's activity allows; None for no limit."""
        before, self._computed_s = self._computed_s, found.computed_s
        if found.suspended:
            return patience.suspended_s
        if importing or before is None:
            return None
        if found.computed_s > before or found.waits:
            return patience.busy_s
        return patience.unknown_s if found.waits is None else patience.asleep_s


def is_suspended(pid: int) -> bool:
    """Return whether a process is stopped by a signal."""
    found = activity(pid)
    return found is not None and found.suspended
