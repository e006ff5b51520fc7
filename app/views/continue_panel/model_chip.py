"""The chip of the model that continues: its name, size and device."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from app.style.theme import font, theme


class ModelChip(QAbstractButton):
    """Three lines and a pill; a click chooses another model."""

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
        self.setToolTip(reason or self.tr("Choose another model"))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, 60)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            edge = QColor(tokens.focus if self.hasFocus() else tokens.line)
            painter.setPen(QPen(edge, 2 if self.hasFocus() else 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)
        pill = self._paint_pill(painter)
        painter.setPen(QColor(tokens.text))
        painter.setFont(font(13, weight=QFont.Weight.DemiBold))
        name = QFontMetrics(painter.font()).elidedText(
            self.text() + "  ▾", Qt.TextElideMode.ElideMiddle, self.width() - 16
        )
        painter.drawText(QRectF(6, 3, self.width() - 12, 18), int(Qt.AlignmentFlag.AlignLeft), name)
        painter.setPen(QColor(tokens.dim))
        painter.setFont(font(12))
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap)
        painter.drawText(QRectF(6, 22, self.width() - pill - 18, 34), flags, self._detail)
        painter.end()

    def _paint_pill(self, painter: QPainter) -> float:
        """Paint the device and return its width."""
        if not self._device:
            return 0.0
        tokens = theme()
        painter.setFont(font(11, weight=QFont.Weight.Medium))
        width = QFontMetrics(painter.font()).horizontalAdvance(self._device) + 16.0
        box = QRectF(self.width() - width - 6, 23, width, 18)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.hover))
        painter.drawRoundedRect(box, 9, 9)
        painter.setPen(QColor(tokens.text))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), self._device)
        return width
