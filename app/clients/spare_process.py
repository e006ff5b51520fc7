"""A spare child process that has done its imports and can take over at once.

On a busy machine a new process needs seconds for its imports; until then the notes of the dead one
would sound on.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QProcess, QTimer

from engine import messages
from engine.ground.errors import ProcessError

# Later than the program's start, and with a pause if it fails to start.
AFTER_MS = 4000


class SpareProcess(QObject):
    """Keeps one spare process.

    Args:
        make: Starts a spare process and returns it.
    """

    def __init__(self, make: Callable[[], QProcess], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._process: QProcess | None = None
        # The encoded `Ready` of the process, and its answers to the briefing.
        self._lines: list[bytes] = []
        self._briefing = b""
        self._later = QTimer(self, singleShot=True, interval=AFTER_MS)
        self._later.timeout.connect(self._begin)

    @property
    def pid(self) -> int:
        """The spare's process id, 0 without one."""
        return self._process.processId() if self._process else 0

    def begin_later(self) -> None:
        """Start a spare after a delay, unless there is one."""
        if self._process is None:
            self._later.start()

    def prepare(self, line: bytes) -> None:
        """Send a command to the spare and to each later one; keep the answers until it takes over.

        Args:
            line: An encoded command; it replaces the one before.
        """
        self._briefing = line
        del self._lines[1:]
        if self._process is not None:
            self._process.write(line)

    def _begin(self) -> None:
        process = self._process = self._make()
        self._lines = []
        process.readyReadStandardOutput.connect(self._hear)
        process.finished.connect(self._forget)
        if self._briefing:
            process.write(self._briefing)

    def _hear(self) -> None:
        # A spare sends `Ready`, answers, and heartbeats for hours.
        process = self._process
        while process is not None and process.canReadLine():
            line = bytes(process.readLine().data())
            if _is_worth_keeping(line, first=not self._lines):
                self._lines.append(line)

    def _forget(self) -> None:
        process, self._process = self._process, None
        # The briefing may be what killed it.
        self._briefing = b""
        if process is not None:
            process.deleteLater()
            if self._lines:
                self.begin_later()

    def take(self) -> tuple[QProcess, list[bytes]] | None:
        """Return the spare with its `Ready` and its answers; None without one.

        A spare that is not ready yet is still faster than a new process.
        """
        if self._process is None or self._process.state() is not QProcess.ProcessState.Running:
            return None
        process, self._process = self._process, None
        process.readyReadStandardOutput.disconnect(self._hear)
        process.finished.disconnect(self._forget)
        return process, self._lines

    def close(self, patience_ms: int) -> None:
        """End the spare and start no other."""
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
    """Return whether a line is the first `Ready` or an answer, and not a heartbeat."""
    try:
        event = messages.decode_event(line)
    except ProcessError:
        return False
    if first:
        return isinstance(event, messages.Ready)
    # A failure will be reported again after the takeover.
    return not isinstance(event, messages.Alive | messages.Failed)
