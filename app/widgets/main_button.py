"""The main button of a workspace, with its key and the progress of its action."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy

from app.style.theme import font, mixed, scaled, theme

# Pixels; other buttons are lower.
HEIGHT = 46
# Pixels left and right of the words.
MARGIN = 8
# Pixels: the sizes of the words, the largest that fits.
_SIZES = (15, 14, 13, 12)


class MainButton(QPushButton):
    """A large button in the accent colour; while its action runs it shows the progress."""

    def __init__(self, text: str, *, tooltip: str) -> None:
        super().__init__(text)
        self._key, self._progress, self._running = "", 0.0, False
        self._tooltip = tooltip
        self.setToolTip(tooltip)
        self.setAccessibleName(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedHeight(scaled(HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def key(self) -> str:
        """The keys beside the words."""
        return self._key

    def sizeHint(self) -> QSize:
        return QSize(200, scaled(HEIGHT))

    def show_state(
        self, text: str, *, key: str = "", running: bool, progress: float = 0.0, reason: str = ""
    ) -> None:
        """Show what a click does now.

        Args:
            text: The words on the button.
            key: The keys of the same action, or empty.
            running: Whether an action runs that a click ends.
            progress: The progress from 0 to 1; negative if unknown.
            reason: Why it cannot be clicked, or empty.
        """
        self._key, self._running, self._progress = key, running, progress
        self.setText(text)
        self.setAccessibleName(text)
        self.setAccessibleDescription(reason)
        self.setEnabled(not reason)
        self.setToolTip(reason or self._tooltip)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        shape = QPainterPath()
        shape.addRoundedRect(box, 9, 9)
        ink = self._fill(painter, shape, box)
        painter.setPen(ink)
        self._paint_words(painter, ink)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(tokens.focus), 2))
            painter.drawRoundedRect(box, 9, 9)
        painter.end()

    def _fill(self, painter: QPainter, shape: QPainterPath, box: QRectF) -> QColor:
        """Paint the background and return the colour of the words."""
        tokens = theme()
        if not self.isEnabled():
            painter.fillPath(shape, QColor(tokens.raised))
            return QColor(tokens.dim)
        if not self._running:
            bright = mixed(tokens.accent, tokens.text, 0.12)
            hot = self.underMouse() and not self.isDown()
            painter.fillPath(shape, bright if hot else QColor(tokens.accent))
            return QColor(tokens.on_accent)
        painter.fillPath(shape, QColor(tokens.accent_soft))
        painter.save()
        painter.setClipPath(shape)
        share = self._progress if self._progress >= 0 else 0.0
        painter.fillRect(
            QRectF(box.left(), box.bottom() - 4, box.width() * share, 4), QColor(tokens.accent)
        )
        painter.restore()
        return QColor(tokens.accent_text)

    def _paint_words(self, painter: QPainter, ink: QColor) -> None:
        small = font(11, weight=QFont.Weight.DemiBold)
        key_width = QFontMetrics(small).horizontalAdvance(self._key) + 12 if self._key else 0
        room = self.width() - 2 * MARGIN - (key_width + 10 if key_width else 0)
        bold = largest_font(self.text(), room)
        width = QFontMetrics(bold).horizontalAdvance(self.text())
        if width > room and key_width:
            # The words matter more than the key, which the menu names, too.
            key_width, bold = 0, largest_font(self.text(), self.width() - 2 * MARGIN)
            width = QFontMetrics(bold).horizontalAdvance(self.text())
        x = (self.width() - width - key_width - (10 if key_width else 0)) / 2
        painter.setFont(bold)
        painter.drawText(
            QRectF(x, 0, width + 4, self.height()), int(Qt.AlignmentFlag.AlignVCenter), self.text()
        )
        if not key_width:
            return
        box = QRectF(x + width + 10, (self.height() - scaled(20)) / 2, key_width, scaled(20))
        edge = QColor(ink)
        edge.setAlphaF(0.45)
        painter.setPen(QPen(edge, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 5, 5)
        painter.setPen(ink)
        painter.setFont(small)
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), self._key)


def largest_font(text: str, room: float) -> QFont:
    """Return the largest font of the button in which a text fits, or the smallest."""
    fonts = [font(size, weight=QFont.Weight.Bold) for size in _SIZES]
    fitting = (each for each in fonts if QFontMetrics(each).horizontalAdvance(text) <= room)
    return next(fitting, fonts[-1])
