"""Velocities, or a controller, under the roll."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.geometry import Transform
from engine.music.score import Control, Note

VELOCITY = -1


class VelocityLane(QWidget):
    """One stem a note: drag over stems to set velocities, or draw a controller.

    Signals:
        edit_requested(object, object, str): Tuple of Notes to remove, tuple of Notes to add, and
            what the user did.
        controls_edited(object, object, str): The same with Controls.
        lane_chosen(int): Controller number, or -1 for velocity.
    """

    edit_requested = Signal(object, object, str)
    controls_edited = Signal(object, object, str)
    lane_chosen = Signal(int)

    def show_notes(
        self, notes: tuple[Note, ...], *, colour: int, selection: tuple[Note, ...] = ()
    ) -> None:
        """Show the current track's notes in its colour; selected ones stand out."""

    def show_controls(self, controls: tuple[Control, ...]) -> None:
        """Show the current track's controllers."""

    def show_continuation(self, notes: tuple[Note, ...]) -> None:
        """Show notes offered for the current track, in the accent."""

    def show_lane(self, number: int) -> None:
        """Show this controller, or velocity (-1)."""

    def show_transform(self, transform: Transform) -> None:
        """Scroll and zoom as the roll does."""
