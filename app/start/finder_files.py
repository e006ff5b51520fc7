"""Files that macOS asks this program to open: they arrive as events, not as arguments."""

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QFileOpenEvent


class FinderFiles(QObject):
    """Turns file-open events of the application into a signal.

    Signals:
        asked: The user opened a file in the Finder (a tuple of one path).
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
