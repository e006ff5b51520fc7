"""A large button of the start page: an icon, what it does, and a few words below."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from app.style.theme import font, icon, scaled, theme
from app.widgets.keys.own import ENTER
from app.widgets.lettering import write_line

# Pixels.
_HEIGHT, _ICON, _TEXT_LEFT = 46, 16, 44


class BeginButton(QAbstractButton):
    """One way to begin.

    Args:
        icon_name: A file of `assets/icons` without its ending.
        text: The action.
        detail: A few words below it; none for the main button.
        main: Whether it is the page's main button.
        colour: The attribute of `Theme` that gives the icon's colour.
    """

    def __init__(
        self, icon_name: str, text: str, *, detail: str = "", main: bool = False, colour: str = ""
    ) -> None:
        super().__init__()
        self._icon_name, self._detail, self._main = icon_name, detail, main
        self._colour = colour or ("on_accent" if main else "text")
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(scaled(_HEIGHT))
        self.show_detail(detail)

    def show_detail(self, detail: str) -> None:
        """Show other words below the action."""
        self._detail = detail
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(detail)
        self.setToolTip(", ".join(filter(None, (self.text(), detail))))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_TEXT_LEFT * 4, scaled(_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.underMouse() or self.isDown()
        plain, hovered = (
            (tokens.accent, tokens.accent_text) if self._main else (tokens.raised, tokens.hover)
        )
        edge = QPen(QColor(tokens.focus), 2) if self.hasFocus() else QPen(tokens.edge, 2)
        painter.setPen(edge)
        painter.setBrush(QColor(hovered if lit else plain))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        picture = icon(self._icon_name, colour=str(getattr(tokens, self._colour)))
        corner = QPoint(16, (self.height() - _ICON) // 2)
        picture.paint(painter, corner.x(), corner.y(), _ICON, _ICON)
        line = QRectF(_TEXT_LEFT, 0, self.width() - _TEXT_LEFT - 10, self.height())
        painter.setPen(QColor(tokens.on_accent if self._main else tokens.text))
        bold = font(14 if self._main else 13, weight=QFont.Weight.DemiBold)
        if not self._detail:
            write_line(painter, line, self.text(), bold)
        else:
            write_line(painter, line.adjusted(0, scaled(5), 0, -scaled(21)), self.text(), bold)
            painter.setPen(QColor(tokens.dim))
            write_line(painter, line.adjusted(0, scaled(24), 0, -scaled(5)), self._detail, font(11))
        painter.end()
