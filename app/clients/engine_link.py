"""A child process as a QObject: sends commands, emits one signal for each class of event.

It starts, watches, restarts and ends the child.

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
from app.clients.spare_process import SpareProcess
from app.words.exits import GIVEN_UP, RESTARTED
from engine import messages
from engine.ground.errors import ProcessError
from engine.processes.process import LONGEST_LINE, STANDBY_VARIABLE, Role, starting
from engine.processes.watchdog import LOOK_S, SilenceLimits, Watchdog, is_suspended

_log = logging.getLogger(__name__)

WATCH_MS = round(1000 * LOOK_S)
# A child closes in far less time; the user waits meanwhile.
END_MS = 2000
# Nobody waits for a detached child, which may write a checkpoint or an archive.
LEAVE_MS = 30_000
# A child that dies this often within this time dies at its start, and so would the next.
RESTARTS = 3
RESTARTS_WITHIN_S = 60.0

DEFAULT_LIMITS = SilenceLimits()

_Kind = TypeVar("_Kind", bound=messages.Event)


class _EventSignal(QObject):
    """Emits the events of one class. A QObject, so that Qt disconnects deleted receivers."""

    emitted = Signal(object)


class Link(QObject):
    """The interface of a child process; test doubles implement it too.

    Signals:
        received: Any event, emitted before the signal of its class.
        died: The child exited unexpectedly (the sentence for the user).
    """

    received = Signal(object)
    died = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._signals: dict[type[messages.Event], _EventSignal] = {}

    @property
    def restarting(self) -> bool:
        """Whether a new child replaces the dead one."""
        return False

    def start(self) -> None:
        """Start the child; `Ready` follows."""
        raise NotImplementedError

    def send(self, command: messages.Message) -> None:
        """Send a command; the pipe keeps it until the child reads it."""
        raise NotImplementedError

    def prepare_spare(self, command: messages.Message) -> None:
        """Send a command to the spare process, and to each later one, before it takes over."""

    def close(self, patience_ms: int = END_MS) -> None:
        """End the child and wait for its exit; emit nothing more."""
        raise NotImplementedError

    def detach(self) -> None:
        """Close the child's stdin and do not wait; emit nothing more."""
        self.close()

    def on(self, kind: type[_Kind], receiver: Callable[[_Kind], object] | SignalInstance) -> None:
        """Connect a slot or a signal to the events of a class."""
        self.events(kind).connect(receiver)

    def events(self, kind: type[messages.Event]) -> SignalInstance:
        """Return the signal for the events of a class."""
        if kind not in self._signals:
            self._signals[kind] = _EventSignal(self)
        return self._signals[kind].emitted

    def deliver(self, event: messages.Event) -> None:
        """Emit an event with `received`, then with the signal of its class."""
        self.received.emit(event)
        if signal := self._signals.get(type(event)):
            signal.emitted.emit(event)


class EngineLink(Link):
    """A child process of this program, restarted when it dies.

    Args:
        role: The child's role.
        command: Program and arguments.
        environment: Variables added to this process's environment.
        log: File that the child's stderr is appended to.
        restarts: Whether a dead child is replaced.
        patience: How long the child may be silent.
        spare: Whether a second process waits to take over.
        clock: Returns monotonic seconds.
    """

    def __init__(
        self,
        role: Role,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        log: Path,
        restarts: bool = True,
        patience: SilenceLimits = DEFAULT_LIMITS,
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
        self._responded = False
        self._watchdog = Watchdog(clock=clock)
        self._exits: deque[float] = deque(maxlen=RESTARTS)
        self._spare = SpareProcess(self._stand_by, self) if spare else None
        self._watch = QTimer(self)
        self._watch.setInterval(WATCH_MS)
        self._watch.timeout.connect(self._look)

    @property
    def running(self) -> bool:
        """Whether a child is running."""
        return self._process is not None

    @property
    def restarting(self) -> bool:
        """Whether a new child replaces the dead one."""
        return self.running

    @property
    def pid(self) -> int:
        """The child's process id, 0 without one."""
        return self._process.processId() if self._process else 0

    def start(self) -> None:
        """Start the child; `Ready` follows."""
        if self._process is not None:
            return
        self._closing = False
        self._responded = False
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
        """Make the spare process the child; return whether there was one."""
        taken = self._spare.take() if self._spare is not None else None
        if taken is None:
            return False
        process, said = taken
        self._closing, self._responded = False, bool(said)
        self._listen(process)
        self._watch.start()
        # Later, so that receivers of `died` run before receivers of the new child's events.
        QTimer.singleShot(0, self, lambda: self._greet(process, said))
        return True

    def _greet(self, process: QProcess, said: Sequence[bytes]) -> None:
        for line in said:
            # A receiver may close the link.
            if process is self._process:
                self._take(messages.decode_event(line))
        if process is self._process:
            self._read()

    def _have_a_spare(self) -> None:
        if self._spare is not None:
            self._spare.begin_later()

    def send(self, command: messages.Message) -> None:
        """Send a command; without a child it is dropped, because `Ready` triggers a resend."""
        if self._process is not None:
            self._process.write(messages.encode(command))

    def prepare_spare(self, command: messages.Message) -> None:
        """Send a command to the spare process, and to each later one, before it takes over."""
        if self._spare is not None:
            self._spare.prepare(messages.encode(command))

    def detach(self) -> None:
        """Close the child's stdin without waiting; kill the child after `LEAVE_MS`."""
        self._closing = True
        self._watch.stop()
        process, self._process = self._process, None
        if process is None:
            return
        process.finished.disconnect(self._gone)
        process.errorOccurred.disconnect(self._on_error)
        # The child may outlive this link.
        process.setParent(QCoreApplication.instance())
        process.finished.connect(process.deleteLater)
        process.closeWriteChannel()
        QTimer.singleShot(LEAVE_MS, process, process.kill)

    def close(self, patience_ms: int = END_MS) -> None:
        """Close the child's stdin, wait for its exit, and kill it after the patience."""
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
        """Wait for a child to exit; return whether it had to be killed."""
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
                break  # a suspended child cannot exit by itself
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
            self._responded = True
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
        # After a suspension of this process unread messages wait in the pipe.
        if self._process is not None:
            self._process.waitForReadyRead(0)
        if self._process is not None and self._watchdog.gives_up(
            self.pid, self._patience, importing=not self._responded
        ):
            self._give_up(f"was silent for {self._watchdog.silent_s:.1f} s")

    def _give_up(self, why: str) -> None:
        """Kill the child; `_gone` replaces it."""
        _log.error("The %s process %s", self._role, why)
        if self._process is not None:
            self._process.kill()

    def _on_error(self, error: QProcess.ProcessError) -> None:
        # After other errors `finished` follows; a child that did not start emits none.
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
