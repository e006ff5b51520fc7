"""A thin level meter."""

import math

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import theme

# The left end of a meter, and the peak from which it is red.
LOWEST_DB = -60.0
_LOUD_DB = -3.0
_HEIGHT = 4


def share_of(level: float) -> float:
    """Return the share of a meter that a peak fills, 0.0 to 1.0, on a decibel scale.

    Args:
        level: The peak; 1.0 is full scale.
    """
    if level <= 0:
        return 0.0
    return min(1.0, max(0.0, 1 - 20 * math.log10(level) / LOWEST_DB))


class LevelMeter(QWidget):
    """A horizontal level meter.

    Args:
        name: The accessible name.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._level = 0.0
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def level(self) -> float:
        """The peak on show; 1.0 is full scale."""
        return self._level

    def sizeHint(self) -> QSize:
        return QSize(60, _HEIGHT)

    def show_level(self, level: float) -> None:
        """Show a peak; 1.0 is full scale."""
        before, self._level = self._level, level
        # Levels arrive 15 times a second for every track: repaint only when a pixel changes.
        if round(share_of(before) * self.width()) != round(share_of(level) * self.width()):
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect())
        painter.setBrush(QColor(tokens.line))
        painter.drawRoundedRect(whole, 2, 2)
        filled = share_of(self._level)
        if filled > 0:
            loud = self._level > 10 ** (_LOUD_DB / 20)
            painter.setBrush(QColor(tokens.playhead if loud else tokens.accent))
            whole.setWidth(whole.width() * filled)
            painter.drawRoundedRect(whole, 2, 2)
        painter.end()
