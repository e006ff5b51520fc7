"""Waiting for something to happen: no test waits for a time that it takes to be long enough."""

import time
from collections.abc import Callable

# On a busy machine everything takes longer; only a test that fails waits to the end of it.
PATIENCE_S = 60.0


def eventually(
    condition: Callable[[], bool], timeout_s: float = PATIENCE_S, *, pause_s: float = 0.01
) -> bool:
    """Wait until a condition holds, at most so many seconds; return whether it does.

    Args:
        condition: Asked again and again; it may fail the test when waiting has become pointless.
        timeout_s: After which it is given up.
        pause_s: Between two looks.
    """
    end_s = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > end_s:
            return condition()
        time.sleep(pause_s)
    return True
