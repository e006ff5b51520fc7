"""All kinds of buttons; the style sheet reads the property `kind`."""

from typing import Literal

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
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
from app.widgets.words import repolish

Kind = Literal[
    "plain",
    "main",
    "soft",
    "play",
    "round",
    "quiet",
    "link",
    "action",
    "bell",
    "keep",
    "danger",
    "panic",
    "sign",
    "record",
    "tiny",
    "chip",
    "wish",
    "fold",
    "tab",
    "pane",
    "segment",
    "phase",
    "workspace",
]


class TextButton(QPushButton):
    """A button with a text; it takes the focus by Tab, not by a click."""

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
        if kind in ("main", "soft", "link", "chip", "tab"):
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_name(self, text: str, name: str) -> None:
        """Show another text, and give the button another accessible name and tooltip."""
        self.setText(text)
        self.setAccessibleName(name)
        self._tooltip = name
        self.setToolTip(name)

    def show_reason(self, reason: str) -> None:
        """Disable the button and show the reason in its tooltip; an empty reason enables it."""
        give_reason(self, reason, tooltip=self._tooltip)


class IconButton(QToolButton):
    """A button with an icon from `assets/icons`, painted again when the theme changes."""

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
        """Create the button.

        Args:
            icon_name: A file of `assets/icons` without its ending.
            name: The accessible name.
            tooltip: The tooltip; empty uses the name.
            size: At least 24 by 24 pixels, for WCAG's target size.
            icon_size: Pixels.
            kind: The property that the style sheet reads.
            checkable: Whether the button stays down.
            colour: The attribute of `Theme` that gives the icon's colour.
            parent: Qt's owner.
        """
        super().__init__(parent)
        self._icon_name, self._colour, self._ink = icon_name, colour, ""
        self._tooltip = tooltip or name
        self.setProperty("kind", kind)
        self.setAccessibleName(name)
        self.setToolTip(self._tooltip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(checkable)
        self.setFixedSize(size or QSize(28, 28))
        self.setIconSize(QSize(icon_size, icon_size))
        self._paint_icon()

    def show_icon(self, icon_name: str, *, colour: str = "", ink: str = "") -> None:
        """Show another icon.

        Args:
            icon_name: As for the constructor.
            colour: As for the constructor; empty keeps the present one.
            ink: A colour as `#rrggbb` in place of one of the theme.
        """
        shown = (icon_name, colour or self._colour, ink)
        if shown != (self._icon_name, self._colour, self._ink):
            self._icon_name, self._colour, self._ink = shown
            self._paint_icon()

    def show_reason(self, reason: str) -> None:
        """Disable the button with a reason as its tooltip; empty enables it."""
        give_reason(self, reason, tooltip=self._tooltip)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self._paint_icon()
        super().changeEvent(event)

    def _paint_icon(self) -> None:
        tokens: Theme = theme()
        self.setIcon(icon(self._icon_name, colour=self._ink or str(getattr(tokens, self._colour))))


class Segmented(QFrame):
    """A row of choices, of which exactly one is selected.

    Signals:
        chosen(str): The user chose this key.
    """

    chosen = Signal(str)

    def __init__(
        self, options: tuple[tuple[str, str], ...], *, name: str, parent: QWidget | None = None
    ) -> None:
        """Create the row from (key, label) pairs; `name` is the accessible name.

        A label can have two lines: four short choices then fit where one line is too long.
        """
        super().__init__(parent)
        self.setProperty("kind", "segments")
        self.setAccessibleName(name)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        self._name, self._group = name, QButtonGroup(self)
        self._buttons: dict[str, TextButton] = {}
        for key, label in options:
            button = TextButton(
                label, kind="segment", name=_spoken_label(name, label), checkable=True
            )
            button.clicked.connect(lambda _=False, chosen=key: self.chosen.emit(chosen))
            add_choice_to(self._group, button)
            _tell_lines(button)
            self._buttons[key] = button
            row.addWidget(button, 1)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the choices, from left to right."""
        return tuple(self._buttons)

    def show_label(self, key: str, label: str) -> None:
        """Change the label of one choice."""
        self._buttons[key].show_name(label, _spoken_label(self._name, label))
        _tell_lines(self._buttons[key])

    def show_choice(self, key: str) -> None:
        """Select a key; an unknown key clears the selection."""
        self._group.setExclusive(False)
        for other, button in self._buttons.items():
            button.setChecked(other == key)
        self._group.setExclusive(True)

    def choice(self) -> str:
        """Return the selected key, or an empty string."""
        return next((key for key, button in self._buttons.items() if button.isChecked()), "")

    def show_reason(self, key: str, reason: str) -> None:
        """Disable one choice with a reason; an empty reason enables it."""
        self._buttons[key].show_reason(reason)


def add_choice_to(group: QButtonGroup, button: QAbstractButton) -> None:
    """Make a button one of several choices: a screen reader says “radio button”.

    The group alone decides which of them are chosen, an exclusive one that one always is.
    """
    group.addButton(button)
    button.setAutoExclusive(True)


def _spoken_label(row: str, label: str) -> str:
    """Return a choice's accessible name: the row's name and the label in one line."""
    return f"{row}: {' '.join(label.splitlines())}"


def _tell_lines(button: TextButton) -> None:
    """Tell the style sheet how many lines a button has: a full column squeezes it to their room."""
    lines = button.text().count("\n") + 1
    if button.property("lines") != lines:
        button.setProperty("lines", lines)
        repolish(button)


def give_reason(button: QAbstractButton | QWidget, reason: str, *, tooltip: str) -> None:
    """Disable a widget and show the reason as its tooltip; an empty reason enables it again."""
    button.setEnabled(not reason)
    button.setToolTip(reason or tooltip)
    button.setAccessibleDescription(reason)
    button.setStatusTip(reason)


def press_by_clicks_on(widget: QWidget, button: QAbstractButton) -> None:
    """Let a click on a widget press a button, whose row it ends."""
    widget.installEventFilter(_Presses(widget, button))


class _Presses(QObject):
    def __init__(self, widget: QWidget, button: QAbstractButton) -> None:
        super().__init__(widget)
        self._widget, self._button = widget, button

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kinds = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease)
        if not isinstance(event, QMouseEvent) or event.type() not in kinds:
            return super().eventFilter(watched, event)
        if event.button() is not Qt.MouseButton.LeftButton:
            return False
        is_inside = self._widget.rect().contains(event.position().toPoint())
        if event.type() == QEvent.Type.MouseButtonRelease and is_inside:
            self._button.click()
        return True
