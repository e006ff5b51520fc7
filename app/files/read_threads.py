"""Read files in threads of their own, because their drive may never answer."""

import contextlib
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from engine.ground.errors import DocumentError, SegueError

_log = logging.getLogger(__name__)

# Time after which a notice says that a drive does not answer.
PATIENCE_MS = 15_000
# Time that `close` waits for a read whose drive has answered.
_LEAVE_S = 2.0


# Reads whose threads run. They stay here until Qt's thread has the answer, so that no thread drops
# the last reference to a QObject: destroying a running QTimer in another thread crashes Qt.
_RUNNING: set["_ReadThread"] = set()


class _ReadThread(QObject):
    """Fetches and converts a file in a thread; the answer arrives in Qt's thread.

    Args:
        number: Number of the read.
        fetch: Returns the file's data; may block for ever.
        make: Converts the data.

    Attributes:
        fetched: Whether `fetch` has returned.

    Signals:
        answered: (number, result, None) or (number, None, exception).
    """

    answered = Signal(object)
    _worked = Signal(object)

    def __init__(self, number: int, fetch: Callable[[], Any], make: Callable[[Any], Any]) -> None:
        super().__init__()
        self._number, self._fetch, self._make = number, fetch, make
        self.fetched = False
        self._worked.connect(self._end, Qt.ConnectionType.QueuedConnection)
        # A daemon, so that a dead drive does not keep the program from ending.
        self._thread = threading.Thread(target=self._work, name="read", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        _RUNNING.add(self)
        self._thread.start()

    def wait(self, seconds: float) -> None:
        """Wait for the end of the thread, at most this long."""
        self._thread.join(seconds)

    def _work(self) -> None:
        made: object = None
        error: Exception | None = None
        try:
            fetched = self._fetch()
            self.fetched = True
            made = self._make(fetched)
        except Exception as problem:  # noqa: BLE001 - the window's thread shows it
            error = problem
        # Qt may have ended during the read.
        with contextlib.suppress(RuntimeError):
            self._worked.emit((self._number, made, error))

    @Slot(object)
    def _end(self, answer: tuple[int, Any, Exception | None]) -> None:
        # After the join the thread holds no reference to this object.
        self._thread.join()
        _RUNNING.discard(self)
        self.answered.emit(answer)


@dataclass(frozen=True, slots=True)
class _PendingRead:
    """A read whose answer is awaited.

    Attributes:
        path: The file.
        thread: The thread that reads it.
        done: Called with the result.
        failed: Called with the error.
        replaced_by: A later read of this kind drops this one's answer; empty for none.
    """

    path: Path
    thread: _ReadThread
    done: Callable[[Any], None]
    failed: Callable[[SegueError], None]
    replaced_by: str


class ReadThreads(QObject):
    """Runs each read in a thread of its own, which may block for ever.

    Args:
        patience_ms: Time after which a drive counts as not answering.
    """

    def __init__(self, *, patience_ms: int = PATIENCE_MS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._patience_ms = patience_ms
        self._reads: dict[int, _PendingRead] = {}
        self._number = 0

    def read(
        self,
        path: Path,
        *,
        fetch: Callable[[], Any],
        make: Callable[[Any], Any],
        done: Callable[[Any], None],
        failed: Callable[[SegueError], None],
        replaced_by: str = "",
    ) -> None:
        """Read a file in a thread, then call `done` or `failed` in the window's.

        Args:
            path: The file, for the sentence about a disk that does not answer.
            fetch: Returns the file's data; may block for ever.
            make: Converts the data; must end.
            done: Called with the result.
            failed: Called with the error.
            replaced_by: A later read of this kind drops this one's answer.
        """
        if replaced_by:
            self.drop(replaced_by)
        self._number = number = self._number + 1
        thread = _ReadThread(number, fetch, make)
        self._reads[number] = _PendingRead(path, thread, done, failed, replaced_by)
        thread.answered.connect(self._answer)
        thread.start()
        QTimer.singleShot(self._patience_ms, self, partial(self._give_up, number))

    def drop(self, kind: str) -> None:
        """Drop the answers of all reads of a kind."""
        self._reads = {n: read for n, read in self._reads.items() if read.replaced_by != kind}

    def close(self) -> None:
        """Drop all answers; wait for what is being made, not for disks."""
        waiting, self._reads = self._reads, {}
        for read in waiting.values():
            if read.thread.fetched:
                read.thread.wait(_LEAVE_S)

    @Slot(object)
    def _answer(self, answer: tuple[int, Any, Exception | None]) -> None:
        number, made, error = answer
        read = self._reads.pop(number, None)
        if read is None:
            return
        if error is None:
            read.done(made)
        elif isinstance(error, SegueError):
            read.failed(error)
        else:
            _log.error("‘%s’ could not be read", read.path, exc_info=error)
            read.failed(
                SegueError(
                    "Something went wrong ({error}).", error=error, hint="Details are in the log."
                )
            )

    def _give_up(self, number: int) -> None:
        read = self._reads.get(number)
        if read is None or read.thread.fetched:
            return
        del self._reads[number]
        read.failed(
            DocumentError(
                "‘{path}’ does not answer; its drive may be away.",
                path=read.path,
                hint="Nothing was changed.",
            )
        )
