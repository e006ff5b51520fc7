"""The large button of a jam, readable from the place of the player."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy

from app.style.theme import font, mixed, theme
from app.views.jam.values import TurnView

# Pixels. 44 pixels are about 11 mm on a usual screen, which can be read from two metres.
_LARGEST, _LEAST = 52, 22
_HEIGHT = 112


class TurnButton(QPushButton):
    """Shows who plays, and hands over."""

    def __init__(self) -> None:
        super().__init__()
        self._view = TurnView(title="")
        self.setAccessibleName(self.tr("Whose turn it is"))
        self.setToolTip(self.accessibleName())
        self.setMinimumHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(500, _HEIGHT)

    def show_turn(self, view: TurnView, *, tooltip: str, reason: str = "") -> None:
        """Show whose turn it is; with a reason the button is disabled."""
        self._view = view
        self.setText(view.title)
        self.setAccessibleName(view.title)
        self.setAccessibleDescription(reason or view.detail)
        self.setToolTip(reason or tooltip)
        self.setEnabled(not reason)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground, ink = self._colours()
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        edge = tokens.focus if self.hasFocus() else tokens.line
        painter.setPen(QPen(QColor(edge), 2))
        painter.setBrush(ground)
        painter.drawRoundedRect(box, 10, 10)
        painter.setPen(ink)
        self._paint_words(painter, box)
        painter.end()

    def show_tip(self, tooltip: str) -> None:
        """Show another tooltip, unless the button has a reason in its place."""
        if self.isEnabled():
            self.setToolTip(tooltip)

    def _colours(self) -> tuple[QColor, QColor]:
        tokens, who = theme(), self._view.who
        if self._view.thinks:
            return QColor(tokens.warning_soft), QColor(tokens.warning_text)
        if not self.isEnabled() or who == "nobody":
            return QColor(tokens.raised), QColor(tokens.dim)
        if who == "me":
            share = 0.28 if self.underMouse() else 0.2
            return mixed(tokens.panel, tokens.track(0), share), QColor(tokens.text)
        hot = mixed(tokens.accent, tokens.text, 0.12)
        return (hot if self.underMouse() else QColor(tokens.accent)), QColor(tokens.on_accent)

    def _paint_words(self, painter: QPainter, box: QRectF) -> None:
        inside = box.adjusted(18, 8, -18, -10)
        wrapped = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
        painter.setFont(font(15, weight=QFont.Weight.Medium))
        low = painter.boundingRect(inside, wrapped, self._view.detail).height() + 4
        under = QRectF(inside.left(), inside.bottom() - low, inside.width(), low)
        painter.drawText(under, wrapped, self._view.detail)
        title = inside.adjusted(0, 0, 0, -low)
        painter.setFont(self._largest_in(title))
        painter.drawText(title, int(Qt.AlignmentFlag.AlignCenter), self._view.title)

    def _largest_in(self, box: QRectF) -> QFont:
        """Return the largest font in which the title fits."""
        for size in range(_LARGEST, _LEAST, -2):
            face = font(size, weight=QFont.Weight.Bold)
            metrics = QFontMetrics(face)
            wide = metrics.horizontalAdvance(self._view.title) > box.width()
            if not wide and metrics.capHeight() < box.height():
                return face
        return font(_LEAST, weight=QFont.Weight.Bold)
