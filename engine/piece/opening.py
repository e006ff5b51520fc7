"""Open untrusted files in a separate process, so that no file can harm this one.

The process unpacks, decodes and checks a file and sends its contents encoded anew. It has limits on
time and memory. One such process always waits, so that a piece opens without delay.
"""

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from engine.ground.errors import DocumentError, ProcessError
from engine.messages import (
    BankChecked,
    BarsFound,
    CheckBank,
    Failed,
    FindBars,
    KeepSound,
    PieceRead,
    ReaderCommand,
    ReaderEvent,
    ReadPiece,
    SoundKept,
)
from engine.piece.composition import Composition
from engine.piece.composition_file import from_document
from engine.processes.process import Child
from engine.processes.watchdog import LOOK_S, SilenceLimits, Watchdog
from engine.sentence import said
from engine.values.beats import NOTHING_SAID, SaidBeats
from engine.values.score import Score

if TYPE_CHECKING:
    from engine.piece.kept_recording import KeptSounds

# A piece takes at most two seconds of a core; the rest is for a crowded machine.
TIME_LIMIT_S = 30.0
# A bank of a gigabyte is unpacked sound by sound.
BANK_LIMIT_S = 180.0
# A healthy reader sends a heartbeat four times a second.
PATIENCE = SilenceLimits()
# Signals that a faulty file can cause. Not SIGBUS, which a failing disk under a mapped file causes.
# Windows has exit codes instead.
_CRASHES = frozenset({-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGILL, -signal.SIGFPE})
_WINDOWS_CRASHES = frozenset({0xC0000005, 0xC000001D, 0xC0000094, 0xC00000FD, 0xC0000409})

End = Literal["crashed", "late", "silent", "ended"]


class _EndedError(ProcessError):
    """A reader ended before it had answered.

    Attributes:
        end: It `crashed`; it was killed for being `late` or `silent`; or it `ended` for an unknown
            reason, such as a signal from outside or a lack of memory.
    """

    def __init__(self, end: End) -> None:
        super().__init__(f"reader {end}")
        self.end = end


