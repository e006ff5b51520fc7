"""Reopen the last piece as the user left it."""

import logging
import os
from collections.abc import Callable
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Signal

from app.clients.playing import Playing
from app.compose.files.file_actions import FileActions
from app.compose.score_views import ScoreViews
from app.files.document_files import Files
from app.settings.settings import Settings
from app.state.document import Document
from app.values.geometry import Transform
from engine.gate import documents
from engine.values.ranges import Tick

_log = logging.getLogger(__name__)

# Key in the settings file.
_KEPT = "last_piece"


class SavedView(msgspec.Struct, frozen=True, kw_only=True):
    """The last piece and the view of it.

    Attributes:
        path: Its file as the bytes of the file system; empty for an unsaved piece.
        tick: The playhead.
        view: The visible part; None for the whole piece.
    """

    path: bytes = b""
    tick: Tick = 0
    view: Transform | None = None


class LastPiece(QObject):
    """Stores the open piece in the settings and reopens it.

    Args:
        files: Reports opened and saved files.

    Signals:
        missing: The piece could not be opened; the failure was already shown.
    """

    missing = Signal()

    def __init__(
        self,
        document: Document,
        files: Files,
        views: ScoreViews,
        *,
        playing: Playing,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._views, self._playing, self._settings = views, playing, settings
        self._path: Path | None = None
        self._awaited: SavedView | None = None
        document.replaced.connect(self._on_replaced)
        files.opened.connect(self._on_opened)
        files.saved.connect(self._on_saved)
        files.failed.connect(self._on_failed)

    def reopen(self, actions: FileActions, open_demo: Callable[[Path], bool]) -> bool:
        """Open the last piece; return False if it had no file.

        Args:
            actions: The file actions.
            open_demo: Opens a path if it is a demo; returns whether it is.
        """
        seen = read_seen(self._settings.note(_KEPT))
        if not seen.path:
            return False
        # If this piece crashes the session, the next one must not open it again.
        self._settings.keep_note(_KEPT, _written(SavedView()))
        self._settings.flush()
        self._awaited, path = seen, _path_of(seen)
        if not open_demo(path):
            actions.open(path)
        return True

    def keep(self) -> None:
        """Store the open piece and its view."""
        if self._path is None:
            self._settings.keep_note(_KEPT, _written(SavedView()))
            return
        name, tick = os.fsencode(self._path), round(self._playing.tick)
        seen = SavedView(path=name, tick=tick, view=self._views.place())
        self._settings.keep_note(_KEPT, _written(seen))

    def _on_replaced(self) -> None:
        self._path = None

    def _on_opened(self, path: Path | None) -> None:
        # An archive member has no path of its own.
        self._path = path if path is not None and path.is_absolute() else None
        awaited, self._awaited = self._awaited, None
        if awaited is not None and path == _path_of(awaited):
            if awaited.view is not None:
                self._views.show_place(awaited.view)
            self._playing.seek(awaited.tick)
        self.keep()

    def _on_saved(self, path: Path) -> None:
        self._path = path
        self.keep()

    def _on_failed(self, _error: object) -> None:
        if self._awaited is not None:
            self._awaited = None
            self.missing.emit()


def _path_of(seen: SavedView) -> Path:
    return Path(os.fsdecode(seen.path))


def _written(seen: SavedView) -> str:
    return msgspec.json.encode(seen).decode()


def read_seen(text: str) -> SavedView:
    """Parse a stored value; unreadable text gives the default."""
    if not text:
        return SavedView()
    try:
        return documents.decode(text.encode(), SavedView, documents.DESCRIPTION)
    except ValueError as error:
        _log.warning("The stored last piece is not readable: %s", error)
        return SavedView()
