"""Many notes as one picture look as they do painted one by one."""

import random

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from app.widgets.notes.raster import picture_of

WIDTH, HEIGHT = 90, 70
PALETTE = (0xFF7AA7E8, 0xFFE8A87A, 0xFFB48BE0)


def boxes(count: int, *, row: int) -> np.ndarray:
    draw = random.Random(count)  # noqa: S311 - shapes, no secret
    rows = [
        (draw.randrange(-20, WIDTH), draw.randrange(-1, HEIGHT // row + 1) * row, width, row - 1)
        for width in (draw.randrange(2, 30) for _ in range(count))
    ]
    return np.array(rows, dtype=np.int64)


def painted(given: np.ndarray, colours: np.ndarray, *, soft: bool) -> QImage:
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    for (x, y, width, height), colour in zip(given.tolist(), colours.tolist(), strict=True):
        shapes = [QRect(x, y, width, height)]
        if soft:
            inner = QRect(x + 1, y, max(width - 1, 2) - 1, height)
            shapes = [QRect(x, y + 1, width, height - 2), inner]
        for shape in shapes:
            painter.fillRect(shape, QColor.fromRgba(colour))
    painter.end()
    return image


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("soft", [True, False])
@pytest.mark.parametrize(("count", "row"), [(1, 9), (40, 7), (400, 10), (400, 3)])
def test_one_picture_is_what_single_rectangles_are(count: int, row: int, *, soft: bool) -> None:
    # Notes of one pitch that overlap differ where a soft corner shows the note beneath.
    given = boxes(count, row=row)
    if soft:
        given = given[np.unique(given[:, 1], return_index=True)[1]]
    colours = np.array([PALETTE[i % 3] for i in range(len(given))], dtype=np.uint32)
    soft = soft and row > 3
    made = picture_of(given, colours, width=WIDTH, height=HEIGHT, soft=soft)
    assert made == painted(given, colours, soft=soft)


def test_nothing_in_sight_is_an_empty_picture() -> None:
    far = np.array([[500, 900, 10, 8]], dtype=np.int64)
    colours = np.array([PALETTE[0]], dtype=np.uint32)
    made = picture_of(far, colours, width=WIDTH, height=HEIGHT, soft=True)
    empty = QImage(WIDTH, HEIGHT, QImage.Format.Format_ARGB32_Premultiplied)
    empty.fill(Qt.GlobalColor.transparent)
    assert made == empty
