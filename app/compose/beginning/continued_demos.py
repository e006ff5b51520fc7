"""Show and play the demo pieces that Segue has continued, on the start page."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.clients.playing import Playing
from app.files.background import Background
from app.files.document_files import demo_title
from app.main_window.workspaces import Workspaces
from app.views.start_page.continued import ContinuedPiece
from app.views.start_page.page import StartPage
from app.words.figures import duration
from app.words.instruments import PROGRAMS_OF_FAMILY, family_words
from engine.music.files import read_file
from engine.music.midifile import read_midi
from engine.music.score import Score
from engine.music.time import Timeline
from engine.request import PartNote

if TYPE_CHECKING:
    from app.state.lease import Lease


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A demo piece as a user finds it: its first bars, and what Segue wrote after them.

    Attributes:
        score: The first bars.
        notes: Those that Segue wrote.
        start: The tick where these begin.
        bars: How many bars they have.
    """

    score: Score
    notes: tuple[PartNote, ...]
    start: int
    bars: int


class ContinuedDemos(QObject):
    """Reads the continued pieces once, and plays the one that is clicked.

    Args:
        folder: The folder of the continued pieces.
        workspaces: A piece stops when the start page is left.
        background: Reads the files.
    """

    def __init__(
        self,
        folder: Path,
        workspaces: Workspaces,
        *,
        playing: Playing,
        background: Background,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._folder, self._playing, self._background = folder, playing, background
        self._scores: dict[str, Score] = {}
        self._page: StartPage | None = None
        self._heard = ""
        self._lease: Lease | None = None
        playing.moved.connect(self._on_moved)
        workspaces.changed.connect(self._on_workspace)

    def connect_page(self, page: StartPage, *, order: Sequence[str] = ()) -> None:
        """Show the pieces on the page, those of `order` (stems) first."""
        self._page = page
        page.play_clicked.connect(self._play)
        paths = sorted(
            self._folder.glob("*.mid"),
            key=lambda path: (path.stem not in order, [*order, path.stem].index(path.stem)),
        )
        self._background.run(lambda: _read(paths), self._show, lambda _error: None)

    def opening(self, key: str) -> "Opening | None":
        """Return the bars of a piece and those that Segue wrote; None if it is not known."""
        score = self._scores.get(key)
        if score is None:
            return None
        bars = Timeline(score).bars
        boundary = self._piece(key, score).boundary
        made = [
            PartNote(index, note)
            for index, track in enumerate(score.tracks)
            for note in track.notes
            if note.start >= boundary
        ]
        return Opening(
            score=score.between(0, boundary),
            notes=tuple(made),
            start=boundary,
            bars=bars.bars_until(score.end) - bars.bar_at(boundary),
        )

    def _show(self, scores: dict[str, Score]) -> None:
        self._scores = scores
        pieces = [self._piece(key, score) for key, score in scores.items()]
        if self._page is not None and pieces:
            first = next(iter(scores.values()))
            self._page.show_continued(pieces, bars=Timeline(first).bars.bar_at(pieces[0].boundary))

    def _play(self, key: str) -> None:
        was_heard = key == self._heard
        self._stop()
        if not was_heard and key in self._scores:
            score = self._scores[key]
            self._lease = self._playing.leases.audition(score, 0, ended=self._on_ended)
            self._show_heard(key)

    def _stop(self) -> None:
        if self._heard and self._playing.leases.is_newest(self._lease):
            self._playing.stop()

    def _on_ended(self) -> None:
        self._lease = None
        self._show_heard("")

    def _show_heard(self, key: str) -> None:
        self._heard = key
        if self._page is not None:
            self._page.show_playing(key)

    def _on_moved(self, tick: float) -> None:
        if self._heard and self._page is not None and self._playing.leases.is_newest(self._lease):
            self._page.show_playhead(self._heard, tick)

    def _on_workspace(self, name: str) -> None:
        if name != "start":
            self._stop()

    def _piece(self, key: str, score: Score) -> ContinuedPiece:
        timeline = Timeline(score)
        bars = timeline.bars
        one, *others = score.tracks
        players = self.tr("{0} parts").format(len(score.tracks))
        if not others:
            players = family_words(one.program // PROGRAMS_OF_FAMILY)
        return ContinuedPiece(
            key=key,
            title=demo_title(Path(key)),
            detail=", ".join((players, duration(timeline.duration_s))),
            notes=tuple((i, note) for i, track in enumerate(score.tracks) for note in track.notes),
            # Segue has written as many bars as there were before.
            boundary=bars.start_of(bars.bars_until(score.end) // 2),
            end=bars.start_of(bars.bars_until(score.end)),
            colours=tuple(range(len(score.tracks))),
        )


def _read(paths: Sequence[Path]) -> dict[str, Score]:
    """Return the scores by the name of their demo piece."""
    return {path.stem: read_midi(read_file(path)).score for path in paths}
