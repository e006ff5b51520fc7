"""Names in the roll: of notes in their boxes, and of drums in place of the keyboard."""

from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from app.style.theme import Theme, contrast, font, mixed, theme
from app.values.geometry import KEYS_WIDTH, Transform
from app.widgets.notes.painting import boxes_of
from app.words.instruments import drum_words
from engine.harmony.keys import fifths_at, pitch_name
from engine.values.score import Score

# Pixels. Rows of this height hold letters of nine pixels with a margin of one.
_LEAST_ROW = 11.0
_LETTERS = 9.0
# Smaller letters are not readable.
_LEAST_LETTERS = 7.0
_INSET = 3
# A tile with more notes shows no names: they are too small to read and slow to paint.
_AT_MOST = 80


def paint_names(
    painter: QPainter,
    table: NDArray[np.int64],
    *,
    transform: Transform,
    grounds: NDArray[np.uint32],
    named: Callable[[int, int], str],
) -> None:
    """Write names into the notes that are large enough, in the coordinates of the transform.

    Args:
        painter: The painter.
        table: (n, 6) notes of one track, as in `paint_notes`.
        transform: Ticks and pitches to pixels.
        grounds: (n,) `0xAARRGGBB`: each note's colour, which the letters contrast with.
        named: Returns the name of a pitch at a tick, or an empty string.
    """
    if transform.strokes or transform.row_height < _LEAST_ROW or not 0 < len(table) <= _AT_MOST:
        return
    letters = font(_LETTERS, weight=QFont.Weight.Medium)
    metrics = QFontMetrics(letters)
    painter.setFont(letters)
    notes = table[:, (2, 0)].tolist()
    for (x, y, width, height), (pitch, tick), colour in zip(
        boxes_of(table, transform).tolist(), notes, grounds.tolist(), strict=True
    ):
        name = named(pitch, tick)
        if name and metrics.horizontalAdvance(name) + 2 * _INSET <= width:
            painter.setPen(ink_on(theme(), colour))
            place = QRectF(x + _INSET, y, width - 2 * _INSET, height)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), name)


def names_of(score: Score, track: int) -> Callable[[int, int], str]:
    """Return a function from pitch and tick to a name: a drum, or a note spelled in the key."""
    if track < len(score.tracks) and score.tracks[track].is_drum:
        return lambda pitch, _tick: drum_words(pitch)
    keys = score.key_signatures
    return lambda pitch, tick: pitch_name(pitch, fifths_at(keys, tick))


@lru_cache(maxsize=256)
def ink_on(tokens: Theme, ground: int) -> QColor:
    """Return the theme's text colour with the best contrast on a colour, `0xAARRGGBB`."""
    inks = (QColor(tokens.roll), QColor(tokens.text), QColor(tokens.on_accent))
    return max(inks, key=lambda ink: contrast(ink, QColor.fromRgba(ground)))


def paint_drum_keys(
    painter: QPainter, height: int, *, transform: Transform, sounding: Mapping[int, QColor]
) -> None:
    """Paint the names of drums in the left column, in place of the keyboard."""
    tokens = theme()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(QRect(0, 0, KEYS_WIDTH, height), QColor(tokens.panel))
    edge = mixed(tokens.panel, tokens.line, 0.8)
    largest = min(_LETTERS, max(_LEAST_LETTERS, transform.row_height - 3))
    for pitch in transform.pitches_between(0, height):
        y = round(transform.y_of(pitch))
        row = round(transform.bottom_of(pitch)) - y
        if pitch in sounding:
            painter.fillRect(QRect(0, y, KEYS_WIDTH, row), QColor(tokens.accent))
        painter.fillRect(QRect(0, y, KEYS_WIDTH, 1), edge)
        name = drum_words(pitch)
        if name and row >= _LETTERS - 1:
            painter.setPen(QColor(tokens.on_accent if pitch in sounding else tokens.text))
            room = QRect(4, y, KEYS_WIDTH - 6, row)
            letters, shown = letters_within(name, room.width(), largest)
            painter.setFont(letters)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), shown)
    painter.fillRect(QRect(KEYS_WIDTH - 1, 0, 1, height), QColor(tokens.line))


@lru_cache(maxsize=256)
def letters_within(name: str, width: int, largest: float) -> tuple[QFont, str]:
    """Return the largest font in which a name fits, and the name, cut if it fits in none.

    Args:
        name: The text.
        width: Available pixels.
        largest: The font's size in pixels without a lack of room.
    """
    sizes = np.arange(largest, _LEAST_LETTERS - 0.5, -1.0).tolist()
    fonts = [font(size, weight=QFont.Weight.Medium) for size in sizes]
    written = [(each, _within(name, width, each)) for each in fonts]
    return next((pair for pair in written if pair[1] == name), written[-1])


def _within(name: str, width: int, letters: QFont) -> str:
    return QFontMetrics(letters).elidedText(name, Qt.TextElideMode.ElideRight, width)
