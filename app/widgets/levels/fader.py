"""A vertical fader with its scale in decibels."""

import math

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from app.style.theme import font, scaled, theme
from app.widgets.levels.decibels import (
    LOUDEST,
    SILENCE_DB,
    TICKS,
    level_at,
    level_words,
    place_of,
)

ROOM = 7
"""Pixels above and below the scale, for half the cap; also those of a meter beside it."""

# Pixels: of the cap, of the figures of the scale, of a stroke and of the stroke at 0.
_CAP = QSize(22, 12)
_FIGURES, _STROKE = 24, 4
_WIDTH = 30
# The slider counts tenths of a decibel.
_TENTHS = 10
_STEP = 5


def paint_scale(painter: QPainter, *, x: int, height: int) -> None:
    """Paint the figures of the scale, which end at `x`, and their strokes after it."""
    for tick in TICKS:
        y = ROOM + round(place_of(tick) * (height - 2 * ROOM))
        weight = QFont.Weight.Normal if tick else QFont.Weight.Medium
        painter.setFont(font(11, weight=weight))
        painter.setPen(QColor(theme().dim if tick else theme().text))
        text = "+6" if tick > 0 else str(tick).replace("-", "−")
        box = QRectF(0, y - scaled(8), x - 3, scaled(16))
        painter.drawText(
            box, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text
        )
        paint_stroke(painter, tick, x=x, y=y)


def paint_stroke(painter: QPainter, tick: int, *, x: int, y: int) -> None:
    """Paint the stroke of a level at `x`; that of 0 reaches past the fader."""
    ink = theme().outline if tick else theme().dim
    painter.fillRect(x, y, _STROKE if tick else _WIDTH - 3, 1, QColor(ink))


class ScaleFigures(QWidget):
    """The scale alone, once for many faders."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(scaled(_FIGURES) + _STROKE)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_scale(painter, x=scaled(_FIGURES), height=self.height())
        painter.end()


class Fader(QSlider):
    """A fader: drag the cap, type arrows or turn the wheel; a double click sets 0 dB.

    Args:
        name: The accessible name.

    Signals:
        level_changed(float): The user moved it, in decibels; -inf at the bottom.
    """

    level_changed = Signal(float)

    def __init__(self, name: str) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.setAccessibleName(name)
        self.setToolTip(
            self.tr("{0}: wheel and arrows by 0.5 dB, a double click sets 0 dB").format(name)
        )
        self.setRange(round(SILENCE_DB * _TENTHS), round(LOUDEST * _TENTHS))
        self.setSingleStep(_STEP)
        self.setPageStep(6 * _STEP)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._has_figures = True
        self._grip = 0.0
        self.show_figures(shown=True)
        self.show_level(0.0)
        self.valueChanged.connect(self._on_moved)

    def sizeHint(self) -> QSize:
        return QSize(self.width(), 80)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.width(), 60)

    def show_figures(self, *, shown: bool) -> None:
        """Show the figures of the scale, or its strokes alone."""
        self._has_figures = shown
        self.setFixedWidth(_WIDTH + (scaled(_FIGURES) if shown else 0))
        self.update()

    def level(self) -> float:
        """Return the level in decibels; -inf at the bottom."""
        return self.value() / _TENTHS if self.value() > self.minimum() else -math.inf

    def show_level(self, level: float) -> None:
        """Show a level without a signal."""
        self.blockSignals(True)
        self.setValue(round(max(level, SILENCE_DB) * _TENTHS))
        self.blockSignals(False)
        self.setAccessibleDescription(f"{level_words(self.level())} dB")

    def _on_moved(self) -> None:
        self.setAccessibleDescription(f"{level_words(self.level())} dB")
        self.level_changed.emit(self.level())

    def _y(self) -> float:
        return ROOM + place_of(self.value() / _TENTHS) * (self.height() - 2 * ROOM)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            apart = event.position().y() - self._y()
            on_cap = abs(apart) <= _CAP.height() / 2 + 2
            self._grip = apart if on_cap else 0.0
            self.setSliderDown(True)
            self._follow(event)
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._follow(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.setValue(0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if turned:
            self.setValue(self.value() + (_STEP if turned > 0 else -_STEP))
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.setValue(0)
        else:
            super().keyPressEvent(event)

    def _follow(self, event: QMouseEvent) -> None:
        place = (event.position().y() - self._grip - ROOM) / max(1, self.height() - 2 * ROOM)
        level = max(level_at(min(1.0, max(0.0, place))), SILENCE_DB)
        # On its cap a press moves nothing, though a pixel is more than a tenth.
        if abs(place - place_of(self.value() / _TENTHS)) * self.height() >= 0.5:
            self.setValue(round(level * _TENTHS))

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        left = scaled(_FIGURES) if self._has_figures else 0
        if self._has_figures:
            paint_scale(painter, x=left, height=self.height())
        else:
            for tick in TICKS:
                y = ROOM + round(place_of(tick) * (self.height() - 2 * ROOM))
                paint_stroke(painter, tick, x=left, y=y)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        middle = left + _WIDTH / 2
        painter.setBrush(QColor(tokens.line))
        groove = QRectF(middle - 1.5, ROOM, 3, self.height() - 2 * ROOM)
        painter.drawRoundedRect(groove, 1.5, 1.5)
        ink = QColor(tokens.text if self.isEnabled() else tokens.faint)
        cap = QRectF(middle - _CAP.width() / 2, self._y() - 6, _CAP.width(), _CAP.height())
        painter.setBrush(ink)
        painter.drawRoundedRect(cap, 3, 3)
        line = QRectF(cap.left(), self._y() - 0.75, cap.width(), 1.5)
        painter.fillRect(line, QColor(tokens.window))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(tokens.focus), 2))
            painter.drawRoundedRect(cap.adjusted(-2, -2, 2, 2), 4, 4)
        painter.end()
