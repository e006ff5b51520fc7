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
    QComboBox,
    QWidget,
)

from app.widgets.keys.own import ENTER, types_into


class FocusKeys(QObject):
    """Lets Enter press a focused button, and Enter and Space act in a focused list.

    Without this, the window's shortcuts would use these keys to keep an alternative or to play. And
    a field for numbers would take each letter and do nothing with it, and a choice the letters of
    disabled actions: there, letters stay the window's.

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
        if isinstance(event, QKeyEvent) and isinstance(watched, QWidget):
            if event.type() is QEvent.Type.ShortcutOverride and self._decides(watched, event):
                return True
            if event.type() is QEvent.Type.KeyPress and self._acts(watched, event):
                return True
        return super().eventFilter(watched, event)

    def _decides(self, watched: QWidget, event: QKeyEvent) -> bool:
        """Decide who gets a key, the widget or the window; return whether that is done."""
        is_list = isinstance(watched, QAbstractItemView)
        if _is_unused_letter(watched, event):
            # Ignored, the override is no longer the widget's: Qt looks for a shortcut.
            event.ignore()
            return True
        takes_enter = is_list or isinstance(watched, QAbstractButton)
        if (takes_enter and event.key() in ENTER) or (is_list and event.key() == Qt.Key.Key_Space):
            event.accept()
            return True
        return False

    def _acts(self, watched: QWidget, event: QKeyEvent) -> bool:
        if isinstance(watched, QAbstractButton) and event.key() in ENTER:
            watched.click()
            return True
        return _is_unused_letter(watched, event) and self._explain(event)

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        # A destroyed button loses the focus after its C++ object is gone.
        if self._watched is not None and shiboken6.isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = None
        kinds = QAbstractButton | QAbstractItemView | QAbstractSpinBox | QComboBox
        if isinstance(now, kinds) and now.window() is self._window:
            self._watched = now
            now.installEventFilter(self)


def _is_unused_letter(widget: QWidget, event: QKeyEvent) -> bool:
    """Return whether a key is a letter that a list, a choice or a number has no better use for."""
    control, none = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
    # Lists copy and select with Ctrl.
    held = (none,) if isinstance(widget, QAbstractItemView) else (none, control)
    is_letter = Qt.Key.Key_A <= event.key() <= Qt.Key.Key_Z and event.modifiers() in held
    is_number = isinstance(widget, QAbstractSpinBox) and event.modifiers() == none
    lists = isinstance(widget, QAbstractItemView | QComboBox)
    return is_letter and (lists or is_number) and not types_into(widget, event.text())
