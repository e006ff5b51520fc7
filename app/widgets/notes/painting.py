"""Painting notes, keys and rows: functions of a painter, without any input."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from app.style.hatch import hatch
from app.style.theme import Theme, contrast, font, mixed, theme
from app.values.geometry import KEYS_WIDTH, Transform
from app.widgets.notes.raster import picture_of
from engine.harmony.keys import Key, is_black, pitch_name
from engine.values.score import Note
from engine.values.time import BarMap

# A tile with more notes is painted with NumPy; round corners would not be visible.
_ROUND_AT_MOST = 150
# Brightness levels of a note; each one is a cached colour for each track.
_LEVELS = 8
_ALL_LEVELS = range(_LEVELS)
# Pixels.
_BLACK_KEY_WIDTH = 34
# The least contrast of a note with its row (WCAG 1.4.11, graphics).
_LEAST_CONTRAST = 3.0
# Pixels: the least distances of the lines of the grid, from the finest on. Of bars too narrow for
# a line each, every fourth has one, then every sixteenth.
_FINE, _BEAT, _BAR, _BAR_OF_4, _PHRASE_OF_16 = 12, 12, 10, 3, 8
# Steps of the opacity of an offered note, because each one is a cached brush.
_OPACITY_STEPS = 16
# Pixels. Rows of a folded keyboard show a name each from this height on.
_NAMED_ROW = 10


@lru_cache(maxsize=1024)
def note_colour(tokens: Theme, index: int, level: int, *, ghost: bool) -> QColor:
    """Return a note's colour: brighter when louder, fainter in another track.

    Args:
        tokens: The theme.
        index: The index of the track's colour.
        level: Loudness, 0 to `_LEVELS` - 1.
        ghost: Whether another track is current.
    """
    softness = 0.38 * (1 - level / (_LEVELS - 1)) + (0.12 if ghost else 0.0)
    full = tokens.track(index)
    while softness > 0:
        colour = mixed(full, tokens.roll, min(softness, 0.7))
        grounds = (tokens.roll, tokens.roll_black)
        if min(contrast(colour, ground) for ground in grounds) >= _LEAST_CONTRAST:
            return colour
        softness -= 0.04
    return full


def level_of(velocity: int) -> int:
    """Return the brightness level of a velocity; 30 to 105 uses the whole range."""
    return min(max((velocity - 25) * _LEVELS // 80, 0), _LEVELS - 1)


def levels_of(velocities: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the brightness levels of velocities, as `level_of`."""
    return np.clip((velocities - 25) * _LEVELS // 80, 0, _LEVELS - 1)


def paint_notes(
    painter: QPainter,
    area: QRect,
    table: NDArray[np.int64],
    *,
    transform: Transform,
    colours: NDArray[np.uint32],
) -> None:
    """Paint notes, later ones on top, in the coordinates of the transform.

    Args:
        painter: The painter.
        area: The visible part.
        table: (n, 6): `NoteColumns`, and each note's track.
        transform: Ticks and pitches to pixels.
        colours: (tracks, levels) from `colours_of`.
    """
    if not len(table):
        return
    boxes = boxes_of(table, transform)
    seen = colours[table[:, 5], levels_of(table[:, 3])]
    if len(table) > _ROUND_AT_MOST and not transform.strokes:
        boxes[:, :2] -= (area.left(), area.top())
        soft = transform.row_height >= 6
        picture = picture_of(boxes, seen, width=area.width(), height=area.height(), soft=soft)
        painter.drawImage(area.topLeft(), picture)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    is_round = transform.row_height >= 6
    radius = 2.5 if transform.row_height >= 8 else 1.5
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, is_round or bool(transform.strokes))
    for (x, y, width, height), colour in zip(boxes.tolist(), seen.tolist(), strict=True):
        painter.setBrush(QColor.fromRgba(colour))
        if transform.strokes:
            painter.drawPolygon(diamond(QRectF(x, y, width, height)))
        elif is_round:
            painter.drawRoundedRect(QRectF(x, y, width, height), radius, radius)
        else:
            painter.drawRect(QRect(x, y, width, height))


def diamond(box: QRectF) -> QPolygonF:
    """Return the mark of a drum stroke, centred on its start."""
    middle = box.center()
    return QPolygonF(
        [
            QPointF(middle.x(), box.top()),
            QPointF(box.right(), middle.y()),
            QPointF(middle.x(), box.bottom()),
            QPointF(box.left(), middle.y()),
        ]
    )


