"""The chip of the model that continues: its name, and how much of the piece it hears."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from app.style.theme import font, theme

# Pixels: around the words, and the least room in which a part of the detail can be read.
_AIR, _LEAST = 8, 90


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
        told = (
            detail,
            self.tr("Choose another model"),
            f"{device}: {reason}" if device else reason,
        )
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
        name_face, detail_face = font(14, weight=QFont.Weight.DemiBold), font(12)
        name, detail = self._texts(QFontMetrics(name_face), QFontMetrics(detail_face))
        box = QRectF(_AIR, 0, self.width() - 2 * _AIR, self.height())
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(detail_face)
        painter.setPen(QColor(tokens.dim))
        painter.drawText(box, int(middle | Qt.AlignmentFlag.AlignRight), detail)
        painter.setFont(name_face)
        painter.setPen(QColor(tokens.text))
        painter.drawText(box, int(middle | Qt.AlignmentFlag.AlignLeft), name)
        painter.end()

    def _texts(self, names: QFontMetrics, details: QFontMetrics) -> tuple[str, str]:
        """Return the name and the detail as there is room; the name gives way last."""
        room, name = self.width() - 2 * _AIR, f"{self.text()}  ▾"
        left = room - names.horizontalAdvance(name) - 2 * _AIR
        if details.horizontalAdvance(self._detail) <= left:
            return name, self._detail
        if left >= _LEAST:
            return name, details.elidedText(self._detail, Qt.TextElideMode.ElideRight, left)
        return names.elidedText(name, Qt.TextElideMode.ElideMiddle, room), ""
