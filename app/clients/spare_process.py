"""A second child of the same kind that waits: what takes over is there at once.

A process that is started on a busy machine takes seconds to import what it needs, and until then
the notes of the one that died sound on.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QProcess, QTimer

from engine import messages
from engine.errors import ProcessError

# Not while the program itself is starting, and not again and again when starting it fails.
AFTER_MS = 4000


class SpareProcess(QObject):
    """Keeps one process in waiting.

    Args:
        make: Starts a process that stands by, and returns it.
        parent: Qt's owner.
    """

    def __init__(self, make: Callable[[], QProcess], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._process: QProcess | None = None
        # Its `Ready`, and what it answered since.
        self._said: list[bytes] = []
        self._briefing = b""
        self._later = QTimer(self, singleShot=True, interval=AFTER_MS)
        self._later.timeout.connect(self._begin)

    @property
    def pid(self) -> int:
        """Its process id, 0 while there is none."""
        return self._process.processId() if self._process else 0

    def begin_later(self) -> None:
        """Have one soon, if there is none."""
        if self._process is None:
            self._later.start()

    def brief(self, line: bytes) -> None:
        """Say this to it, and to each one that follows; the answer is kept for when it takes over.

        Args:
            line: A whole command; it takes the place of the one before.
        """
        self._briefing = line
        del self._said[1:]
        if self._process is not None:
            self._process.write(line)

    def _begin(self) -> None:
        process = self._process = self._make()
        self._said = []
        process.readyReadStandardOutput.connect(self._hear)
        process.finished.connect(self._forget)
        if self._briefing:
            process.write(self._briefing)

    def _hear(self) -> None:
        # It lives, it is ready, and then it only lives: for hours, perhaps.
        process = self._process
        while process is not None and process.canReadLine():
            line = bytes(process.readLine().data())
            if _is_worth_keeping(line, first=not self._said):
                self._said.append(line)

    def _forget(self) -> None:
        process, self._process = self._process, None
        # What it was told may be what it died of.
        self._briefing = b""
        if process is not None:
            process.deleteLater()
            if self._said:
                self.begin_later()

    def take(self) -> tuple[QProcess, list[bytes]] | None:
        """Return the process, and its `Ready` and what it answered, if it did; None without one.

        One that is not ready yet is nearer to it than one that would only be started.
        """
        if self._process is None or self._process.state() is not QProcess.ProcessState.Running:
            return None
        process, self._process = self._process, None
        process.readyReadStandardOutput.disconnect(self._hear)
        process.finished.disconnect(self._forget)
        return process, self._said

    def close(self, patience_ms: int) -> None:
        """End it, and have no other one."""
        self._later.stop()
        process, self._process = self._process, None
        if process is None:
            return
        process.finished.disconnect(self._forget)
        process.closeWriteChannel()
        if process.state() is not QProcess.ProcessState.NotRunning and not process.waitForFinished(
            patience_ms
        ):
            process.kill()
            process.waitForFinished(patience_ms)
        process.deleteLater()


def _is_worth_keeping(line: bytes, *, first: bool) -> bool:
    """Return whether a process says that it is ready, or answers; it mostly says that it lives."""
    try:
        event = messages.decode_event(line)
    except ProcessError:
        return False
    if first:
        return isinstance(event, messages.Ready)
    # What failed is told when it fails again.
    return not isinstance(event, messages.Alive | messages.Failed)
