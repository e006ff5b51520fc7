"""The key at the playhead: from the key signatures, or estimated from the notes."""

from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.state.document import Document
from engine.harmony.keys import Key, estimate_key

if TYPE_CHECKING:
    from engine.values.score import Score

# Enough notes for a stable estimate; bounds the time after each edit of a long piece.
_NOTES_FOR_KEY = 4000


def key_of(score: "Score") -> Key | None:
    """Return the first written key of a score, or the one that its notes are in; None without."""
    if score.key_signatures:
        return Key.of(score.key_signatures[0])
    return estimate_key(islice(score.pitched_notes(), _NOTES_FOR_KEY))


class CurrentKey(QObject):
    """Follows the key at the playhead.

    Signals:
        changed: The key changed (a Key, or None without notes).
    """

    changed = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._key: Key | None = None
        self._tick = 0.0
        self._estimated: Score | None = None
        self._estimate: Key | None = None
        # The timer joins all edits of one event-loop turn into one estimate.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._find)
        document.notes_changed.connect(self._soon.start)
        document.tracks_changed.connect(self._soon.start)
        document.ruler_changed.connect(self._find)

    @property
    def key(self) -> Key | None:
        """The written or estimated key at the playhead; None without notes."""
        self._find()
        return self._key

    def at(self, tick: int) -> Key | None:
        """Return the key that holds at a tick."""
        held = [each for each in self._document.score.key_signatures if each.tick <= tick]
        return Key.of(held[-1]) if held else self.key

    def move_to(self, tick: float) -> None:
        """Set the playhead's tick."""
        self._tick = tick
        if len(self._document.score.key_signatures) > 1:
            self._find()

    def _find(self) -> None:
        signatures = self._document.score.key_signatures
        if signatures:
            held = [each for each in signatures if each.tick <= self._tick]
            key: Key | None = Key.of(held[-1] if held else signatures[0])
        else:
            key = self._guess()
        if key != self._key:
            self._key = key
            self.changed.emit(key)

    def _guess(self) -> Key | None:
        score = self._document.score
        if score is not self._estimated:
            self._estimated, self._estimate = score, key_of(score)
        return self._estimate
