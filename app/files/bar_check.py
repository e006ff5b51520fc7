"""Whether the bars of a piece that was imported fit its notes, found out beside the window."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.files.outside import Outside
from engine.music.score import Score
from engine.piece.opening import PieceReader

# What is larger takes the reader longer than a user thinks of the bars.
MOST_NOTES = 100_000
_CHECKING = "bars"


class BarCheck(QObject):
    """Asks the process that opens pieces; nothing is changed.

    Signals:
        do_not_fit(object, object): The piece as it is, and what would put its bars right (Score,
            `RightBars`).

    Args:
        outside: Whose threads wait for the answer.
        reader: Knows where the music has its bars.
        parent: Qt's owner.
    """

    do_not_fit = Signal(object, object)

    def __init__(
        self, outside: Outside, reader: PieceReader, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._outside = outside
        self._reader = reader

    def check(self, score: Score) -> None:
        """Find out about a piece; `do_not_fit` follows, or nothing."""
        if not 0 < score.note_count <= MOST_NOTES:
            return

        def done(found: object) -> None:
            if found is not None:
                self.do_not_fit.emit(score, found)

        self._outside.read(
            Path(score.title or "."),
            fetch=lambda: None,
            make=lambda _nothing: self._reader.right_bars(score),
            done=done,
            # Nobody asked: what cannot be found out is not told.
            failed=lambda _error: None,
            replaced_by=_CHECKING,
        )
