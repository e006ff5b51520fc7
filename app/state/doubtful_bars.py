"""The bars of which the tracker of beats is not certain, while the piece has the beats found."""

from PySide6.QtCore import QObject, Signal

from app.state.document import Document
from engine.form.regridding import Regridding
from engine.values.score import Tempo

Tempos = tuple[Tempo, ...]


class DoubtfulBars(QObject):
    """Knows for each grid of this session where its doubtful bars begin; a file does not hold it.

    A grid is known by its tempos. A bar line that the user moves away from its tick is not
    doubtful any more.

    Signals:
        changed: Other bars are doubtful.
    """

    changed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._known: list[tuple[Tempos, tuple[int, ...]]] = []
        document.replaced.connect(self._known.clear)
        document.ruler_changed.connect(self.changed)

    def remember(self, tempos: Tempos, ticks: tuple[int, ...]) -> None:
        """Store where the doubtful bars of a grid begin, before the piece gets that grid."""
        self._known.append((tempos, ticks))

    def carry(self, regridding: Regridding, *, settled: int) -> None:
        """Store the doubtful bars of the grid that a correction makes.

        Args:
            regridding: The correction, of the current grid.
            settled: Tick, before the correction, of the bar line that the user put right.
        """
        ticks = tuple(regridding.at(tick) for tick in self.ticks if tick != settled)
        self.remember(regridding.tempos, ticks)

    @property
    def ticks(self) -> tuple[int, ...]:
        """Where the doubtful bars of the piece begin."""
        score, bars = self._document.score, self._document.timeline.bars
        for tempos, ticks in reversed(self._known):
            if tempos is score.tempos:
                return tuple(tick for tick in ticks if bars.start_of(bars.bar_at(tick)) == tick)
        return ()
