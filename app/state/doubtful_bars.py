"""The bar lines of a grid that are doubtful, and those that the user put where they are."""

from collections.abc import Iterable
from typing import Literal

from PySide6.QtCore import QObject, Signal

from app.state.document import Document
from engine.form.regridding import Regridding
from engine.values.score import Score, Tempo, TimeSignature

Tempos = tuple[Tempo, ...]
Meters = tuple[TimeSignature, ...]
Ticks = tuple[int, ...]


class DoubtfulBars(QObject):
    """Knows the doubtful and the settled bar lines of each grid of this session.

    No file holds them. A grid is known by its tempos. A bar line that the user moves is settled,
    and no longer doubtful.

    Signals:
        changed: Other bars are doubtful.
        was_settled: The user moved a bar line.
    """

    changed = Signal()
    was_settled = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        # Of each grid: its tempos, its doubtful and its settled bar lines, its meters if only they
        # tell it from another one.
        self._known: list[tuple[Tempos, Ticks, Ticks, Meters | None]] = []
        document.replaced.connect(self._known.clear)
        document.ruler_changed.connect(self.changed)

    def remember(self, regridding: Regridding, ticks: Ticks) -> None:
        """Store where the doubtful bars of a grid begin, before the piece gets that grid.

        Args:
            regridding: The change from the current grid to that one.
            ticks: In that one.
        """
        settled = tuple(map(regridding.at, self.settled))
        self._known.append((regridding.tempos, ticks, settled, None))

    def carry(self, regridding: Regridding, *, settled: int) -> None:
        """Store the doubtful bars of the grid that a correction makes.

        Args:
            regridding: The correction, of the current grid.
            settled: Tick, before the correction, of the bar line that the user put right.
        """
        ticks = tuple(regridding.at(tick) for tick in self.ticks if tick != settled)
        others = {regridding.at(tick) for tick in self.settled if tick != settled}
        # A bar line keeps its tick: what sounds there is another moment.
        self._known.append((regridding.tempos, ticks, tuple(sorted({*others, settled})), None))
        self.was_settled.emit()

    def keep(self, score: Score, *, settled: Iterable[int]) -> None:
        """Store the bar lines of the score that an edit makes, which moves no event.

        Args:
            score: After the edit.
            settled: The bar lines that the user put where they are, in it.
        """
        before, lines = self._document.score, tuple(sorted(settled))
        ticks = tuple(tick for tick in self.ticks if tick not in lines)
        # Undo goes back to these.
        self._known.append((before.tempos, self.ticks, self.settled, before.time_signatures))
        self._known.append((score.tempos, ticks, lines, score.time_signatures))

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
