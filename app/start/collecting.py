"""Python's garbage: collected in the window's thread alone, all of it only while nobody works.

Then, too, what the C library keeps of memory that nothing is in goes back to the system: pictures
of the roll and of pages come and go, and leave holes.

Left to itself Python looks for objects that hold each other whenever many new ones were made, in
whatever thread made them: then a widget may be deleted outside the window's thread, which Qt does
not survive, and with 50,000 notes in memory a look at all of them keeps the window from answering
for a tenth of a second in the middle of an edit. The way out is Kovid Goyal's, of Calibre:
https://riverbankcomputing.com/pipermail/pyqt/2011-August/030378.html
"""

import gc
import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QInputEvent
from PySide6.QtWidgets import QWidget

from app.clients.playing import Playing
from app.state.document import Document
from engine.host import give_back_memory

PERIOD_MS = 1000
# So long nobody touched anything before everything is looked at.
QUIET_S = 5.0
# So long at least between two times that memory is given back: a look at all of it.
GIVE_BACK_S = 60.0
YOUNG, MIDDLE, ALL = range(3)


def make_collector(
    window: QWidget, document: Document, playing: Playing, *, parent: QObject
) -> "Collector":
    """Return what collects beside a window; what there is now, and pieces to come, it keeps.

    Args:
        window: The program's, on the screen.
        document: Becomes another piece now and then.
        playing: Is not held up while it plays.
        parent: Qt's owner.
    """
    collector = Collector(window.windowHandle(), is_busy=lambda: playing.playing, parent=parent)
    collector.keep()
    document.replaced.connect(collector.keep)
    return collector


class Collector(QObject):
    """Does what Python's automatic collection would do, in its own time.

    Args:
        touched: What the user's keys and pointer come to first, such as the window's `QWindow`.
        is_busy: Returns whether music sounds or anything else must not be held up.
        clock: Seconds.
        give_back: Gives memory that nothing is in back to the system.
        parent: Qt's owner.
    """

    def __init__(
        self,
        touched: QObject,
        *,
        is_busy: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
        give_back: Callable[[], object] = give_back_memory,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._is_busy, self._clock, self._give_back = is_busy, clock, give_back
        self._touched_s = self._gave_back_s = clock()
        self._touched = touched
        self._was_enabled = gc.isenabled()
        gc.disable()
        touched.installEventFilter(self)
        self._timer = QTimer(self, interval=PERIOD_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Look at what was made lately, if that is much; at everything if nobody works."""
        counts, limits = gc.get_count(), gc.get_threshold()
        if counts[ALL] > limits[ALL] and self._may_take_long():
            gc.collect(ALL)
            self.keep()
        elif counts[MIDDLE] > limits[MIDDLE]:
            gc.collect(MIDDLE)
        elif counts[YOUNG] > limits[YOUNG]:
            gc.collect(YOUNG)
        if self._clock() - self._gave_back_s >= GIVE_BACK_S and self._may_take_long():
            self._give_back()
            self._gave_back_s = self._clock()

    def keep(self) -> None:
        """Look no more at what there is now: most of it stays as long as the program runs."""
        gc.freeze()

    def end(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        self._touched.removeEventFilter(self)
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QInputEvent):
            self._touched_s = self._clock()
        return super().eventFilter(watched, event)

    def _may_take_long(self) -> bool:
        return self._clock() - self._touched_s >= QUIET_S and not self._is_busy()
