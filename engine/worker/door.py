"""A child's stdin and stdout: a thread reads commands, events and heartbeats are written.

Only the protocol is written to stdout: all other output, of C libraries too, goes to stderr.
"""

import os
import queue
import stat
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import IO, NoReturn, Protocol

from engine.ground.errors import ProcessError
from engine.messages import Alive, Command, CommandError, Failed, Message, decode_command
from engine.messages import encode as encode_message
from engine.processes.process import LineReader

HEARTBEAT_S = 0.25  # interval of heartbeats
# The longest piece takes seconds to decode from a line.
DEAF_S = 20.0
_READ_BYTES = 1 << 16

Inbox = queue.SimpleQueue[Command | None]
Emit = Callable[[Message], None]


class Border(Protocol):
    """Turns an error inside its context into an event (`engine.worker.roles.answering`)."""

    def __call__(self, emit: Emit, *, request: int = 0) -> AbstractContextManager[None]:
        """Return the context manager, which lets no error out."""


class CommandRole(ABC):
    """A role that runs one command after another.

    Args:
        inbox: Commands; None ends the role.
        emit: Takes events.
        border: Turns an error into an event.
    """

    def __init__(self, inbox: Inbox, emit: Emit, *, border: Border) -> None:
        self._inbox = inbox
        self._emit = emit
        self._border = border

    def run(self) -> None:
        """Run commands until the parent goes."""
        while (command := self._inbox.get()) is not None:
            self.take(command)

    def take(self, command: Command) -> None:
        """Run one command; report an error."""
        with self._border(self._emit):
            self._obey(command)

    @abstractmethod
    def _obey(self, command: Command) -> None:
        """Run one command; an error ends the command, not the role."""


class Door:
    """Both pipes of this process.

    Attributes:
        inbox: Commands in order of arrival; None once the parent has gone.
        parent_gone: Set once the parent has gone.

    Args:
        source: Commands, unbuffered.
        target: Events, unbuffered.
        encode: Makes a line of an event.
        clock: Returns seconds, monotonic.
    """

    def __init__(
        self,
        source: IO[bytes],
        target: IO[bytes],
        *,
        encode: Callable[[Message], bytes] = encode_message,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.inbox: Inbox = queue.SimpleQueue()
        self.parent_gone = threading.Event()
        self._source = source
        self._target = target
        self._encode = encode
        self._clock = clock
        self._lock = threading.Lock()
        self._taking_since_s: float | None = None

    @classmethod
    def of_this_process(cls, encode: Callable[[Message], bytes] = encode_message) -> "Door":
        """Return a door on stdin and stdout, and redirect all other output to stderr."""
        protocol = os.dup(1)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        return cls(_opened(os.dup(0), "rb"), _opened(protocol, "wb"), encode=encode)

    def open(self) -> None:
        """Start the threads that read commands and send heartbeats."""
        for target in (self._listen, self._beat):
            # Daemons: neither may keep the process alive.
            threading.Thread(target=target, name=target.__name__.strip("_"), daemon=True).start()

    @property
    def listens(self) -> bool:
        """Whether commands of the parent are being read."""
        began_s = self._taking_since_s
        return began_s is None or self._clock() - began_s < DEAF_S

    def emit(self, message: Message) -> None:
        """Send one event; if the parent has gone, set `parent_gone`."""
        data = memoryview(self._encode(message))
        with self._lock:
            try:
                while data:
                    data = data[self._target.write(data) or 0 :]
            except (OSError, ValueError):
                self.lose_parent()

    def lose_parent(self) -> None:
        """Treat the parent as gone: every role then ends by itself."""
        if not self.parent_gone.is_set():
            self.parent_gone.set()
            self.inbox.put(None)

    def begin_again(self, command: Sequence[str]) -> NoReturn:
        """Replace this process by a new one on the same pipes.

        Args:
            command: Program and arguments.
        """
        # With the lock held, no thread is in the middle of a line.
        with self._lock:
            os.dup2(self._target.fileno(), 1)
            os.execv(command[0], list(command))  # noqa: S606 - our own program, no shell

    def _listen(self) -> None:
        lines = LineReader()
        try:
            while data := self._source.read(_READ_BYTES):
                self._taking_since_s = self._clock()
                self._take(lines, data)
                self._taking_since_s = None
        except (OSError, ValueError):
            pass  # the pipe is gone; handled below
        finally:
            # Nothing can be received any more, whatever the reason: the role must end.
            self.lose_parent()

    def _take(self, lines: LineReader, data: bytes) -> None:
        try:
            received = lines.feed(data)
        except ProcessError as error:
            self.emit(Failed(message=error.message))
            return
        for line in received:
            try:
                self.inbox.put(decode_command(line))
            except CommandError as error:
                self.emit(Failed(message=error.message, piece=error.piece, request=error.request))

    def _beat(self) -> None:
        while not self.parent_gone.wait(HEARTBEAT_S):
            # Without heartbeats the parent notices that this process receives nothing.
            if self.listens:
                self.emit(Alive())


def _opened(descriptor: int, mode: str) -> IO[bytes]:
    """Return the unbuffered stream of stdin or stdout."""
    if sys.platform == "win32" and stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        from engine.worker.overlapped import OverlappedPipe  # noqa: PLC0415 - Windows alone

        return OverlappedPipe(descriptor)
    return os.fdopen(descriptor, mode, buffering=0)
