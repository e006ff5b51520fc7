"""The splitter between the piece and the panes under it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter


class Lanes(QSplitter):
    """Parts over each other, with a hairline that the user drags.

    Signals:
        resized(): The parts have a new height in all.
    """

    resized = Signal()

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().height() != event.oldSize().height():
            self.resized.emit()
