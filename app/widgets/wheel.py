"""Fields on a page that scrolls: the mouse wheel moves the page, never what they hold."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class _LeavesWheel(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.Wheel:
            return super().eventFilter(watched, event)
        # Taken from the field and not accepted: it goes on to what the field lies on.
        event.ignore()
        return True


def ignore_wheel(field: QWidget) -> None:
    """Let the wheel over a field scroll the page: who scrolls past it must not change it."""
    field.installEventFilter(_LeavesWheel(field))
