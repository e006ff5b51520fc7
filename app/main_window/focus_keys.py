"""Enter and Space in the focused widget."""

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QWidget

from app.widgets.keys.own import ENTER


class FocusKeys(QObject):
    """Lets Enter press a focused button, and Enter and Space act in a focused list.

    Without this, the window's shortcuts would use these keys to keep an alternative or to play.

    Args:
        window: The window to filter.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._watched: QObject | None = None
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            key = event.key()
            in_list = isinstance(watched, QAbstractItemView) and key == Qt.Key.Key_Space
            if key in ENTER or in_list:
                event.accept()
                return True
        if (
            event.type() is QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and isinstance(watched, QAbstractButton)
            and event.key() in ENTER
        ):
            watched.click()
            return True
        return super().eventFilter(watched, event)

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        # A destroyed button loses the focus after its C++ object is gone.
        if self._watched is not None and shiboken6.isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = None
        if isinstance(now, QAbstractButton | QAbstractItemView) and now.window() is self._window:
            self._watched = now
            now.installEventFilter(self)
