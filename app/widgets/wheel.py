"""Fields on a scrolling page that ignore the mouse wheel."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class _LeavesWheel(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.Wheel:
            return super().eventFilter(watched, event)
        # Filtered from the field but not accepted, so Qt passes the event to the parent.
        event.ignore()
        return True


def ignore_wheel(field: QWidget) -> None:
    """Let the wheel over a field scroll the page instead of changing the field."""
    field.installEventFilter(_LeavesWheel(field))
