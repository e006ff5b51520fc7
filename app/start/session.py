"""Everything of one running window, wired together: the only place that knows all of it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.compose.beginning.bars_put_right import BarsPutRight
from app.compose.beginning.first_run import FirstRun
from app.compose.editing.editing import Editing
from app.compose.editing.ruler_edits import RulerEdits
from app.compose.files.drops import Drops
from app.compose.files.file_actions import FileActions
from app.compose.help_actions import HelpActions
from app.compose.model.model_views import ModelViews
from app.compose.model.remembering import Remembering
from app.compose.paper.pane import ScorePane
from app.compose.playing.device_views import DeviceViews
from app.compose.playing.transport_views import TransportViews
from app.compose.score_views import ScoreViews
from app.compose.takes.making_again import MakingAgain
from app.compose.takes.take_drags import TakeDrags
from app.compose.takes.takes import Takes
from app.compose.view_actions import ViewActions
from app.files.autosave import Autosave
from app.files.background import Background
from app.files.document_files import Files
from app.files.last_asked import LastAsked
from app.files.outside import Outside
from app.library.models_shelf import ModelsShelf
from app.library.page import LibraryPlace
from app.library.pieces import Pieces
from app.library.removing import FolderRemoving
from app.library.shelf import LibraryShelf
from app.library.views import LibraryViews
from app.main_window.window import MainWindow
from app.preferences.views import Preferences, Started
from app.settings.settings import Settings
from app.sound.meters import Meters
from app.sound.views import SoundViews
from app.start.asking_parts import AskingParts
from app.start.beginning import Beginning
from app.start.connections import connect_folders, connect_models, connect_pieces
from app.start.exports import Exports
from app.start.jams import jams_of
from app.start.model_tools import ModelTools
from app.start.parts import Folders, Links
from app.state.asked import Asked
from app.state.document import Document
from app.state.key_in_force import KeyInForce
from app.state.selection import Selection
from app.talk.continuing import Continuing
from app.talk.engraving import Engraving
from app.talk.importing import ImportJobs
from app.talk.library import Library
from app.talk.notation_reading import NotationReading
from app.talk.playing import Playing
from app.talk.recording import Recording
from app.talk.training import Training
from app.train.views import TrainTools, TrainViews

LIVE_AFTER_MS, LIST_AFTER_MS = 150, 6000


class WindowSession(QObject):
    """One window with its document, its processes and all that goes between them.

    Args:
        application: The program.
        window: With its views.
        settings: What the user chose.
        links: To its processes, none of them started.
        folders: Where files lie.
        started: How this run was begun.
        wired: Whether all is connected at once; if not, by who goes through `wire`.
    """

    def __init__(
        self,
        application: QApplication,
        window: MainWindow,
        settings: Settings,
        *,
        links: Links,
        folders: Folders,
        started: Started | None = None,
        wired: bool = True,
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
        # And a save must not wait until gigabytes are in another folder.
        self.moving = Background(self)
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
        self.selection = Selection(self.document, self)
        self.asked = Asked(self)
        self.key = KeyInForce(self.document, self)
        self.views = ScoreViews(
            window.compose, window.transport, self.selection, self.key, parent=self
        )
        if wired:
            for _ in self.wire(application):
                pass

    def wire(self, application: QApplication) -> Iterator[None]:
        """Connect everything; between two parts the window can answer."""
        self._make_playing()
        yield
        self._make_editing(application)
        yield
        self._make_sound()
        yield
        self._make_files()
        yield
        self._make_continuing()
        yield
        self._make_library()
        yield
        self._make_train()
        self.jams = jams_of(self, self._links, autosave=self._folders.paths.autosave)
        self._make_dragging()
        self._connect()
        self._list_later = QTimer(self, singleShot=True, interval=LIST_AFTER_MS)
        self._list_later.timeout.connect(self.library_shelf.begin)
        self._list_later.timeout.connect(self._links.reader.stand_by)

    def _make_playing(self) -> None:
        shell, page = self.window.shell, self.window.compose
        self.recording = Recording(self.playing, self.selection, self)
        TransportViews(
            shell,
            page,
            playing=self.playing,
            views=self.views,
            selection=self.selection,
            settings=self.settings,
            recording=self.recording,
            parent=self,
        )
        DeviceViews(shell, page, playing=self.playing, settings=self.settings, parent=self)
        self.meters = Meters(page, self.playing.audio, self)
        self.score = ScorePane(
            page,
            shell.notices,
            selection=self.selection,
            playing=self.playing,
            engraving=Engraving(self._links.engrave, self),
            parent=self,
        )
        self.first_run = FirstRun(
            shell,
            self.window.workspaces,
            self.window.welcome,
            playing=self.playing,
            settings=self.settings,
            parent=self,
        )

    def _make_editing(self, application: QApplication) -> None:
        window, shell, page = self.window, self.window.shell, self.window.compose
        self.editing = Editing(
            page,
            shell.transport,
            shell.actions,
            selection=self.selection,
            playing=self.playing,
            scale=self.views.scale,
            key=self.key,
            parent=self,
        )
        self.ruler_edits = RulerEdits(
            shell, page, self.document, key=self.key, playing=self.playing, parent=self
        )
        ViewActions(
            shell,
            window.workspaces,
            self.views,
            settings=self.settings,
            application=application,
            parent=self,
        )
        HelpActions(shell, self.document, self._folders.paths, self)

    def _make_sound(self) -> None:
        self.sound_views = SoundViews(
            self.window.shell,
            self.window.compose,
            self.playing,
            self.settings,
            recording=self.recording,
            selection=self.selection,
            banks=self.files.banks,
            parent=self,
        )
        self.preferences = Preferences(
            self.window.shell,
            self.settings,
            background=self.moving,
            paths=self._folders.paths,
            started=self._started,
            sound_page=self.sound_views.page,
            parent=self,
        )

    def _make_files(self) -> None:
        shell, page, document = self.window.shell, self.window.compose, self.document
        self.reading = NotationReading(self._links.make_job, self)
        self.file_actions = FileActions(
            shell,
            page,
            document,
            files=self.files,
            notation=self.reading,
            recording=self.recording,
            autosave=self.autosave,
            demos=self._folders.demos,
            may_close=lambda: self.jams.over.may_close() and self.train.may_close(),
            parent=self,
        )
        self.beginning = Beginning(
            self.window,
            document,
            self.settings,
            files=self.files,
            actions=self.file_actions,
            views=self.views,
            playing=self.playing,
            background=self.background,
            folders=self._folders,
        )
        self.drops = Drops(
            shell,
            page,
            document,
            files=self.files,
            importing=self.importing,
            selection=self.selection,
            cache=self._folders.paths.cache,
            parent=self,
        )
        self.exports = Exports(shell, document, self.files, self.playing.audio, self._links)

    def _make_continuing(self) -> None:
        shell, page = self.window.shell, self.window.compose
        BarsPutRight(shell, self.document, self.files, self)
        LastAsked(self.asked, self.settings, self)
        self.asking = AskingParts(
            self.window,
            selection=self.selection,
            key=self.key,
            asked=self.asked,
            show_pane=self.views.show_pane,
            playing=self.playing,
            continuing=self.continuing,
            live=self._links.live,
            parent=self,
        )
        self.asking.offers.notes_shown.connect(self.score.show_offered)
        self.model_views = ModelViews(
            shell, page, self.document, asked=self.asked, continuing=self.continuing, parent=self
        )
        self.remembering = Remembering(
            self.file_actions,
            self.files,
            continuing=self.continuing,
            views=self.model_views,
            parent=self,
        )
        self.model_tools = ModelTools(self.window, self.continuing, self._links, self._folders)
        self.takes = Takes(page, self.document, self.continuing, self)
        self.making_again = MakingAgain(
            shell,
            self.document,
            continuing=self.continuing,
            models=lambda: self.library.models,
            parent=self,
        )

    def _make_library(self) -> None:
        window, folders = self.window, self._folders
        knows = Library(self._links.library, self)
        self.library_shelf = LibraryShelf(window.compose.library, knows, self)
        self.library = LibraryViews(
            window.shell,
            window.workspaces,
            importing=self.importing,
            shelf=self.library_shelf,
            continuing=self.continuing,
            settings=self.settings,
            starter=folders.starter,
            models=folders.paths.models,
            parent=self,
        )
        self.shelf = ModelsShelf(
            window.shell,
            window.compose,
            self.library,
            files=self.files,
            playing=self.playing,
            make_link=self._links.make_job,
            parent=self,
        )
        self.pieces = Pieces(
            window.workspaces, self.document, files=self.files, playing=self.playing, parent=self
        )
        self.library_place = LibraryPlace(
            window.shell,
            window.workspaces,
            self.library,
            pieces=self.pieces,
            removing=FolderRemoving(window.shell, self.library_shelf, self.importing, self),
            parent=self,
        )

    def _make_train(self) -> None:
        window, links = self.window, self._links
        tools = TrainTools(
            make_link=links.make_job,
            library=self.library_shelf.library,
            playing=self.playing,
            background=self.background,
            moving=self.moving,
        )
        self.train = TrainViews(window.shell, window.workspaces, self.training, tools, self)

    def _make_dragging(self) -> None:
        TakeDrags(
            self.document,
            self.drops,
            continuing=self.continuing,
            playing=self.playing,
            offers=self.asking.offers,
            takes=self.takes,
            parent=self,
        )

    def _connect(self) -> None:
        connect_pieces(self)
        connect_models(self)
        connect_folders(self)
        window = self.window
        window.close_requested.connect(self._on_close_requested)
        window.files_dropped.connect(self.drops.take)
        window.actions_table["cancel"].triggered.connect(self._on_escape)
        self.file_actions.closing.connect(self.close)
        self.file_actions.closing.connect(window.close_now)
        self.first_run.files_given.connect(self.drops.take)
        self.first_run.demo_chosen.connect(self._on_demo)
        self.continuing.changed.connect(self._on_continuing)
        self.preferences.refuse_moving(self._why_nothing_moves)

    def begin(self, files: Sequence[Path]) -> None:
        """Open what the user asked for, or a demo, and start what works behind the window."""
        # Its geometry the window had before it was shown.
        if self.settings.compose is not None:
            self.window.compose.restore_layout(self.settings.compose)
        if files:
            self.open(files)
        else:
            self.beginning.begin()
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
        self.beginning.keep()
        self._list_later.stop()
        tools = (self.importing, self.train, self.shelf, self.library_shelf, self.exports)
        for part in (*tools, self.reading, self.score, self.model_tools):
            part.close()
        self.jams.close()
        self._links.player.close()
        self._links.live.close()
        self._links.reader.close()
        self._outside.close()
        self.background.close()
        self.keeping.close()
        self.moving.close()
        self.autosave.clear()
        self.jams.keeping.clear()

    def _on_close_requested(self) -> None:
        self.window.restarts = self.preferences.take_restart()
        self.file_actions.ask_to_close()

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
        if self.selection.notes:
            self.selection.choose(())
            return
        if self.playing.playing:
            self.playing.stop()
