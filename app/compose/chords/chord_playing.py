"""Recognise chords that are played on a keyboard."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.clients.playing import Playing
from engine import messages


class ChordPlaying(QObject):
    """Collects keys that are held together on a MIDI or computer keyboard.

    A chord ends when the first of its keys is released. Keys that stay down are part of the next
    chord.

    Args:
        wanted: Returns whether chords are wanted now.

    Signals:
        played: A chord of two or more keys (a frozenset of pitches).
    """

    played = Signal(object)

    def __init__(
        self, playing: Playing, *, wanted: Callable[[], bool], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._playing = playing
        self._wanted = wanted
        self._held: frozenset[int] = frozenset()
        self._grows = False
        playing.note_played.connect(self._on_note)

    def _on_note(self, event: messages.NotePlayed) -> None:
        if self._playing.playing or not self._wanted():
            self._held, self._grows = frozenset(), False
        elif event.velocity:
            self._held |= {event.pitch}
            self._grows = True
        elif event.pitch in self._held:
            chord, self._held = self._held, self._held - {event.pitch}
            complete, self._grows = self._grows and len(chord) > 1, False
            if complete:
                self.played.emit(chord)
