"""Texts that views paint."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter


def write_line(painter: QPainter, box: QRectF, text: str, face: QFont) -> None:
    """Write a text in one line, cut with … if it is too long."""
    painter.setFont(face)
    shown = QFontMetrics(face).elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), shown)
