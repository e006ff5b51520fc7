"""A pipe between two children of one parent; the parent only sends both its address.

It is a Unix socket in a private folder, or a named pipe on Windows: neither leaves the machine. It
carries JSON lines, which msgspec checks on arrival; nothing is pickled. Both ends reconnect to the
same address, so that either process may die and be replaced.
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

from engine.ground.errors import ProcessError
from engine.ground.temporary import temporary_folder
from engine.messages import Message, OpenPipe, PipeMessage, decode_pipe, encode

# Bytes; no message of a jam comes near.
_LONGEST_LINE = 16 * 1024 * 1024
# Seconds after which a thread sees that the pipe was closed.
_POLL_S = 0.25
# The other process may still start.
_RETRY_S = 0.1
# An end that leaves this many messages unread hangs: it is disconnected and may reconnect.
_MOST_UNSENT = 4096
# Long enough that connections which hang in the queue never keep a new one out.
_BACKLOG = 16
# Raised where the other end is missing, has gone, or does not know the key.
_NOT_CONNECTED = (OSError, EOFError, AuthenticationError)


@dataclass(frozen=True, slots=True)
class PipeAddress:
    """The address of a pipe; made by `new_address`.

    Attributes:
        address: The path of a Unix socket or of a named pipe.
        key: The secret by which both ends authenticate.
    """

    address: str
    key: str

    @property
    def command(self) -> OpenPipe:
        """The command that the parent sends to both ends."""
        return OpenPipe(address=self.address, key=self.key)


@contextlib.contextmanager
def new_address() -> Iterator[PipeAddress]:
    """Yield an address that exists during the `with`."""
    key = secrets.token_hex(16)
    if sys.platform == "win32":
        yield PipeAddress(rf"\\.\pipe\segue-{secrets.token_hex(8)}", key)
        return
    # Only this user may enter the folder, and its path is short enough for a socket.
    with temporary_folder("jam") as folder:
        yield PipeAddress(str(folder / "jam"), key)


class _Connector(Protocol):
    """Connects one end to the other."""

    def connect(self) -> Any:
        """Return a connection, waiting for it; raise one of `_NOT_CONNECTED` to be called again."""

    def close(self) -> None:
        """Make a waiting `connect` return."""


class PipeEnd:
    """One child's end of the pipe.

    Args:
        connector: Connects it to the other end.
        on_message: Called with each message from the other end, on the pipe's thread.
        on_connect: Called on that thread when the other end has connected.
        on_disconnect: Called on that thread when the other end has disconnected.
    """

    def __init__(
        self,
        connector: _Connector,
        *,
        on_message: Callable[[PipeMessage], None],
        on_connect: Callable[[], None],
        on_disconnect: Callable[[], None],
    ) -> None:
        self._connector = connector
        self._on_message = on_message
        self._on_connect = on_connect
        self._on_disconnect = on_disconnect
        self._connection: Any = None
        self._closed = threading.Event()
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def start(self) -> None:
        """Connect, and reconnect, until `close` is called."""
        for run in (self._read, self._write):
            # Daemons: neither may keep the process from ending.
            threading.Thread(target=run, name=f"pipe-{run.__name__[1:]}", daemon=True).start()

    @property
    def connected(self) -> bool:
        """Whether the other end is connected."""
        return self._connection is not None

    def send(self, message: Message) -> None:
        """Queue a message without waiting; without a connection it is dropped."""
        if self._connection is None:
            return
        if self._unsent.qsize() < _MOST_UNSENT:
            self._unsent.put(encode(message))
        else:
            self._disconnect()

    def close(self) -> None:
        """Disconnect for good."""
        self._closed.set()
        self._unsent.put(None)
        self._connector.close()

    def _disconnect(self) -> None:
        """Give the connection up; the reading thread closes it."""
        self._connection = None

    def _read(self) -> None:
        while not self._closed.is_set():
            try:
                connection = self._connector.connect()
            except _NOT_CONNECTED:
                self._closed.wait(_RETRY_S)
                continue
            self._drop_unsent()
            self._connection = connection
            self._on_connect()
            with contextlib.suppress(*_NOT_CONNECTED):
                self._read_from(connection)
            self._disconnect()
            connection.close()
            self._on_disconnect()

    def _read_from(self, connection: Any) -> None:
        while not self._closed.is_set() and self._connection is connection:
            if connection.poll(_POLL_S):
                line = connection.recv_bytes(_LONGEST_LINE)
                # An invalid line is skipped; the lines after it may be valid.
                with contextlib.suppress(ProcessError):
                    self._on_message(decode_pipe(line))

    def _write(self) -> None:
        while (line := self._unsent.get()) is not None:
            connection = self._connection
            if connection is None:
                continue
            try:
                connection.send_bytes(line)
            except _NOT_CONNECTED:
                self._disconnect()

    def _drop_unsent(self) -> None:
        """Drop the messages queued for an earlier connection."""
        while not self._closed.is_set():
            try:
                self._unsent.get_nowait()
            except queue.Empty:
                return


class _Server:
    """Listens at an address; accepts one authenticated connection at a time."""

    def __init__(self, command: OpenPipe) -> None:
        self._address = command.address
        try:
            if sys.platform != "win32":
                # A killed process leaves the file of its socket behind.
                Path(self._address).unlink(missing_ok=True)
            self._listener = Listener(self._address, backlog=_BACKLOG, authkey=command.key.encode())
        except (OSError, ValueError) as error:  # ValueError: an address of another system
            raise ProcessError(
                "The pipe of the jam could not be opened ({error}).", error=error
            ) from error

    def connect(self) -> Any:
        return self._listener.accept()

    def close(self) -> None:
        # Closing the listener does not wake a waiting `accept`; a connection does.
        with contextlib.suppress(*_NOT_CONNECTED):
            Client(self._address).close()
        with contextlib.suppress(OSError):
            self._listener.close()


class _Client:
    """Connects to an address at which the other end listens, now or later."""

    def __init__(self, command: OpenPipe) -> None:
        self._address = command.address
        self._key = command.key.encode()

    def connect(self) -> Any:
        return Client(self._address, authkey=self._key)

    def close(self) -> None:
        pass


def _ignore() -> None:
    pass


def listen_at(
    command: OpenPipe,
    *,
    on_message: Callable[[PipeMessage], None],
    on_connect: Callable[[], None] = _ignore,
    on_disconnect: Callable[[], None] = _ignore,
) -> PipeEnd:
    """Return the end that listens, used by the player; call its `start`.

    Args:
        command: The address.
        on_message: Called with each message from the other end, on the pipe's thread.
        on_connect: Called on that thread when the other end has connected.
        on_disconnect: Called on that thread when the other end has disconnected.

    Raises:
        ProcessError: The address cannot be opened.
    """
    return PipeEnd(
        _Server(command), on_message=on_message, on_connect=on_connect, on_disconnect=on_disconnect
    )


def connect_to(
    command: OpenPipe,
    *,
    on_message: Callable[[PipeMessage], None],
    on_connect: Callable[[], None] = _ignore,
    on_disconnect: Callable[[], None] = _ignore,
) -> PipeEnd:
    """Return the end that connects, used by live; call its `start`.

    Args:
        command: The address.
        on_message: As for `listen_at`.
        on_connect: As for `listen_at`.
        on_disconnect: As for `listen_at`.
    """
    return PipeEnd(
        _Client(command), on_message=on_message, on_connect=on_connect, on_disconnect=on_disconnect
    )
