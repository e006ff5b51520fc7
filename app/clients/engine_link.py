"""A running child process as a QObject: commands in, one signal for each kind of event out.

Knows how a child is started, watched, restarted and ended; not what its jobs do.
"""

import logging
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import (
    QCoreApplication,
    QDeadlineTimer,
    QObject,
    QProcess,
    QTimer,
    Signal,
    SignalInstance,
)

from app.clients.child_environment import environment, log_file
from app.clients.exits import GIVEN_UP, RESTARTED
from app.clients.spare_process import SpareProcess
from engine import messages
from engine.errors import ProcessError
from engine.process import LONGEST_LINE, STANDBY_VARIABLE, Role, starting
from engine.watchdog import LOOK_S, Patience, Watchdog, is_suspended

_log = logging.getLogger(__name__)

WATCH_MS = round(1000 * LOOK_S)
# A child that is asked to end silences its notes and closes its files in far less; a user waits.
END_MS = 2000
# Nobody waits for one that was left; it may still write a checkpoint or finish an archive.
LEAVE_MS = 30_000
# A child that dies as often within a minute dies of its start: another one would, too.
RESTARTS = 3
RESTARTS_WITHIN_S = 60.0


_Kind = TypeVar("_Kind", bound=messages.Event)


class _Herald(QObject):
    """Says the events of one class: Qt's signals belong to an object and forget dead receivers."""

    said = Signal(object)


class Link(QObject):
    """A child process as the window sees it; a test's double derives from this too.

    Signals:
        received: Any event of the child, before those who wait for its class.
        died: The child is gone without being asked to (the sentence for the user).
    """

    received = Signal(object)
    died = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heralds: dict[type[messages.Event], _Herald] = {}

    @property
    def restarting(self) -> bool:
        """Whether, after a death, another child is on its way."""
        return False

    def start(self) -> None:
        """Start the child; `Ready` follows."""
        raise NotImplementedError

    def send(self, command: messages.Message) -> None:
        """Send a command; it waits in the pipe until the child listens."""
        raise NotImplementedError

    def brief(self, command: messages.Message) -> None:
        """Let a child that stands by do ahead what it will be told when it takes over."""

    def close(self, patience_ms: int = END_MS) -> None:
        """End the child and wait for that; nothing is emitted any more."""
        raise NotImplementedError

    def leave(self) -> None:
        """Let the child end by itself, without waiting; nothing is emitted any more."""
        self.close()

    def on(self, kind: type[_Kind], receiver: Callable[[_Kind], object] | SignalInstance) -> None:
        """Call the receiver, a slot or a signal, with each event of a class from now on."""
        self.events(kind).connect(receiver)

    def events(self, kind: type[messages.Event]) -> SignalInstance:
        """Return the signal that is emitted with each event of a class."""
        if kind not in self._heralds:
            self._heralds[kind] = _Herald(self)
        return self._heralds[kind].said

    def deliver(self, event: messages.Event) -> None:
        """Emit an event to all, then to those who wait for its class."""
        self.received.emit(event)
        if herald := self._heralds.get(type(event)):
            herald.said.emit(event)


