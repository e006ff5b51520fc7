"""Paint many notes as one picture with NumPy, without a painter call for each note."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

Boxes = NDArray[np.int64]
Colours = NDArray[np.uint32]


def picture_of(boxes: Boxes, colours: Colours, *, width: int, height: int, soft: bool) -> QImage:
    """Return a picture of rectangles on a transparent ground; later rectangles cover earlier ones.

    Args:
        boxes: (n, 4) x, y, width and height in whole pixels; all have the same height.
        colours: (n,) `0xAARRGGBB`.
        width: Width of the picture.
        height: Height of the picture.
        soft: Whether to leave out the corner pixels of each rectangle.
    """
    tops, rows = np.unique(boxes[:, 1], return_inverse=True)
    left = np.clip(boxes[:, 0], 0, width)
    right = np.clip(boxes[:, 0] + boxes[:, 2], 0, width)
    lines = [_filled(rows, left, right, colours, count=len(tops), width=width)]
    if soft:
        inner_left = np.clip(boxes[:, 0] + 1, 0, width)
        inner_right = np.clip(boxes[:, 0] + np.maximum(boxes[:, 2] - 1, 2), 0, width)
        lines.append(_filled(rows, inner_left, inner_right, colours, count=len(tops), width=width))
    # The last line is empty: pixels outside all notes point to it.
    cells = np.concatenate([*lines, np.zeros((1, width), dtype=np.uint32)])
    each = int(boxes[0, 3])
    line_of = np.full(height, len(cells) - 1)
    ys = tops[:, None] + np.arange(each)
    which = np.broadcast_to(np.arange(len(tops))[:, None], ys.shape).copy()
    if soft:
        which[:, 0] += len(tops)
        which[:, -1] = which[:, 0]
    seen = (ys >= 0) & (ys < height)
    line_of[ys[seen]] = which[seen]
    pixels = np.ascontiguousarray(cells[line_of])
    # Each pixel is opaque or transparent, so plain and premultiplied values are the same.
    kind = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(pixels.data, width, height, width * 4, kind)
    # QImage only borrows the array, which ends with this function.
    return image.copy()


def _filled(
    rows: NDArray[np.intp],
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    colours: Colours,
    *,
    count: int,
    width: int,
) -> NDArray[np.uint32]:
    """Return (count, width) pixels: each note's part of its row in its colour."""
    cells = np.zeros(count * width, dtype=np.uint32)
    lengths = np.maximum(right - left, 0)
    ends = np.cumsum(lengths)
    inside = np.arange(int(ends[-1])) - np.repeat(ends - lengths, lengths)
    cells[np.repeat(rows * width + left, lengths) + inside] = np.repeat(colours, lengths)
    return cells.reshape(count, width)
