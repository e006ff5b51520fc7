"""Real-time priority for the player, as far as the system grants it."""

import contextlib
import ctypes
import os
import sys
from pathlib import Path

# Of real-time priorities, 1 to 99: JACK's own are 10 and more. A playing process comes before one
# that still loads, because equals do not preempt each other.
LOADING, PLAYING = 1, 10
_PR_SET_TIMERSLACK = 29


def be_urgent(priority: int) -> None:
    """Request real-time priority for this process; keep the normal one if it is refused.

    Call it before anything is loaded: on a busy machine loading would take seconds, and a new
    player must replace a killed one within one second.

    Args:
        priority: `LOADING` or `PLAYING`.
    """
    if sys.platform != "linux":
        return
    # Timers may fire 50 µs late by default; ask for a microsecond.
    ctypes.CDLL(None).prctl(_PR_SET_TIMERSLACK, 1, 0, 0, 0)
    # For all threads, and later ones inherit it: a normal one that holds Python's global lock while
    # others have the processor would make the player wait.
    for thread in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):
            parameter = os.sched_param(priority)
            os.sched_setscheduler(int(thread.name), os.SCHED_FIFO, parameter)
