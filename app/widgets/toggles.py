"""Small toggles: mute, solo, and the model's role for a track."""

from functools import partial
from typing import Literal

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QMenu

from app.style.theme import font, scaled, theme
from app.widgets.keys.tips import show_keys_in_tooltip
from app.widgets.menus import add_choice

Role = Literal["write", "context", "ignore"]
ROLES: tuple[Role, ...] = ("write", "context", "ignore")
# Actions with the same effect; the tooltips name their keys.
_ACTIONS = {"M": "mute", "S": "solo"}


class LetterToggle(QAbstractButton):
    """A toggle with one letter; its clickable area of 24 by 24 pixels exceeds its picture."""

    def __init__(
        self, letter: Literal["M", "S"], *, name: str, tone: Literal["warning", "solo"]
    ) -> None:
        super().__init__()
        self.setText(letter)
        self.setCheckable(True)
        self.setFixedSize(scaled(24), scaled(24))
        self.setAccessibleName(name)
        self.setToolTip(name)
        show_keys_in_tooltip(self, _ACTIONS[letter])
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._tone = tone

    def sizeHint(self) -> QSize:
        return QSize(scaled(24), scaled(24))

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(2, 3.5, -2, -3.5)
        down = tokens.playhead if self._tone == "warning" else tokens.text
        painter.setBrush(QColor(down) if self.isChecked() else Qt.BrushStyle.NoBrush)
        edge = tokens.focus if self.hasFocus() else down if self.isChecked() else tokens.line
        painter.setPen(QPen(QColor(edge), 2 if self.hasFocus() else 1))
        painter.drawRoundedRect(box, 4.5, 4.5)
        idle = tokens.text if self.underMouse() else tokens.dim
        painter.setPen(QColor(tokens.window if self.isChecked() else idle))
        painter.setFont(font(11, weight=QFont.Weight.Medium))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), self.text())
        painter.end()

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            self.update()
        return super().event(event)


class RoleChip(QAbstractButton):
    """A chip for the role Write, Context or Ignore; a click takes the next one.

    Signals:
        chosen(str): The user chose this role.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._role: Role = "write"
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(scaled(24))
        self.clicked.connect(self._next)
        self.show_role("write")

    def _names(self) -> dict[Role, str]:
        return {
            "write": self.tr("Write"),
            "context": self.tr("Context"),
            "ignore": self.tr("Ignore"),
        }

    def show_role(self, role: Role) -> None:
        """Show a track's role, with a tooltip that explains it."""
        self._role = role
        tips = {
            "write": self.tr("Write: Segue goes on with this track"),
            "context": self.tr("Context: Segue hears this track and does not write it"),
            "ignore": self.tr("Ignore: Segue does not know of this track"),
        }
        self.setText(self._names()[role])
        self.setToolTip(tips[role])
        self.setAccessibleName(self.tr("Role: {0}").format(self._names()[role]))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 14, scaled(24))

    def _next(self) -> None:
        self.chosen.emit(ROLES[(ROLES.index(self._role) + 1) % len(ROLES)])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton:
            menu = QMenu(self)
            for role, name in self._names().items():
                add_choice(menu, name, partial(self.chosen.emit, role), checked=role == self._role)
            menu.exec(event.globalPosition().toPoint())
            menu.deleteLater()
        else:
            super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill, ink = {
            "write": (tokens.hover, tokens.text),
            "context": (tokens.raised, tokens.dim),
            "ignore": (tokens.panel, tokens.dim),
        }[self._role]
        box = QRectF(self.rect()).adjusted(0.5, 3.5, -0.5, -3.5)
        edge = tokens.focus if self.hasFocus() else tokens.line
        lined = self.hasFocus() or self._role == "ignore"
        painter.setPen(
            QPen(QColor(edge), 2 if self.hasFocus() else 1) if lined else Qt.PenStyle.NoPen
        )
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(box, 8.5, 8.5)
        painter.setPen(QColor(ink))
        painter.setFont(font(11.5, weight=QFont.Weight.Medium))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), self.text())
        painter.end()
