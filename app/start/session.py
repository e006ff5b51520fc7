"""Make, connect and close all parts of one window."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.compose.beginning.keys_to_play import record_with_keys
from app.files.saved_generation_settings import SavedGenerationSettings
from app.main_window.window import MainWindow
from app.preferences.taste_views import TasteViews
from app.preferences.views import PreferencesViews, StartupSettings
from app.settings.settings import Settings
from app.start.ports import Folders, Links, WindowParts
from app.start.wiring.asking import make_asking
from app.start.wiring.beginning import (
    make_beat_tapping,
    make_beats,
    make_begin_views,
    make_beginning,
)
from app.start.wiring.clients import make_clients
from app.start.wiring.connections import (
    connect_beginnings,
    connect_folders,
    connect_jams,
    connect_models,
    connect_pieces,
)
from app.start.wiring.editing import bind_actions, make_editing, make_score, make_views
from app.start.wiring.filing import make_filing
from app.start.wiring.humming import make_humming
from app.start.wiring.jams import make_jams
from app.start.wiring.library import make_library
from app.start.wiring.model import make_model
from app.start.wiring.piece import make_focus, make_piece
from app.start.wiring.playing import make_banks, make_recording, make_sound, make_typing
from app.start.wiring.takes import let_takes_be_dragged, make_takes
from app.start.wiring.taste import make_taste
from app.start.wiring.threads import make_threads
from app.start.wiring.training import make_training
from app.style.motion import show_less_motion, system_asks_for_less

# Live imports PyTorch after the player has started; the library's list is read after the model
# has loaded.
LIVE_AFTER_MS, LIST_AFTER_MS = 150, 6000


class WindowSession(QObject):
    """One window with its document and its child processes.

    Args:
        folders: The program's folders.
        started: Scale and language at the start.
        wired: Whether to make all parts at once; if not, the caller iterates over `wire`.
    """

    def __init__(
        self,
        application: QApplication,
        window: MainWindow,
        settings: Settings,
        *,
        links: Links,
        folders: Folders,
        started: StartupSettings | None = None,
        wired: bool = True,
    ) -> None:
        super().__init__()
        self._started = started or StartupSettings()
        self.window = window
        self.settings = settings
        self._parts = WindowParts(shell=window.shell, workspaces=window.workspaces)
        self._links = links
        self._folders = folders
        self.threads = make_threads(self)
        self.piece = make_piece(settings, self.threads, links, folders.paths, parent=self)
        self.taste = make_taste(settings, self.threads.background, folders.paths, parent=self)
        self.clients = make_clients(
            links, self.piece.document, settings, self.taste.learned, parent=self
        )
        self.focus = make_focus(self.piece.document, parent=self)
        self.views = make_views(self._parts, self.focus, parent=self)
        if wired:
            for _ in self.wire(application):
                pass

    def wire(self, application: QApplication) -> Iterator[None]:
        """Make and connect all other parts in steps; the event loop runs between two steps."""
        self._make_playing()
        yield
        self._make_editing(application)
        yield
        self._make_sound()
        yield
        self._make_files()
        yield
        self._make_asking()
        yield
        self._make_library()
        yield
        self._make_training()
        self._connect()
        self._list_later = QTimer(self, singleShot=True, interval=LIST_AFTER_MS)
        self._list_later.timeout.connect(self.library.shelf.begin)
        self._list_later.timeout.connect(self._links.reader.stand_by)

    def _make_playing(self) -> None:
        playing = self.clients.playing
        self.piece.recordings.changed.connect(playing.hear_beside_piece)
        self.recording = make_recording(
            self._parts,
            playing,
            self.focus,
            views=self.views,
            settings=self.settings,
            parent=self,
        )
        self.score = make_score(self._parts, self.focus, playing, self._links.engrave, parent=self)

    def _make_editing(self, application: QApplication) -> None:
        self.editing = make_editing(
            self._parts, self.focus, self.clients.playing, views=self.views, parent=self
        )
        # The notes of an offer stand at ticks that other bars have now.
        self.editing.music.bars_edited.connect(self.clients.continuing.dismiss)
        bind_actions(
            self._parts,
            self.piece.document,
            self.views,
            self.clients,
            settings=self.settings,
            application=application,
            paths=self._folders.paths,
            parent=self,
        )

    def _make_sound(self) -> None:
        self.banks = make_banks(
            self._parts, self.piece, self.clients.playing, views=self.views, parent=self
        )
        self.sound = make_sound(
            self._parts,
            self.clients.playing,
            self.recording,
            settings=self.settings,
            selection=self.focus.selection,
            banks=self.banks,
            parent=self,
        )
        self.typing = make_typing(self._parts, self.clients.playing, self.recording, parent=self)
        self.preferences = PreferencesViews(
            self._parts.shell,
            self.settings,
            background=self.threads.moving,
            paths=self._folders.paths,
            started=self._started,
            sound_page=self.sound.page,
            taste=TasteViews(self._parts.shell, self.taste.learned, self.taste.file, parent=self),
            parent=self,
        )

    def _make_files(self) -> None:
        self.filing = make_filing(
            self._parts,
            self.piece,
            self.clients,
            recording=self.recording,
            selection=self.focus.selection,
            links=self._links,
            folders=self._folders,
            may_close=lambda: self.jams.pending.may_close() and self.train.may_close(),
            parent=self,
        )
        self._beginning = make_beginning(
            self._parts,
            self.piece,
            self.filing.actions,
            views=self.views,
            clients=self.clients,
            generation=self.focus.generation,
            record=self._record,
            settings=self.settings,
            background=self.threads.background,
            folders=self._folders,
        )

    def _record(self) -> None:
        playing = self.clients.playing
        record_with_keys(playing, self.recording, self.typing.record)

    def _make_asking(self) -> None:
        self._tapping = make_beat_tapping(
            self._parts, self.piece, self.recording, playing=self.clients.playing, parent=self
        )
        self._beats = make_beats(
            self._parts,
            self.piece,
            self.clients.playing,
            recording=self.recording,
            doubtful=self.focus.doubtful,
            tapping=self._tapping,
            link=self._links.live,
            engraving=self.score.engraving,
            colours=self.views.colours,
            parent=self,
        )
        self._make_humming()
        SavedGenerationSettings(self.focus.generation, self.settings, self)
        self.asking = make_asking(
            self._parts,
            self.focus,
            self.clients,
            self._links.live,
            settings=self.settings,
            background=self.threads.background,
            show_pane=self.views.show_pane,
            parent=self,
        )
        self.asking.offers.continuing.connect(self.recording.end)
        self.asking.offers.asked.connect(self._show_piece)
        self.asking.offers.refuse_while(self._why_no_request)
        self.recording.changed.connect(lambda on: self.asking.offers.show_recording(on=on))
        self.asking.offers.notes_shown.connect(self.score.show_offered)
        self.asking.offers.place_shown.connect(self.views.show_offered)
        self.model = make_model(
            self._parts,
            self.piece,
            self.clients.continuing,
            actions=self.filing.actions,
            links=self._links,
            folders=self._folders,
            parent=self,
        )
        self.takes = make_takes(
            self._parts,
            self.piece.document,
            self.clients.continuing,
            models=lambda: self.library.views.models,
            parent=self,
        )

    def _make_humming(self) -> None:
        self.hum = make_humming(
            self._parts,
            self.focus.selection,
            self.clients.playing,
            recording=self.recording,
            kept=self.piece.recordings,
            typed=self.typing.record,
            engraving=self.score.engraving,
            links=self._links,
            folders=self._folders,
            threads=self.threads,
            settings=self.settings,
            parent=self,
        )

    def _make_library(self) -> None:
        self.library = make_library(
            self._parts,
            self.piece,
            self.clients,
            links=self._links,
            folders=self._folders,
            settings=self.settings,
            parent=self,
        )
        self.begin_views = make_begin_views(
            self._parts,
            self.focus,
            self.clients,
            offers=self.asking.offers,
            models=lambda: self.library.views.models,
            record=self._record,
            parent=self,
        )
        self.asking.next_request.empty_shown.connect(self.begin_views.show)

    def _make_training(self) -> None:
        self.train = make_training(
            self._parts,
            self.clients,
            self.library.shelf.library,
            threads=self.threads,
            make_job=self._links.make_job,
            parent=self,
        )
        self.jams = make_jams(
            self._parts,
            self.focus,
            self.clients,
            links=self._links,
            sound=self.sound,
            typing=self.typing.keyboard,
            settings=self.settings,
            background=self.threads.keeping,
            autosave=self._folders.paths.autosave,
            parent=self,
        )
        let_takes_be_dragged(
            self.piece.document,
            self.filing.drops,
            self.clients,
            offers=self.asking.offers,
            takes=self.takes.takes,
            parent=self,
        )

    def _connect(self) -> None:
        connect_jams(self.jams, self.filing, self._beats)
        self.editing.ruler.beats_asked.connect(self._beats.open_at)
        connect_pieces(self.filing, self.library, self.model, self.takes, self.clients.playing)
        connect_beginnings(self.begin_views, self.model, self.library, self._folders.starter)
        connect_models(self.library, self.train, self.takes, self.filing, self.clients)
        connect_folders(self.preferences, self.library, self.train, self.settings)
        window, actions, drops = self.window, self.filing.actions, self.filing.drops
        window.close_requested.connect(self._on_close_requested)
        drops.serve(window.drops)
        drops.bank_dropped.connect(self.banks.bring_in)
        drops.sound_asked.connect(self.hum.room.hear)
        actions.sound_asked.connect(self.hum.room.hear)
        self.piece.document.replaced.connect(self.banks.show_piece)
        window.actions_table.bind(session=self)
        actions.closing.connect(self.close)
        actions.closing.connect(window.close_now)
        self.preferences.refuse_moving(self._why_nothing_moves)

    def begin(self, files: Sequence[Path]) -> None:
        """Open the files, or the first piece, and start the child processes."""
        # The window's geometry was restored before it was shown.
        if self.settings.compose is not None:
            self.window.compose.restore_layout(self.settings.compose)
        if files:
            self.open(files)
        else:
            self._beginning.begin()
        self._links.player.start()
        self.threads.background.run(
            system_asks_for_less, lambda less: show_less_motion(on=less), lambda _error: None
        )
        # Live's imports compete with the player's start for the processor.
        QTimer.singleShot(LIVE_AFTER_MS, self, self._start_live)
        self.filing.actions.offer_rescues()
        self.hum.room.show_left()
        if self.window.workspace == "compose":
            self.window.compose.roll.setFocus()

    def open(self, files: Sequence[Path]) -> None:
        """Open files and bring the window to the front."""
        self.filing.drops.open_or_import(files)
        self.window.bring_to_front()

    def close(self) -> None:
        """Save the settings and close all parts."""
        self.settings.keep_layout(self.window.place(), self.window.compose.layout_state())
        self._beginning.keep()
        self._list_later.stop()
        busy = (self.clients.importing, self.train, self.library, self.filing)
        for part in (
            *busy,
            self.hum.room,
            self.score,
            self.model,
            self.jams,
            self._links,
            self.threads,
        ):
            part.close()
        self.piece.autosave.clear()
        self.jams.autosave.clear()

    def _on_close_requested(self) -> None:
        self.window.restarts = self.preferences.take_restart()
        self.filing.actions.ask_to_close()

    def _why_nothing_moves(self) -> str:
        if self.clients.training.running or self.clients.importing.running:
            return self.tr("Not while something is imported or trained.")
        return ""

    def _why_no_request(self) -> str:
        # The model would leave the jam for the request.
        return self.tr("A jam is running: stop it first.") if self.jams.jam.on else ""

    def _show_piece(self) -> None:
        if self.window.workspace != "compose":
            self.window.show_workspace("compose")

    def _start_live(self) -> None:
        self._links.live.start()
        self.library.views.begin()
        self.train.look_for_unfinished()
        # The library process would slow the loading of the model.
        self._list_later.start()

    def cancel(self) -> None:
        """Cancel the request, or else taps, beats, humming, typed notes, selection or playback."""
        if self.clients.continuing.cancel():
            return
        if self._tapping.cancel():
            self.clients.playing.stop()
            return
        if self._beats.cancel() or self.hum.room.cancel():
            return
        # A jam that is played with these keys ends as a whole.
        if not self.jams.jam.on and self.typing.cancel():
            return
        if self.focus.selection.notes or any(self.focus.selection.bars):
            self.focus.selection.choose(())
            self.focus.selection.choose_bars(0, 0)
            return
        if self.clients.playing.playing:
            self.clients.playing.stop()
