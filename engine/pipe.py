"""A pipe between two children of one parent, who only tells both where it is.

A socket with a file's name in a private folder, a named pipe on Windows: neither leaves the
machine. What passes are JSON lines, checked on arrival; nothing is pickled. Whoever lost the
other meets it again at the same place, so either may die and come back.
"""

import contextlib
import queue
import secrets
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Listener
from pathlib import Path
from typing import Any, Protocol

from engine.errors import ProcessError
from engine.messages import Message, OpenPipe, PipeMessage, decode_pipe, encode
from engine.temporary import temporary_folder

_LONGEST = 16 * 1024 * 1024
_LOOK_S = 0.25
_COME_AGAIN_S = 0.1
# Who does not take so many messages hangs: it is left, and met afresh when it moves again.
_MOST_UNSENT = 4096
# Who comes is never made to wait in line by others that hang there.
_MOST_WAITING = 16
# What opening, reading and writing raise when the other is not there, has gone, or is a stranger.
_NOBODY = (OSError, EOFError, AuthenticationError)


@dataclass(frozen=True, slots=True)
class Place:
    """Where two children meet; made by `place`.

    Attributes:
        address: A socket's path, or a named pipe's.
        key: What both prove to know.
    """

    address: str
    key: str

    @property
    def command(self) -> OpenPipe:
        """What to tell both."""
        return OpenPipe(address=self.address, key=self.key)


@contextlib.contextmanager
def place() -> Iterator[Place]:
    """Make a place for as long as a `with`."""
    key = secrets.token_hex(16)
    if sys.platform == "win32":
        yield Place(rf"\\.\pipe\segue-{secrets.token_hex(8)}", key)
        return
    # Only this user may enter it; and the path of a socket must be short.
    with temporary_folder("jam") as folder:
        yield Place(str(folder / "jam"), key)


class _Meet(Protocol):
    """How one end gets hold of the other."""

    def meet(self) -> Any:
        """Return a connection; wait for it. Raises an error of `_NOBODY` to be asked again."""

    def close(self) -> None:
        """Let a `meet` that waits return."""


class PipeEnd:
    """One child's end of the pipe.

    Args:
        way: How it gets hold of the other.
        hear: Takes what the other says, on the pipe's thread.
        met: Called, on the pipe's thread, when the other has come.
        lost: Called there when it has gone.
    """

    def __init__(
        self,
        way: _Meet,
        *,
        hear: Callable[[PipeMessage], None],
        met: Callable[[], None],
        lost: Callable[[], None],
    ) -> None:
        self._way = way
        self._hear = hear
        self._met = met
        self._lost = lost
        self._connection: Any = None
        self._closed = threading.Event()
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def start(self) -> None:
        """Meet the other, and go on until closed."""
        for run in (self._read, self._write):
            # Daemons: neither may keep the process from ending.
            threading.Thread(target=run, name=f"pipe-{run.__name__[1:]}", daemon=True).start()

    @property
    def connected(self) -> bool:
        """Whether the other is there."""
        return self._connection is not None

    def send(self, message: Message) -> None:
        """Say something soon, without waiting; what is said to nobody is lost."""
        if self._connection is None:
            return
        if self._unsent.qsize() < _MOST_UNSENT:
            self._unsent.put(encode(message))
        else:
            self._leave()

    def close(self) -> None:
        """Leave the other, and come no more."""
        self._closed.set()
        self._unsent.put(None)
        self._way.close()

    def _leave(self) -> None:
        """Take the other for gone; the reading thread lets go of it."""
        self._connection = None

    def _read(self) -> None:
        while not self._closed.is_set():
            try:
                connection = self._way.meet()
            except _NOBODY:
                self._closed.wait(_COME_AGAIN_S)
                continue
            self._forget_unsent()
            self._connection = connection
            self._met()
            with contextlib.suppress(*_NOBODY):
                self._read_from(connection)
            self._leave()
            connection.close()
            self._lost()

    def _read_from(self, connection: Any) -> None:
        while not self._closed.is_set() and self._connection is connection:
            if connection.poll(_LOOK_S):
                line = connection.recv_bytes(_LONGEST)
                # One line that cannot be read takes none of those after it along.
                with contextlib.suppress(ProcessError):
                    self._hear(decode_pipe(line))

    def _write(self) -> None:
        while (line := self._unsent.get()) is not None:
            connection = self._connection
            if connection is None:
                continue
            try:
                connection.send_bytes(line)
            except _NOBODY:
                self._leave()

    def _forget_unsent(self) -> None:
        """Drop what was meant for one who has gone."""
        while not self._closed.is_set():
            try:
                self._unsent.get_nowait()
            except queue.Empty:
                return


class _Waiting:
    """Waits at a place for whoever comes and knows the key; one at a time."""

    def __init__(self, command: OpenPipe) -> None:
        self._address = command.address
        try:
            if sys.platform != "win32":
                # The one who waited here before may have been killed.
                Path(self._address).unlink(missing_ok=True)
            self._listener = Listener(
                self._address, backlog=_MOST_WAITING, authkey=command.key.encode()
            )
        except OSError as error:
            raise ProcessError(f"The pipe of the jam could not be opened ({error}).") from error

    def meet(self) -> Any:
        return self._listener.accept()

    def close(self) -> None:
        # Closing alone does not wake who waits in `accept`: coming and going does.
        with contextlib.suppress(*_NOBODY):
            Client(self._address).close()
        with contextlib.suppress(OSError):
            self._listener.close()


class _Coming:
    """Comes to a place where somebody waits, or will wait."""

    def __init__(self, command: OpenPipe) -> None:
        self._address = command.address
        self._key = command.key.encode()

    def meet(self) -> Any:
        return Client(self._address, authkey=self._key)

    def close(self) -> None:
        pass


def _nothing() -> None:
    pass


def wait_at(
    command: OpenPipe,
    *,
    hear: Callable[[PipeMessage], None],
    met: Callable[[], None] = _nothing,
    lost: Callable[[], None] = _nothing,
) -> PipeEnd:
    """Return the end that waits, the player's; it is still to be started.

    Args:
        command: Where.
        hear: Takes what the other says, on the pipe's thread.
        met: Called, on the pipe's thread, when the other has come.
        lost: Called there when it has gone.

    Raises:
        ProcessError: Nobody can wait there.
    """
    return PipeEnd(_Waiting(command), hear=hear, met=met, lost=lost)


def come_to(
    command: OpenPipe,
    *,
    hear: Callable[[PipeMessage], None],
    met: Callable[[], None] = _nothing,
    lost: Callable[[], None] = _nothing,
) -> PipeEnd:
    """Return the end that comes as soon as somebody waits, live's; it is still to be started.

    Args:
        command: Where to.
        hear: As for `wait_at`.
        met: As for `wait_at`.
        lost: As for `wait_at`.
    """
    return PipeEnd(_Coming(command), hear=hear, met=met, lost=lost)
