"""Load the window's views, processes and session after the window is on the screen."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.clients.engine_link import EngineLink, Link
from app.clients.player_link import PlayerLink
from app.main_window.window import MainWindow
from app.preferences.languages import install_language, language_of
from app.preferences.views import StartupSettings
from app.settings.settings import Settings
from app.start.defects import Defects, start_logging
from app.start.own_folders import unwritable_folder, unwritable_notice
from app.start.ports import Folders, Links
from app.start.session import WindowSession
from app.start.single_instance import SingleInstance, sweep_sockets
from app.style.theme import apply_theme, theme_of
from engine.ground.host import memory_there
from engine.ground.paths import Paths, assets, continued_pieces, demo_pieces, starter_model
from engine.ground.temporary import sweep_temporary
from engine.processes.process import Role, child_command, child_environment
from engine.processes.watchdog import SilenceLimits

# With less memory there is no room for a spare live process.
ROOMY_BYTES = 6_000_000_000
# Users do not watch these closely, and may suspend a training by hand and resume it.
_JOBS: tuple[Role, ...] = ("job", "render")
_JOB_PATIENCE = SilenceLimits(suspended_s=30.0, asleep_s=30.0)


class SessionLoader(QObject):
    """Loads the contents of the window.

    Args:
        scale: The interface scale in percent at the start.
        for_piece: Whether the session begins with a piece.

    Attributes:
        session: The session, or None before `parts` has finished.
    """

    def __init__(
        self,
        application: QApplication,
        window: MainWindow,
        settings: Settings,
        paths: Paths,
        *,
        scale: int = 100,
        for_piece: bool = False,
    ) -> None:
        super().__init__()
        self._for_piece = for_piece
        self._scale = scale
        self._started = StartupSettings(scale=scale)
        self._application, self._window = application, window
        self._settings, self._paths = settings, paths
        self._defects: Defects | None = None
        self._single = SingleInstance(paths.data, self)
        self.session: WindowSession | None = None

    def parts(self) -> Iterator[None]:
        """Load everything in steps; the event loop runs between two steps."""
        start_logging(self._paths.logs)
        links = make_links(self._paths)
        if self._for_piece:
            # The reader process starts while the views load.
            links.reader.stand_by()
        self._application.setWindowIcon(QIcon(str(assets() / "icons" / "segue.svg")))
        chosen = self._settings.preferences
        language = language_of(chosen.language)
        install_language(self._application, language)
        self._started = StartupSettings(scale=self._scale, language=language)
        theme = theme_of(chosen.theme, self._application)
        apply_theme(self._application, theme, self._window)
        yield
        yield from self._window.make_views()
        self._defects = Defects(self._window, self._paths.logs)
        yield
        self.session = WindowSession(
            self._application,
            self._window,
            self._settings,
            links=links,
            folders=Folders(
                paths=self._paths,
                demos=demo_pieces(),
                continued=continued_pieces(),
                starter=starter_model(),
            ),
            started=self._started,
            wired=False,
        )
        yield
        yield from self.session.wire(self._application)

    def begin(self, files: Sequence[Path]) -> None:
        """Open these files, or the first piece, and listen for later instances."""
        if (session := self.session) is None:
            raise RuntimeError("begin() before the last step of parts()")
        self._single.listen()
        session.threads.background.run(_sweep, lambda _swept: None, lambda _error: None)
        self._single.asked.connect(session.open)
        session.begin(files)
        if (closed := unwritable_folder(self._paths)) is not None:
            self._window.notices.show_notice(unwritable_notice(*closed))

    def end(self) -> None:
        """Stop listening and close the logs."""
        self._single.close()
        if self._defects is not None:
            self._defects.end()


def _sweep() -> None:
    """Delete what windows and children that were killed left in the folder of temporary files."""
    sweep_temporary()
    sweep_sockets()


def make_links(paths: Paths) -> Links:
    """Return the links to the child processes, none of them started."""

    def link(role: Role, *, restarts: bool = True, spare: bool = False) -> Link:
        return EngineLink(
            role,
            child_command(role),
            environment=child_environment(role),
            log=paths.logs / f"{role}.log",
            restarts=restarts,
            patience=_JOB_PATIENCE if role in _JOBS else SilenceLimits(),
            spare=spare,
        )

    return Links(
        # Each live process has PyTorch in memory: 330 MB.
        live=link("live", spare=memory_there() >= ROOMY_BYTES),
        player=PlayerLink(
            child_command("player"),
            environment=child_environment("player"),
            log=paths.logs / "player.log",
        ),
        library=link("library"),
        engrave=link("engrave"),
        listen=link("listen"),
        make_job=lambda: link("job", restarts=False),
        make_render=lambda: link("render", restarts=False),
    )
