"""The bends of single notes (MPE), as curves on the notes."""

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.style.theme import theme
from app.values.geometry import Transform
from app.views.roll.lettering import ink_on
from app.widgets.notes.painting import box_of
from engine.values.events import NOTE_BEND_SEMITONES
from engine.values.score import Note

# Pixels. In lower rows a curve would be a stain.
_LEAST_ROW = 6.0
# A tile with more bent notes shows no curves: they are too small to see and slow to paint.
_AT_MOST = 200
# A bend of so many semitones is at the edge of its note, and so is a wider one.
_EDGE_SEMITONES = 2
_FULL = 8192
_WIDTH, _ALPHA = 1.5, 200


def paint_bends(
    painter: QPainter, notes: Iterable[tuple[Note, int]], *, transform: Transform
) -> None:
    """Paint the bend of each note on it, its pitch in the middle.

    Args:
        painter: The painter.
        notes: The notes, each with its colour, `0xAARRGGBB`.
        transform: Ticks and pitches to pixels.
    """
    bent = [(note, colour) for note, colour in notes if _bends(note)]
    if transform.strokes or transform.row_height < _LEAST_ROW or len(bent) > _AT_MOST:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for note, colour in bent:
        ink = QColor(ink_on(theme(), colour))
        ink.setAlpha(_ALPHA)
        painter.setPen(QPen(ink, _WIDTH))
        painter.drawPolyline(QPolygonF(list(curve_of(note, transform))))
    painter.restore()


def curve_of(note: Note, transform: Transform) -> Iterator[QPointF]:
    """Yield the corners of a note's curve in pixels: a bend holds until the next one."""
    box = box_of(note, transform)
    half = box.height() / 2 - 1

    def point(after: int, value: int) -> QPointF:
        share = value * NOTE_BEND_SEMITONES / _FULL / _EDGE_SEMITONES
        x = box.left() + box.width() * after / note.duration
        return QPointF(x, box.center().y() - half * min(1.0, max(-1.0, share)))

    now = 0
    yield point(0, next((value for after, value in _bends(note) if not after), 0))
    for after, value in _bends(note):
        if after:
            yield point(after, now)
            yield point(after, value)
        now = value
    yield point(note.duration, now)


def _bends(note: Note) -> list[tuple[int, int]]:
    """Return the ticks after a note's start at which its bend changes, with the new values."""
    return [(move.after, move.value) for move in note.heard_moves if move.lane == "bend"]
