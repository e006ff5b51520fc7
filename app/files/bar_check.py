"""Check in the reader process whether the bar lines of an imported piece fit its notes."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.files.read_threads import ReadThreads
from engine.music.score import Score
from engine.piece.opening import PieceReader

# Larger pieces take too long for this suggestion.
MOST_NOTES = 100_000
_CHECKING = "bars"


class BarCheck(QObject):
    """Asks the reader process; changes nothing.

    Signals:
        do_not_fit: The bars do not fit (the score, the corrected `RightBars`).

    Args:
        read_threads: Runs the request in a thread.
    """

    do_not_fit = Signal(object, object)

    def __init__(
        self, read_threads: ReadThreads, reader: PieceReader, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._read_threads = read_threads
        self._reader = reader

    def check(self, score: Score) -> None:
        """Check a score; `do_not_fit` may follow."""
        if not 0 < score.note_count <= MOST_NOTES:
            return

        def done(found: object) -> None:
            if found is not None:
                self.do_not_fit.emit(score, found)

        self._read_threads.read(
            Path(score.title or "."),
            fetch=lambda: None,
            make=lambda _nothing: self._reader.right_bars(score),
            done=done,
            # The user did not ask for this check, so failures are not shown.
            failed=lambda _error: None,
            replaced_by=_CHECKING,
        )
