"""One job as a QObject: a link to a child that does one thing, and the way in which it ended."""

from typing import Any

import shiboken6
from PySide6.QtCore import QObject, QTimer, Signal

from app.clients.engine_link import END_MS, Link
from engine import messages


class Job(QObject):
    """Long work with an ending: progress, then exactly one of finished, failed or stopped.

    Args:
        link: A child that does nothing else.
        commands: What it is to do, one after another.
        until: The event, or one of the events, that ends it well.
        parent: Qt's owner.

    Signals:
        progressed: An event on the way.
        finished: The event that ends it well.
        failed: A `messages.Failed`.
        stopped: It ended because it was told to.
        ended: After any of the three.
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
        """Whether its end is still to come."""
        return not self._over

    def start(self) -> None:
        """Start the child and give it the work."""
        self._link.start()
        for command in self._commands:
            self._link.send(command)

    def stop(self, *, discard: bool = False) -> None:
        """Ask it to end; `stopped` or `finished` follows."""
        if self.running:
            self._link.send(messages.StopJob(discard=discard))

    def pause(self, *, paused: bool) -> None:
        """Pause it or let it go on."""
        if self.running:
            self._link.send(messages.PauseJob(paused=paused))

    def close(self, patience_ms: int = END_MS) -> None:
        """End the child, wait for that, and give none of the three endings."""
        self._over = True
        self._link.close(patience_ms)

    def leave(self) -> None:
        """End the child without waiting for it, and give none of the three endings."""
        self._over = True
        self._link.leave()

    def let_go(self) -> None:
        """Delete it, but not before its link has let the child end."""
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
        # Not from within the link's own signal: it may still have lines to read.
        self.ended.emit()
        QTimer.singleShot(0, self._link, self._leave)

    def _leave(self) -> None:
        self._left = True
        self._link.leave()
        if self._unwanted and shiboken6.isValid(self):
            self.deleteLater()