def lit_colours(tracks: NDArray[np.int64], colours: tuple[int, ...]) -> NDArray[np.uint32]:
    """Return (n,) `0xAARRGGBB`: brighter colours for sounding notes.

    Args:
        tracks: (n,) each note's track.
        colours: The index of each track's colour.
    """
    tokens = theme()
    full = [tokens.track(colours[t] if t < len(colours) else t) for t in tracks.tolist()]
    return np.array([mixed(each, tokens.text, 0.35).rgba() for each in full], dtype=np.uint32)


def paint_lit(
    painter: QPainter,
    table: NDArray[np.int64],
    grounds: NDArray[np.uint32],
    *,
    transform: Transform,
) -> None:
    """Paint (n, 6) sounding notes of any track in (n,) `lit_colours`, with a ring."""
    boxes = boxes_of(table, transform).tolist()
    for (x, y, width, height), colour in zip(boxes, grounds.tolist(), strict=True):
        ground = QColor.fromRgba(colour)
        painter.setBrush(ground)
        painter.setPen(QPen(mixed(ground, theme().text, 0.6), 1))
        painter.drawRoundedRect(QRectF(x - 0.5, y - 0.5, width + 1, height + 1), 2.5, 2.5)


def colours_of(tracks: tuple[int, ...], *, current: int) -> NDArray[np.uint32]:
    """Return (tracks, levels) `0xAARRGGBB`, faint except for the current track.

    Args:
        tracks: The index of each track's colour.
        current: The current track.
    """
    return _colours_of(theme(), tracks, current)


@lru_cache(maxsize=32)
def _colours_of(tokens: Theme, tracks: tuple[int, ...], current: int) -> NDArray[np.uint32]:
    rows = [
        [note_colour(tokens, colour, level, ghost=index != current).rgba() for level in _ALL_LEVELS]
        for index, colour in enumerate(tracks)
    ]
    return np.array(rows, dtype=np.uint32).reshape(len(tracks), _LEVELS)


