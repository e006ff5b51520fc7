"""Buttons of all kinds; the kind is a property that the style sheet reads."""

from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QWidget,
)

from app.style.theme import Theme, icon, theme

Kind = Literal[
    "plain",
    "main",
    "quiet",
    "link",
    "danger",
    "panic",
    "record",
    "tiny",
    "chip",
    "tab",
    "segment",
    "phase",
    "workspace",
]


class TextButton(QPushButton):
    """A button with words; takes the focus by Tab, not by a click."""

    def __init__(
        self,
        text: str,
        *,
        kind: Kind = "plain",
        tooltip: str = "",
        name: str = "",
        checkable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self.setProperty("kind", kind)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(checkable)
        self.setMinimumHeight(24)
        self.setAccessibleName(name or text)
        self.setToolTip(tooltip or name or text)
        self._tooltip = self.toolTip()
        if kind in ("main", "link", "chip", "tab"):
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_name(self, text: str, name: str) -> None:
        """Show other words, and say another name of it."""
        self.setText(text)
        self.setAccessibleName(name)
        self._tooltip = name
        self.setToolTip(name)

    def show_reason(self, reason: str) -> None:
        """Disable it and say why, or enable it without a reason."""
        give_reason(self, reason, tooltip=self._tooltip)


class IconButton(QToolButton):
    """A button with an icon of ours, in a colour of the theme that it keeps on a new theme."""

    def __init__(
        self,
        icon_name: str,
        *,
        name: str,
        tooltip: str = "",
        size: QSize | None = None,
        icon_size: int = 16,
        kind: Kind = "plain",
        checkable: bool = False,
        colour: str = "text",
        parent: QWidget | None = None,
    ) -> None:
        """Make it.

        Args:
            icon_name: File of `assets/icons` without its ending.
            name: For screen readers.
            tooltip: For the pointer; the name if empty.
            size: At least 24 by 24.
            icon_size: Pixels.
            kind: Which button.
            checkable: Whether it stays down.
            colour: Name of the theme's token the icon is painted in.
            parent: Owner.
        """
        super().__init__(parent)
        self._icon_name, self._colour = icon_name, colour
        self._tooltip = tooltip or name
        self.setProperty("kind", kind)
        self.setAccessibleName(name)
        self.setToolTip(self._tooltip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(checkable)
        self.setFixedSize(size or QSize(28, 28))
        self.setIconSize(QSize(icon_size, icon_size))
        self._paint_icon()

    def show_icon(self, icon_name: str, *, colour: str = "") -> None:
        """Show another icon, or the same in another token's colour."""
        if (icon_name, colour or self._colour) != (self._icon_name, self._colour):
            self._icon_name, self._colour = icon_name, colour or self._colour
            self._paint_icon()

    def show_reason(self, reason: str) -> None:
        """Disable it and say why, or enable it without a reason."""
        give_reason(self, reason, tooltip=self._tooltip)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self._paint_icon()
        super().changeEvent(event)

    def _paint_icon(self) -> None:
        tokens: Theme = theme()
        self.setIcon(icon(self._icon_name, colour=str(getattr(tokens, self._colour))))


class Segmented(QFrame):
    """A row of choices of which one holds.

    Signals:
        chosen(str): The user chose this key.
    """

    chosen = Signal(str)

    def __init__(
        self, options: tuple[tuple[str, str], ...], *, name: str, parent: QWidget | None = None
    ) -> None:
        """Make it of (key, label) pairs; `name` says what is chosen."""
        super().__init__(parent)
        self.setProperty("kind", "segments")
        self.setAccessibleName(name)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        self._name, self._group = name, QButtonGroup(self)
        self._buttons: dict[str, TextButton] = {}
        for key, label in options:
            button = TextButton(label, kind="segment", name=f"{name}: {label}", checkable=True)
            button.clicked.connect(lambda _=False, chosen=key: self.chosen.emit(chosen))
            self._group.addButton(button)
            self._buttons[key] = button
            row.addWidget(button, 1)

    @property
    def keys(self) -> tuple[str, ...]:
        """What can be chosen."""
        return tuple(self._buttons)

    def show_label(self, key: str, label: str) -> None:
        """Call one choice something else."""
        self._buttons[key].show_name(label, f"{self._name}: {label}")

    def show_choice(self, key: str) -> None:
        """Mark a key as the one that holds; an unknown one marks none."""
        self._group.setExclusive(False)
        for other, button in self._buttons.items():
            button.setChecked(other == key)
        self._group.setExclusive(True)

    def choice(self) -> str:
        """Return the key that holds, or nothing."""
        return next((key for key, button in self._buttons.items() if button.isChecked()), "")

    def show_reason(self, key: str, reason: str) -> None:
        """Disable one choice and say why, or enable it without a reason."""
        self._buttons[key].show_reason(reason)


def give_reason(button: QAbstractButton | QWidget, reason: str, *, tooltip: str) -> None:
    """Disable a widget and say why in its tooltip, or enable it with its usual tooltip."""
    button.setEnabled(not reason)
    button.setToolTip(reason or tooltip)
    button.setAccessibleDescription(reason)
    button.setStatusTip(reason)
