"""Enter, Space and letters in the focused widget."""

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QWidget,
)

from app.widgets.keys.own import ENTER, types_into


class FocusKeys(QObject):
    """Lets Enter press a focused button, and Enter and Space act in a focused list.

    Without this, the window's shortcuts would use these keys to keep an alternative or to play. And
    a field for numbers would take each letter and do nothing with it: there, letters stay the
    window's shortcuts.

    Args:
        window: The window to filter.
        explain: Says why a key does nothing, if it belongs to a disabled action; a list would look
            for an entry with that letter.
    """

    def __init__(self, window: QWidget, explain: Callable[[QKeyEvent], bool]) -> None:
        super().__init__(window)
        self._explain = explain
        self._window = window
        self._watched: QObject | None = None
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QAbstractSpinBox):
            # Ignored, the override is no longer the field's: Qt looks for a shortcut.
            passed = isinstance(event, QKeyEvent) and _is_no_number(watched, event)
            if passed:
                event.ignore()
            return passed
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            key = event.key()
            in_list = isinstance(watched, QAbstractItemView) and key == Qt.Key.Key_Space
            if key in ENTER or in_list:
                event.accept()
                return True
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if isinstance(watched, QAbstractButton) and event.key() in ENTER:
                watched.click()
                return True
            if isinstance(watched, QAbstractItemView) and event.text().isalpha():
                return self._explain(event)
        return super().eventFilter(watched, event)

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        # A destroyed button loses the focus after its C++ object is gone.
        if self._watched is not None and shiboken6.isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = None
        kinds = QAbstractButton | QAbstractItemView | QAbstractSpinBox
        if isinstance(now, kinds) and now.window() is self._window:
            self._watched = now
            now.installEventFilter(self)


def _is_no_number(field: QAbstractSpinBox, event: QKeyEvent) -> bool:
    """Return whether a key asks for a shortcut, and is a letter that no number has."""
    text, none = event.text(), Qt.KeyboardModifier.NoModifier
    asks = event.type() is QEvent.Type.ShortcutOverride and event.modifiers() == none
    return asks and text.isalpha() and not types_into(field, text)