def boxes_of(table: NDArray[np.int64], transform: Transform) -> NDArray[np.int64]:
    """Return (n, 4) x, y, width and height in whole pixels."""
    scale, row = transform.pixels_per_tick, transform.row_height
    offset = round(transform.left * scale)
    left = np.rint(table[:, 0] * scale).astype(np.int64)
    right = np.rint(table[:, 1] * scale).astype(np.int64)
    rows = np.asarray(transform.rows)[table[:, 2]]
    top = np.rint(rows * row - transform.top).astype(np.int64)
    gap = 1 if row >= 6 else 0
    height = np.full(len(table), max(2, round(row) - gap), dtype=np.int64)
    if transform.strokes:
        width = np.full(len(table), transform.mark_width(int(height[0])) if len(height) else 0)
        return np.column_stack([left - offset - width // 2, top, width, height])
    return np.column_stack([left - offset, top, np.maximum(right - left - 1, 2), height])


def box_of(note: Note, transform: Transform) -> QRectF:
    """Return the box of one note in whole pixels, as `boxes_of`."""
    scale, row = transform.pixels_per_tick, transform.row_height
    left, right = round(note.start * scale), round(note.end * scale)
    top = round(transform.y_of(note.pitch))
    gap = 1 if row >= 6 else 0
    offset = round(transform.left * scale)
    if transform.strokes:
        side = max(2, round(row) - gap)
        width = transform.mark_width(side)
        return QRectF(left - offset - width // 2, top, width, side)
    return QRectF(left - offset, top, max(right - left - 1, 2), max(2, round(row) - gap))


def ticks_in(area: QRect, transform: Transform) -> tuple[float, float]:
    """Return the range of ticks whose notes may be visible in an area."""
    more = transform.margin
    return transform.tick_at(area.left() - more), transform.tick_at(area.right() + 1 + more)


def paint_rows(painter: QPainter, area: QRect, *, transform: Transform, key: Key | None) -> None:
    """Paint the rows of the pitches."""
    tokens = theme()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(area, QColor(tokens.panel if transform.pitches else tokens.roll))
    line = QColor(tokens.roll_beat)
    for pitch in transform.pitches_between(area.top(), area.bottom()):
        y = round(transform.y_of(pitch))
        row = QRect(area.left(), y, area.width(), round(transform.bottom_of(pitch)) - y)
        painter.fillRect(row, _row_colour(tokens, pitch, transform, key))
        if transform.pitches or (pitch % 12 in (11, 4) and transform.row_height >= 7):
            painter.fillRect(QRect(area.left(), y, area.width(), 1), line)


def _row_colour(tokens: Theme, pitch: int, transform: Transform, key: Key | None) -> QColor:
    if transform.strokes:
        # Alternate the shades: drums have no black keys.
        is_dark = transform.rows[pitch] % 2 == 1
    elif key is None:
        is_dark = is_black(pitch)
    elif pitch % 12 == key.tonic:
        return mixed(tokens.roll, tokens.accent, 0.07)
    else:
        is_dark = pitch % 12 not in key.pitch_classes
    return QColor(tokens.roll_black if is_dark else tokens.roll)


def paint_grid(
    painter: QPainter, area: QRect, *, transform: Transform, bars: BarMap, step: int
) -> None:
    """Paint lines that are far enough apart: grid, beats, bars, and stronger every fourth bar."""
    tokens = theme()
    start = max(0, int(transform.tick_at(area.left())) - 1)
    end = int(transform.tick_at(area.right() + 1)) + 1
    beat, bar = QColor(tokens.roll_beat), mixed(tokens.roll, tokens.roll_bar, 0.7)
    strong = mixed(tokens.roll_bar, tokens.text, 0.16)
    # Opaque, because blending a column of single pixels is ten times as slow.
    fine = mixed(tokens.roll, tokens.roll_beat, 0.45)
    scale = transform.pixels_per_tick
    first = bars.bar_at(start)
    width = (bars.start_of(first + 1) - bars.start_of(first)) * scale
    if width < _PHRASE_OF_16 / 16:
        return
    for number, tick in bars.bar_starts(max(0, bars.start_of(first)), end):
        length = bars.start_of(bars.bar_at(tick) + 1) - tick
        beat_length = bars.beat_length_at(tick)
        if step > 1 and step < beat_length and step * scale >= _FINE:
            _lines(painter, area, transform, fine, range(tick, tick + length, step))
        if beat_length * scale >= _BEAT:
            _lines(painter, area, transform, beat, range(tick, tick + length, beat_length))
        if number % 4 == 0 and (number % 16 == 0 or length * scale >= _BAR_OF_4):
            _lines(painter, area, transform, strong, range(tick, tick + 1))
        elif length * scale >= _BAR:
            _lines(painter, area, transform, bar, range(tick, tick + 1))


def _lines(
    painter: QPainter, area: QRect, transform: Transform, colour: QColor, ticks: range
) -> None:
    offset = round(transform.left * transform.pixels_per_tick)
    for tick in ticks:
        x = round(tick * transform.pixels_per_tick) - offset
        if area.left() <= x <= area.right():
            painter.fillRect(QRect(x, area.top(), 1, area.height()), colour)


def faint(colour: str, alpha: float) -> QColor:
    """Return a colour with an opacity, 0 to 1."""
    seen = QColor(colour)
    seen.setAlphaF(alpha)
    return seen


def step_of(opacity: float) -> int:
    """Return the step of an opacity; offered notes of the same step look the same."""
    return round(opacity * _OPACITY_STEPS)


def paint_offered(painter: QPainter, box: QRectF, colour: str, *, opacity: float = 1.0) -> None:
    """Paint an offered note: hatched, outlined, with a dog-ear at its upper right.

    Args:
        painter: The painter.
        box: The note's box.
        colour: The colour of the stripes.
        opacity: The opacity of the stripes, 0 to 1, animated while more notes arrive.
    """
    tokens = theme()
    ear = min(4.0, box.width() * 0.4, box.height() * 0.55)
    shape = QPolygonF(
        [
            box.topLeft(),
            QPointF(box.right() - ear, box.top()),
            QPointF(box.right(), box.top() + ear),
            box.bottomRight(),
            box.bottomLeft(),
        ]
    )
    fill = mixed(tokens.roll, colour, 0.32)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawPolygon(shape)
    stripe = QColor(colour)
    stripe.setAlphaF(0.6 * step_of(opacity) / _OPACITY_STEPS)
    painter.setBrush(hatch(stripe.name(QColor.NameFormat.HexArgb), 6))
    painter.setPen(QPen(QColor(colour), 1.2))
    painter.drawPolygon(shape)


def paint_outline(painter: QPainter, box: QRectF, colour: QColor) -> None:
    """Paint a dashed outline in the place of a note, over the note."""
    tokens = theme()
    painter.fillRect(box, mixed(tokens.roll, colour, 0.08))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(mixed(tokens.roll, colour, 0.75), 1, Qt.PenStyle.DashLine))
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))


