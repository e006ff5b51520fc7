"""From nothing to a window: one instance, settings, colours, processes, the session."""

import faulthandler
import logging
import sys
import threading
from collections.abc import Sequence
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.controllers.finder_files import FinderFiles
from app.controllers.session import Folders, Links, Session
from app.controllers.single_instance import SingleInstance
from app.controllers.view_actions import theme_of
from app.engine_link import EngineLink, Link
from app.main_window.window import MainWindow
from app.settings import Settings
from app.theme import apply_theme
from app.views.notice_strip import NoticeText
from engine.paths import Paths, assets, demo_pieces, starter_model, user_paths
from engine.process import SILENCE_S, Role, child_command, child_environment

LOG_BYTES, LOGS_KEPT = 1_000_000, 3
_log = logging.getLogger(__name__)


def run(files: Sequence[Path], *, until_shown: bool = False) -> int:
    """Show the window with these files open and return the exit code when it is closed.

    Args:
        files: Pieces to open; none opens a demo.
        until_shown: End as soon as the window is on the screen, with nothing behind it.
    """
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)  # noqa: S101 - there is no other kind here
    application.setApplicationName("Segue")
    # The desktop finds the name, the icon and the file types of this program by it.
    application.setDesktopFileName("org.segue.Segue")
    application.setWindowIcon(QIcon(str(assets() / "icons" / "segue.svg")))
    finder = FinderFiles(application)
    paths = user_paths()
    single = SingleInstance(paths.data)
    if not until_shown and single.hand_over(files):
        return 0
    start_logging(paths.logs)
    settings = Settings(paths.config / "segue.ini")
    apply_theme(application, theme_of(settings.preferences.theme, application))
    window = MainWindow()
    session = Session(
        application,
        window,
        settings,
        links=make_links(paths),
        folders=Folders(paths=paths, demos=demo_pieces(), starter=starter_model()),
    )
    watch = Watch(window, paths.logs)
    window.show()
    if until_shown:
        QTimer.singleShot(0, application, lambda: application.exit(0))
    else:
        single.listen()
        single.asked.connect(session.open)
        finder.asked.connect(session.open)
        QTimer.singleShot(0, session, lambda: session.begin(files))
    code = application.exec()
    single.close()
    watch.end()
    return code


def make_links(paths: Paths) -> Links:
    """Return the links to the child processes, none of them started."""

    def link(role: Role, *, restarts: bool = True) -> Link:
        return EngineLink(
            role,
            child_command(role),
            environment=child_environment(role),
            log=paths.logs / f"{role}.log",
            restarts=restarts,
            silence_s=SILENCE_S,
        )

    return Links(
        live=link("live"), player=link("player"), make_job=lambda: link("job", restarts=False)
    )


def start_logging(folder: Path) -> None:
    """Write what happens to a file; without a folder to write to there is none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            folder / "window.log", maxBytes=LOG_BYTES, backupCount=LOGS_KEPT, encoding="utf-8"
        )
    except OSError:
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)


class Watch(QObject):
    """Defects: each is logged, told in one sentence, and none ends the program."""

    def __init__(self, window: MainWindow, logs: Path) -> None:
        super().__init__(window)
        self._window = window
        self._crash_file = None
        try:
            self._crash_file = (logs / "crash.log").open("a", encoding="utf-8")
            faulthandler.enable(self._crash_file)
        except OSError:
            _log.warning("No crash log in %s", logs)
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        qInstallMessageHandler(_on_qt_message)

    def end(self) -> None:
        """Let go of the files."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        qInstallMessageHandler(None)
        faulthandler.disable()
        if self._crash_file is not None:
            self._crash_file.close()

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._window.close()
            return
        _log.error("A defect", exc_info=(kind, error, trace))
        self._window.notices.show_notice(
            NoticeText(
                key="defect",
                happened=self.tr("Something in Segue went wrong."),
                did=self.tr("Your piece is safe; the last action may not have happened."),
                tone="warning",
                details=f"{kind.__name__}: {error}",
            )
        )

    def _on_thread_exception(self, hook: threading.ExceptHookArgs) -> None:
        _log.error("A defect in a thread", exc_info=hook.exc_value)


def _on_qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    level = {
        QtMsgType.QtDebugMsg: logging.DEBUG,
        QtMsgType.QtInfoMsg: logging.INFO,
        QtMsgType.QtWarningMsg: logging.WARNING,
    }.get(kind, logging.ERROR)
    logging.getLogger("qt").log(level, "%s", text)
