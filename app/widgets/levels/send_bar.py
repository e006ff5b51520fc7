"""A small slider under its word or icon and its value: pan and sends of a strip."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy

from app.style.theme import font, icon, scaled, theme
from app.widgets.lettering import write_line
from app.widgets.slider import LineSlider

# Pixels: of the words, and of what is below them.
_LINE, _BELOW = 14, 10
# Pixels: of the icon, of the bar and of its knob.
_ICON, _BAR, _KNOB = 12, 4, 3


class SendBar(LineSlider):
    """A slider of MIDI's 7 bits; a double click restores its neutral value.

    Args:
        name: The word over it.
        tooltip: The tooltip.
        icon_name: Stands for the word where there is little room.
        words: Returns the text of a value.
        neutral: Where the filled part of the bar begins, and the value of a double click.
        step: Of the wheel and the arrows.
    """

    def __init__(
        self,
        name: str,
        *,
        tooltip: str,
        icon_name: str,
        words: Callable[[int], str],
        neutral: int = 0,
        step: int = 2,
    ) -> None:
        super().__init__(name=name, tooltip=tooltip, low=0, high=127, neutral=neutral)
        self._name, self._icon_name, self._words = name, icon_name, words
        self._knob = _KNOB / 2
        self._begins_at = neutral
        self._is_compact = False
        self.setSingleStep(step)
        self.setMinimumHeight(scaled(_LINE) + _BELOW)
        self.setFixedHeight(scaled(_LINE) + _BELOW)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(40)
        self.valueChanged.connect(self._say_value)
        self._say_value()

    def sizeHint(self) -> QSize:
        return QSize(scaled(57), scaled(_LINE) + _BELOW)

    def show_value(self, value: int, *, neutral: int) -> None:
        """Show a value without a signal, and take another neutral one."""
        self._neutral = neutral
        self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(False)
        self._say_value()

    @property
    def neutral(self) -> int:
        """The value of a double click."""
        return self._neutral

    def show_compact(self, *, compact: bool) -> None:
        """Show the icon in place of the word, or the word."""
        self._is_compact = compact
        self.update()

    def _say_value(self) -> None:
        self.setAccessibleDescription(self._words(self.value()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if turned:
            step = self.singleStep()
            self.setValue(self.value() + (step if turned > 0 else -step))
            event.accept()
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = QRectF(0, 0, self.width(), scaled(_LINE))
        text, face = self._words(self.value()), font(11, weight=QFont.Weight.Medium)
        text_width = QFontMetrics(face).horizontalAdvance(text)
        if self._is_compact:
            drawn = icon(self._icon_name, colour=tokens.dim)
            drawn.paint(painter, 0, 1, _ICON, _ICON)
        else:
            painter.setPen(QColor(tokens.dim))
            room = row.adjusted(0, 0, -text_width, 0)
            write_line(painter, room, self._name, font(11))
        painter.setFont(face)
        painter.setPen(QColor(tokens.text))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(row, int(right), text)
        self._paint_bar(painter)
        painter.end()

    def _paint_bar(self, painter: QPainter) -> None:
        tokens, span, top = theme(), self.width() - _KNOB, scaled(_LINE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.line))
        painter.drawRoundedRect(QRectF(0, top + 2, self.width(), _BAR), 2, 2)
        first, at = (_KNOB / 2 + span * v / 127 for v in (self._begins_at, self.value()))
        painter.setBrush(QColor(tokens.dim))
        painter.drawRect(QRectF(min(first, at), top + 2, abs(at - first), _BAR))
        painter.setBrush(QColor(tokens.text))
        knob = QRectF(at - _KNOB / 2, top - 1, _KNOB, 10)
        painter.drawRoundedRect(knob, 1.5, 1.5)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(tokens.focus), 2))
            painter.drawRoundedRect(knob.adjusted(-2.5, -2, 2.5, 0), 3, 3)
