"""A child's stdin and stdout: commands in by a thread, events and heartbeats out.

Only the protocol leaves on stdout: whatever else prints, C libraries included, goes to stderr.
"""

import os
import queue
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import IO, NoReturn, Protocol

from engine.errors import ProcessError
from engine.messages import Alive, Command, Failed, Message, decode_command, encode
from engine.process import LineReader

HEARTBEAT_S = 0.25
# The longest piece there is takes seconds to read from a line.
DEAF_S = 20.0
_READ_BYTES = 1 << 16

Inbox = queue.SimpleQueue[Command | None]
Emit = Callable[[Message], None]


class Border(Protocol):
    """Turns what goes wrong inside into an event (`engine.worker.roles.answering`)."""

    def __call__(self, emit: Emit, *, request: int = 0) -> AbstractContextManager[None]:
        """Return the context in which nothing escapes."""


class OneByOne(ABC):
    """A role that does as told, one command after another.

    Args:
        inbox: Commands; None ends the role.
        emit: Where events go.
        border: What keeps a failure from ending the process.
    """

    def __init__(self, inbox: Inbox, emit: Emit, *, border: Border) -> None:
        self._inbox = inbox
        self._emit = emit
        self._border = border

    def run(self) -> None:
        """Do as told until the parent goes."""
        while (command := self._inbox.get()) is not None:
            self.take(command)

    def take(self, command: Command) -> None:
        """Do one thing; what goes wrong is said."""
        with self._border(self._emit):
            self._obey(command)

    @abstractmethod
    def _obey(self, command: Command) -> None:
        """Do one thing; what is raised ends it and not the role."""


class Door:
    """Both pipes of this process.

    Attributes:
        inbox: Commands in order of arrival; None when the parent has gone.
        parent_gone: Set when it has.

    Args:
        source: Where commands come from, unbuffered.
        target: Where events go, unbuffered.
        clock: Seconds, monotonic.
    """

    def __init__(
        self,
        source: IO[bytes],
        target: IO[bytes],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.inbox: Inbox = queue.SimpleQueue()
        self.parent_gone = threading.Event()
        self._source = source
        self._target = target
        self._clock = clock
        self._lock = threading.Lock()
        self._taking_since_s: float | None = None

    @classmethod
    def of_this_process(cls) -> "Door":
        """Return the door at stdin and stdout, which from now on nothing else can write to."""
        protocol = os.dup(1)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        return cls(os.fdopen(os.dup(0), "rb", buffering=0), os.fdopen(protocol, "wb", buffering=0))

    def open(self) -> None:
        """Start to listen, and to say that this process is alive."""
        for target in (self._listen, self._beat):
            # Daemons: neither may keep the process from ending.
            threading.Thread(target=target, name=target.__name__.strip("_"), daemon=True).start()

    @property
    def listens(self) -> bool:
        """Whether what the parent says now will be heard."""
        began_s = self._taking_since_s
        return began_s is None or self._clock() - began_s < DEAF_S

    def emit(self, message: Message) -> None:
        """Send one event; when nobody is there to hear it, notice that and go on."""
        data = memoryview(encode(message))
        with self._lock:
            try:
                while data:
                    data = data[self._target.write(data) or 0 :]
            except (OSError, ValueError):
                self.lose_parent()

    def lose_parent(self) -> None:
        """Take the parent for gone: every role ends by itself now."""
        if not self.parent_gone.is_set():
            self.parent_gone.set()
            self.inbox.put(None)

    def begin_again(self, command: Sequence[str]) -> NoReturn:
        """Put a new process in place of this one, at the same pipes.

        Args:
            command: Its program and arguments.
        """
        # Whoever writes now finishes the line; nobody begins another one.
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
            pass  # the pipe is gone, which is all there is to know
        finally:
            # Whatever ended this thread: nobody hears the parent any more, so the role must end.
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
            except ProcessError as error:
                self.emit(Failed(message=error.message))

    def _beat(self) -> None:
        while not self.parent_gone.wait(HEARTBEAT_S):
            # A process that does not hear is as good as dead, and its parent must notice.
            if self.listens:
                self.emit(Alive())
