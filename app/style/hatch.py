"""The hatch of what Segue offers and the piece does not have yet."""

from functools import lru_cache

from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap


@lru_cache(maxsize=32)
def hatch(colour: str, size: int) -> QBrush:
    """Return a brush of diagonal stripes that tile without seams."""
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colour), 1.6))
    for shift in (-size, 0, size):
        painter.drawLine(QLineF(shift - 1, size + 1, shift + size + 1, -1))
    painter.end()
    return QBrush(picture)
