"""Lights the places of the window where something that is held over it can be dropped."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.style.theme import font, theme
from app.widgets.words import announce

# Pixels.
_EDGE, _ROUND, _MARGIN = 3, 8, 8
# Shares of the text's colour in a place, and in the one under the pointer.
_FILL, _FILL_HERE = 0.16, 0.28
# The share of the window's colour under the words.
_GROUND = 0.85

Place = tuple[QRect, str]
"""Where it is, in the pixels of the window, and what will happen there, in words."""


class DropLight(QWidget):
    """A picture over the window that takes no pointer."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._places: Sequence[Place] = ()
        self._at = QPoint()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_places(self, places: Sequence[Place], at: QPoint) -> None:
        """Light some places; the one at a point is brighter."""
        said = "; ".join(words for _, words in places)
        if said != self.accessibleName():
            self.setAccessibleName(said)
            announce(self, said)
        self._places, self._at = places, at
        self.setGeometry(self.window().rect())
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, said in self._places:
            self._paint_place(painter, place, said)
        painter.end()

    def _paint_place(self, painter: QPainter, place: QRect, said: str) -> None:
        fill, ground = QColor(theme().text), QColor(theme().window)
        is_here = place.contains(self._at)
        fill.setAlphaF(_FILL_HERE if is_here else _FILL)
        ground.setAlphaF(_GROUND)
        inset = _EDGE / 2 + 1
        painter.setPen(QPen(QColor(theme().text), _EDGE))
        painter.setBrush(fill)
        painter.drawRoundedRect(QRectF(place).adjusted(inset, inset, -inset, -inset), 6, 6)
        painter.setFont(font(14, weight=QFont.Weight.DemiBold))
        room = place.adjusted(2 * _MARGIN, 2 * _MARGIN, -2 * _MARGIN, -2 * _MARGIN)
        how = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
        words = painter.boundingRect(room, how, said)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        box = QRectF(words).adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
        painter.drawRoundedRect(box, _ROUND, _ROUND)
        painter.setPen(QColor(theme().text))
        painter.drawText(words, how, said)