def paint_many_selected(
    painter: QPainter,
    area: QRect,
    table: NDArray[np.int64],
    *,
    transform: Transform,
    colour: int,
) -> None:
    """Paint many selected notes with NumPy, without round corners."""
    tokens = theme()
    boxes, levels = boxes_of(table, transform), levels_of(table[:, 3])
    boxes[:, :2] -= (area.left(), area.top())
    rings = np.full(len(boxes), QColor(tokens.text).rgba(), dtype=np.uint32)
    colours = colours_of((colour,), current=0)[0][levels]
    for grown, seen in ((1, rings), (-1, colours)):
        shape = boxes + np.array((-grown, -grown, 2 * grown, 2 * grown))
        if shape[0, 3] > 0:
            picture = picture_of(shape, seen, width=area.width(), height=area.height(), soft=False)
            painter.drawImage(area.topLeft(), picture)


def paint_selected(painter: QPainter, box: QRectF, colour: QColor) -> None:
    """Paint one selected note with an outline of two pixels."""
    tokens = theme()
    painter.setBrush(colour)
    painter.setPen(QPen(QColor(tokens.text), 2))
    painter.drawRoundedRect(box.adjusted(0, 0, 0, 0), 2.5, 2.5)


def paint_keys(
    painter: QPainter, height: int, *, transform: Transform, sounding: Mapping[int, QColor]
) -> None:
    """Paint the keyboard in the left column, with the names of its Cs.

    Args:
        painter: The painter.
        height: Of the column.
        transform: Pitches to pixels.
        sounding: The keys that sound, with their colours.
    """
    tokens = theme()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    column = QRect(0, 0, KEYS_WIDTH, height)
    painter.fillRect(column, QColor(tokens.white_key))
    painter.setFont(font(10, weight=QFont.Weight.Medium))
    names: list[tuple[int, int, int]] = []
    for pitch in transform.pitches_between(0, height):
        y = round(transform.y_of(pitch))
        row = round(transform.bottom_of(pitch)) - y
        _paint_key(painter, pitch, y, row, lit=sounding.get(pitch), folded=bool(transform.pitches))
        if _has_name(pitch, row, folded=bool(transform.pitches)):
            names.append((pitch, y, row))
    # After all keys, because a name covers the edges of its neighbours.
    for pitch, y, row in names:
        _paint_key_name(painter, pitch, y, row, lit=sounding.get(pitch))
    painter.fillRect(QRect(KEYS_WIDTH - 1, 0, 1, height), QColor(tokens.line))


def paint_typed(painter: QPainter, span: tuple[int, int], *, transform: Transform) -> None:
    """Paint a line beside the keys between two pitches, those that the computer's letters play."""
    low, high = span
    if transform.pitches and not any(low <= pitch <= high for pitch in transform.pitches):
        return
    top, bottom = transform.y_of(high), transform.bottom_of(low)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme().roll), 1))
    painter.setBrush(QColor(theme().text))
    painter.drawRoundedRect(QRectF(KEYS_WIDTH - 5.5, top + 0.5, 5, bottom - top - 1), 2.5, 2.5)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _paint_key(
    painter: QPainter, pitch: int, y: int, row: int, *, lit: QColor | None, folded: bool
) -> None:
    tokens = theme()
    edge = mixed(tokens.white_key, tokens.black_key, 0.5)
    width = _BLACK_KEY_WIDTH if is_black(pitch) else KEYS_WIDTH
    if lit is not None:
        painter.fillRect(QRect(0, y, KEYS_WIDTH, row), lit)
    elif folded:
        painter.fillRect(QRect(0, y, width, 1), edge)
    if is_black(pitch) and lit is None:
        painter.fillRect(QRect(0, y, width, row), QColor(tokens.black_key))
        if not folded:
            # The edge between the two white keys behind it.
            painter.fillRect(QRect(width, y + row // 2, KEYS_WIDTH - width, 1), edge)
    if pitch % 12 in (11, 4):
        # B and E touch the next white key.
        painter.fillRect(QRect(0, y, KEYS_WIDTH, 1), edge)


def _has_name(pitch: int, row: int, *, folded: bool) -> bool:
    if folded:
        return row >= _NAMED_ROW and not is_black(pitch)
    return row >= 6 and pitch % 12 == 0


def _paint_key_name(painter: QPainter, pitch: int, y: int, row: int, *, lit: QColor | None) -> None:
    """Paint a key's name over the edges of the black keys."""
    tokens = theme()
    text = pitch_name(pitch)
    width = painter.fontMetrics().horizontalAdvance(text)
    box = QRect(KEYS_WIDTH - 6 - width, y + row - 13, width + 1, 12)
    painter.fillRect(box, QColor(tokens.white_key) if lit is None else lit)
    painter.setPen(QColor(tokens.key_text if lit is None else tokens.on_accent))
    flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(box, int(flags), text)
