"""A widget that floats over another one without moving the layout under it."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QWidget

# Pixels. Wide enough for two sentences and two buttons; longer lines are hard to read.
_WIDEST = 760
_AIR = 10
_MOVES = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)
_GROWS = (QEvent.Type.LayoutRequest, QEvent.Type.Show)


class Floating(QObject):
    """Keeps a widget over the bottom edge of another one.

    Args:
        part: The floating widget.
        whole: The widget that becomes the parent of `part`.
        ground: Returns the area of `whole` to float over; called at every move.
        card: A widget that `part` never covers; `part` then moves to the bottom of `whole`.
    """

    def __init__(
        self, part: QWidget, whole: QWidget, *, ground: Callable[[], QWidget], card: QWidget
    ) -> None:
        super().__init__(part)
        self._part, self._whole, self._card = part, whole, card
        self._ground = ground
        self._watched: set[QObject] = {part, whole, card}
        part.setParent(whole)
        for each in self._watched:
            each.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (_GROWS if watched is self._part else _MOVES):
            self.place()
        return False

    def place(self) -> None:
        """Move the widget to its place, and raise it."""
        if self._part.isHidden():
            return
        ground = self._ground()
        self._watch(ground)
        box = self._over(ground)
        if not self._card.isHidden() and box.intersects(self._card.geometry()):
            box.moveBottom(self._whole.height() - _AIR)
        self._part.setGeometry(box)
        self._part.raise_()

    def _watch(self, ground: QWidget) -> None:
        """Filter the events of the ground and its parents, so that their moves are noticed."""
        each: QWidget | None = ground
        while each is not None and each not in self._watched:
            self._watched.add(each)
            each.installEventFilter(self)
            each = each.parentWidget()

    def _over(self, ground: QWidget) -> QRect:
        corner = ground.mapTo(self._whole, QPoint(0, 0))
        room = QRect(corner, ground.size()).adjusted(_AIR, 0, -_AIR, -_AIR)
        least = self._part.minimumSizeHint().width()
        width = min(_WIDEST, max(least, room.width()))
        if self._height(width) > room.bottom():
            # The text is too high for a narrow ground: use the full width of the window instead.
            width = min(_WIDEST, self._whole.width() - 2 * _AIR)
        box = QRect(0, 0, width, self._height(width))
        box.moveCenter(room.center())
        box.moveBottom(room.bottom())
        # Extend a narrow ground to the left, because the Continue button is at its right.
        box.moveRight(min(box.right(), room.right()))
        box.moveLeft(max(box.left(), _AIR))
        return box

    def _height(self, width: int) -> int:
        inside = self._part.layout()
        if inside is None or not inside.hasHeightForWidth():
            return self._part.sizeHint().height()
        return inside.totalHeightForWidth(width)
