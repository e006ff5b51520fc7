"""The chip of the model that continues: its name, and how much of the piece it hears."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from app.style.theme import font, theme

# Pixels.
_AIR = 8


class ModelChip(QAbstractButton):
    """The name, and how much it hears; a click chooses another model."""

    def __init__(self) -> None:
        super().__init__()
        self._detail, self._device = "", ""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_model(self.tr("No model yet"), detail="", device="", reason="")

    def show_model(self, name: str, *, detail: str, device: str, reason: str) -> None:
        """Show a model."""
        self.setText(name)
        self._detail, self._device = detail, device
        self.setAccessibleName(self.tr("Model: {0}").format(name))
        self.setAccessibleDescription(f"{detail} {device} {reason}".strip())
        told = (self.tr("Choose another model"), f"{device}: {reason}" if device else reason)
        self.setToolTip("\n".join(filter(None, told)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, 30)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            edge = QColor(tokens.focus if self.hasFocus() else tokens.line)
            painter.setPen(QPen(edge, 2 if self.hasFocus() else 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)
        room = self.width() - 2 * _AIR
        painter.setFont(font(12))
        metrics = QFontMetrics(painter.font())
        detail = metrics.elidedText(self._detail, Qt.TextElideMode.ElideRight, round(room * 0.62))
        box = QRectF(_AIR, 0, room, self.height())
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(QColor(tokens.dim))
        painter.drawText(box, int(middle | Qt.AlignmentFlag.AlignRight), detail)
        painter.setPen(QColor(tokens.text))
        painter.setFont(font(14, weight=QFont.Weight.DemiBold))
        name = QFontMetrics(painter.font()).elidedText(
            self.text() + "  ▾",
            Qt.TextElideMode.ElideMiddle,
            room - metrics.horizontalAdvance(detail) - _AIR,
        )
        painter.drawText(box, int(middle | Qt.AlignmentFlag.AlignLeft), name)
        painter.end()
