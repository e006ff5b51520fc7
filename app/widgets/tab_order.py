"""The order in which Tab goes through a page whose rows come and go."""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QScrollArea, QWidget


def tab_as_laid_out(page: QWidget) -> None:
    """Make Tab go through a page as it is laid out.

    Qt goes in the order in which widgets were made: a row that is made later, such as the one of a
    keyboard that is plugged in, would come after the last button of the window.
    """
    layout = page.layout()
    fields = list(_fields(layout)) if layout is not None else []
    before = _field_before(page)
    for first, second in pairwise(fields if before is None else [before, *fields]):
        QWidget.setTabOrder(first, second)


def _field_before(page: QWidget) -> QWidget | None:
    """Return the last field before a page, which keeps its place; None if there is none."""
    field = page.previousInFocusChain()
    while field is not None and field is not page.window() and field is not page:
        if _is_field(field) and not page.isAncestorOf(field):
            return field
        field = field.previousInFocusChain()
    return None


def _fields(layout: QLayout) -> Iterator[QWidget]:
    """Yield the widgets of a layout that take the focus by Tab."""
    for index in range(layout.count()):
        item = layout.itemAt(index)
        if item is None:
            continue
        if (inner := item.layout()) is not None:
            yield from _fields(inner)
        if (widget := item.widget()) is not None:
            yield from _fields_of(widget)


def _fields_of(widget: QWidget) -> Iterator[QWidget]:
    inside = widget.widget() if isinstance(widget, QScrollArea) else widget
    if _is_field(widget):
        yield widget
    elif inside is not None and (layout := inside.layout()) is not None:
        yield from _fields(layout)


def _is_field(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
