"""Make the parts that fill a new window: the last piece, the start page, or a demo."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from app.clients.engine_link import Link
from app.clients.engraving import Engraving
from app.clients.playing import Playing
from app.clients.recording import Recording
from app.compose.beginning.beat_search import BeatSearch
from app.compose.beginning.beat_tapping import BeatTapping
from app.compose.beginning.beats_heard import BeatsHeard
from app.compose.beginning.beats_room import BeatsRoom
from app.compose.beginning.begin_views import BeginViews
from app.compose.beginning.continued_demos import ContinuedDemos
from app.compose.beginning.last_piece import LastPiece
from app.compose.beginning.start_views import StartViews
from app.compose.files.file_actions import FileActions
from app.compose.offer.offer_views import OfferViews
from app.compose.score_views import ScoreViews
from app.files.background import Background
from app.files.models import ModelInfo
from app.files.pictures import Pictures
from app.settings.settings import Settings
from app.start.ports import Folders, WindowParts
from app.start.wiring.clients import Clients
from app.start.wiring.piece import Focus, PieceParts
from app.state.beats.doubtful_bars import DoubtfulBars
from app.state.generation_settings import GenerationSettings


def make_begin_views(
    window: WindowParts,
    focus: Focus,
    clients: Clients,
    *,
    offers: OfferViews,
    models: Callable[[], list[ModelInfo]],
    record: Callable[[], None],
    parent: QObject,
) -> BeginViews:
    """Return the part that begins an empty piece."""
    return BeginViews(
        window.shell,
        window.page,
        focus.selection.document,
        generation=focus.generation,
        continuing=clients.continuing,
        offers=offers,
        playing=clients.playing,
        models=models,
        record=record,
        parent=parent,
    )


class Beginning(QObject):
    """Opens the first piece of a session and stores it for the next one.

    Args:
        actions: Opens pieces; Qt's owner.
        last: The last open piece.
    """

    def __init__(
        self,
        actions: FileActions,
        settings: Settings,
        demos: Path,
        *,
        last: LastPiece,
        page: StartViews,
    ) -> None:
        super().__init__(actions)
        self._actions, self._settings, self._demos = actions, settings, demos
        self._last, self._page = last, page
        last.missing.connect(page.show)

    def begin(self) -> None:
        """Open the last piece, or show the start page if there is none."""
        if self._settings.preferences.at_start == "page" or not self._last.reopen(
            self._actions, self._open_demo
        ):
            self._page.show()

    def keep(self) -> None:
        """Store which piece the next session begins with."""
        self._last.keep()
        self._settings.flush()

    def _open_demo(self, path: Path) -> bool:
        is_demo = path.parent == self._demos and path.is_file()
        if is_demo:
            self._actions.open_demo(path.stem)
        return is_demo


def make_beginning(
    window: WindowParts,
    piece: PieceParts,
    actions: FileActions,
    *,
    views: ScoreViews,
    clients: Clients,
    generation: GenerationSettings,
    record: Callable[[], None],
    settings: Settings,
    background: Background,
    folders: Folders,
) -> Beginning:
    """Return the part that opens the first piece; `actions` owns it, `record` types notes."""
    playing = clients.playing
    last = LastPiece(
        piece.document, piece.files, views, playing=playing, settings=settings, parent=actions
    )
    continued = ContinuedDemos(
        folders.continued,
        window.shell,
        window.workspaces,
        piece.document,
        actions=actions,
        generation=generation,
        continuing=clients.continuing,
        playing=playing,
        background=background,
        parent=actions,
    )
    page = StartViews(
        window.shell,
        window.workspaces,
        piece.document,
        files=piece.files,
        actions=actions,
        pictures=Pictures(folders.paths.cache / "pictures", background),
        continued=continued,
        playing=playing,
        record=record,
        demos=folders.demos,
        parent=actions,
    )
    return Beginning(actions, settings, folders.demos, last=last, page=page)


def make_beat_tapping(
    window: WindowParts,
    piece: PieceParts,
    recording: Recording,
    *,
    playing: Playing,
    parent: QObject,
) -> BeatTapping:
    """Return the part that takes taps."""
    return BeatTapping(
        window.shell, piece.document, playing=playing, recording=recording, parent=parent
    )


def make_beats(
    window: WindowParts,
    piece: PieceParts,
    playing: Playing,
    *,
    recording: Recording,
    doubtful: DoubtfulBars,
    tapping: BeatTapping,
    link: Link,
    engraving: Engraving,
    colours: Callable[[], tuple[int, ...]],
    parent: QObject,
) -> BeatsRoom:
    """Return the part that owns the page of beats; the live process orders other beats."""
    return BeatsRoom(
        window.shell,
        window.workspaces,
        piece.document,
        files=piece.files,
        recording=recording,
        doubtful=doubtful,
        search=BeatSearch(piece.document, bars=piece.files.bars, link=link, parent=parent),
        tapping=tapping,
        heard=BeatsHeard(engraving=engraving, playing=playing, parent=parent),
        playing=playing,
        colours=colours,
        parent=parent,
    )
