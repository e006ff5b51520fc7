"""Autosave of the running jam.

A jam is saved like the unsaved edits of a piece: a whole copy, then a line of a journal for each
change. After a crash, the next start offers it.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.clients.jamming import FinishedJam, Jam
from app.files.autosave import Autosave
from app.files.background import Background
from app.jam.pending import PendingJam
from app.state.document import Document
from engine.piece.composition import Composition

# A crash loses at most this much of a jam.
KEEP_MS = 2000


class JamAutosave(QObject):
    """Saves the running jam, and the last one until the user has kept or discarded it.

    Args:
        jam: The jam.
        pending: The last jam, its title and the user's decision.
        background: The thread that writes.
        folder: The autosave folder.

    Signals:
        failed: A SegueError: the jam was not saved.
        kept: A whole copy is on disk.
    """

    failed = Signal(object)
    kept = Signal()

    def __init__(
        self,
        jam: Jam,
        pending: PendingJam,
        background: Background,
        *,
        folder: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._jam, self._pending = jam, pending
        self._document = Document(parent=self)
        self._autosave = Autosave(self._document, background, folder=folder, parent=self)
        self._autosave.failed.connect(self.failed)
        self._autosave.kept.connect(self.kept)
        self._timer = QTimer(self, interval=KEEP_MS)
        self._timer.timeout.connect(self.keep)
        jam.changed.connect(self._on_change)
        jam.ended.connect(self._put)
        pending.changed.connect(self._on_decision)

    def keep(self) -> None:
        """Save the jam so far."""
        if self._jam.on:
            self._put(self._jam.so_far())

    def clear(self) -> None:
        """Delete the saved jam when the program ends normally."""
        self._timer.stop()
        self._autosave.clear()

    def _on_change(self) -> None:
        if self._jam.on and not self._timer.isActive():
            self._timer.start()
        elif not self._jam.on:
            self._timer.stop()

    def _on_decision(self) -> None:
        if not self._pending.waits and self._document.dirty:
            self._document.new()

    def _put(self, jammed: FinishedJam) -> None:
        if not jammed.score.note_count:
            self._on_decision()
        elif not self._document.dirty:
            title = self._pending.title()
            self._document.show(jammed.composition(), path=None, title=title, saved=False)
        else:
            made = _as_known(jammed.composition(), self._document.composition)
            self._document.amend(_always(made))


def _as_known(made: Composition, known: Composition) -> Composition:
    """Reuse the known takes that are equal, so that the journal only contains changes."""
    takes = [old if old == new else new for old, new in zip(known.takes, made.takes, strict=False)]
    return replace(made, takes=(*takes, *made.takes[len(takes) :]))


def _always(composition: Composition) -> Callable[[Composition], Composition]:
    return lambda _before: composition
