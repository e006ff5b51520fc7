"""Accessibility of scroll areas.

In Qt 6.11, `QAccessibleAbstractScrollArea::child` does not check its index. Screen readers ask from
another process: when a scroll bar was hidden between their two questions, the program crashed.
"""

from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QScrollArea


class ScrollAccessible(QAccessibleWidget):
    """A scroll area as a plain widget, whose children are its viewport and its scroll bars."""


@cache
def guard_scroll_areas() -> None:
    """Make Qt use `ScrollAccessible` for all scroll areas of the process."""

    def made(_name: str, widget: QObject) -> QAccessibleInterface | None:
        if isinstance(widget, QScrollArea):
            return ScrollAccessible(widget, QAccessible.Role.Pane, widget.accessibleName())
        return None

    QAccessible.installFactory(made)
