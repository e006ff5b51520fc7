"""Packed thumbnails of pieces as pixels: small in lists, large beside them."""

from functools import lru_cache
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import Theme, theme
from engine.values.thumbnail import COLUMNS, MOST_PARTS, ROWS, Cells, unpacked

# Several screens of list rows, so that scrolling back does not decode pictures again.
_KEPT = 512
_MARGIN = 6.0


def thumbnail(packed: bytes, size: QSize) -> QPixmap:
    """Return a packed picture in a size, in the theme's colours; null if it cannot be read."""
    return _drawn(packed, size.width(), size.height(), theme())


@lru_cache(maxsize=_KEPT)
def _drawn(packed: bytes, width: int, height: int, tokens: Theme) -> QPixmap:
    picture = unpacked(packed)
    if picture is None:
        return QPixmap()
    pixels = np.ascontiguousarray(_colours(tokens)[picture.array])
    # Each pixel is opaque or transparent, so plain and premultiplied values are the same.
    kind = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(pixels.data, COLUMNS, ROWS, COLUMNS * 4, kind)
    smooth = Qt.TransformationMode.SmoothTransformation
    ratio = Qt.AspectRatioMode.IgnoreAspectRatio
    if (width, height) != (COLUMNS, ROWS):
        return QPixmap.fromImage(image.scaled(QSize(width, height), ratio, smooth))
    return QPixmap.fromImage(image)


def _colours(tokens: Theme) -> "np.ndarray[tuple[int], np.dtype[np.uint32]]":
    """Return (1 + MOST_PARTS,) `0xAARRGGBB`: the colour of each cell value."""
    parts = [tokens.track(part).rgba() for part in range(MOST_PARTS)]
    return np.array([0, *parts], np.uint32)


class ThumbnailView(QWidget):
    """A packed picture scaled to the widget, with the notes as bars."""

    def __init__(self, *, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._packed = b""
        self.setMinimumSize(QSize(120, height))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def packed(self) -> bytes:
        """The packed picture; empty for none."""
        return self._packed

    def show_picture(self, packed: bytes) -> None:
        """Draw a packed picture of notes; empty draws none."""
        if packed != self._packed:
            self._packed = packed
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QPainterPath()
        ground.addRoundedRect(QRectF(self.rect()), 6, 6)
        painter.fillPath(ground, QColor(tokens.window))
        painter.setPen(Qt.PenStyle.NoPen)
        picture = unpacked(self._packed)
        if picture is not None:
            self._paint_bars(painter, picture.array)
        painter.end()

    def _paint_bars(self, painter: QPainter, cells: Cells) -> None:
        area = QRectF(self.rect()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        wide, high = area.width() / COLUMNS, area.height() / ROWS
        for row, line in enumerate(cells):
            # A run of equal cells is one bar.
            edges = [0, *(np.flatnonzero(np.diff(line)) + 1).tolist(), COLUMNS]
            for left, right in pairwise(edges):
                if line[left]:
                    painter.setBrush(theme().track(int(line[left]) - 1))
                    box = QRectF(
                        area.left() + left * wide,
                        area.top() + row * high,
                        (right - left) * wide - 0.5,
                        max(1.5, high - 0.5),
                    )
                    painter.drawRoundedRect(box, 1.0, 1.0)
