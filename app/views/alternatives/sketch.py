"""A drawing of an alternative: its chords, its melody as a line, and its rhythm."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import font, mixed, theme
from app.views.alternatives.values import AlternativeCard
from app.widgets.mini_roll import paint_notes

# Pixels of the chord names at the top, of a line of planned ones, and of the rhythm at the bottom.
_CHORDS, _LINE, _RHYTHM = 14, 12, 7
# Bars in the first line where planned chords need two.
_BARS_IN_LINE = 4
_INSET = 5
# The opacity of notes, so that the melody line stands out.
_FAINT = 0.45
# Semitones: a narrow melody is not stretched to the full height.
_LEAST_RANGE = 11


class Sketch(QWidget):
    """A drawing of an alternative: chords above, notes and melody in the middle, rhythm below."""

    def __init__(self) -> None:
        super().__init__()
        self._card: AlternativeCard | None = None
        self._colours: tuple[int, ...] = ()
        self.setMinimumSize(QSize(90, 40))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_card(self, card: AlternativeCard, colours: tuple[int, ...]) -> None:
        """Show an alternative in these track colours."""
        if (card, colours) != (self._card, self._colours):
            self._card, self._colours = card, colours
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(self.rect()), 4, 4)
        painter.fillPath(shape, QColor(theme().window))
        if self._card is not None and (self._card.notes or self._card.plan):
            self._paint(painter, self._card)
        painter.end()

    def _paint(self, painter: QPainter, card: AlternativeCard) -> None:
        room = QRectF(self.rect()).adjusted(_INSET, 1, -_INSET, -2)
        self._paint_bars(painter, room, card)
        plan = _plan_lines(card.plan, room.width())
        above = _LINE * len(plan) + 2 if plan else _CHORDS if card.chords else 3
        music = room.adjusted(0, above, 0, -_RHYTHM - 2)
        painter.setOpacity(_FAINT)
        paint_notes(
            painter,
            music,
            card.notes,
            start=card.start,
            end=card.end,
            colours=self._colours,
            thickness=2.0,
        )
        painter.setOpacity(1.0)
        self._paint_tune(painter, music, card)
        self._paint_rhythm(painter, room, card)
        if plan:
            self._paint_plan(painter, room, plan)
        else:
            self._paint_chords(painter, room, card)

    def _paint_bars(self, painter: QPainter, room: QRectF, card: AlternativeCard) -> None:
        for tick in card.bar_lines[1:]:
            x = round(_x(tick, room, card))
            painter.fillRect(QRectF(x, room.top() + 2, 1, room.height() - 2), QColor(theme().line))

    def _paint_tune(self, painter: QPainter, room: QRectF, card: AlternativeCard) -> None:
        if not card.tune:
            return
        pitches = [note.pitch for _, note in card.notes]
        low, high = min(pitches), max(*pitches, min(pitches) + _LEAST_RANGE)
        row = (room.height() - 2) / (high - low)
        line = QPainterPath()
        for index, (tick, pitch) in enumerate(card.tune):
            at = QPointF(_x(tick, room, card), room.top() + (high - pitch) * row + 1)
            line.lineTo(at) if index else line.moveTo(at)
        pen = QPen(QColor(theme().text), 1.4)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(line)

    def _paint_rhythm(self, painter: QPainter, room: QRectF, card: AlternativeCard) -> None:
        colour = mixed(theme().window, theme().text, 0.75)
        for tick in card.onsets:
            x = round(_x(tick, room, card))
            painter.fillRect(QRectF(x, room.bottom() - _RHYTHM, 1, _RHYTHM), colour)

    def _paint_plan(self, painter: QPainter, room: QRectF, lines: Sequence[str]) -> None:
        """Paint planned chords one after another: over their bars few of them would have room."""
        painter.setFont(_chord_font())
        painter.setPen(QColor(theme().text))
        for index, line in enumerate(lines):
            box = QRectF(room.left(), room.top() + index * _LINE + 1, room.width(), _LINE)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), line)

    def _paint_chords(self, painter: QPainter, room: QRectF, card: AlternativeCard) -> None:
        face = _chord_font()
        metrics = QFontMetricsF(face)
        painter.setFont(face)
        painter.setPen(QColor(theme().dim))
        free = room.left()
        for tick, name in zip(card.bar_lines, card.chords, strict=False):
            left, width = _x(tick, room, card), metrics.horizontalAdvance(name)
            # Leave out a chord name without room.
            if left + 1 < free or left + 2 + width > room.right() + _INSET:
                continue
            box = QRectF(left + 2, room.top(), width + 2, _CHORDS)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), name)
            free = left + width + 6


def _chord_font() -> QFont:
    return font(10, weight=QFont.Weight.Medium)


def _plan_lines(plan: Sequence[str], width: float) -> tuple[str, ...]:
    """Return planned chords as one line if there is room, else as two lines of four bars."""
    metrics = QFontMetricsF(_chord_font())
    whole = " ".join(filter(None, plan))
    if metrics.horizontalAdvance(whole) <= width:
        return (whole,) if whole else ()
    halves = (plan[:_BARS_IN_LINE], plan[_BARS_IN_LINE:])
    lines = filter(None, (" ".join(filter(None, half)) for half in halves))
    return tuple(metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines)


def _x(tick: int, room: QRectF, card: AlternativeCard) -> float:
    return room.left() + (tick - card.start) * room.width() / max(1, card.end - card.start)
