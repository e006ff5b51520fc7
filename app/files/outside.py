"""Reading files that may be anywhere: on a drive, too, that does not answer any more."""

import contextlib
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from engine.errors import DocumentError, SegueError

_log = logging.getLogger(__name__)

PATIENCE_MS = 15_000
_LEAVE_S = 2.0


@dataclass(slots=True)
class _Read:
    """One read under way.

    Attributes:
        path: What is read.
        done: Takes what was made of it.
        failed: Takes what went wrong.
        replaced_by: Later reads of this kind make it pointless; empty for none.
        fetched: Whether the disk has answered.
    """

    path: Path
    done: Callable[[Any], None]
    failed: Callable[[SegueError], None]
    replaced_by: str
    fetched: bool = False


class Outside(QObject):
    """Each read has a thread of its own, which may wait for ever; the window goes on.

    Args:
        patience_ms: How long a disk may take to answer before the user is told.
        parent: Qt's owner.
    """

    _answered = Signal(object)

    def __init__(self, *, patience_ms: int = PATIENCE_MS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._patience_ms = patience_ms
        self._reads: dict[int, _Read] = {}
        self._threads: dict[int, threading.Thread] = {}
        self._number = 0
        self._answered.connect(self._answer, Qt.ConnectionType.QueuedConnection)

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
            fetch: Returns what the disk has; it may never do so.
            make: Makes of it what is wanted; it ends.
            done: Takes what was made.
            failed: Takes what went wrong.
            replaced_by: A later read of this kind drops this one's answer.
        """
        if replaced_by:
            self.drop(replaced_by)
        self._number = number = self._number + 1
        read = self._reads[number] = _Read(path, done, failed, replaced_by)
        # A daemon: what a dead drive holds must not keep the program from ending.
        thread = threading.Thread(
            target=self._work, args=(number, read, fetch, make), name="outside", daemon=True
        )
        self._threads[number] = thread
        thread.start()
        QTimer.singleShot(self._patience_ms, self, partial(self._give_up, number))

    def drop(self, kind: str) -> None:
        """Drop the answers of all reads of a kind."""
        self._reads = {n: read for n, read in self._reads.items() if read.replaced_by != kind}

    def close(self) -> None:
        """Drop all answers; wait for what is being made, not for disks."""
        waiting, self._reads = self._reads, {}
        for number, thread in self._threads.items():
            if number in waiting and waiting[number].fetched:
                thread.join(_LEAVE_S)

    def _work(
        self, number: int, read: _Read, fetch: Callable[[], Any], make: Callable[[Any], Any]
    ) -> None:
        made: object = None
        error: Exception | None = None
        try:
            fetched = fetch()
            read.fetched = True
            made = make(fetched)
        except Exception as problem:  # noqa: BLE001 - it is told in the window's thread
            error = problem
        # Nobody may be there any more to hear it.
        with contextlib.suppress(RuntimeError):
            self._answered.emit((number, made, error))

    @Slot(object)
    def _answer(self, answer: tuple[int, Any, Exception | None]) -> None:
        number, made, error = answer
        self._threads.pop(number, None)
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
                SegueError(f"Something went wrong ({error}).", hint="Details are in the log.")
            )

    def _give_up(self, number: int) -> None:
        read = self._reads.get(number)
        if read is None or read.fetched:
            return
        del self._reads[number]
        read.failed(
            DocumentError(
                f"‘{read.path}’ does not answer; its drive may be away.",
                hint="Nothing was changed.",
            )
        )
