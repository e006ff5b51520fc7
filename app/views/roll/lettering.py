"""Names in the roll: of notes that are large enough, and of drums in place of the keyboard."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from app.style.theme import Theme, contrast, font, mixed, theme
from app.values.geometry import Transform
from app.views.roll.painting import KEYS_WIDTH, boxes_of
from app.words.instruments import drum_words
from engine.music.keys import fifths_at, pitch_name
from engine.music.score import Score

# A row as high as this holds letters of nine pixels with a pixel of air on both sides.
_LEAST_ROW = 11.0
_LETTERS = 9.0
# Smaller than this nobody reads them.
_LEAST_LETTERS = 7.0
_INSET = 3
# In a tile with more notes than this nobody reads names, and writing them takes a frame.
_AT_MOST = 80


def paint_names(
    painter: QPainter,
    table: NDArray[np.int64],
    *,
    transform: Transform,
    grounds: NDArray[np.uint32],
    named: Callable[[int, int], str],
) -> None:
    """Write names into the notes that have room for theirs; x and y are the transform's.

    Args:
        painter: Where.
        table: (n, 6) notes of one track, as `paint_notes` takes them.
        transform: Where music is.
        grounds: (n,) `0xAARRGGBB`, each note's colour: letters stand out from it.
        named: Returns the name of a pitch at a tick, or nothing.
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
    """Return what names the pitches of a track at a tick: drums, or notes as the key has them."""
    if track < len(score.tracks) and score.tracks[track].is_drum:
        return lambda pitch, _tick: drum_words(pitch)
    keys = score.key_signatures
    return lambda pitch, tick: pitch_name(pitch, fifths_at(keys, tick))


@lru_cache(maxsize=256)
def ink_on(tokens: Theme, ground: int) -> QColor:
    """Return which of a theme's own inks reads best on a colour, `0xAARRGGBB`."""
    inks = (QColor(tokens.roll), QColor(tokens.text), QColor(tokens.on_accent))
    return max(inks, key=lambda ink: contrast(ink, QColor.fromRgba(ground)))


def paint_drum_keys(
    painter: QPainter, height: int, *, transform: Transform, sounding: frozenset[int]
) -> None:
    """Paint what each row strikes in the column at the left: there a keyboard means nothing."""
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
    """Return the largest letters in which a name fits, and the name, cut where it fits in none.

    Args:
        name: What is written.
        width: The room for it, in pixels.
        largest: Pixels of the letters where there is room for all of it.
    """
    sizes = np.arange(largest, _LEAST_LETTERS - 0.5, -1.0).tolist()
    fonts = [font(size, weight=QFont.Weight.Medium) for size in sizes]
    written = [(each, _within(name, width, each)) for each in fonts]
    return next((pair for pair in written if pair[1] == name), written[-1])


def _within(name: str, width: int, letters: QFont) -> str:
    return QFontMetrics(letters).elidedText(name, Qt.TextElideMode.ElideRight, width)
