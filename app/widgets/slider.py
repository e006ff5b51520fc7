"""A thin slider, and one with its name and value as text."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSlider, QVBoxLayout, QWidget

from app.style.theme import mixed, theme
from app.widgets.words import words

# Pixels, the radius.
_KNOB = 6.5


class LineSlider(QSlider):
    """A horizontal slider: click, drag or scroll; a double click restores the neutral value."""

    def __init__(
        self,
        *,
        name: str,
        tooltip: str,
        low: int,
        high: int,
        neutral: int,
        size: QSize | None = None,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setAccessibleName(name)
        self.setToolTip(tooltip)
        self.setRange(low, high)
        self.setPageStep(max(1, (high - low) // 10))
        self._neutral = neutral
        self._knob = _KNOB
        self.setValue(neutral)
        self.setMinimumHeight(24)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if size is not None:
            self.setFixedSize(size)
            self._knob = 4.5

    def sizeHint(self) -> QSize:
        return QSize(120, 24)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._follow(event.position().x())
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._follow(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.setValue(self._neutral)

    def wheelEvent(self, event: QWheelEvent) -> None:
        # Only with the focus: scrolling a panel must not change the slider under the pointer.
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.setValue(self._neutral)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        y = self.height() / 2
        left, right = self._knob, self.width() - self._knob
        share = (self.value() - self.minimum()) / max(1, self.maximum() - self.minimum())
        x = left + (right - left) * share
        done = QColor(tokens.dim if self.isEnabled() else tokens.faint)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(tokens.raised, tokens.outline, 0.35))
        painter.drawRoundedRect(QRectF(0, y - 1.75, self.width(), 3.5), 1.75, 1.75)
        painter.setBrush(done)
        painter.drawRoundedRect(QRectF(0, y - 1.75, x, 3.5), 1.75, 1.75)
        knob = QColor(tokens.text)
        painter.setBrush(knob if self.isEnabled() else QColor(tokens.faint))
        painter.drawEllipse(QPointF(x, y), self._knob, self._knob)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(tokens.focus), 2))
            painter.drawEllipse(QPointF(x, y), self._knob + 2.5, self._knob + 2.5)
        painter.end()

    def _follow(self, x: float) -> None:
        span = max(1.0, self.width() - 2 * self._knob)
        share = min(max((x - self._knob) / span, 0.0), 1.0)
        self.setValue(round(self.minimum() + share * (self.maximum() - self.minimum())))


class NamedSlider(QWidget):
    """A slider under its name, with its value as text at the right.

    Signals:
        value_changed(int): The user or `show_value` changed the value.
    """

    value_changed = Signal(int)

    def __init__(
        self, name: str, *, tooltip: str, low: int = 0, high: int = 100, neutral: int = 50
    ) -> None:
        super().__init__()
        self.slider = LineSlider(name=name, tooltip=tooltip, low=low, high=high, neutral=neutral)
        self._value = words(tone="dim")
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(words(name, tone="dim"))
        head.addStretch(1)
        head.addWidget(self._value)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.slider)
        self.slider.valueChanged.connect(self.value_changed)

    def value(self) -> int:
        """Return the slider's value."""
        return self.slider.value()

    def show_value(self, value: int, text: str) -> None:
        """Show a value and its text."""
        self.slider.setValue(value)
        self._value.setText(text)
        self.slider.setAccessibleDescription(text)
