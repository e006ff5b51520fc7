"""Slow functions of values, run in one thread beside the window; answers come back in Qt's."""

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot

from engine.errors import SegueError

_log = logging.getLogger(__name__)
_Job = tuple[Callable[[], Any], Callable[[Any], None], Callable[[SegueError], None]]


class Background(QObject):
    """One worker thread: jobs run in the order they were given, so a save never overtakes.

    Signals:
        busy_changed: Whether anything is under way.
    """

    busy_changed = Signal(bool)
    _answered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="background")
        # Kept here until they are answered: what they hold may be the last hold on an object of
        # Qt's, and those have to end in the thread that their timers run in.
        self._jobs: dict[int, _Job] = {}
        self._number = 0
        self._answered.connect(self._answer, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return bool(self._jobs)

    def run(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[SegueError], None],
    ) -> Future[Any]:
        """Run `work` in the thread, then `done` or `failed` in the window's.

        Raises:
            RuntimeError: It was closed.
        """
        self._number = number = self._number + 1
        self._jobs[number] = (work, done, failed)
        self.busy_changed.emit(self.busy)
        future = self._pool.submit(work)
        future.add_done_callback(lambda f: self._answered.emit((number, f)))
        return future

    def close(self) -> None:
        """Wait for what is under way; its answers are dropped."""
        # Not by disconnecting: an answer that is in Qt's queue already would find no slot there.
        self._pool.shutdown(wait=True)
        self._jobs.clear()

    @Slot(object)
    def _answer(self, answer: tuple[int, Future[Any]]) -> None:
        number, future = answer
        if number not in self._jobs:
            return
        _, done, failed = self._jobs.pop(number)
        self.busy_changed.emit(self.busy)
        error = future.exception()
        if error is None:
            done(future.result())
        elif isinstance(error, SegueError):
            failed(error)
        else:
            _log.error("A background job failed", exc_info=error)
            failed(SegueError(f"Something went wrong ({error}).", hint="Details are in the log."))
