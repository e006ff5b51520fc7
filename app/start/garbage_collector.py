"""Collect Python's garbage only in the window's thread, and completely only while the user rests.

Python's automatic collection runs in whichever thread allocates. It could delete a widget outside
the window's thread, which crashes Qt, and with 50,000 notes in memory a full collection blocks the
window for a tenth of a second. The solution follows Kovid Goyal (Calibre):
https://riverbankcomputing.com/pipermail/pyqt/2011-August/030378.html

It also returns free memory of the C library to the system, because the pictures of rolls and pages
leave holes in the heap.
"""

import gc
import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QInputEvent
from PySide6.QtWidgets import QWidget

from app.clients.playing import Playing
from app.state.document import Document
from engine.ground.host import give_back_memory

# How often the collector looks at the counters.
PERIOD_MS = 1000
# Time without keys and pointer before a full collection.
QUIET_S = 5.0
# Least time between two returns of memory, which walk the whole heap.
GIVE_BACK_S = 60.0
# Python's three generations.
YOUNG, MIDDLE, ALL = range(3)


def make_collector(
    window: QWidget, document: Document, playing: Playing, *, parent: QObject
) -> "GarbageCollector":
    """Return the collector of a window; every object that exists when a piece opens is frozen.

    Args:
        window: The main window, shown.
        document: The document; `replaced` freezes the objects again.
        playing: The transport; no full collection happens while it plays.
        parent: Qt's owner.
    """
    collector = GarbageCollector(
        window.windowHandle(), is_busy=lambda: playing.playing, parent=parent
    )
    collector.keep()
    document.replaced.connect(collector.keep)
    return collector


class GarbageCollector(QObject):
    """Replaces Python's automatic collection.

    Args:
        touched: The object that receives all keys and pointer events first, a `QWindow`.
        is_busy: Returns whether a delay would be noticed, for example while music plays.
        give_back: Returns free memory to the system.
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
        """Collect the young generations when due, everything only while the user rests."""
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
        """Freeze all objects, because most of them live as long as the program."""
        gc.freeze()

    def end(self) -> None:
        """Restore Python's automatic collection."""
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
