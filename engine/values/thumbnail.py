"""A whole piece as a picture of some hundred bytes: what a list shows of it without opening it."""

import zlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

# Cells; small, because the catalogue keeps one picture for each song.
COLUMNS, ROWS = 96, 24
# A cell is 0 where nothing sounds, else 1 + the part that sounds there; parts beyond share one.
MOST_PARTS = 15
_SMALLEST_RANGE = ROWS // 2
Cells = npt.NDArray[np.uint8]
_Column = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A piece from its beginning to its end, the highest pitch at the top.

    Attributes:
        cells: One byte each, row by row, `ROWS` × `COLUMNS`.
    """

    cells: bytes

    @property
    def array(self) -> Cells:
        """The cells, (ROWS, COLUMNS)."""
        return np.frombuffer(self.cells, np.uint8).reshape(ROWS, COLUMNS)

    def packed(self) -> bytes:
        """Return it in some hundred bytes, for `unpacked`."""
        return zlib.compress(self.cells, 9)


def unpacked(data: bytes) -> Thumbnail | None:
    """Return what `Thumbnail.packed` made; None for anything else."""
    opening = zlib.decompressobj()
    try:
        # One byte more than a picture has, and no more, whatever the bytes claim.
        cells = opening.decompress(data, COLUMNS * ROWS + 1)
    except zlib.error:
        return None
    return Thumbnail(cells) if opening.eof and len(cells) == COLUMNS * ROWS else None


def thumbnail_of(
    *, start: _Column, duration: _Column, pitch: _Column, part: _Column, drum: _Column
) -> Thumbnail:
    """Return the picture of some notes; drums are in it only where there is nothing else.

    Args:
        start: Ticks, (N,).
        duration: Ticks, at least 1, (N,).
        pitch: (N,).
        part: Which part plays it, from 0, (N,).
        drum: 1 for a drum note, (N,).
    """
    cells = np.zeros((ROWS, COLUMNS), np.uint8)
    if not len(start):
        return Thumbnail(cells.tobytes())
    end = int((start + duration).max())
    shown = np.flatnonzero(drum == 0) if (drum == 0).any() else np.arange(len(start))
    # The first part is painted last: where parts meet, the melody is seen.
    shown = shown[np.argsort(-part[shown], kind="stable")]
    first = start[shown] * COLUMNS // end
    last = np.maximum(first + 1, -(-(start[shown] + duration[shown]) * COLUMNS // end))
    lengths = np.minimum(last, COLUMNS) - first
    offsets = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    columns = np.repeat(first, lengths) + offsets
    rows = np.repeat(_rows(pitch[shown]), lengths)
    values = 1 + np.minimum(part[shown], MOST_PARTS - 1)
    cells[rows, columns] = np.repeat(values, lengths)
    return Thumbnail(cells.tobytes())


def _rows(pitch: _Column) -> _Column:
    """Return the row of each pitch: all rows are used, but a few pitches are not drawn apart."""
    low, high = int(pitch.min()), int(pitch.max())
    missing = max(0, _SMALLEST_RANGE - (high - low))
    low, high = low - missing // 2, high + (missing + 1) // 2
    rows: _Column = (high - pitch) * (ROWS - 1) // (high - low)
    return rows
