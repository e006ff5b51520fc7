"""A status dot that can flash."""

from typing import Literal

from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.style.theme import theme

LampTone = Literal["good", "working", "warning", "danger", "off", "plain"]
# Visible, and shorter than the distance of fast notes.
_FLASH_MS = 120


def tone_colour(tone: LampTone) -> str:
    """Return the theme's colour of a tone, as `#rrggbb`."""
    tokens = theme()
    return {
        "good": tokens.dim,
        "working": tokens.playhead,
        "warning": tokens.playhead,
        "danger": tokens.danger,
        "off": tokens.faint,
        "plain": tokens.dim,
    }[tone]


class Lamp(QWidget):
    """A dot of seven pixels; a warning is a ring, so that it does not depend on colour."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(14, 24)
        self._tone: LampTone = "off"
        self._lit = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_FLASH_MS)
        self._timer.timeout.connect(self._unlight)

    def show_tone(self, tone: LampTone) -> None:
        """Light the lamp in a colour."""
        if tone != self._tone:
            self._tone = tone
            self.update()

    def flash(self) -> None:
        """Light up for 120 ms."""
        self._lit = True
        self._timer.start()
        self.update()

    def _unlight(self) -> None:
        self._lit = False
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(theme().text if self._lit else tone_colour(self._tone))
        radius = 4.5 if self._lit else 3.5
        if self._tone in ("warning", "danger") and not self._lit:
            pen = painter.pen()
            pen.setColor(colour)
            pen.setWidthF(2)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
        painter.drawEllipse(QPointF(7, self.height() / 2), radius, radius)
        painter.end()
