"""Log unhandled exceptions, tell the user, and keep the program running."""

import faulthandler
import logging
import sys
import threading
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, qInstallMessageHandler

from app.main_window.window import MainWindow
from app.views.notice_strip import NoticeText

# The newest 4 MB are kept: the current file and three older ones.
LOG_BYTES, LOGS_KEPT = 1_000_000, 3
_log = logging.getLogger(__name__)


def start_logging(folder: Path) -> None:
    """Log to a file; without a writable folder there is no log."""
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


class Defects(QObject):
    """Handles exceptions of the window, of threads and of Qt, and logs crashes."""

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
        """Restore the hooks and close the crash log."""
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
