"""A lane over the roll whose marks are typed in place and dragged at their left borders."""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.hatch import hatch
from app.style.theme import font, theme
from app.values.geometry import KEYS_WIDTH, Transform
from app.widgets.keys.own import ENTER, takes_key
from app.widgets.lanes.field import LaneField
from app.widgets.roles import give_role
from app.widgets.words import announce
from engine.values.score import Score
from engine.values.time import Timeline

# Pixels: the grab area of a border, and the movement that starts a drag.
_BORDER = 4
_DRAG = 3
# Pixels that the field keeps of the lane's right end.
_ROOM = 80
_KEYS = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    *ENTER,
    Qt.Key.Key_Delete,
    Qt.Key.Key_Backspace,
)


class WrittenLane(QWidget):
    """The base of lanes whose marks are written: chords, sections.

    A subclass chooses the unit of a place, ticks or bars. A click selects a place; a double click
    opens the field there; a mark's left border can be dragged.

    Args:
        height: In pixels.
        field_width: Most pixels of the text field.
        steps: Whether keys of the field go to the next place, as `LaneField` says.

    Signals:
        typed(int, str): A place and the typed text.
        moved(int, int): The place of a mark and its new one.
        removed(int): The place of a mark.
        menu_requested(object, int): Global QPoint, place.
    """

    typed = Signal(int, str)
    moved = Signal(int, int)
    removed = Signal(int)
    menu_requested = Signal(object, int)

    def __init__(self, *, height: int, field_width: int, steps: bool = False) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Grouping)
        self._timeline = Timeline(Score())
        self._transform = Transform()
        self._at = 0
        self._pressed_x = -1.0
        self._border = self._dragged_to = -1
        self._field_width = field_width
        self._field = LaneField(self, steps=steps)
        self._field.entered.connect(lambda text: self.typed.emit(self._at, text))
        self.setFixedHeight(height)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    # --- a subclass defines these --------------------------------------------------------------

    def choose(self, place: int) -> None:
        """Select a place."""
        raise NotImplementedError

    def begin_typing(self) -> None:
        """Open the text field at the selected place."""
        raise NotImplementedError

    def _marks(self) -> Iterator[int]:
        """Yield the places of the written marks, ascending."""
        raise NotImplementedError

    def _x(self, place: int) -> float:
        """Return the pixel of a place."""
        raise NotImplementedError

    def _place_at(self, x: float) -> int:
        """Return the place that a click at x selects."""
        raise NotImplementedError

    def _target_at(self, x: float) -> int:
        """Return the place nearest to x to which a border can be dragged."""
        raise NotImplementedError

    def _paint_marks(self, painter: QPainter) -> None:
        """Paint the marks and the selected place, right of the keyboard."""
        raise NotImplementedError

    # --- the same in each lane -----------------------------------------------------------------

    def show_transform(self, transform: Transform) -> None:
        """Scroll and zoom as the roll does."""
        self._transform = transform
        if not self._field.isHidden():
            self._field.setGeometry(self._field_place())
        self.update()

    def place(self) -> int:
        """Return the selected place."""
        return self._at

    def end_typing(self) -> None:
        """Close the text field."""
        self._field.close_to_lane()

    def _go(self, place: int) -> None:
        """Select a place and announce it."""
        self.choose(place)
        announce(self, self.accessibleDescription())

    def _field_place(self) -> QRect:
        left = min(max(KEYS_WIDTH, round(self._x(self._at))), max(KEYS_WIDTH, self.width() - _ROOM))
        return QRect(left, 0, min(self._field_width, self.width() - left), self.height())

    def _border_at(self, x: float) -> int:
        """Return the place of the mark whose left border is at x; -1 for none."""
        return next((mark for mark in self._marks() if abs(self._x(mark) - x) <= _BORDER), -1)

    def _between_others(self, mark: int, to: int) -> int:
        """Return the new place of a mark; its present one if another mark is in the way."""
        low, high = sorted((mark, to))
        others = (other for other in self._marks() if other != mark)
        return mark if any(low <= other <= high for other in others) else to

    def _shown_place(self, mark: int) -> int:
        """Return where a mark is painted, which is elsewhere while its border is dragged."""
        return self._dragged_to if mark == self._border and self._dragged_to >= 0 else mark

    def _move(self, mark: int, to: int) -> None:
        """Move a mark, with the selection."""
        if to >= 0 and to != mark:
            self._at = to
            self.moved.emit(mark, to)

    # --- painting ------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(tokens.panel))
        painter.setClipRect(self.rect().adjusted(KEYS_WIDTH, 0, 0, 0))
        painter.setFont(font(11))
        self._paint_marks(painter)
        painter.setClipping(False)
        painter.fillRect(QRect(KEYS_WIDTH - 1, 0, 1, self.height()), QColor(tokens.line))
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), QColor(tokens.line))
        painter.end()

    def _box(self, left: float, right: float) -> QRect:
        """Return the box between two pixels."""
        first, past = round(left), round(right)
        return QRect(first + 1, 2, max(1, past - first - 2), self.height() - 5)

    def _paint_offered_ground(self, painter: QPainter, box: QRect) -> None:
        """Fill the box of an offered mark with stripes."""
        stripe = QColor(theme().accent)
        stripe.setAlphaF(0.4)
        painter.fillRect(box, hatch(stripe.name(QColor.NameFormat.HexArgb), 6))

    # --- pointer -------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if event.button() == Qt.MouseButton.LeftButton and x >= KEYS_WIDTH:
            self._pressed_x, self._border = x, self._border_at(x)
            self.choose(self._border if self._border >= 0 else self._place_at(x))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._pressed_x < 0:
            over = self._border_at(x) >= 0
            self.setCursor(Qt.CursorShape.SizeHorCursor if over else Qt.CursorShape.ArrowCursor)
        elif self._border >= 0 and abs(x - self._pressed_x) > _DRAG:
            self._dragged_to = self._between_others(self._border, self._target_at(x))
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        border, to = self._border, self._dragged_to
        self._pressed_x, self._border, self._dragged_to = -1.0, -1, -1
        if border >= 0:
            self._move(border, to)
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.position().x() >= KEYS_WIDTH:
            self.choose(self._place_at(event.position().x()))
            self.begin_typing()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        point = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            point = self.mapToGlobal(QPoint(round(self._x(self._at)), self.height()))
        else:
            self.choose(self._place_at(event.pos().x()))
        self.menu_requested.emit(point, self._at)

    # --- keys ----------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        return takes_key(event, _KEYS) or super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()
