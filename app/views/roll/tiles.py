"""A cache of the painted roll in square tiles."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from app.style.theme import theme
from app.values.geometry import Transform

# Pixels. One tile is painted in one or two milliseconds, so that no frame is late.
SIZE = 256
# At most about 64 MB of pictures, but never fewer tiles than a large window shows.
_AT_MOST = 256
_AT_LEAST = 96
Place = tuple[int, int]
PaintTile = Callable[[QPainter, QRect, Transform], None]


class Tiles:
    """A cache of square pictures of the music at one zoom.

    Args:
        paint: Paints an area (in pixels of the whole music) with a transform whose x = 0 is tick 0.
        clock: Seconds; limits the painting time of a frame.
    """

    def __init__(self, paint: PaintTile, clock: Callable[[], float] = time.perf_counter) -> None:
        self._paint, self._clock = paint, clock
        self._pictures: OrderedDict[Place, QPixmap] = OrderedDict()
        # Changed tiles are painted whatever the budget: an edit must be visible at once.
        self._changed: set[Place] = set()
        # The transform from tick 0, and the device pixel ratio.
        self._zoom: tuple[Transform, float] = (Transform(), 0.0)

    def clear(self) -> None:
        """Delete all tiles."""
        self._pictures.clear()
        self._changed.clear()

    def forget(self, *, start: float, end: float) -> None:
        """Delete the tiles that show ticks [start, end)."""
        whole = self._zoom[0]
        scale, more = whole.pixels_per_tick, whole.margin
        first, last = int((start * scale - more) // SIZE), int((end * scale + more) // SIZE)
        for place in [p for p in self._pictures if first <= p[0] <= last]:
            del self._pictures[place]
            self._changed.add(place)

    def paint(
        self, painter: QPainter, area: QRect, transform: Transform, *, ratio: float, budget_s: float
    ) -> bool:
        """Paint an area from the cache; return whether it is complete.

        Args:
            painter: Its x = 0 is the transform's.
            area: The area in the painter's pixels.
            transform: Ticks and pitches to pixels.
            ratio: The device pixel ratio.
            budget_s: After this time, missing tiles stay empty.
        """
        zoom = (replace(transform, left=0.0, top=0.0), ratio)
        if zoom != self._zoom:
            self._zoom = zoom
            self.clear()
        if not self._pictures:
            # After a zoom the cache is empty, and a partial picture would flicker.
            budget_s = float("inf")
        began, complete = self._clock(), True
        offset_x, offset_y = content_offset(transform)
        for place in _places(area.translated(offset_x, offset_y)):
            target = (place[0] * SIZE - offset_x, place[1] * SIZE - offset_y)
            waits = place not in self._pictures and place not in self._changed
            if waits and self._clock() - began > budget_s:
                complete = False
                painter.fillRect(QRect(*target, SIZE, SIZE), QColor(theme().roll))
                continue
            painter.drawPixmap(*target, self._picture(place))
        return complete

    def prepare(self, area: QRect, transform: Transform) -> bool:
        """Paint one missing tile of an area; return whether one was missing."""
        for place in _places(area.translated(*content_offset(transform))):
            if place not in self._pictures and place[0] >= 0 and place[1] >= 0:
                self._picture(place)
                return True
        return False

    def _picture(self, place: Place) -> QPixmap:
        picture = self._pictures.get(place)
        if picture is None:
            picture = self._painted(place)
            self._changed.discard(place)
            self._pictures[place] = picture
            kept = max(_AT_LEAST, round(_AT_MOST / self._zoom[1] ** 2))
            while len(self._pictures) > kept:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(place)
        return picture

    def _painted(self, place: Place) -> QPixmap:
        whole, ratio = self._zoom
        side = round(SIZE * ratio)
        picture = QPixmap(side, side)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        x, y = place[0] * SIZE, place[1] * SIZE
        painter.translate(-x, -y)
        self._paint(painter, QRect(x, y, SIZE, SIZE), whole)
        painter.end()
        return picture


def content_offset(transform: Transform) -> tuple[int, int]:
    """Return the whole pixels of music to the left of and above the painter's origin."""
    return round(transform.left * transform.pixels_per_tick), round(transform.top)


def _places(area: QRect) -> list[Place]:
    return [
        (x, y)
        for x in range(area.left() // SIZE, area.right() // SIZE + 1)
        for y in range(area.top() // SIZE, area.bottom() // SIZE + 1)
    ]
