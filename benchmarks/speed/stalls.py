"""How long this machine lets a program wait: a bare timer beside what is measured.

A virtual machine whose host is busy stands still for milliseconds; nothing that runs in it can be
more punctual than this.
"""

import multiprocessing
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

import numpy as np

from engine.playback.urgency import be_urgent

Figures = dict[str, Any]
# Above the player, and JACK's own.
_PRIORITY = 50
# Finer than any stall that a listener could hear.
_TICK_S = 0.001
# A fresh interpreter on a machine that others crowd.
_STARTING_S = 20.0


class Stalls:
    """Watches the machine for as long as the context lasts."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=watch, args=(theirs,), daemon=True)
        self.figures: Figures = {}

    def __enter__(self) -> "Stalls":
        self._process.start()
        if self._ours.poll(_STARTING_S):
            self._ours.recv()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._ours.send(None)
        if self._ours.poll(_STARTING_S):
            self.figures = self._ours.recv()
        self._process.join(_STARTING_S)
        self._process.kill()
        self._process.join()


def watch(connection: Connection) -> None:
    """Sleep until each millisecond, until told to end; answer with how late that was."""
    be_urgent(_PRIORITY)
    connection.send(None)
    connection.send(figures(late_ms(connection.poll)))


def late_ms(
    ended: Callable[[], bool],
    *,
    clock: Callable[[], float] = time.perf_counter,
    sleep: Callable[[float], None] = time.sleep,
) -> list[float]:
    """Return how many milliseconds late each tick of a millisecond was."""
    late: list[float] = []
    due_s = clock()
    while not ended():
        due_s += _TICK_S
        wait_s = due_s - clock()
        if wait_s > 0:
            sleep(wait_s)
        now_s = clock()
        late.append((now_s - due_s) * 1000)
        # What was missed is missed: one stall is counted once.
        due_s = max(due_s, now_s - _TICK_S)
    return late


def figures(late: list[float]) -> Figures:
    """Return percentile and worst of it, and how many ticks were more than 5 ms late."""
    if not late:
        return {}
    return {
        "p99_ms": round(float(np.percentile(late, 99)), 3),
        "max_ms": round(max(late), 3),
        "over_5_ms": sum(ms > 5 for ms in late),
    }
