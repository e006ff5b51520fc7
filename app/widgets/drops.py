"""Drag and drop into the window: files, folders and pieces of the library."""

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent
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


def accept_copy(event: QDropEvent, *, takes_pieces: bool = False) -> bool:
    """Accept a drag or drop as a copy, or refuse it; return whether it is accepted.

    The files outside stay where they are: a drag that allows no copy is refused, and one that
    proposes a move becomes a copy, so that no file manager deletes what was dropped. Each move of a
    drag asks again, for keys change what it proposes.

    Args:
        event: The drag or drop.
        takes_pieces: Whether pieces of the library are accepted, as well as files and folders.
    """
    data = event.mimeData()
    is_known = bool(dropped_paths(data) or (takes_pieces and dropped_piece(data)))
    is_copy = bool(event.possibleActions() & Qt.DropAction.CopyAction)
    if is_known and is_copy:
        event.setDropAction(Qt.DropAction.CopyAction)
    event.setAccepted(is_known and is_copy)
    return event.isAccepted()


class FileDrops(QObject):
    """An event filter that lets a widget accept files and folders.

    Python sees all events of the widget: not for one that is painted or moved over all the time.

    Signals:
        dropped(object): A tuple of paths.
    """

    dropped = Signal(object)

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A drag that enters or moves is a `QDropEvent`, too.
        if isinstance(event, QDropEvent):
            if accept_copy(event) and event.type() == QEvent.Type.Drop:
                self.dropped.emit(dropped_paths(event.mimeData()))
            return True
        return super().eventFilter(watched, event)
