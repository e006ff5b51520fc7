"""Fields that look like labels until they are clicked."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.style.theme import font

# A vertical drag of this many pixels changes the number by one.
_PIXELS_A_UNIT = 4.0


class QuietField(QLineEdit):
    """A line edit without a frame; Escape restores the text that `show_text` set.

    Signals:
        entered(str): The user changed the text and pressed Return or left the field.
    """

    entered = Signal(str)

    def __init__(
        self,
        *,
        name: str,
        tooltip: str,
        size: float = 13,
        weight: QFont.Weight = QFont.Weight.Medium,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "bare")
        self.setAccessibleName(name)
        self.setToolTip(tooltip)
        self.setFont(font(size, weight=weight))
        self._shown = ""
        self.setFrame(False)
        self.setMinimumHeight(24)
        self.editingFinished.connect(self._finish)

    def show_text(self, text: str) -> None:
        """Show a text, unless the field has the focus."""
        self._shown = text
        if not self.hasFocus() and self.text() != text:
            self.setText(text)
            self.setCursorPosition(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._shown)
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def _finish(self) -> None:
        text = self.text().strip()
        self.clearFocus()
        if text != self._shown:
            self.setText(self._shown)
            self.entered.emit(text)


class DragNumber(QuietField):
    """A number that the user types, scrolls, or drags up and down.

    Signals:
        number_changed(float): The user changed the number.
    """

    number_changed = Signal(float)

    def __init__(
        self, *, name: str, tooltip: str, low: float, high: float, decimals: int = 0
    ) -> None:
        super().__init__(name=name, tooltip=tooltip, weight=QFont.Weight.DemiBold)
        self._low, self._high, self._decimals = low, high, decimals
        self._number = low
        self._press: tuple[float, float] | None = None
        self.setCursor(Qt.CursorShape.SizeVerCursor)
        self.entered.connect(self._take_text)
        self.installEventFilter(self)

    def number(self) -> float:
        """Return the number, not rounded to the text's decimals."""
        return self._number

    def show_number(self, number: float) -> None:
        """Show a number, rounded and without trailing zeros."""
        self._number = number
        rounded = round(number, self._decimals)
        self.show_text(f"{rounded:g}")

    def wheelEvent(self, event: QWheelEvent) -> None:
        step = 1 if event.angleDelta().y() > 0 else -1
        self._change(self._number + step)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
        if step:
            self._change(self._number + step)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._press = (event.position().y(), self._number)
        if self.hasFocus():
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._press is None:
            return
        y, number = self._press
        moved = round((y - event.position().y()) / _PIXELS_A_UNIT)
        if moved:
            self._change(number + moved)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged = self._press is not None and abs(event.position().y() - self._press[0]) > 3
        self._press = None
        if not dragged:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Only a click without a drag begins to type, so the focus waits for the release.
        if event.type() == QEvent.Type.FocusIn and self._press is not None:
            self.clearFocus()
        return super().eventFilter(watched, event)

    def _take_text(self, text: str) -> None:
        try:
            self._change(float(text.replace(",", ".")))
        except ValueError:
            self.show_number(self._number)

    def _change(self, number: float) -> None:
        if self.isReadOnly():
            return
        allowed = min(max(round(number, self._decimals), self._low), self._high)
        if allowed != self._number:
            self._number = allowed
            self._shown = f"{allowed:g}"
            self.setText(self._shown)
            self.number_changed.emit(allowed)
