"""Check in the reader process whether the bar lines of an imported piece fit its notes."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.files.read_threads import ReadThreads
from engine.ground.errors import SegueError
from engine.messages import BarsFound
from engine.piece.opening import PieceReader
from engine.values.beats import NOTHING_SAID, SaidBeats
from engine.values.score import Score

# Larger pieces take too long for this suggestion.
MOST_NOTES = 100_000


class BarCheck(QObject):
    """Asks the reader process; changes nothing.

    Signals:
        do_not_fit: The bars do not fit (the score, the corrected `RightBars`).
        fit: The bars fit already (the score).
        no_beats: No steady beat was found (the score).
        failed: The check failed (the score, the `SegueError`).

    Args:
        read_threads: Runs the request in a thread.
        kind: Checks of the same kind take the place of each other.
    """

    do_not_fit = Signal(object, object)
    fit = Signal(object)
    no_beats = Signal(object)
    failed = Signal(object, object)

    def __init__(
        self,
        read_threads: ReadThreads,
        reader: PieceReader,
        parent: QObject | None = None,
        *,
        kind: str = "bars",
    ) -> None:
        super().__init__(parent)
        self._read_threads = read_threads
        self._reader = reader
        self._kind = kind

    def check(self, score: Score) -> None:
        """Check a score that is not too large for a suggestion; a signal may follow."""
        if 0 < score.note_count <= MOST_NOTES:
            self.find(score)

    def cancel(self) -> None:
        """Drop the check that is under way: no signal follows."""
        self._read_threads.drop(self._kind)

    def find(self, score: Score, *, said: SaidBeats = NOTHING_SAID) -> None:
        """Check a score of any size; one of the signals follows unless another check begins.

        Args:
            score: The piece.
            said: The beats and bar lines that the user is sure of.
        """

        def done(found: BarsFound) -> None:
            if found.right is not None:
                self.do_not_fit.emit(score, found.right)
            else:
                (self.fit if found.fit else self.no_beats).emit(score)

        def failed(error: SegueError) -> None:
            self.failed.emit(score, error)

        self._read_threads.read(
            Path(score.title or "."),
            fetch=lambda: None,
            make=lambda _nothing: self._reader.find_bars(score, said=said),
            done=done,
            failed=failed,
            replaced_by=self._kind,
        )
