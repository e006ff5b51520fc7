"""The bar lines of a grid that are doubtful, and those that the user put where they are."""

from typing import Literal

from PySide6.QtCore import QObject, Signal

from app.state.document import Document
from engine.form.regridding import Regridding
from engine.values.score import Tempo, TimeSignature

Tempos = tuple[Tempo, ...]
Meters = tuple[TimeSignature, ...]
Ticks = tuple[int, ...]


class DoubtfulBars(QObject):
    """Knows the doubtful and the settled bar lines of each grid of this session.

    No file holds them. A grid is known by its tempos, and by its meters unless these were edited.

    Signals:
        changed: Other bars are doubtful.
    """

    changed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        # Of each grid: its tempos, its doubtful and its settled bar lines, its meters.
        self._known: list[tuple[Tempos, Ticks, Ticks, Meters]] = []
        document.replaced.connect(self._known.clear)
        document.ruler_changed.connect(self.changed)

    def remember(self, regridding: Regridding, ticks: Ticks, *, settled: Ticks) -> None:
        """Store the bar lines of a grid, before the piece gets that grid.

        Args:
            regridding: The change from the current grid to that one.
            ticks: Where doubtful bars begin, in that one.
            settled: The bar lines that the user put where they are, in that one.
        """
        before, after = self._document.score, regridding.steps[-1].after
        # Undo goes back to these.
        self._known.append((before.tempos, self.ticks, self.settled, before.time_signatures))
        self._known.append((after.tempos, ticks, settled, after.time_signatures))

    @property
    def ticks(self) -> Ticks:
        """Where the doubtful bars of the piece begin."""
        return self._bar_lines(1)

    @property
    def settled(self) -> Ticks:
        """The bar lines of the piece that the user put where they are."""
        return self._bar_lines(2)

    def _bar_lines(self, which: Literal[1, 2]) -> Ticks:
        score, bars = self._document.score, self._document.timeline.bars
        here = [known for known in self._known if known[0] is score.tempos]
        # The meters may have been edited since.
        exact = [known for known in here if known[3] is score.time_signatures]
        for known in (exact or here)[-1:]:
            return tuple(t for t in known[which] if bars.start_of(bars.bar_at(t)) == t)
        return ()
