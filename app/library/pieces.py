"""The pieces of the library: opened, heard, added, remembered."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.clients.playing import Playing
from app.files.document_files import Files, title_of
from app.library.rows import place_of
from app.library.views import reveal
from app.main_window.workspaces import Workspaces
from app.state.document import Document
from engine.music.score import Score

if TYPE_CHECKING:
    from app.state.lease import Lease
    from app.views.library_panel.page import LibraryPage
    from app.views.library_panel.panel import LibraryPanel


class Pieces(QObject):
    """What the user does with a piece in the list.

    Signals:
        open_asked: Open a piece (its path, its path in an archive or empty).
        remember_asked: Let the model remember a piece first (title, Score).
        insert_asked: Add a piece at the playhead (its path, its path in an archive or empty).
        insert_at_bar_asked: Add one in the bar that a tick is in (the same, and the tick).
    """

    open_asked = Signal(object, str)
    remember_asked = Signal(str, object)
    insert_asked = Signal(object, str)
    insert_at_bar_asked = Signal(object, str, int)

    def __init__(
        self,
        workspaces: Workspaces,
        document: Document,
        *,
        files: Files,
        playing: Playing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspaces = workspaces
        self._panel = workspaces.compose.library
        self._files = files
        self._playing = playing
        self._heard = self._asked = ""
        self._lease: Lease | None = None
        self.connect_list(self._panel)
        document.replaced.connect(lambda: self._panel.show_open_piece(""))
        files.opened.connect(self._on_opened)
        workspaces.compose.roll.piece_dropped.connect(
            lambda key, tick: self.insert_at_bar_asked.emit(*place_of(key), tick)
        )

    def connect_list(self, view: "LibraryPanel | LibraryPage") -> None:
        """Do what is asked for there from now on."""
        view.piece_opened.connect(self._open)
        view.piece_auditioned.connect(self._audition)
        view.piece_added.connect(lambda key: self.insert_asked.emit(*place_of(key)))
        view.piece_remembered.connect(self._remember)
        view.piece_revealed.connect(lambda key: reveal(place_of(key)[0]))

    def _open(self, key: str) -> None:
        self._workspaces.show_workspace("compose")
        self._asked = key
        self.open_asked.emit(*place_of(key))

    def _on_opened(self, opened: Path | None) -> None:
        """Mark the piece that was asked for, if it is the one that is open now.

        What was asked for may have been called off, or could not be read: then this is another one.
        """
        path, member = place_of(self._asked)
        if self._asked and opened == (Path(member) if member else path):
            self._panel.show_open_piece(self._asked)

    def _audition(self, key: str) -> None:
        if self._heard == key and self._playing.leases.is_newest(self._lease):
            self._playing.stop()
            return
        path, member = place_of(key)

        def play(score: Score) -> None:
            self._heard, self._lease = key, self._playing.leases.audition(score, 0)

        self._files.read_score(path, play, member=member)

    def _remember(self, key: str) -> None:
        path, member = place_of(key)
        title = title_of(path, member)
        self._files.read_score(
            path, lambda score: self.remember_asked.emit(title, score), member=member
        )
