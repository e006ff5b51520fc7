"""Scroll areas for screen readers.

Qt 6.11's own interface of a scroll area answers a request for its n-th child without looking
whether there is one (`QAccessibleAbstractScrollArea::child`). Screen readers ask from another
process: when a scroll bar was hidden between their two questions, the program crashed.
"""

from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QScrollArea


class ScrollAccessible(QAccessibleWidget):
    """A scroll area as a plain widget: its viewport and its bars are children, none else is."""


@cache
def guard_scroll_areas() -> None:
    """Let Qt take these for all scroll areas of the process, from now on."""

    def made(_name: str, widget: QObject) -> QAccessibleInterface | None:
        if isinstance(widget, QScrollArea):
            return ScrollAccessible(widget, QAccessible.Role.Client, widget.accessibleName())
        return None

    QAccessible.installFactory(made)
