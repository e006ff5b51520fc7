"""A part that lies over another one: it comes and goes, and what is under it stays where it is."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QWidget

# Wide enough for two sentences and two buttons; more would be long lines to read.
_WIDEST = 760
_AIR = 10
_MOVES = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)
_GROWS = (QEvent.Type.LayoutRequest, QEvent.Type.Show)


class Floating(QObject):
    """Keeps a widget over the foot of another one.

    Args:
        part: What floats.
        whole: What it floats in, and becomes a child of.
        ground: Says what of it there is to lie over; asked whenever something moves.
        card: What it never lies over: then it lies at the foot of the whole.
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
        """Put it where it belongs now."""
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
        """Hear of it when the ground moves, by itself or with what it lies in."""
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
            # More than a narrow ground bears lies over what is beside it, and is seen whole.
            width = min(_WIDEST, self._whole.width() - 2 * _AIR)
        box = QRect(0, 0, width, self._height(width))
        box.moveCenter(room.center())
        box.moveBottom(room.bottom())
        # A narrow ground is left at its left side: at its right there may be what is pressed most.
        box.moveRight(min(box.right(), room.right()))
        box.moveLeft(max(box.left(), _AIR))
        return box

    def _height(self, width: int) -> int:
        """Return how high the part is in so many pixels of width."""
        inside = self._part.layout()
        if inside is None or not inside.hasHeightForWidth():
            return self._part.sizeHint().height()
        return inside.totalHeightForWidth(width)
