"""Show, play and open the demo pieces that Segue has continued, on the start page."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.clients.continuing import Continuing
from app.clients.playing import Playing
from app.compose.files.file_actions import FileActions
from app.files.background import Background
from app.files.document_files import demo_title
from app.files.made_offer import MadeOffer, read_made_offer
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from app.state.document import Document
from app.state.generation_settings import GenerationSettings
from app.values.pictures import Picture
from app.views.notice_strip import NoticeText
from app.views.start_page.continued import ContinuedPiece
from app.views.start_page.page import StartPage
from app.words.counting import counted
from app.words.figures import duration
from app.words.instruments import PROGRAMS_OF_FAMILY, family_words
from engine.ground.errors import SegueError
from engine.midi.file.files import read_file
from engine.piece.composition import Composition
from engine.values.score import Score
from engine.values.time import BarMap, Timeline

if TYPE_CHECKING:
    from app.state.lease import Lease
    from app.state.offer import Offer

_log = logging.getLogger(__name__)

# The demo pieces that Segue has continued, in this order.
FEATURED = ("morning-pages", "canon-in-d", "night-drive")
_NOTICE = "opened-offer"


class ContinuedDemos(QObject):
    """Reads the offers once, plays the one that is clicked, and opens it with its cards.

    Args:
        folder: The folder of the offers.
        workspaces: A piece stops when the start page is left.
        document: Gets the piece that is opened.
        actions: Ask what becomes of unsaved work.
        generation: Gets the length of the offer, so that G makes more like it.
        background: Reads the files.
    """

    def __init__(
        self,
        folder: Path,
        shell: Shell,
        workspaces: Workspaces,
        document: Document,
        *,
        actions: FileActions,
        generation: GenerationSettings,
        continuing: Continuing,
        playing: Playing,
        background: Background,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._folder, self._shell, self._document = folder, shell, document
        self._actions, self._generation, self._continuing = actions, generation, continuing
        self._playing, self._background = playing, background
        self._made: dict[str, MadeOffer] = {}
        self._page: StartPage | None = None
        self._heard = ""
        self._lease: Lease | None = None
        self._opened: Offer | None = None
        # The user's length, and that of the offer that is open in its place.
        self._lengths: tuple[int, int] | None = None
        playing.moved.connect(self._on_moved)
        workspaces.changed.connect(self._on_workspace)
        document.replaced.connect(self._on_replaced)

    def connect_page(self, page: StartPage) -> None:
        """Show the pieces on the page, and play and open them there."""
        self._page = page
        page.play_clicked.connect(self._play)
        page.continued_chosen.connect(self._open)
        paths = [self._folder / f"{name}.json" for name in FEATURED]
        self._background.run(lambda: _read(paths), self._show, lambda _error: None)

    def _show(self, made: dict[str, MadeOffer]) -> None:
        self._made = made
        pieces = [self._piece(key, each) for key, each in made.items()]
        if self._page is not None and pieces:
            first = next(iter(made.values()))
            bars = BarMap.of(first.score).bar_at(first.ask.start)
            self._page.show_continued(pieces, bars=bars)

    # --- playing ------------------------------------------------------------------------------

    def _play(self, key: str) -> None:
        was_heard = key == self._heard
        self._stop()
        if not was_heard and key in self._made:
            score = _heard(self._made[key])
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

    # --- opening ------------------------------------------------------------------------------

    def _open(self, key: str) -> None:
        if (made := self._made.get(key)) is not None:
            title = demo_title(Path(key))
            composition = Composition.of(made.score)
            self._actions.open_ready(composition, title, lambda: self._offer(made))

    def _offer(self, made: MadeOffer) -> None:
        """Put the offer beside the piece that was opened."""
        settings = self._generation.settings
        self._lengths = settings.request.bars, made.ask.bars
        self._generation.replace(settings.asking(bars=made.ask.bars))
        self._continuing.offer_made(made.offer())
        self._opened = self._continuing.offer
        self._continuing.changed.connect(self._on_offer)
        self._shell.notices.show_notice(
            NoticeText(
                key=_NOTICE,
                happened=counted(
                    settings.request.alternatives,
                    self.tr("Enter keeps it, G makes 1 more."),
                    self.tr("Enter keeps it, G makes %1 more."),
                ),
            )
        )

    def _on_offer(self, *_what: object) -> None:
        """Take the sentence away once other cards are there, or none."""
        offer, opened = self._continuing.offer, self._opened
        if opened is not None and (offer is None or offer.request != opened.request):
            self._opened = None
            self._continuing.changed.disconnect(self._on_offer)
            self._shell.notices.clear_notice(_NOTICE)

    def _on_replaced(self) -> None:
        """Give the user's length back, unless the user has chosen another one since."""
        lengths, self._lengths = self._lengths, None
        settings = self._generation.settings
        if lengths is not None and settings.request.bars == lengths[1]:
            self._generation.replace(settings.asking(bars=lengths[0]))

    def _piece(self, key: str, made: MadeOffer) -> ContinuedPiece:
        score = _heard(made)
        timeline = Timeline(score)
        one, *others = score.tracks
        players = self.tr("{0} parts").format(len(score.tracks))
        if not others:
            players = family_words(one.program // PROGRAMS_OF_FAMILY)
        return ContinuedPiece(
            key=key,
            title=demo_title(Path(key)),
            detail=", ".join((players, duration(timeline.duration_s))),
            picture=Picture(
                notes=tuple((i, n) for i, track in enumerate(score.tracks) for n in track.notes),
                end=made.ask.end_in(made.score),
                colours=tuple(range(len(score.tracks))),
                bars=timeline.bars.bars_until(score.end),
            ),
            boundary=made.ask.start,
        )


def _heard(made: MadeOffer) -> Score:
    """Return the piece with the first alternative, which is played here and opened as card 1."""
    return made.offer().preview(made.score)


def _read(paths: Sequence[Path]) -> dict[str, MadeOffer]:
    """Return the offers by the name of their demo piece; one that cannot be read is left out."""
    found = {}
    for path in paths:
        try:
            found[path.stem] = read_made_offer(read_file(path))
        except (SegueError, ValueError):
            _log.warning("No continued piece in %s", path, exc_info=True)
    return found
