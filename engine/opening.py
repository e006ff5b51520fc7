"""Pieces from outside, opened in a process of their own: what a file does there, it does to nobody.

The process unpacks, decodes and checks; what comes back was written anew by it. It has limits on
time and memory, and one of it waits, so that a piece opens as soon as it would without.
"""

import contextlib
import threading

from engine.composition import Composition, from_document
from engine.errors import DocumentError, ProcessError
from engine.messages import Failed, PieceRead, ReadPiece
from engine.process import Child

# A piece takes at most two of a busy core; a machine may be so crowded that nothing runs.
TIME_LIMIT_S = 30.0


class PieceReader:
    """Opens pieces, one after another, in a child that waits for the next one.

    Any thread may ask.

    Args:
        time_limit_s: Seconds that one piece may take, a start of the child included.
    """

    def __init__(self, *, time_limit_s: float = TIME_LIMIT_S) -> None:
        self._time_limit_s = time_limit_s
        self._asking = threading.Lock()
        self._child: Child | None = None
        self._closed = False

    def stand_by(self) -> None:
        """Have a child that waits; where none can be started, the next piece says so."""
        # Whoever holds the lock has one.
        if self._asking.acquire(blocking=False):
            try:
                with contextlib.suppress(ProcessError):
                    self._waiting()
            finally:
                self._asking.release()

    def piece(self, data: bytes, *, name: str) -> Composition:
        """Return the piece in a file's bytes.

        Args:
            data: The file's.
            name: The file's, for sentences about it.

        Raises:
            DocumentError: It cannot be read, or reading it took too long or ended the child.
        """
        with self._asking:
            try:
                document = self._asked(self._waiting(), ReadPiece(name=name, data=data))
            except ProcessError as error:
                self._drop()
                raise DocumentError(
                    f"‘{name}’ was not opened: the process that reads pieces ended.",
                    hint="Nothing was changed.",
                ) from error
        return from_document(document, name=name)

    def close(self) -> None:
        """End the child; a piece that is being read is not."""
        self._closed = True
        child = self._child
        if child is not None:
            child.kill()
        with self._asking:
            self._drop()

    def _waiting(self) -> Child:
        if self._closed:
            raise ProcessError("No more pieces are read.")
        if self._child is not None and not self._child.running:
            self._drop()
        if self._child is None:
            self._child = Child("reader", beats=False)
        return self._child

    def _drop(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.close()

    def _asked(self, child: Child, command: ReadPiece) -> bytes:
        """Return the document that the child made of a piece; a late child is killed."""
        # It may hang while it is told, too: nothing but its end interrupts a full pipe.
        limit = threading.Timer(self._time_limit_s, child.kill)
        limit.start()
        try:
            child.send(command)
            while True:
                match child.next_event(self._time_limit_s):
                    case PieceRead(document=document):
                        return bytes(document)
                    case Failed() as failed:
                        raise DocumentError(failed.message, hint=failed.hint)
                    case _:
                        continue
        finally:
            limit.cancel()
