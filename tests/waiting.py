"""Waiting for something to happen: no test waits for a time that it takes to be long enough."""

import threading
import time
from collections.abc import Callable

# On a busy machine everything takes longer; only a test that fails waits to the end of it.
PATIENCE_S = 60.0
NEVER = float("inf")
# As often as a note may be late unheard.
_LOOK_S = 0.005

_ends_s = [NEVER]


def end_by(end_s: float) -> None:
    """Set when the test that runs has to stop waiting, by `time.monotonic` (`tests/limits.py`)."""
    _ends_s[0] = end_s


def left_s(wanted_s: float = PATIENCE_S) -> float:
    """Return how long the test that runs may wait: as long as it wants, and not past its limit."""
    return max(0.1, min(wanted_s, _ends_s[0] - time.monotonic()))


class Lag:
    """The longest time that this machine kept a thread from running, while it is open.

    A test of moments allows a moment to be late by as much, and by no more: on a free machine that
    is nothing.
    """

    def __init__(self) -> None:
        self.worst_s = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="lag")

    def __enter__(self) -> "Lag":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.is_set():
            began_s = time.perf_counter()
            time.sleep(_LOOK_S)
            self.worst_s = max(self.worst_s, time.perf_counter() - began_s - _LOOK_S)


def eventually(
    condition: Callable[[], bool], timeout_s: float = PATIENCE_S, *, pause_s: float = 0.01
) -> bool:
    """Wait until a condition holds; return whether it does when patience has ended.

    Args:
        condition: Asked again and again; it may fail the test when waiting has become pointless.
        timeout_s: After which it is given up; before that where the test's own limit is near.
        pause_s: Between two looks.
    """
    end_s = time.monotonic() + left_s(timeout_s)
    while not condition():
        if time.monotonic() > end_s:
            return condition()
        time.sleep(pause_s)
    return True
