"""Run slow functions in one worker thread; results arrive in the window's thread."""

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot

from engine.ground.errors import SegueError

_log = logging.getLogger(__name__)


def _nothing() -> None:
    """Do nothing."""


@dataclass(slots=True)
class _BackgroundJob:
    """One function that runs in the thread.

    A job may hold the last reference to a QObject, and a QObject must be destroyed in the thread
    in which its timers run. `Background._answer` empties the job in Qt's thread, so the reference
    that the worker thread drops later destroys nothing.

    Attributes:
        work: The function.
        result: Its return value.
        error: Its exception.
    """

    work: Callable[[], Any]
    result: Any = None
    error: Exception | None = None

    def perform(self) -> None:
        """Run the function in this thread."""
        try:
            self.result = self.work()
        except Exception as error:  # noqa: BLE001 - the window's thread shows it
            self.error = error

    def emptied(self) -> tuple[Any, Exception | None]:
        """Let go of everything; return the result and the error."""
        found = self.result, self.error
        self.work, self.result, self.error = _nothing, None, None
        return found


_Awaited = tuple[_BackgroundJob, Callable[[Any], None], Callable[[SegueError], None]]


class Background(QObject):
    """One worker thread. Jobs run in order, so a later save never overtakes an earlier one.

    Signals:
        busy_changed: Jobs are running (True) or all are done (False).
    """

    busy_changed = Signal(bool)
    _answered = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="background")
        self._jobs: dict[int, _Awaited] = {}
        self._number = 0
        self._answered.connect(self._answer, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether jobs are running."""
        return bool(self._jobs)

    def run(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[SegueError], None],
    ) -> Future[None]:
        """Run `work` in the thread, then `done` or `failed` in the window's.

        Raises:
            RuntimeError: After `close`.
        """
        self._number = number = self._number + 1
        job = _BackgroundJob(work)
        self._jobs[number] = (job, done, failed)
        self.busy_changed.emit(self.busy)
        future = self._pool.submit(job.perform)
        future.add_done_callback(lambda _: self._answered.emit(number))
        return future

    def close(self) -> None:
        """Wait for running jobs and drop their results."""
        # Disconnecting is not enough: an answer may already be in Qt's queue.
        self._pool.shutdown(wait=True)
        for job, _, _ in self._jobs.values():
            job.emptied()
        self._jobs.clear()

    @Slot(int)
    def _answer(self, number: int) -> None:
        if number not in self._jobs:
            return
        job, done, failed = self._jobs.pop(number)
        result, error = job.emptied()
        self.busy_changed.emit(self.busy)
        if error is None:
            done(result)
        elif isinstance(error, SegueError):
            failed(error)
        else:
            _log.error("A background job failed", exc_info=error)
            failed(
                SegueError(
                    "Something went wrong ({error}).", error=error, hint="Details are in the log."
                )
            )
