"""The pieces of the library: opened, heard, added, remembered."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.compose.drops import Drops
from app.files.document_files import Files, title_of
from app.library.shelf import place_of
from app.library.views import reveal
from app.main_window.window import MainWindow
from app.talk.playing import Playing
from engine.music.score import Score

if TYPE_CHECKING:
    from app.state.lease import Lease


class Pieces(QObject):
    """What the user does with a piece in the list.

    Signals:
        open_asked: Open a piece (its path, its path in an archive or empty).
        remember_asked: Let the model remember a piece first (title, Score).
    """

    open_asked = Signal(object, str)
    remember_asked = Signal(str, object)

    def __init__(
        self,
        window: MainWindow,
        *,
        files: Files,
        drops: Drops,
        playing: Playing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._panel = window.compose.library
        self._files = files
        self._drops = drops
        self._playing = playing
        self._heard = ""
        self._lease: Lease | None = None
        panel = self._panel
        panel.piece_opened.connect(self._open)
        panel.piece_auditioned.connect(self._audition)
        panel.piece_added.connect(lambda key: self._add(key, round(playing.tick)))
        panel.piece_remembered.connect(self._remember)
        panel.piece_revealed.connect(lambda key: reveal(place_of(key)[0]))
        window.compose.roll.piece_dropped.connect(self._drop)

    def _open(self, key: str) -> None:
        self.open_asked.emit(*place_of(key))
        self._panel.show_open_piece(key)

    def _audition(self, key: str) -> None:
        if self._heard == key and self._playing.leases.hears(self._lease):
            self._playing.stop()
            return
        path, member = place_of(key)

        def play(score: Score) -> None:
            self._heard, self._lease = key, self._playing.leases.audition(score, 0)

        self._files.read_score(path, play, member=member)

    def _add(self, key: str, tick: int) -> None:
        path, member = place_of(key)
        self._drops.insert_at(path, tick, member=member)

    def _drop(self, key: str, tick: int) -> None:
        path, member = place_of(key)
        self._drops.insert_at_bar(path, tick, member=member)

    def _remember(self, key: str) -> None:
        path, member = place_of(key)
        title = title_of(path, member)
        self._files.read_score(
            path, lambda score: self.remember_asked.emit(title, score), member=member
        )
