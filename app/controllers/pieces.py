"""The pieces of the library: asked for in a job process, opened, heard, added, remembered."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.controllers.drops import Drops
from app.controllers.files import Files
from app.controllers.instruments import families_of
from app.controllers.library_views import reveal
from app.controllers.playing import Playing
from app.engine_link import Job, Link
from app.main_window.window import MainWindow
from app.views.library_panel.rows import PieceRow
from app.views.train.values import Sources
from engine import messages
from engine.music.score import Score

SHOWN_FAMILIES = 8
BETWEEN = "\n"


class Pieces(QObject):
    """The Pieces tab, and what training can learn from.

    Signals:
        listed: What is in the library (a `messages.LibraryListed`).
        sources_changed: What there is to learn from (a `Sources`).
        open_asked: Open a piece (its path, its path in an archive or empty).
        remember_asked: Let the model remember a piece first (title, Score).
    """

    listed = Signal(object)
    sources_changed = Signal(object)
    open_asked = Signal(object, str)
    remember_asked = Signal(str, object)

    def __init__(
        self,
        window: MainWindow,
        *,
        make_link: Callable[[], Link],
        files: Files,
        drops: Drops,
        playing: Playing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._panel = window.compose.library
        self._make_link = make_link
        self._files = files
        self._drops = drops
        self._playing = playing
        self._job: Job | None = None
        self._again = False
        self._heard = ""
        panel = self._panel
        panel.piece_opened.connect(self._open)
        panel.piece_auditioned.connect(self._audition)
        panel.piece_added.connect(lambda key: self._add(key, round(playing.tick)))
        panel.piece_remembered.connect(self._remember)
        panel.piece_revealed.connect(lambda key: reveal(_place(key)[0]))
        window.compose.roll.piece_dropped.connect(self._add)
        playing.playing_changed.connect(self._on_playing)

    def refresh(self) -> None:
        """Ask what is in the library now."""
        if self._job is not None:
            self._again = True
            return
        job = Job(
            self._make_link(), messages.ListLibrary(), until=messages.LibraryListed, parent=self
        )
        job.finished.connect(self.show)
        job.ended.connect(self._on_end)
        self._job = job
        job.start()

    def close(self) -> None:
        """End the process at once."""
        if self._job is not None:
            self._job.close()

    def show(self, event: messages.LibraryListed) -> None:
        """Show what is in the library now."""
        self._panel.show_pieces(
            tuple(_row(piece) for piece in event.pieces),
            folders=", ".join(_home(folder) for folder in event.folders),
            not_used=event.not_used,
        )
        self.sources_changed.emit(sources_of(event))
        self.listed.emit(event)

    def _on_end(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.deleteLater()
        if self._again:
            self._again = False
            self.refresh()

    def _open(self, key: str) -> None:
        self.open_asked.emit(*_place(key))
        self._panel.show_open_piece(key)

    def _audition(self, key: str) -> None:
        if self._heard == key and self._playing.playing:
            self._playing.stop()
            return
        path, member = _place(key)

        def play(score: Score) -> None:
            self._heard = key
            self._playing.preview(score)
            self._playing.play(0)

        self._files.read_score(path, play, member=member)

    def _add(self, key: str, tick: int) -> None:
        path, member = _place(key)
        self._drops.insert_at(path, tick, member=member)

    def _remember(self, key: str) -> None:
        path, member = _place(key)
        title = Path(member or path).stem
        self._files.read_score(
            path, lambda score: self.remember_asked.emit(title, score), member=member
        )

    def _on_playing(self, playing: bool) -> None:  # noqa: FBT001 - a signal's argument
        if not playing and self._heard:
            self._heard = ""
            self._playing.preview(None)


def sources_of(event: messages.LibraryListed) -> Sources:
    """Return what there is to learn from, as the training page shows it."""
    families: Counter[str] = Counter()
    for piece in event.pieces:
        families.update(families_of(piece))
    return Sources(
        pieces=len(event.pieces),
        total=event.files,
        seconds=sum(piece.seconds for piece in event.pieces),
        instruments=tuple(families.most_common(SHOWN_FAMILIES)),
    )


def _row(piece: messages.LibraryPiece) -> PieceRow:
    return PieceRow(
        key=f"{piece.path}{BETWEEN}{piece.member}" if piece.member else piece.path,
        title=piece.title,
        seconds=piece.seconds,
        tracks=piece.tracks,
        music_key=piece.key,
        warning=piece.warning,
    )


def _place(key: str) -> tuple[Path, str]:
    path, _, member = key.partition(BETWEEN)
    return Path(path), member


def _home(folder: str) -> str:
    home = str(Path.home())
    return f"~{folder[len(home) :]}" if folder.startswith(home) else folder
