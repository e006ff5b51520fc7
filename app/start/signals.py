"""A terminal that closes and a log-out end the window as its own Quit does, children and all."""

import contextlib
import os
import signal
import sys

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier

_ENDS = ("SIGHUP", "SIGTERM")


class Signals(QObject):
    """Ends the event loop when the system asks for it; POSIX alone.

    Python runs a handler only between its own instructions, and Qt waits in C++: what wakes it is
    the pipe that Python writes each signal's number to.
    """

    def __init__(self, application: QCoreApplication) -> None:
        super().__init__(application)
        self._application = application
        if sys.platform == "win32":
            return
        self._heard, wakes = os.pipe()
        for end in (self._heard, wakes):
            os.set_blocking(end, False)
        for name in _ENDS:
            # What is ignored, as under `nohup`, stays so.
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
