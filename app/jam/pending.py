"""The last jam, until the user keeps it as a piece or discards it."""

from datetime import datetime

from PySide6.QtCore import QObject, Signal

from app.clients.jamming import FinishedJam, Jam
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.state.bar_edits import deleted
from app.words.figures import number
from engine.piece.composition import Composition
from engine.values.time import BarMap


class PendingJam(QObject):
    """Holds the last jam until the user decides.

    Args:
        shell: The parent of dialogs.
        jam: The jam, which may still run.

    Signals:
        changed: A jam waits for a decision, or no longer does.
        keep_requested: The user wants it as the document (its composition, its title).
        became_document: It became the document (the `FinishedJam`).
    """

    changed = Signal()
    keep_requested = Signal(object, str)
    became_document = Signal(object)

    def __init__(self, shell: Shell, jam: Jam, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shell, self._jam = shell, jam
        self._jammed: FinishedJam | None = None
        self._title = ""
        self._is_part = False

    @property
    def waits(self) -> bool:
        """Whether a jam waits for a decision."""
        return self._jammed is not None

    def title(self) -> str:
        """Return a title for a jam that ends now."""
        now = f"{datetime.now().astimezone():%d %b %H:%M}"
        return self.tr("Jam %1").replace("%1", now)

    def take(self, jammed: FinishedJam) -> str:
        """Hold a jam; return a sentence with its number of notes, empty without notes."""
        if not jammed.score.note_count:
            return ""
        self._jammed = jammed
        self._title = self.title()
        me, segue = (len(track.notes) for track in jammed.score.tracks)
        text = self.tr("Notes played: %1 by you, %2 by Segue.").replace("%1", number(me))
        self.changed.emit()
        return text.replace("%2", number(segue))

    def keep(self, bars: tuple[int, int] | None = None) -> None:
        """Ask for the jam to become the document; the receiver asks about unsaved work first.

        Args:
            bars: The first and the last bar to keep, from 0 after the count-in; None keeps all.
        """
        if self._jammed is None:
            return
        self._is_part = bars is not None
        composition, title = self._jammed.composition(), self._title
        if bars is not None:
            composition = _only(composition, self._jammed.begin, bars)
            text = self.tr("%1, bars %2–%3").replace("%1", title)
            title = text.replace("%2", str(bars[0] + 1)).replace("%3", str(bars[1] + 1))
        self.keep_requested.emit(composition, title)

    def on_became_document(self) -> None:
        """Forget the jam, which is now the document; of a part, the whole jam still waits."""
        if self._jammed is None:
            return
        self.became_document.emit(self._jammed)
        if not self._is_part:
            self._jammed = None
            self.changed.emit()

    def discard(self) -> None:
        """Forget the jam without keeping it."""
        self._jammed = None
        self.changed.emit()

    def may_close(self) -> bool:
        """Return whether the window may close; asks the user if that would lose a jam."""
        if not self._jam.on and not self.waits:
            return True
        return dialogs.confirm(
            self._shell.frame,
            self.tr("The jam is neither kept nor discarded."),
            detail=self.tr("Stop it and keep it as a piece, or it is lost."),
            yes=self.tr("Close"),
        )


def _only(composition: Composition, begin: int, bars: tuple[int, int]) -> Composition:
    """Return the bars from one to another, from 0, of a jam whose first bar begins at a tick."""
    lines = BarMap.of(composition.score)
    first = lines.bar_at(begin)
    start, past = (lines.start_of(first + bar) for bar in (bars[0], bars[1] + 1))
    end = lines.start_of(lines.bars_until(composition.score.end))
    if past < end:
        composition = deleted(composition, (past, end))
    return deleted(composition, (0, start)) if start else composition
