"""Everything of one running window, wired together: the only place that knows all of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.controllers.audio_export import AudioExport
from app.controllers.autosave import Autosave
from app.controllers.background import Background
from app.controllers.continuing import Continuing
from app.controllers.document import Document
from app.controllers.drops import Drops
from app.controllers.editing import Editing
from app.controllers.file_actions import FileActions
from app.controllers.files import Files
from app.controllers.first_run import FirstRun
from app.controllers.help_actions import HelpActions
from app.controllers.import_jobs import ImportJobs
from app.controllers.last_asked import LastAsked
from app.controllers.library_shelf import LibraryShelf
from app.controllers.library_views import LibraryViews
from app.controllers.making_again import MakingAgain
from app.controllers.meters import Meters
from app.controllers.model_views import ModelViews
from app.controllers.models_shelf import ModelsShelf
from app.controllers.notation import PieceExport
from app.controllers.offer_views import OfferViews
from app.controllers.outside import Outside
from app.controllers.pieces import Pieces
from app.controllers.playing import Playing
from app.controllers.preferences import Preferences, Started
from app.controllers.recording import Recording
from app.controllers.ruler_edits import RulerEdits
from app.controllers.score_views import ScoreViews
from app.controllers.sound_views import SoundViews
from app.controllers.take_drags import TakeDrags
from app.controllers.takes import Takes
from app.controllers.train_views import TrainTools, TrainViews
from app.controllers.training import Training
from app.controllers.transport_views import TransportViews
from app.controllers.view_actions import ViewActions
from app.engine_link import Link
from app.main_window import dialogs
from app.main_window.window import MainWindow
from app.settings import Settings
from engine.music.score import Score
from engine.opening import PieceReader
from engine.paths import Paths

LIVE_AFTER_MS, LIST_AFTER_MS = 150, 6000


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """Where a session finds and keeps things.

    Attributes:
        paths: The user's folders.
        demos: Pieces that ship.
        starter: The model that ships.
    """

    paths: Paths
    demos: Path
    starter: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """The child processes, not yet started.

    Attributes:
        live: Continues pieces.
        player: Plays them.
        library: Knows the pieces of the library.
        make_job: Returns the link to a fresh job process.
        make_render: Returns the link to a fresh process that writes audio files.
        reader: Opens pieces.
    """

    live: Link
    player: Link
    library: Link
    make_job: Callable[[], Link]
    make_render: Callable[[], Link]
    reader: PieceReader = field(default_factory=PieceReader)


class WindowSession(QObject):
    """One window with its document, its processes and all that goes between them."""

    def __init__(
        self,
        application: QApplication,
        window: MainWindow,
        settings: Settings,
        *,
        links: Links,
        folders: Folders,
        started: Started | None = None,
    ) -> None:
        super().__init__()
        self._started = started or Started()
        self.window = window
        self.settings = settings
        self._links = links
        self._folders = folders
        paths = folders.paths
        self.background = Background(self)
        # Of its own: what keeps every edit must not wait for a drive that a piece is saved to.
        self.keeping = Background(self)
        self._outside = Outside(parent=self)
        self.document = Document(parent=self)
        self.files = Files(
            self.document,
            settings,
            self.background,
            self._outside,
            reader=links.reader,
            backups=paths.data / "backups",
            parent=self,
        )
        self.autosave = Autosave(self.document, self.keeping, folder=paths.autosave, parent=self)
        self.playing = Playing(links.player, self.document, settings, self)
        self.continuing = Continuing(links.live, self.document, self.playing, parent=self)
        self.importing = ImportJobs(links.make_job, self)
        self.training = Training(links.make_job, self)
        self.views = ScoreViews(window, self.document, self)
        self._make_views(application)
        self._connect()
        self._list_later = QTimer(self, singleShot=True, interval=LIST_AFTER_MS)
        self._list_later.timeout.connect(self.library_shelf.begin)
        self._list_later.timeout.connect(links.reader.stand_by)

    def _make_views(self, application: QApplication) -> None:
        window, document, folders = self.window, self.document, self._folders
        self.editing = Editing(window, document, self.views, self.playing, self)
        self.ruler_edits = RulerEdits(
            window, document, views=self.views, playing=self.playing, parent=self
        )
        self.recording = Recording(self.playing, document, self.views, self)
        TransportViews(
            window,
            self.playing,
            self.views,
            self.settings,
            recording=self.recording,
            parent=self,
        )
        self.sound_views = SoundViews(
            window,
            self.playing,
            self.settings,
            recording=self.recording,
            views=self.views,
            parent=self,
        )
        self.meters = Meters(window, self.playing.audio, self)
        self.audio_export = AudioExport(
            window,
            document,
            sound=self.playing.audio,
            make_link=self._links.make_render,
            parent=self,
        )
        ViewActions(window, self.views, self.settings, application, self)
        HelpActions(window, document, folders.paths, self)
        self.preferences = Preferences(
            window,
            self.settings,
            background=self.background,
            paths=folders.paths,
            started=self._started,
            sound_page=self.sound_views.page,
            parent=self,
        )
        LastAsked(window.compose.continue_panel, self.settings, self)
        self.offers = OfferViews(
            window,
            document,
            views=self.views,
            playing=self.playing,
            continuing=self.continuing,
            parent=self,
        )
        self.model_views = ModelViews(
            window, document, views=self.views, continuing=self.continuing, parent=self
        )
        self.takes = Takes(window, document, self.continuing, self)
        self.library_shelf = LibraryShelf(window.compose.library, self._links.library, self)
        self.library = LibraryViews(
            window,
            importing=self.importing,
            shelf=self.library_shelf,
            continuing=self.continuing,
            settings=self.settings,
            starter=folders.starter,
            models=folders.paths.models,
            parent=self,
        )
        self.making_again = MakingAgain(
            window,
            document,
            continuing=self.continuing,
            models=lambda: self.library.models,
            parent=self,
        )
        self.shelf = ModelsShelf(
            window,
            self.library,
            files=self.files,
            playing=self.playing,
            make_link=self._links.make_job,
            parent=self,
        )
        tools = TrainTools(
            make_link=self._links.make_job,
            playing=self.playing,
            background=self.background,
        )
        self.train = TrainViews(window, self.training, tools, self)
        self.file_actions = FileActions(
            window,
            document,
            files=self.files,
            autosave=self.autosave,
            demos=folders.demos,
            may_close=self._may_close,
            parent=self,
        )
        self.first_run = FirstRun(window, self.playing, self.settings, self)
        self.drops = Drops(
            window,
            document,
            files=self.files,
            importing=self.importing,
            views=self.views,
            cache=folders.paths.cache,
            parent=self,
        )
        self.exporting = PieceExport(
            window, document, files=self.files, make_link=self._links.make_job, parent=self
        )
        self.pieces = Pieces(
            window,
            files=self.files,
            drops=self.drops,
            playing=self.playing,
            parent=self,
        )
        TakeDrags(
            document,
            self.drops,
            continuing=self.continuing,
            playing=self.playing,
            offers=self.offers,
            takes=self.takes,
            parent=self,
        )

    def _connect(self) -> None:
        self.file_actions.insert_asked.connect(
            lambda path: self.drops.insert_at(path, round(self.playing.tick))
        )
        self.file_actions.closing.connect(self.close)
        self.first_run.files_given.connect(self.drops.take)
        self.first_run.demo_chosen.connect(self._on_demo)
        self.preferences.refuse_moving(self._why_nothing_moves)
        self.preferences.watching_changed.connect(self.library_shelf.watch)
        self.library_shelf.watch(self.settings.preferences.watch_folders)
        self.preferences.paths_changed.connect(
            lambda paths: self.library.use_models_folder(paths.models)
        )
        self.library.models_changed.connect(self.train.show_models)
        self.library.train_asked.connect(self.train.begin)
        self.train.import_asked.connect(self.library.ask_folder)
        self.train.files_dropped.connect(self.importing.add)
        self.train.models_changed.connect(self.library.refresh)
        self.train.model_wanted.connect(self.library.use)
        self.train.rename_asked.connect(self.shelf.rename)
        self.train.card_asked.connect(self.shelf.show_card)
        self.shelf.model_wanted.connect(self.library.use)
        self.takes.again_wanted.connect(self.making_again.make)
        self.making_again.model_wanted.connect(self.library.use)
        self.drops.model_dropped.connect(self.shelf.bring_in)
        self.library.model_dropped.connect(self.shelf.bring_in)
        self.continuing.model_changed.connect(self.train.show_current_model)
        self.library_shelf.sources_changed.connect(self.train.show_sources)
        self.drops.open_asked.connect(self.file_actions.open)
        self.continuing.changed.connect(self._on_continuing)
        self.pieces.open_asked.connect(self.file_actions.open)
        self.pieces.remember_asked.connect(self._remember)
        self.model_views.remember_clicked.connect(self._ask_remembered)
        self.window.actions_table["cancel"].triggered.connect(self._on_escape)

    def begin(self, files: Sequence[Path]) -> None:
        """Open what the user asked for, or a demo, and start what works behind the window."""
        # Its geometry the window had before it was shown.
        self.window.restore_layout(QByteArray(), self.settings.layout("compose"))
        if files:
            self.open(files)
        else:
            self.file_actions.open_demo()
        self._links.player.start()
        # The model's seconds of importing begin once the player has had its share.
        QTimer.singleShot(LIVE_AFTER_MS, self, self._start_live)
        rescued = self.file_actions.offer_rescues()
        if not rescued and not files:
            self.first_run.begin()
        self.window.compose.roll.setFocus()

    def open(self, files: Sequence[Path]) -> None:
        """Open files that were given from outside and put the window in front."""
        self.drops.take(files)
        self.window.come_forward()

    def close(self) -> None:
        """Save preferences and end everything that was started."""
        geometry, layout = self.window.layout_state()
        self.settings.keep_layout("geometry", geometry)
        self.settings.keep_layout("compose", layout)
        self.settings.flush()
        self._list_later.stop()
        self.importing.close()
        self.train.close()
        self.shelf.close()
        self.library_shelf.close()
        self.exporting.close()
        self.audio_export.close()
        self._links.player.close()
        self._links.live.close()
        self._links.reader.close()
        self._outside.close()
        self.background.close()
        self.keeping.close()
        self.autosave.clear()

    def _may_close(self) -> bool:
        run = self.training.run
        if not self.training.running or run is None:
            return True
        return dialogs.confirm(
            self.window,
            self.tr("‘%1’ is still being trained.").replace("%1", run.name),
            detail=self.tr("It keeps the step it is at; next time it can be resumed from there."),
            yes=self.tr("Close"),
        )

    def _why_nothing_moves(self) -> str:
        if self.training.running or self.importing.running:
            return self.tr("Not while something is imported or trained.")
        return ""

    def _start_live(self) -> None:
        self._links.live.start()
        self.library.begin()
        self.train.look_for_unfinished()
        # The list is read by a process that loads much: not while the model loads.
        self._list_later.start()

    def _ask_remembered(self) -> None:
        path = self.file_actions.ask_midi(self.tr("Remember another piece first"))
        if path is not None:
            self.files.read_score(path, lambda score: self._remember(path.stem, score))

    def _remember(self, title: str, score: Score) -> None:
        self.continuing.remember(replace(score, title=title))
        self.model_views.remember(title)

    def _on_demo(self) -> None:
        if not self.document.composition.score.note_count:
            self.file_actions.open_demo()

    def _on_continuing(self) -> None:
        # Who presses G needs no introduction any more.
        if self.continuing.making:
            self.first_run.skip()

    def _on_escape(self) -> None:
        """Put the first card away, or cancel what is made, then the selection, then the music."""
        if self.first_run.skip() or self.continuing.cancel():
            return
        if self.views.selection:
            self.window.compose.roll.clear_selection()
            return
        if self.playing.playing:
            self.playing.stop()
