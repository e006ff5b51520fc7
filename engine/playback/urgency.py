"""Priority over everything else on the machine, as far as it is granted."""

import contextlib
import ctypes
import os
import sys
from pathlib import Path

# Of real-time priorities, 1 to 99: JACK's own are 10 and more. Whoever plays comes before whoever
# still loads: equals do not make way for each other.
LOADING, PLAYING = 1, 10
_PR_SET_TIMERSLACK = 29


def be_urgent(priority: int) -> None:
    """Ask for real-time priority for this process; where it is refused the ordinary has to do.

    Called before anything is loaded: while others crowd the machine, loading would take seconds,
    and a player that was killed is to be back within one.

    Args:
        priority: `LOADING` or `PLAYING`.
    """
    if sys.platform != "linux":
        return
    # Be woken within a microsecond instead of fifty.
    ctypes.CDLL(None).prctl(_PR_SET_TIMERSLACK, 1, 0, 0, 0)
    # All threads, those still to come inherit it: one of ordinary priority that held the
    # interpreter's lock while others crowd it out would make the player wait for it.
    for thread in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):
            parameter = os.sched_param(priority)
            os.sched_setscheduler(int(thread.name), os.SCHED_FIFO, parameter)
