"""The whole piece in 28 pixels, with the part in sight framed."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.music.score import Note, Score


class Overview(QWidget):
    """A miniature of the piece.

    Signals:
        window_dragged(float): Tick that shall be at the roll's left edge.
    """

    window_dragged = Signal(float)

    def show_score(self, score: Score, colours: tuple[int, ...]) -> None:
        """Show this music in these track colours."""

    def show_continuation(self, notes: tuple[tuple[int, Note], ...]) -> None:
        """Show notes that are offered."""

    def show_window(self, *, start: float, end: float) -> None:
        """Frame the ticks in sight in the roll."""

    def show_playhead(self, tick: float) -> None:
        """Show where the music is."""
