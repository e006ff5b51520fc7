"""Tell from the player's peaks that something sounds though nothing plays: a note hangs."""

from PySide6.QtCore import QObject

from app.clients.playing import Playing
from app.clients.sound import Sound
from app.views.transport.bar import TransportBar
from engine import messages

# -50 dB: louder than the end of a reverberation.
_AUDIBLE_LEVEL = 3e-3
# The player sends 15 peaks a second; a held chord or a long release rarely lasts eight seconds.
_PEAKS = 15 * 8


class HangingNotes(QObject):
    """Makes Panic stand out while something has sounded for eight seconds with nothing played."""

    def __init__(
        self,
        transport: TransportBar,
        *,
        playing: Playing,
        sound: Sound,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._transport = transport
        self._playing = playing
        self._peaks = 0
        sound.levels_changed.connect(self._on_levels)
        playing.playing_changed.connect(lambda _on: self._count(0))

    def _on_levels(self, levels: messages.Levels) -> None:
        sounds = not self._playing.playing and max(levels.master) > _AUDIBLE_LEVEL
        self._count(self._peaks + 1 if sounds else 0)

    def _count(self, peaks: int) -> None:
        self._peaks = peaks
        self._transport.show_hanging(on=peaks >= _PEAKS)
