"""Drag and drop into the window: files, folders and pieces of the library."""

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDropEvent

PIECE_MIME = "application/x-segue-piece"


def dropped_paths(data: QMimeData) -> tuple[str, ...]:
    """Return the local files and folders of a drag."""
    return tuple(url.toLocalFile() for url in data.urls() if url.isLocalFile())


def dropped_piece(data: QMimeData) -> str:
    """Return the key of a dragged library piece, or an empty string."""
    if not data.hasFormat(PIECE_MIME):
        return ""
    return bytes(data.data(PIECE_MIME).data()).decode("utf-8", "surrogateescape")


def accept_copy(event: QDropEvent) -> bool:
    """Accept a drag or drop of files or of a piece as a copy, or refuse it; return which.

    The files outside stay where they are: a drag that allows no copy is refused, and one that
    proposes a move becomes a copy, so that no file manager deletes what was dropped. Each move of a
    drag asks again, for keys change what it proposes.

    Args:
        event: The drag or drop.
    """
    data = event.mimeData()
    is_known = bool(dropped_paths(data) or dropped_piece(data))
    is_copy = bool(event.possibleActions() & Qt.DropAction.CopyAction)
    if is_known and is_copy:
        event.setDropAction(Qt.DropAction.CopyAction)
    event.setAccepted(is_known and is_copy)
    return event.isAccepted()
