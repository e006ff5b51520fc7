"""Chords played into their lane: what is held together on a keyboard names one."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.clients.playing import Playing
from engine import messages


class ChordPlaying(QObject):
    """Hears keys that are held together, on a MIDI keyboard or the computer's keys.

    A chord is whatever is down when the first of its keys is let go; who goes on without letting
    go of the others plays the next one with them.

    Args:
        playing: Who hears the keys. While music moves they are played to it.
        wanted: Returns whether chords are to be heard now.
        parent: Qt's owner.

    Signals:
        played: The pitches of a chord (frozenset of int), two or more.
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
