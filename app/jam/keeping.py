"""The jam of now on disk as it is played: a window that crashes does not take it along.

It is kept as a piece's unsaved edits are, a line for what came since the line before, and is
offered as they are when Segue is started the next time.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.clients.jamming import FinishedJam, Jam
from app.files.autosave import Autosave
from app.files.background import Background
from app.jam.over import JamOver
from app.state.document import Document
from engine.piece.composition import Composition

KEEP_MS = 2000


class JamKeeping(QObject):
    """Keeps the jam that is on, and the last one until it is decided about.

    Args:
        jam: What is played.
        over: Who decides, and what it is called.
        background: Where it is written.
        folder: Where to: that of other unsaved work.
        parent: Qt's owner.

    Signals:
        failed: It could not be kept (a SegueError).
        kept: A whole copy of it is on disk.
    """

    failed = Signal(object)
    kept = Signal()

    def __init__(
        self,
        jam: Jam,
        over: JamOver,
        background: Background,
        *,
        folder: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._jam, self._over = jam, over
        self._document = Document(parent=self)
        self._autosave = Autosave(self._document, background, folder=folder, parent=self)
        self._autosave.failed.connect(self.failed)
        self._autosave.kept.connect(self.kept)
        self._timer = QTimer(self, interval=KEEP_MS)
        self._timer.timeout.connect(self.keep)
        jam.changed.connect(self._on_change)
        jam.ended.connect(self._put)
        over.changed.connect(self._on_decision)

    def keep(self) -> None:
        """Keep what was played up to now."""
        if self._jam.on:
            self._put(self._jam.so_far())

    def clear(self) -> None:
        """Delete what was kept: the program ends, and nobody wanted it."""
        self._timer.stop()
        self._autosave.clear()

    def _on_change(self) -> None:
        if self._jam.on and not self._timer.isActive():
            self._timer.start()
        elif not self._jam.on:
            self._timer.stop()

    def _on_decision(self) -> None:
        if not self._over.waits and self._document.dirty:
            self._document.new()

    def _put(self, jammed: FinishedJam) -> None:
        if not jammed.score.note_count:
            self._on_decision()
        elif not self._document.dirty:
            title = self._over.title()
            self._document.show(jammed.composition(), path=None, title=title, saved=False)
        else:
            made = _as_known(jammed.composition(), self._document.composition)
            self._document.amend(_always(made))


def _as_known(made: Composition, known: Composition) -> Composition:
    """Return a composition whose takes are those that are known, where they are the same."""
    takes = [old if old == new else new for old, new in zip(known.takes, made.takes, strict=False)]
    return replace(made, takes=(*takes, *made.takes[len(takes) :]))


def _always(composition: Composition) -> Callable[[Composition], Composition]:
    return lambda _before: composition
