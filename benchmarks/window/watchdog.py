"""What keeps the window from answering: for tests and for `watched`.

A turn is what the window's thread does between two rests: one event, or a few that came together.
What counts is the thread's own processor time, so that a busy machine is no fault of the window.
"""

import sys
import threading
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QAbstractEventDispatcher, QObject

# What a hand does not feel: three frames of a screen.
LIMIT_S = 0.05
# A tenth of the limit, so that a slow turn is seen where it is slow.
_SAMPLE_S = 0.005


@dataclass(frozen=True, slots=True, kw_only=True)
class SlowTurn:
    """One turn over the limit.

    Attributes:
        step: What was being done, in the words of `Watchdog.step`.
        seconds: Processor time of the window's thread.
        stack: Where it was after half of the limit, innermost last.
    """

    step: str
    seconds: float
    stack: str


class Watchdog(QObject):
    """Watches the turns of this thread's event loop.

    Args:
        limit_s: A turn that takes longer is noted.
        parent: Qt's owner.

    Attributes:
        step: What is being done now; whoever drives the window may say so.
        turns: How many turns there were.
        longest_s: The longest of them.
        slow: Those over the limit.
    """

    def __init__(self, *, limit_s: float = LIMIT_S, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._limit_s = limit_s
        self._began = time.thread_time()
        self._sampler = _Sampler(limit_s / 2)
        self._dispatcher = QAbstractEventDispatcher.instance()
        # Resting takes no processor time: what lies between two rests is one turn.
        self._dispatcher.aboutToBlock.connect(self._on_rest)
        self.step = ""
        self.forget()

    def forget(self) -> None:
        """Begin to count anew."""
        self.turns, self.longest_s = 0, 0.0
        self.slow: list[SlowTurn] = []

    def end(self) -> None:
        """Watch no more."""
        self._dispatcher.aboutToBlock.disconnect(self._on_rest)
        self._sampler.stop()

    def write(self, path: Path) -> None:
        """Write the slow turns, one block each, and how many turns there were."""
        blocks = [f"{turn.seconds * 1000:.0f} ms {turn.step}\n{turn.stack}" for turn in self.slow]
        longest = (
            f"{len(self.slow)} of {self.turns} turns, longest {self.longest_s * 1000:.0f} ms\n"
        )
        path.write_text("\n".join([*blocks, longest]), encoding="utf-8")

    def _on_rest(self) -> None:
        now = time.thread_time()
        seconds, self._began = now - self._began, now
        stack = self._sampler.next_turn()
        self.turns += 1
        self.longest_s = max(self.longest_s, seconds)
        if seconds > self._limit_s:
            self.slow.append(SlowTurn(step=self.step, seconds=seconds, stack=stack))


class _Sampler(threading.Thread):
    """Looks at the window's thread where a turn takes long."""

    def __init__(self, after_s: float) -> None:
        super().__init__(name="watchdog", daemon=True)
        self._after_s = after_s
        self._window = threading.get_ident()
        # The clock of that thread's own processor time, which other threads may read where the
        # system has such clocks; elsewhere slow turns are told without their place.
        clock_of = getattr(time, "pthread_getcpuclockid", None)
        self._clock: int | None = clock_of(self._window) if clock_of else None
        self._began = time.thread_time()
        self._stack = ""
        self._over = threading.Event()
        if self._clock is not None:
            self.start()

    def next_turn(self) -> str:
        """A turn begins; return where the one before was when it took long."""
        stack, self._stack = self._stack, ""
        self._began = time.thread_time()
        return stack

    def stop(self) -> None:
        """End the thread."""
        self._over.set()
        if self.is_alive():
            self.join()

    def run(self) -> None:
        """Look every few milliseconds."""
        while self._clock is not None and not self._over.wait(_SAMPLE_S):
            late = time.clock_gettime(self._clock) - self._began > self._after_s
            if late and not self._stack:
                # The one way to another thread's stack.
                self._stack = _told(sys._current_frames().get(self._window))  # noqa: SLF001


def _told(frame: FrameType | None) -> str:
    stack = traceback.extract_stack(frame) if frame is not None else []
    ours = [entry for entry in stack if {"app", "engine"} & set(Path(entry.filename).parts)]
    return "".join(f"  {Path(e.filename).name}:{e.lineno} {e.name}\n" for e in ours)
