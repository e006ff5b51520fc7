"""The first picture of the window: the empty surfaces of its views.

This module imports no view, because it is on the screen while the views are imported.
"""

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter

from app.style.colours import theme

# Pixels: the initial sizes of the real widgets.
MENU, TRANSPORT, OVERVIEW, RULER, STATUS = 33, 57, 28, 24, 26
LIBRARY, HEADERS, KEYS, CONTINUE = 240, 184, 56, 304
LANE, STRIP = 96, 150


def paint_skeleton(painter: QPainter, area: QRect) -> None:
    """Paint the surfaces of Compose at their initial sizes, without text."""
    tokens = theme()
    panel, line, roll = QColor(tokens.panel), QColor(tokens.line), QColor(tokens.roll)
    painter.fillRect(area, panel)
    top, bottom = MENU + TRANSPORT, area.height() - STATUS
    left, right = LIBRARY, area.width() - CONTINUE
    middle = QRect(left + 1, top, right - left - 1, bottom - top)
    painter.fillRect(middle, QColor(tokens.window))
    notes = middle.adjusted(HEADERS, OVERVIEW + RULER, 0, -LANE - STRIP)
    painter.fillRect(notes, roll)
    painter.fillRect(QRect(notes.left(), notes.top(), KEYS, notes.height()), panel)
    for y in (MENU, top, bottom, middle.top() + OVERVIEW, notes.top(), notes.bottom()):
        is_whole = y in (MENU, top, bottom)
        x, width = (0, area.width()) if is_whole else (middle.left(), middle.width())
        painter.fillRect(QRect(x, y, width, 1), line)
    painter.fillRect(QRect(middle.left(), bottom - STRIP, middle.width(), 1), line)
    for x in (left, right):
        painter.fillRect(QRect(x, top, 1, bottom - top), line)
