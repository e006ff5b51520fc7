"""Small parts of a strip: a button with a menu, the figure of a fader, the limiter's light."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from app.style.theme import font, scaled, theme
from app.widgets.fields import QuietField
from app.widgets.levels.decibels import level_words, typed_level
from app.widgets.menus import FillMenu, attach_menu
from app.words.figures import decimal

# Pixels.
_BUTTON, _LINE, _FIGURE = 24, 16, 20
_STEP_DB = 0.5


class ChoiceButton(QToolButton):
    """A text that opens a menu; a longer one is cut with … and stands in the tooltip.

    Args:
        name: The accessible name.
        fill: Fills the menu.
        under_title: Whether the text stands close under a title, at the top of the button.
    """

    def __init__(self, name: str, fill: FillMenu, *, under_title: bool = False) -> None:
        super().__init__()
        self._name = name
        self._below = scaled(_BUTTON - _LINE) if under_title else 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(scaled(_BUTTON))
        self.setMinimumWidth(24)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        attach_menu(self, fill)
        self.show_choice("")

    def minimumSizeHint(self) -> QSize:
        return QSize(24, scaled(_BUTTON))

    def show_choice(self, text: str, *, unset: str = "") -> None:
        """Show the choice; `unset` says in the tooltip that there is none."""
        self.setText(text or "–")
        said = text or unset
        self.setAccessibleName(f"{self._name}: {said}" if said else self._name)
        self.setToolTip(self.accessibleName())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, face = theme(), font(11)
        painter = QPainter(self)
        painter.setFont(face)
        lit = self.underMouse() and self.isEnabled()
        painter.setPen(QColor(tokens.text if lit else tokens.dim))
        shown = QFontMetrics(face).elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.width()
        )
        row = self.rect().adjusted(0, 0, 0, -self._below)
        painter.drawText(row, int(Qt.AlignmentFlag.AlignVCenter), shown)
        if self.hasFocus():
            painter.setPen(QPen(QColor(tokens.focus), 2))
            painter.drawRoundedRect(QRectF(row).adjusted(1, 1, -1, -1), 3, 3)
        painter.end()


class LevelField(QuietField):
    """The figure of a fader, which can be typed.

    Signals:
        level_typed(float): The user typed or stepped it, in decibels; -inf is silence.
    """

    level_typed = Signal(float)

    def __init__(self, name: str, tooltip: str) -> None:
        super().__init__(name=name, tooltip=tooltip, size=13, weight=QFont.Weight.DemiBold)
        self._level = 0.0
        self.setMinimumHeight(scaled(_FIGURE))
        self.setFixedHeight(scaled(_FIGURE))
        self.setMinimumWidth(scaled(36))
        self.entered.connect(self._take)

    def show_level(self, level: float) -> None:
        """Show a level in decibels."""
        self._level = level
        self.show_text(level_words(level))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: _STEP_DB, Qt.Key.Key_Down: -_STEP_DB}
        step = steps.get(Qt.Key(event.key()), 0.0)
        stepped = typed_level(decimal(self._level + step, 1)) if step else None
        if stepped is None:
            super().keyPressEvent(event)
        else:
            self.setText(level_words(stepped))
            self.level_typed.emit(stepped)

    def _take(self, text: str) -> None:
        level = typed_level(text)
        if level is not None:
            self.level_typed.emit(level)


class LimiterLight(QWidget):
    """A dot that is lit while the limiter works, and a ring while it rests."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(16, 24)
        self._is_lit = False

    def show_lit(self, *, lit: bool) -> None:
        """Light it or not."""
        if lit != self._is_lit:
            self._is_lit = lit
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(8, self.height() / 2)
        if self._is_lit:
            glow = QColor(theme().playhead)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(glow)
            painter.drawEllipse(middle, 4.5, 4.5)
            glow.setAlphaF(0.25)
            painter.setBrush(glow)
            painter.drawEllipse(middle, 8, 8)
        else:
            painter.setPen(QPen(QColor(theme().outline), 1.5))
            painter.drawEllipse(middle, 4, 4)
        painter.end()
