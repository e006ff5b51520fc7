"""One job in a child process of its own, and how it ended."""

from typing import Any

import shiboken6
from PySide6.QtCore import QObject, QTimer, Signal

from app.clients.engine_link import END_MS, Link
from engine import messages


class Job(QObject):
    """A long task: emits progress, then exactly one of finished, failed or stopped.

    Args:
        link: A child that runs only this job.
        commands: The commands, carried out in order.
        until: The event classes that mean success.

    Signals:
        progressed: An event before the end.
        finished: The event that means success.
        failed: A `messages.Failed`.
        stopped: The job ended after `stop`.
        ended: Follows each of the three.
    """

    progressed = Signal(object)
    finished = Signal(object)
    failed = Signal(object)
    stopped = Signal()
    ended = Signal()

    def __init__(
        self,
        link: Link,
        *commands: messages.JobCommand,
        until: type[messages.Message] | tuple[type[messages.Message], ...],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._link = link
        self._commands = commands
        self._until = until
        self._over = self._left = self._unwanted = False
        link.received.connect(self._on_event)
        link.died.connect(self._on_death)

    @property
    def running(self) -> bool:
        """Whether the job has not ended."""
        return not self._over

    def start(self) -> None:
        """Start the child and send the commands."""
        self._link.start()
        for command in self._commands:
            self._link.send(command)

    def stop(self, *, discard: bool = False) -> None:
        """Request the end; `stopped` or `finished` follows."""
        if self.running:
            self._link.send(messages.StopJob(discard=discard))

    def pause(self, *, paused: bool) -> None:
        """Pause or resume the job."""
        if self.running:
            self._link.send(messages.PauseJob(paused=paused))

    def close(self, patience_ms: int = END_MS) -> None:
        """End the child and wait for its exit; emit nothing more."""
        self._over = True
        self._link.close(patience_ms)

    def detach(self) -> None:
        """End the child without waiting; emit nothing more."""
        self._over = True
        self._link.detach()

    def delete_when_ended(self) -> None:
        """Delete this object after the child has ended."""
        self._unwanted = True
        if self._left:
            self.deleteLater()

    def _on_event(self, event: messages.Event) -> None:
        if self._over:
            return
        if isinstance(event, self._until):
            self._end(self.finished, event)
        elif isinstance(event, messages.Failed):
            self._end(self.failed, event)
        elif isinstance(event, messages.JobStopped):
            self._over = True
            self.stopped.emit()
            self._close_soon()
        elif not isinstance(event, messages.Ready | messages.Alive):
            self.progressed.emit(event)

    def _end(self, signal: Any, event: messages.Message) -> None:
        self._over = True
        signal.emit(event)
        self._close_soon()

    def _on_death(self, sentence: str) -> None:
        if not self._over:
            self._over = True
            self.failed.emit(messages.Failed(message=sentence))
            self._close_soon()

    def _close_soon(self) -> None:
        # Not inside the link's signal: the link may still have lines to read.
        self.ended.emit()
        QTimer.singleShot(0, self._link, self._leave)

    def _leave(self) -> None:
        self._left = True
        self._link.detach()
        if self._unwanted and shiboken6.isValid(self):
            self.deleteLater()