class PieceReader:
    """Opens pieces, one after another, in a child process; any thread may call it.

    Args:
        time_limit_s: Most seconds per piece, a start of the child included.

    Attributes:
        sounds: Where the recordings of opened pieces are put; None leaves them in their files.
    """

    def __init__(self, *, time_limit_s: float = TIME_LIMIT_S) -> None:
        self._time_limit_s = time_limit_s
        self.sounds: KeptSounds | None = None
        self._asking = threading.Lock()
        self._child: Child | None = None
        self._closed = False

    def stand_by(self) -> None:
        """Start a child for the next piece; ignore a failure, which the next piece reports."""
        # The holder of the lock has a child already.
        if self._asking.acquire(blocking=False):
            try:
                with contextlib.suppress(ProcessError):
                    self._waiting()
            finally:
                self._asking.release()

    def piece(self, data: bytes, *, name: str) -> Composition:
        """Return the piece in a file's bytes.

        Args:
            data: The contents of the file.
            name: The file name, for error messages.

        Raises:
            DocumentError: It cannot be read, or reading it took too long or ended the child.
        """
        with self._asking:
            try:
                answer = self._ask(ReadPiece(name=name, data=data))
            except ProcessError as error:
                raise DocumentError(
                    "‘{name}’ was not opened: the process that reads pieces ended.",
                    name=name,
                    hint="Nothing was changed.",
                ) from error
        if not isinstance(answer, PieceRead):
            raise DocumentError("‘{name}’ was not opened.", name=name, hint="Nothing was changed.")
        piece = from_document(bytes(answer.document), name=name)
        if answer.sound and self.sounds is not None:
            self.sounds.put(answer.sound)
        return piece

    def sound_to_keep(self, path: Path) -> tuple[bytes, float]:
        """Return the sound of a file as a piece keeps it, and its seconds.

        Raises:
            DocumentError: It cannot be read, is too long, or took too long or ended the child.
        """
        try:
            # A child of its own, because an hour takes long and pieces open meanwhile.
            with Child("reader", beats=False) as child:
                answer = _asked(child, KeepSound(file=str(path)), time_limit_s=BANK_LIMIT_S)
        except ProcessError as error:
            raise DocumentError(
                "The recording ‘{name}’ was not kept: the process that reads it ended.",
                name=path.name,
                hint="The piece is as it was.",
            ) from error
        if not isinstance(answer, SoundKept):
            raise DocumentError("‘{name}’ was not kept.", name=path.name)
        return answer.sound, answer.seconds

    def find_bars(self, score: Score, *, said: SaidBeats = NOTHING_SAID) -> BarsFound:
        """Return the correction of a piece's bars, or whether they fit already.

        Args:
            score: The piece.
            said: The beats and bar lines that a person is sure of.

        Raises:
            DocumentError: The child ended.
        """
        with self._asking:
            try:
                answer = self._ask(FindBars(score=score, said=said))
            except ProcessError as error:
                raise DocumentError("The process that reads pieces ended.") from error
        if not isinstance(answer, BarsFound):
            raise DocumentError("The beats of this piece were not found.")
        return answer

    def check_bank(self, path: Path) -> str:
        """Test-play all sounds of a sound bank; return its title.

        Raises:
            DocumentError: It cannot be played, or the test took too long or ended the child.
        """
        try:
            # A child of its own, because the test takes long and pieces open meanwhile.
            with Child("reader", beats=False) as child:
                answer = _asked(child, CheckBank(path=str(path)), time_limit_s=BANK_LIMIT_S)
        except ProcessError as error:
            raise DocumentError(_why_not(path, error), hint="The sound is as it was.") from error
        return answer.title if isinstance(answer, BankChecked) else ""

    def close(self) -> None:
        """End the child, even while it reads a piece."""
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

    def _ask(self, command: ReaderCommand) -> ReaderEvent:
        """Return the answer of the waiting child; start another one if it hung.

        Raises:
            DocumentError: The child refused the command.
            ProcessError: The child ended.
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
        # The child hung or was suspended, which is not the fault of the command: try another child.
        try:
            return _asked(self._waiting(), command, time_limit_s=self._time_limit_s)
        except ProcessError:
            self._drop()
            raise


def _why_not(bank: Path, error: ProcessError) -> str:
    """Return the sentence about a bank whose test did not finish."""
    match error.end if isinstance(error, _EndedError) else "ended":
        case "crashed":
            return said("‘{name}’ is not used: it ended the process that tried it.", name=bank.name)
        case "late":
            limit = f"{BANK_LIMIT_S:.0f}"
            return said(
                "‘{name}’ could not be tried: that took longer than {limit} seconds.",
                name=bank.name,
                limit=limit,
            )
        case "silent":
            return said(
                "‘{name}’ could not be tried: the process that tried it hung.", name=bank.name
            )
        case _:
            return said(
                "‘{name}’ could not be tried: the process that tried it was ended.", name=bank.name
            )


def _asked(child: Child, command: ReaderCommand, *, time_limit_s: float) -> ReaderEvent:
    """Return the answer of a child to a command; kill a child that is late or silent.

    Raises:
        DocumentError: The child refused the command.
        ProcessError: The child ended.
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
    """Why a child was killed.

    Attributes:
        killed_for: The reason; empty if it was not killed.
    """

    killed_for: Literal["", "late", "silent"] = ""


@contextlib.contextmanager
def _limited(child: Child, *, time_limit_s: float) -> Iterator[_Limits]:
    """Kill a child that takes too long or sends no heartbeats during the `with`."""
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

    # `send` may block on a full pipe of a child that hangs: only the child's end interrupts it.
    thread = threading.Thread(target=watch, name="reader-limits", daemon=True)
    thread.start()
    try:
        yield limits
    finally:
        over.set()
        thread.join()


def _end_of(child: Child) -> End:
    """Return how a child ended that this process did not kill."""
    crashes = _WINDOWS_CRASHES if sys.platform == "win32" else _CRASHES
    return "crashed" if child.exit_code in crashes else "ended"
