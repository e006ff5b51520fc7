"""Files that macOS asks this program to open: they come as events, not on the command line."""

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QFileOpenEvent


class FinderFiles(QObject):
    """Listens to the application's events.

    Args:
        application: What the events go to.

    Signals:
        asked: A double-click in the Finder (a tuple of one path).
    """

    asked = Signal(object)

    def __init__(self, application: QObject) -> None:
        super().__init__(application)
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.asked.emit((Path(event.file()),))
            return True
        return super().eventFilter(watched, event)
