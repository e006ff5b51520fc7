"""Hear a finished jam before it is kept."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.clients.playing import Playing
from engine.values.score import Score

if TYPE_CHECKING:
    from app.state.lease import Lease


class JamHearing(QObject):
    """Plays the last jam until the next stop.

    Args:
        playing: The transport.

    Signals:
        changed: It began to sound, or ended.
    """

    changed = Signal()

    def __init__(self, playing: Playing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._playing = playing
        self._lease: Lease | None = None

    @property
    def on(self) -> bool:
        """Whether the jam is heard."""
        return self._lease is not None and self._playing.leases.is_newest(self._lease)

    def toggle(self, score: Score, tick: int, *, lead: int) -> None:
        """Play a jam, whose first bar begins after a lead, from a tick; or end that."""
        if self.on:
            self._playing.stop()
            return
        leases, ended = self._playing.leases, self._end
        self._lease = leases.grant(score, passing=True, foreign=True, ended=ended, lead=lead)
        leases.play(self._lease, tick)
        self.changed.emit()

    def stop(self) -> None:
        """End it, if it is heard."""
        if self.on:
            self._playing.stop()

    def _end(self) -> None:
        self._lease = None
        self.changed.emit()
