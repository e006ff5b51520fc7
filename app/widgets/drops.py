"""Drag and drop into the window: files, folders and pieces of the library."""

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

PIECE_MIME = "application/x-segue-piece"


def dropped_paths(data: QMimeData) -> tuple[str, ...]:
    """Return the local files and folders of a drag."""
    return tuple(url.toLocalFile() for url in data.urls() if url.isLocalFile())


def dropped_piece(data: QMimeData) -> str:
    """Return the key of a dragged library piece, or an empty string."""
    if not data.hasFormat(PIECE_MIME):
        return ""
    return bytes(data.data(PIECE_MIME).data()).decode("utf-8", "surrogateescape")


class FileDrops(QObject):
    """An event filter that lets a widget accept files and folders.

    Signals:
        dropped(object): A tuple of paths.
        hovering(bool): Whether files are dragged over the widget.
    """

    dropped = Signal(object)
    hovering = Signal(bool)

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragEnterEvent):
            if dropped_paths(event.mimeData()):
                event.acceptProposedAction()
                self.hovering.emit(True)
                return True
        elif event.type() == QEvent.Type.DragLeave:
            self.hovering.emit(False)
        elif isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            paths = dropped_paths(event.mimeData())
            if paths:
                event.acceptProposedAction()
                self.hovering.emit(False)
                self.dropped.emit(paths)
                return True
        return super().eventFilter(watched, event)
