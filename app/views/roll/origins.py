"""Notes that the model made: their mark in the roll, and the text about their take."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.style.theme import mixed, theme
from app.views.roll.walk import place_name
from engine.harmony.keys import fifths_at, pitch_name
from engine.values.score import Note
from engine.values.time import Timeline

# Pixels. Smaller notes have no room for the mark and show the colour only.
_ROOM = 6


def paint_made(painter: QPainter, box: QRectF, origin: int) -> None:
    """Paint a note that the model made: with a dot, or a ring if it was changed since."""
    if origin == 0:
        return
    tokens = theme()
    fill = QColor(tokens.accent) if origin > 0 else mixed(tokens.roll, tokens.accent, 0.4)
    painter.setPen(QPen(QColor(tokens.accent), 1.2))
    painter.setBrush(fill)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5)
    if box.width() < _ROOM:
        return
    centre = QPointF(box.left() + 4, box.center().y())
    painter.setPen(QPen(QColor(tokens.on_accent if origin > 0 else tokens.accent), 1.2))
    painter.setBrush(QColor(tokens.on_accent) if origin > 0 else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(centre, 1.6, 1.6)


def note_tooltip(note: Note, timeline: Timeline, takes: Mapping[int, str]) -> str:
    """Return the tooltip of a note, with the label of its take if the model made it.

    Args:
        note: The note.
        timeline: The piece's bars and tempos.
        takes: The label of each take, by its number.
    """
    name = pitch_name(note.pitch, fifths_at(timeline.score.key_signatures, note.start))
    text = _tr("{0}, {1}, velocity {2}").format(
        name, place_name(note.start, timeline.bars), note.velocity
    )
    # Origin 0 says nothing: such a note was played, written, or read from a file.
    return f"{text}\n{take_label(note, takes)}" if note.origin else text


def take_label(note: Note, takes: Mapping[int, str]) -> str:
    """Return the label of the take that a note of the model belongs to."""
    made = takes.get(abs(note.origin)) or _tr("Take {0}").format(abs(note.origin))
    return made if note.origin > 0 else _tr("{0}, changed by you").format(made)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Origins", text)
