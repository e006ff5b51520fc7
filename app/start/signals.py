"""SIGHUP and SIGTERM quit the window like its Quit action, Ctrl+C closes it."""

import contextlib
import os
import signal
import sys

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier, QTimer
from PySide6.QtWidgets import QWidget

_ENDS = ("SIGHUP", "SIGTERM")


class Signals(QObject):
    """Ends the event loop on a termination signal and closes the window on SIGINT.

    Python runs signal handlers only between bytecodes, and Qt waits in C++. Python writes each
    signal number to a pipe, which wakes Qt. Windows has no termination signals, and SIGINT waits
    there until Qt calls Python code.
    """

    def __init__(self, application: QCoreApplication, window: QWidget) -> None:
        super().__init__(application)
        self._application = application
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            # A question about unsaved work would wait within the handler.
            signal.signal(signal.SIGINT, lambda *_: QTimer.singleShot(0, window, window.close))
        if sys.platform == "win32":
            return
        self._heard, wakes = os.pipe()
        for end in (self._heard, wakes):
            os.set_blocking(end, False)
        for name in _ENDS:
            # A signal ignored by `nohup` stays ignored.
            if signal.getsignal(number := getattr(signal, name)) is not signal.SIG_IGN:
                signal.signal(number, lambda *_: None)
        signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._heard, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._end)

    def _end(self) -> None:
        numbers = b""
        with contextlib.suppress(BlockingIOError):
            numbers = os.read(self._heard, 64)
        if any(getattr(signal, name) in numbers for name in _ENDS):
            self._application.exit(0)
