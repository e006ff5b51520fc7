"""The running recording, as the roll shows it."""

from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from app.style.theme import font, mixed, theme
from app.values.geometry import Transform
from app.widgets.notes.painting import box_of
from engine.values.score import Note

# Pixels: the digits can be read from an instrument.
_COUNT_HEIGHT = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveTake:
    """A running recording.

    Attributes:
        on: Whether it records; the playhead is then red.
        notes: The notes so far; held keys end at the playhead.
        beat: The beat of the count-in, from 1; 0 outside of it.
    """

    on: bool = False
    notes: tuple[Note, ...] = ()
    beat: int = 0


def paint_live(painter: QPainter, take: LiveTake, *, transform: Transform) -> None:
    """Paint the notes of a recording."""
    red = QColor(theme().danger)
    painter.setPen(QPen(mixed(theme().danger, theme().text, 0.5), 1))
    painter.setBrush(red)
    for note in take.notes:
        painter.drawRoundedRect(box_of(note, transform).adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5)


def paint_count(painter: QPainter, beat: int, area: QRect) -> None:
    """Paint the beat of a count-in in large digits."""
    size = min(_COUNT_HEIGHT, area.height() - 16)
    if not beat or size <= 0:
        return
    box = QRect(0, 0, size, size)
    box.moveCenter(area.center())
    ground = QColor(theme().panel)
    ground.setAlphaF(0.85)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawEllipse(box)
    painter.setFont(font(size * 0.6, weight=QFont.Weight.Bold))
    painter.setPen(QColor(theme().danger_text))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), str(beat))
