"""Bars over the roll: seek, loop, the boundary where Segue goes on, and what it remembers."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.geometry import SnapName, Transform
from engine.music.time import Timeline


class Ruler(QWidget):
    """24 pixels of bar numbers.

    Signals:
        seek_requested(int): Tick of a click.
        loop_dragged(int, int): Start and end of a range dragged on the ruler.
        boundary_dragged(int): Tick (a bar line) where the flag was dropped.
        transform_changed(object): The `Transform` after the wheel.
    """

    seek_requested = Signal(int)
    loop_dragged = Signal(int, int)
    boundary_dragged = Signal(int)
    transform_changed = Signal(object)

    def show_timeline(self, timeline: Timeline) -> None:
        """Show bars and markers of this score."""

    def show_transform(self, transform: Transform) -> None:
        """Scroll and zoom as the roll does."""

    def show_playhead(self, tick: float) -> None:
        """Show where the music is."""

    def show_loop(self, *, start: int, end: int, enabled: bool) -> None:
        """Show the loop range; empty shows none."""

    def show_boundary(self, tick: int | None) -> None:
        """Show the flag where the continuation starts, or no flag."""

    def show_memory(self, *, start: int, end: int) -> None:
        """Shade the ticks the model remembers exactly; empty shades nothing."""

    def show_snap(self, name: SnapName) -> None:
        """Snap loop ends to this grid."""
