"""One instance per user: a second one hands its files to the first and exits.

The second instance sends the files, the first one answers, and the second one confirms. If the
first
one hung and answers late, the second one has given up: without the confirmation nothing is opened.
"""

import contextlib
import getpass
import hashlib
import json
import os
import re
import socket
import stat
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QDir, QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from engine.gate import documents

# Time to wait for an answer, and between two attempts.
WAIT_MS, AGAIN_MS = 1000, 500
ANSWER, CONFIRMATION = b"ok\n", b"go\n"
# Bound for a message from any process of this user.
LARGEST_MESSAGE = 1 << 16
# Qt property of a socket that holds its message until the confirmation.
_FILES = "segueFiles"
_NAME = re.compile(r"segue-[0-9a-f]{16}")


class SingleInstance(QObject):
    """A local server, which the first instance listens at and later ones connect to.

    Args:
        home: The data folder; instances with different folders ignore each other.

    Signals:
        asked: Another instance sent files to open (a tuple of paths).
    """

    asked = Signal(object)

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        digest = hashlib.sha256(f"{home}|{getpass.getuser()}".encode()).hexdigest()[:16]
        self._name = f"segue-{digest}"
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)

    def hand_over(self, files: Sequence[Path]) -> bool:
        """Send the files to a running instance.

        Returns:
            Whether an instance answered; the caller then exits.
        """
        line = QLocalSocket()
        line.connectToServer(self._name)
        if not line.waitForConnected(WAIT_MS):
            return False
        line.write(_line_of(files))
        done = line.waitForBytesWritten(WAIT_MS) and line.waitForReadyRead(WAIT_MS)
        if done:
            line.write(CONFIRMATION)
            line.waitForBytesWritten(WAIT_MS)
        line.disconnectFromServer()
        return done

    def hand_over_later(self, files: Sequence[Path], parent: QObject) -> "LateHandOver":
        """Return an object that keeps trying to send the files."""
        return LateHandOver(self._name, files, parent)

    def listen(self) -> bool:
        """Start to listen; return False if another instance has the name."""
        # Qt would silently replace the socket of a running instance.
        if _is_there(self._name):
            # The other instance may only hang.
            return False
        # A killed instance leaves its socket file.
        QLocalServer.removeServer(self._name)
        return self._server.listen(self._name)

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _on_connection(self) -> None:
        while (line := self._server.nextPendingConnection()) is not None:
            line.setReadBufferSize(LARGEST_MESSAGE)
            # `disconnected` is not listened to: a socket emits it while it is destroyed.
            line.readyRead.connect(partial(self._read, line))
            self._read(line)

    def _read(self, line: QLocalSocket) -> None:
        while line.canReadLine():
            said = bytes(line.readLine().data())
            if said != CONFIRMATION:
                # Stored on the socket, so that both are deleted together.
                line.setProperty(_FILES, said)
                line.write(ANSWER)
                line.flush()
                continue
            files = line.property(_FILES)
            line.readyRead.disconnect()
            line.deleteLater()
            if files is not None:
                self.asked.emit(_paths_in(bytes(files)))
            return


class LateHandOver(QObject):
    """Sends files to a hanging instance as soon as it answers.

    Args:
        name: The name of its local server.
        files: The files to open.

    Signals:
        done: The instance has the files.
    """

    done = Signal()

    def __init__(self, name: str, files: Sequence[Path], parent: QObject) -> None:
        super().__init__(parent)
        self._name = name
        self._line = _line_of(files)
        self._again = QTimer(self, singleShot=True, interval=AGAIN_MS)
        self._again.timeout.connect(self._connect)
        self._socket = QLocalSocket(self)
        self._socket.connected.connect(lambda: self._socket.write(self._line))
        self._socket.readyRead.connect(self._confirm)
        self._socket.errorOccurred.connect(lambda _error: self._again.start())
        self._connect()

    def end(self) -> None:
        """Stop trying."""
        self._again.stop()
        self._socket.blockSignals(True)
        self._socket.abort()

    def _connect(self) -> None:
        self._socket.abort()
        self._socket.connectToServer(self._name)

    def _confirm(self) -> None:
        if self._socket.canReadLine():
            self._socket.write(CONFIRMATION)
            self._socket.waitForBytesWritten(WAIT_MS)
            self.end()
            self.done.emit()


def sweep_sockets() -> int:
    """Delete socket files that killed instances of this user left; return their number."""
    if os.name != "posix":
        return 0
    swept = 0
    with contextlib.suppress(OSError), os.scandir(QDir.tempPath()) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name) and _is_left(entry):
                with contextlib.suppress(OSError):
                    Path(entry.path).unlink()
                    swept += 1
    return swept


def _is_left(entry: "os.DirEntry[str]") -> bool:
    """Return whether a file is a socket of this user without a listener."""
    try:
        found = entry.stat(follow_symlinks=False)
        if not stat.S_ISSOCK(found.st_mode) or found.st_uid != os.getuid():
            return False
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            # A hanging listener accepts the connection or has a full queue; neither is refused.
            line.setblocking(False)
            line.connect(entry.path)
    except ConnectionRefusedError:
        return True
    except OSError:
        return False
    return False


def _is_there(name: str) -> bool:
    """Return whether an instance listens at a name, even if it hangs."""
    line = QLocalSocket()
    line.connectToServer(name)
    there = line.waitForConnected(WAIT_MS)
    line.abort()
    return there


def _line_of(files: Sequence[Path]) -> bytes:
    return (json.dumps([str(path.absolute()) for path in files]) + "\n").encode()


def _paths_in(line: bytes) -> tuple[Path, ...]:
    try:
        return tuple(map(Path, documents.decode(line, list[str], documents.DESCRIPTION)))
    except ValueError:
        return ()
