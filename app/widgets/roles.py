"""Roles of painted widgets, for screen readers.

Qt gives a plain `QWidget` the role *filler*, which screen readers may pass over.
"""

from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

# The names of dynamic properties of a widget.
_ROLE, _CHOSEN = "spokenRole", "spokenChosen"


def give_role(widget: QWidget, role: QAccessible.Role) -> None:
    """Give a widget a role for screen readers; its name and description stay its own.

    Call it before the widget gets its name: a new name makes Qt create the interface and keep it.
    """
    _serve()
    widget.setProperty(_ROLE, role.value)


def show_chosen(widget: QWidget, *, chosen: bool) -> None:
    """Say whether a widget is the chosen one of its list."""
    widget.setProperty(_CHOSEN, chosen)


class _WithRole(QAccessibleWidget):
    """A widget with the role that it was given."""

    def __init__(self, widget: QWidget, role: QAccessible.Role) -> None:
        # The name is empty here, so that Qt asks the widget for its present one.
        super().__init__(widget, role, "")

    def state(self) -> QAccessible.State:
        state = super().state()
        chosen = self.widget().property(_CHOSEN)
        if chosen is not None:
            state.selectable = True
            state.selected = bool(chosen)
        return state


@cache
def _serve() -> None:
    """Register the interface of widgets that have a role, once."""

    def made(_name: str, widget: QObject) -> QAccessibleInterface | None:
        if not isinstance(widget, QWidget) or widget.property(_ROLE) is None:
            return None
        return _WithRole(widget, QAccessible.Role(widget.property(_ROLE)))

    QAccessible.installFactory(made)
