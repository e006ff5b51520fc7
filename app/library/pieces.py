"""Opens, plays, adds and remembers pieces of the library."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.clients.playing import Playing
from app.files.document_files import Files, title_of
from app.library.views import reveal
from app.main_window.workspaces import Workspaces
from app.state.document import Document
from app.views.library_panel.piece_browser import PieceBrowser
from engine.values.library import place_of
from engine.values.score import Score

if TYPE_CHECKING:
    from app.state.lease import Lease

# The kind of reads of which only the newest one is heard.
_HEARING = "hearing"


class PieceActions(QObject):
    """Does what the user asks for with a piece in a list.

    Signals:
        open_asked(object, str): Open a piece (its path, and its path in an archive or empty).
        remember_asked(str, object): Let the model read a piece first (title, `Score`).
        insert_asked(object, str): Add a piece at the playhead (as for `open_asked`).
        insert_at_bar_asked(object, str, int): Add a piece at the bar of a tick.
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
        self.connect_browser(self._panel.pieces)
        document.replaced.connect(lambda: self._panel.show_open_piece(""))
        files.opened.connect(self._on_opened)
        workspaces.compose.roll.piece_dropped.connect(
            lambda key, tick: self.insert_at_bar_asked.emit(*place_of(key), tick)
        )

    def connect_browser(self, browser: PieceBrowser) -> None:
        """Serve a browser from now on."""
        browser.opened.connect(self._open)
        browser.heard.connect(self._audition)
        browser.added.connect(lambda key: self.insert_asked.emit(*place_of(key)))
        browser.remembered.connect(self.remember)
        browser.revealed.connect(lambda key: reveal(place_of(key)[0]))

    def _open(self, key: str) -> None:
        self._workspaces.show_workspace("compose")
        self._asked = key
        self.open_asked.emit(*place_of(key))

    def _on_opened(self, opened: Path | None) -> None:
        """Mark the requested piece, if it is the one that was opened.

        The user may have cancelled the request, or the piece may be unreadable.
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

        self._files.read_score(path, play, member=member, replaced_by=_HEARING)

    def remember(self, key: str) -> None:
        """Let the model read a piece first (the key of its row)."""
        path, member = place_of(key)
        title = title_of(path, member)
        self._files.read_score(
            path, lambda score: self.remember_asked.emit(title, score), member=member
        )
