"""Move single bar lines in music that was played without a click; the notes keep their seconds."""

from PySide6.QtCore import QObject

from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.state import beat_edits
from app.state.document import Document
from app.state.doubtful_bars import DoubtfulBars
from engine.form.regridding import Regridding


class BarLineMoves(QObject):
    """Turns drags of bar lines on the ruler, and the entry of its menu, into undo steps.

    Args:
        doubtful: A bar line that was moved is not doubtful any more.
    """

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        document: Document,
        doubtful: DoubtfulBars,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._status = shell.status
        self._roll = page.roll
        self._document = document
        self._doubtful = doubtful
        page.ruler.bar_line_moving.connect(self._preview)
        page.ruler.bar_line_dragged.connect(self.move)

    def move(self, line: int, to: int) -> None:
        """Put the bar line at a tick where another tick sounds now."""
        self._roll.show_found_lines(())
        if to == line:
            return
        score = self._document.score
        try:
            changed = beat_edits.with_bar_line_at(score, line, to)
        except ValueError:
            text = self.tr("The bar line stays: no file could write the tempo beside it.")
            self._status.show_reason(text)
            return
        regridding = Regridding.between(score, changed)
        self._doubtful.carry(regridding, settled=line)
        self._document.regrid(self.tr("Move bar line"), regridding)

    def _preview(self, line: int, to: int) -> None:
        number = self._document.timeline.bars.bar_at(line) + 1
        self._roll.show_found_lines((float(to),), first=number)
