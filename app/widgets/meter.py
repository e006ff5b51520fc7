"""A thin bar that says how loud something is."""

import math

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import theme

LOWEST_DB = -60.0
_LOUD_DB = -3.0
_HEIGHT = 4


def share_of(level: float) -> float:
    """Return how much of a bar a peak fills, 0.0 to 1.0; decibels, for so ears hear.

    Args:
        level: 1.0 is full scale.
    """
    if level <= 0:
        return 0.0
    return min(1.0, max(0.0, 1 - 20 * math.log10(level) / LOWEST_DB))


class LevelMeter(QWidget):
    """One bar, from left to right.

    Args:
        name: What it measures, for who cannot see it.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._level = 0.0
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def level(self) -> float:
        """The peak that is shown; 1.0 is full scale."""
        return self._level

    def sizeHint(self) -> QSize:
        return QSize(60, _HEIGHT)

    def show_level(self, level: float) -> None:
        """Show a peak; 1.0 is full scale."""
        before, self._level = self._level, level
        # So many strips are not painted anew for what nobody sees.
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
