"""What is from outside, opened in a process of its own: what a file does there, it does to nobody.

The process unpacks, decodes and checks; what comes back was written anew by it. It has limits on
time and memory, and one of it waits, so that a piece opens as soon as it would without.
"""

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

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
from engine.piece import bank_marks
from engine.piece.bank_marks import PassedOver, Verdict
from engine.piece.composition import Composition
from engine.piece.composition_file import from_document
from engine.process import Child
from engine.watchdog import LOOK_S, SilenceLimits, Watchdog

# A piece takes at most two of a busy core; a machine may be so crowded that nothing runs.
TIME_LIMIT_S = 30.0
# A bank of a gigabyte is unpacked sound by sound.
BANK_LIMIT_S = 180.0
# A healthy reader says four times a second that it lives.
PATIENCE = SilenceLimits()
_BUILT_IN = "Another one is used instead. Try it again: Edit ▸ Preferences ▸ Sound and ports."
# What ends a process by what it does itself, or by what a file does to it. Not SIGBUS: a disk that
# fails under a mapped file sends it. Windows has no signals, but exit codes.
_CRASHES = frozenset({-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGILL, -signal.SIGFPE})
_WINDOWS_CRASHES = frozenset({0xC0000005, 0xC000001D, 0xC0000094, 0xC00000FD, 0xC0000409})

End = Literal["crashed", "late", "silent", "ended"]


class _EndedError(ProcessError):
    """A reader ended before it had answered.

    Attributes:
        end: It `crashed`; it was killed for being `late` or `silent`; or it `ended` some other
            way, killed from outside or for want of memory, of which nothing is known.
    """

    def __init__(self, end: End) -> None:
        super().__init__(f"reader {end}")
        self.end = end


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
            return self._try_bank(path)
        except ProcessError as error:
            raise DocumentError(_why_not(path, error), hint="The sound is as it was.") from error

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
        path = Path(found.path) if isinstance(found, UntriedBankFound) and found.path else None
        try:
            return self._try_bank(path) if path is not None else ""
        except DocumentError as error:
            raise DocumentError(error.message, hint=_BUILT_IN) from error
        except ProcessError as error:
            if path is None or bank_marks.is_sound(path) is None:
                return ""  # it plays on, and is tried again at the next start
            raise DocumentError(_why_not(path, error), hint=_BUILT_IN) from error

    def passed_over_banks(self) -> tuple[PassedOver, ...]:
        """Return the banks that are not played unless they are chosen, or tried with success."""
        return bank_marks.passed_over()

    def close(self) -> None:
        """End the child; a piece that is being read is not."""
        self._closed = True
        child = self._child
        if child is not None:
            child.kill()
        with self._asking:
            self._drop()

    def _try_bank(self, path: Path) -> str:
        """Return what a bank calls itself; what came out is kept.

        Raises:
            DocumentError: It cannot be played.
            ProcessError: The process that tried it ended.
        """
        try:
            # In a child of its own, for it takes long: pieces open meanwhile.
            with Child("reader", beats=False) as child:
                answer = _asked(child, CheckBank(path=str(path)), time_limit_s=BANK_LIMIT_S)
        except DocumentError:
            self._keep(path, "refused")
            raise
        except _EndedError as error:
            self._keep(path, "refused" if error.end == "crashed" else "unknown")
            raise
        except ProcessError:
            self._keep(path, "unknown")
            raise
        self._keep(path, "sound")
        return answer.title if isinstance(answer, BankChecked) else ""

    def _keep(self, bank: Path, verdict: Verdict) -> None:
        # A program that ends has proven nothing.
        if verdict == "sound" or not self._closed:
            bank_marks.keep(bank, verdict)

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
        """Return the answer of the child that waits.

        Raises:
            DocumentError: What it was asked for cannot be had.
            ProcessError: It ended.
        """
        try:
            return _asked(self._waiting(), command, time_limit_s=self._time_limit_s)
        except _EndedError as error:
            self._drop()
            if error.end != "silent":
                raise
        except ProcessError:
            self._drop()
            raise
        # It hung or was suspended, of which what it was asked is no cause: another one answers.
        try:
            return _asked(self._waiting(), command, time_limit_s=self._time_limit_s)
        except ProcessError:
            self._drop()
            raise


def _why_not(bank: Path, error: ProcessError) -> str:
    """Return the sentence about a bank that could not be tried to its end."""
    match error.end if isinstance(error, _EndedError) else "ended":
        case "crashed":
            return f"‘{bank.name}’ is not used: it ended the process that tried it."
        case "late":
            limit = f"{BANK_LIMIT_S:.0f}"
            return f"‘{bank.name}’ could not be tried: that took longer than {limit} seconds."
        case "silent":
            return f"‘{bank.name}’ could not be tried: the process that tried it hung."
        case _:
            return f"‘{bank.name}’ could not be tried: the process that tried it was ended."


def _asked(child: Child, command: ReaderCommand, *, time_limit_s: float) -> ReaderEvent:
    """Return what a child answers to a command; a late one, or a silent one, is killed.

    Raises:
        DocumentError: It answers that it cannot.
        ProcessError: It ended.
    """
    with _limited(child, time_limit_s=time_limit_s) as limits:
        try:
            child.send(command)
            event = child.next_event(time_limit_s)
            while not isinstance(event, ReaderEvent | Failed):
                event = child.next_event(time_limit_s)
        except ProcessError as error:
            raise _EndedError(limits.killed_for or _end_of(child)) from error
    if isinstance(event, Failed):
        raise DocumentError(event.message, hint=event.hint)
    return event


@dataclass(slots=True)
class _Limits:
    """What a child is killed for.

    Attributes:
        killed_for: Why it was; empty while it was not.
    """

    killed_for: Literal["", "late", "silent"] = ""


@contextlib.contextmanager
def _limited(child: Child, *, time_limit_s: float) -> Iterator[_Limits]:
    """Kill a child that takes too long, or says nothing any more, within this."""
    limits, over = _Limits(), threading.Event()

    def watch() -> None:
        end_s, watchdog, heard = time.monotonic() + time_limit_s, Watchdog(), -1
        while not over.wait(min(LOOK_S, max(0.0, end_s - time.monotonic()))):
            if child.lines_heard != heard:
                heard = child.lines_heard
                watchdog.heard()
            if time.monotonic() >= end_s:
                limits.killed_for = "late"
            elif watchdog.gives_up(child.pid, PATIENCE, importing=not heard):
                limits.killed_for = "silent"
            if limits.killed_for:
                child.kill()
                return

    # It may hang while it is told, too: nothing but its end interrupts a full pipe.
    thread = threading.Thread(target=watch, name="reader-limits", daemon=True)
    thread.start()
    try:
        yield limits
    finally:
        over.set()
        thread.join()


def _end_of(child: Child) -> End:
    """Return how a child ended of which nobody here has had enough."""
    crashes = _WINDOWS_CRASHES if sys.platform == "win32" else _CRASHES
    return "crashed" if child.exit_code in crashes else "ended"
