"""One Segue at a time for each user: a second one hands its files to the first and ends."""

import getpass
import hashlib
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from engine.gate import documents

WAIT_MS = 1000
LARGEST_MESSAGE = 1 << 16


class SingleInstance(QObject):
    """The name that the first instance listens at.

    Args:
        home: The program's data folder: instances with different ones do not know each other.
        parent: Qt's owner.

    Signals:
        asked: Another instance was started with these files (a tuple of paths).
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
        """Tell an instance that is already there to open files.

        Returns:
            Whether there was one; then this one has nothing left to do.
        """
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(WAIT_MS):
            return False
        message = json.dumps([str(path.absolute()) for path in files]) + "\n"
        socket.write(message.encode())
        done = socket.waitForBytesWritten(WAIT_MS) and socket.waitForReadyRead(WAIT_MS)
        socket.disconnectFromServer()
        return done

    def listen(self) -> bool:
        """Be the first instance; False when the name cannot be had."""
        if self._server.listen(self._name):
            return True
        # The socket of an instance that was killed is still there and nobody answers at it.
        QLocalServer.removeServer(self._name)
        return self._server.listen(self._name)

    def close(self) -> None:
        """Listen no more."""
        self._server.close()

    def _on_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(LARGEST_MESSAGE)
            # `disconnected` is not listened to: a socket emits it while it is destroyed.
            socket.readyRead.connect(partial(self._read, socket))
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            return
        try:
            line = bytes(socket.readLine().data())
            names = documents.decode(line, list[str], documents.DESCRIPTION)
            paths = tuple(Path(str(name)) for name in names)
        except ValueError:
            paths = ()
        socket.write(b"ok\n")
        socket.flush()
        socket.readyRead.disconnect()
        socket.deleteLater()
        self.asked.emit(paths)
