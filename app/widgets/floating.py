"""A part that lies over another one: it comes and goes, and what is under it stays where it is."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

# Wide enough for two sentences and two buttons; more would be long lines to read.
_WIDEST = 760
_AIR = 10
# Under the overview, the chords and the ruler of a piece, which are aimed at all the time.
_BELOW = 86


class Floating(QObject):
    """Keeps a widget over the middle of another one, near its upper edge.

    Args:
        part: What floats; its parent becomes that of `ground`.
        ground: What it lies over.
    """

    def __init__(self, part: QWidget, ground: QWidget) -> None:
        super().__init__(part)
        self._part, self._ground = part, ground
        part.setParent(ground.parentWidget())
        part.installEventFilter(self)
        ground.installEventFilter(self)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        moved = event.type() in (QEvent.Type.Resize, QEvent.Type.Move)
        changed = event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show)
        if (watched is self._ground and moved) or (watched is self._part and changed):
            self._place()
        return False

    def _place(self) -> None:
        width = min(_WIDEST, self._ground.width() - 2 * _AIR)
        inside = self._part.layout()
        height = inside.totalHeightForWidth(width) if inside and inside.hasHeightForWidth() else -1
        height = height if height > 0 else self._part.sizeHint().height()
        left = self._ground.x() + (self._ground.width() - width) // 2
        self._part.setGeometry(left, self._ground.y() + _BELOW, width, height)
        self._part.raise_()
