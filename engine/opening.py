"""What is from outside, opened in a process of its own: what a file does there, it does to nobody.

The process unpacks, decodes and checks; what comes back was written anew by it. It has limits on
time and memory, and one of it waits, so that a piece opens as soon as it would without.
"""

import contextlib
import threading
from pathlib import Path

from engine import bank_marks
from engine.composition import Composition
from engine.composition_file import from_document
from engine.errors import DocumentError, ProcessError
from engine.messages import (
    BankChecked,
    BarsFound,
    CheckBank,
    Failed,
    FindBars,
    FindUntriedBank,
    PieceRead,
    ReaderCommand,
    ReaderEvent,
    ReadPiece,
    RightBars,
    UntriedBankFound,
)
from engine.music.score import Score
from engine.process import Child

# A piece takes at most two of a busy core; a machine may be so crowded that nothing runs.
TIME_LIMIT_S = 30.0
# A bank of a gigabyte is unpacked sound by sound.
BANK_LIMIT_S = 180.0


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
                answer = self._ask(ReadPiece(name=name, data=data))
            except ProcessError as error:
                self._drop()
                raise DocumentError(
                    f"‘{name}’ was not opened: the process that reads pieces ended.",
                    hint="Nothing was changed.",
                ) from error
        if not isinstance(answer, PieceRead):
            raise DocumentError(f"‘{name}’ was not opened.", hint="Nothing was changed.")
        return from_document(bytes(answer.document), name=name)

    def right_bars(self, score: Score) -> RightBars | None:
        """Return what puts the bars of a piece right; None where they fit, or there is no telling.

        Raises:
            DocumentError: It could not be found out.
        """
        with self._asking:
            try:
                answer = self._ask(FindBars(score=score))
            except ProcessError as error:
                self._drop()
                raise DocumentError("The process that reads pieces ended.") from error
        return answer.right if isinstance(answer, BarsFound) else None

    def check_bank(self, path: Path) -> str:
        """Return what a sound bank calls itself, each sound of which could be made.

        Args:
            path: The bank's file.

        Raises:
            DocumentError: It cannot be played, or to find out took too long or ended the child.
        """
        try:
            # In a child of its own, for it takes long: pieces open meanwhile.
            with Child("reader", beats=False) as child:
                answer = _asked(child, CheckBank(path=str(path)), time_limit_s=BANK_LIMIT_S)
        except ProcessError as error:
            self._mark(path, sound=False)
            raise DocumentError(
                f"‘{path.name}’ was not opened: the process that reads sound banks ended.",
                hint="The sound is as it was.",
            ) from error
        except DocumentError:
            self._mark(path, sound=False)
            raise
        self._mark(path, sound=True)
        return answer.title if isinstance(answer, BankChecked) else ""

    def try_found_bank(self) -> str:
        """Try the bank that plays where nobody chose one, if it was not tried as it is now.

        Returns:
            What it calls itself; empty where nothing was to be tried.

        Raises:
            DocumentError: It cannot be played; whoever looks for a bank finds another one now.
        """
        try:
            with Child("reader", beats=False) as child:
                found = _asked(child, FindUntriedBank(), time_limit_s=BANK_LIMIT_S)
        except ProcessError:
            return ""  # nothing is known of any bank: it is asked again at the next start
        path = found.path if isinstance(found, UntriedBankFound) else ""
        try:
            return self.check_bank(Path(path)) if path else ""
        except DocumentError as error:
            raise DocumentError(error.message, hint="The built-in one is used instead.") from error

    def close(self) -> None:
        """End the child; a piece that is being read is not."""
        self._closed = True
        child = self._child
        if child is not None:
            child.kill()
        with self._asking:
            self._drop()

    def _mark(self, bank: Path, *, sound: bool) -> None:
        # A program that ends has proven nothing.
        if sound or not self._closed:
            bank_marks.keep(bank, sound=sound)

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

    def _ask(self, command: ReaderCommand) -> ReaderEvent:
        return _asked(self._waiting(), command, time_limit_s=self._time_limit_s)


def _asked(child: Child, command: ReaderCommand, *, time_limit_s: float) -> ReaderEvent:
    """Return what a child answers to a command; a late one is killed."""
    # It may hang while it is told, too: nothing but its end interrupts a full pipe.
    limit = threading.Timer(time_limit_s, child.kill)
    limit.start()
    try:
        child.send(command)
        while True:
            event = child.next_event(time_limit_s)
            if isinstance(event, ReaderEvent):
                return event
            if isinstance(event, Failed):
                raise DocumentError(event.message, hint=event.hint)
    finally:
        limit.cancel()
