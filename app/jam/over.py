"""A jam that is over: kept as a piece or thrown away, and never lost without a word."""

from datetime import datetime

from PySide6.QtCore import QObject, Signal

from app.clients.jamming import FinishedJam, Jam
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.words.figures import number


class JamOver(QObject):
    """Holds the last jam until the user decides.

    Args:
        shell: Over which is asked.
        jam: What may still be on.
        parent: Qt's owner.

    Signals:
        changed: There is a jam to decide about, or none any more.
        kept: It is to be the document (its composition, its title).
        taken: It is the document now.
    """

    changed = Signal()
    kept = Signal(object, str)
    taken = Signal()

    def __init__(self, shell: Shell, jam: Jam, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shell, self._jam = shell, jam
        self._jammed: FinishedJam | None = None
        self._title = ""

    @property
    def waits(self) -> bool:
        """Whether there is a jam to decide about."""
        return self._jammed is not None

    def title(self) -> str:
        """Return what a jam of now is called."""
        now = f"{datetime.now().astimezone():%d %b %H:%M}"
        return self.tr("Jam %1").replace("%1", now)

    def take(self, jammed: FinishedJam) -> str:
        """Hold a jam; return what was played in words, nothing where nothing was."""
        if not jammed.score.note_count:
            return ""
        self._jammed = jammed
        self._title = self.title()
        me, segue = (len(track.notes) for track in jammed.score.tracks)
        text = self.tr("Notes played: %1 by you, %2 by Segue.").replace("%1", number(me))
        self.changed.emit()
        return text.replace("%2", number(segue))

    def keep(self) -> None:
        """Ask for it to be made the document; unsaved work is seen to first."""
        if self._jammed is not None:
            self.kept.emit(self._jammed.composition(), self._title)

    def on_taken(self) -> None:
        """It is the document now."""
        if self._jammed is not None:
            self._jammed = None
            self.taken.emit()
            self.changed.emit()

    def discard(self) -> None:
        """Throw it away."""
        self._jammed = None
        self.changed.emit()

    def may_close(self) -> bool:
        """Return whether the window may close; asks where a jam would be lost."""
        if not self._jam.on and not self.waits:
            return True
        return dialogs.confirm(
            self._shell.frame,
            self.tr("The jam is neither kept nor discarded."),
            detail=self.tr("Stop it and keep it as a piece, or it is lost."),
            yes=self.tr("Close"),
        )