class EngineLink(Link):
    """A child process of this program, restarted when it dies.

    Args:
        role: `live`, `player` or `job`.
        command: Program and arguments that start it.
        environment: Variables set on top of this process's own.
        log: Its stderr is added to this file.
        restarts: Whether it is started again when it dies.
        patience: How long it may say nothing until it is taken for dead.
        spare: Whether a second one waits to take over at once when it dies.
        clock: Seconds that only go up.
        parent: Qt's owner.
    """

    def __init__(
        self,
        role: Role,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        log: Path,
        restarts: bool = True,
        patience: Patience = Patience(),  # noqa: B008 - a frozen value
        spare: bool = False,
        clock: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._role = role
        self._command = list(command)
        self._environment = dict(environment)
        self._log_file = log
        self._restarts = restarts
        self._patience = patience
        self._clock = clock
        self._process: QProcess | None = None
        self._closing = False
        self._heard = False
        self._watchdog = Watchdog(clock=clock)
        self._exits: deque[float] = deque(maxlen=RESTARTS)
        self._spare = SpareProcess(self._stand_by, self) if spare else None
        self._watch = QTimer(self)
        self._watch.setInterval(WATCH_MS)
        self._watch.timeout.connect(self._look)

    @property
    def running(self) -> bool:
        """Whether a child is there."""
        return self._process is not None

    @property
    def restarting(self) -> bool:
        """Whether, after a death, another child is on its way."""
        return self.running

    @property
    def pid(self) -> int:
        """The child's process id, 0 without a child."""
        return self._process.processId() if self._process else 0

    def start(self) -> None:
        """Start the child; `Ready` follows."""
        if self._process is not None:
            return
        self._closing = False
        self._heard = False
        process = self._made()
        self._listen(process)
        self._launch(process)
        self._watch.start()

    def _made(self, **variables: str) -> QProcess:
        process = QProcess(self)
        process.setProcessEnvironment(environment(self._environment | variables))
        process.setStandardErrorFile(log_file(self._log_file), QProcess.OpenModeFlag.Append)
        return process

    def _listen(self, process: QProcess) -> None:
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._gone)
        process.errorOccurred.connect(self._on_error)
        self._process = process
        self._watchdog.heard()

    def _launch(self, process: QProcess) -> None:
        with starting(self._role):
            process.start(self._command[0], self._command[1:])

    def _stand_by(self) -> QProcess:
        process = self._made(**{STANDBY_VARIABLE: "1"})
        self._launch(process)
        return process

    def _take_over(self) -> bool:
        """Go on with the spare process; return whether there was one."""
        taken = self._spare.take() if self._spare is not None else None
        if taken is None:
            return False
        process, said = taken
        self._closing, self._heard = False, bool(said)
        self._listen(process)
        self._watch.start()
        # Not from within the signal of a death: who hears of it is told first.
        QTimer.singleShot(0, self, lambda: self._greet(process, said))
        return True

    def _greet(self, process: QProcess, said: Sequence[bytes]) -> None:
        for line in said:
            # Whoever hears of one may end it.
            if process is self._process:
                self._take(messages.decode_event(line))
        if process is self._process:
            self._read()

    def _have_a_spare(self) -> None:
        if self._spare is not None:
            self._spare.begin_later()

    def send(self, command: messages.Message) -> None:
        """Send a command; without a child it is dropped, for `Ready` will ask for the state."""
        if self._process is not None:
            self._process.write(messages.encode(command))

    def brief(self, command: messages.Message) -> None:
        """Let a child that stands by do ahead what it will be told when it takes over."""
        if self._spare is not None:
            self._spare.brief(messages.encode(command))

    def leave(self) -> None:
        """Close the child's stdin and let it end by itself; it is killed if it does not."""
        self._closing = True
        self._watch.stop()
        process, self._process = self._process, None
        if process is None:
            return
        process.finished.disconnect(self._gone)
        process.errorOccurred.disconnect(self._on_error)
        # This link may be gone before its child is.
        process.setParent(QCoreApplication.instance())
        process.finished.connect(process.deleteLater)
        process.closeWriteChannel()
        QTimer.singleShot(LEAVE_MS, process, process.kill)

    def close(self, patience_ms: int = END_MS) -> None:
        """Close the child's stdin, wait for its end, and kill it when it does not come."""
        self._closing = True
        self._watch.stop()
        if self._spare is not None:
            self._spare.close(patience_ms)
        process, self._process = self._process, None
        if process is None:
            return
        process.closeWriteChannel()
        self._end(process, patience_ms)
        process.deleteLater()

    def _end(self, process: QProcess, patience_ms: int) -> bool:
        """Wait for a child whose stdin was closed; return whether it had to be killed."""
        if process.state() is QProcess.ProcessState.NotRunning:
            return False
        if process.state() is QProcess.ProcessState.Starting:
            process.waitForStarted(END_MS)
        deadline = QDeadlineTimer(patience_ms)
        while not deadline.hasExpired():
            process.waitForFinished(min(WATCH_MS, deadline.remainingTime()))
            if process.state() is QProcess.ProcessState.NotRunning:
                return False
            if is_suspended(process.processId()):
                break  # it does not even hear that it is to end
        process.kill()
        process.waitForFinished(END_MS)
        return True

    def _read(self) -> None:
        process = self._process
        if process is not None and process.bytesAvailable() > LONGEST_LINE:
            _log.error("The %s process wrote a line without an end", self._role)
            process.kill()
            return
        while process is not None and process is self._process and process.canReadLine():
            line = bytes(process.readLine().data())
            self._heard = True
            self._watchdog.heard()
            try:
                event = messages.decode_event(line)
            except ProcessError:
                _log.exception("The %s process wrote a line that is no event", self._role)
                continue
            self._take(event)

    def _take(self, event: messages.Event) -> None:
        if isinstance(event, messages.Ready):
            try:
                messages.require_same_protocol(event)
            except ProcessError as error:
                self._refuse(error)
                return
            # Not before: two that import at once would both be late.
            self._have_a_spare()
        self.deliver(event)

    def _refuse(self, error: ProcessError) -> None:
        """End the child for good: another one would be refused for the same reason."""
        _log.error("%s", error)
        self.close()
        self.died.emit(str(error))

    def _look(self) -> None:
        # Messages that came while this process was suspended wait in the pipe: read them first.
        if self._process is not None:
            self._process.waitForReadyRead(0)
        if self._process is not None and self._watchdog.gives_up(
            self.pid, self._patience, importing=not self._heard
        ):
            self._give_up(f"was silent for {self._watchdog.silent_s:.1f} s")

    def _give_up(self, why: str) -> None:
        """Kill the child; another one takes its place."""
        _log.error("The %s process %s", self._role, why)
        if self._process is not None:
            self._process.kill()

    def _on_error(self, error: QProcess.ProcessError) -> None:
        # Any other error is followed by `finished`; a child that never started is not.
        if error is QProcess.ProcessError.FailedToStart:
            self._gone(-1)

    def _gone(self, code: int, *_status: Any) -> None:
        process, self._process = self._process, None
        if process is None or self._closing:
            return
        self._watch.stop()
        process.deleteLater()
        _log.error("The %s process ended with code %s", self._role, code)
        if not self._restarts:
            self.died.emit(RESTARTED[self._role])
            return
        now = self._clock()
        full = len(self._exits) == RESTARTS
        if full and now - self._exits[0] < RESTARTS_WITHIN_S:
            self.died.emit(GIVEN_UP[self._role])
            return
        self._exits.append(now)
        if not self._take_over():
            self.start()
        self.died.emit(RESTARTED[self._role])
