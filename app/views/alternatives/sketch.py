"""A drawing of an alternative: its chords, and the contour of its tune or the hits of its drums."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import font, scaled, theme
from app.views.alternatives.values import AlternativeCard

# Pixels of the chord names at the top, and of a line of planned ones.
_CHORDS, _LINE = 18, 14
# Bars in the first line where planned chords need two.
_BARS_IN_LINE = 4
_INSET = 5
# Pixels: the height of a note of the tune.
_NOTE = 4.0
# Rows of drums from below, by the pitches of General MIDI; the top row has all others.
_DRUMS = (
    frozenset({35, 36}),  # bass drums
    frozenset({37, 38, 39, 40}),  # snares and claps
    frozenset({41, 43, 45, 47, 48, 50}),  # toms
    frozenset({42, 44, 46}),  # hi-hats
)
# Pixels: the least and the greatest width of a hit, and its greatest height.
_THIN, _HIT, _HIT_HEIGHT = 1.0, 3.0, 8.0
# Of a hit where there is no room for a gap between them, so that busy bars are brighter.
_FAINT = 0.55
# Semitones: a narrow melody is not stretched to the full height.
_LEAST_RANGE = 11


class Sketch(QWidget):
    """A drawing of an alternative: chords above, the tune in its track's colour below.

    While the alternative plays, the part before the playhead is filled.
    """

    def __init__(self) -> None:
        super().__init__()
        self._card: AlternativeCard | None = None
        self._colours: tuple[int, ...] = ()
        self._playhead = -1.0
        self.setMinimumSize(QSize(90, 40))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_card(self, card: AlternativeCard, colours: tuple[int, ...]) -> None:
        """Show an alternative in these track colours."""
        if (card, colours) != (self._card, self._colours):
            self._card, self._colours = card, colours
            self.update()

    def show_playhead(self, tick: float) -> None:
        """Fill the part before this tick; a negative one fills nothing."""
        if tick != self._playhead:
            self._playhead = tick
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
        room = QRectF(self.rect()).adjusted(_INSET, 1, -_INSET, -3)
        said = self._same_chords(card, room.width())
        over_bars = _fit_over_bars(card, room)
        plan = (said,) if said else () if over_bars else _plan_lines(card.plan, room.width())
        names = card.plan if over_bars else card.chords
        above = scaled(_LINE) * len(plan) + 4 if plan else scaled(_CHORDS) if names else 3
        music = room.adjusted(0, above, 0, 0)
        self._paint_played(painter, music, card)
        self._paint_bars(painter, music, card)
        if card.is_drums:
            self._paint_drums(painter, music, card)
        else:
            self._paint_tune(painter, music, card)
        if plan:
            self._paint_plan(painter, room, plan)
        else:
            self._paint_chords(painter, room, card, names)

    def _same_chords(self, card: AlternativeCard, width: float) -> str:
        """Return words for a card with the first card's chords; empty if it has other chords."""
        short = self.tr("same chords")
        said = {
            "": "",
            "chords": self.tr("same chords, another tune"),
            "tune": self.tr("same chords and tune"),
        }[card.shares]
        return short if QFontMetricsF(_chord_font()).horizontalAdvance(said) > width else said

    def _paint_played(self, painter: QPainter, room: QRectF, card: AlternativeCard) -> None:
        if not card.start < self._playhead <= card.end:
            return
        x = _x(self._playhead, room, card)
        played = QColor(theme().accent)
        played.setAlphaF(0.16)
        painter.fillRect(QRectF(room.left(), room.top(), x - room.left(), room.height()), played)
        painter.fillRect(QRectF(x - 1, room.top(), 2, room.height()), QColor(theme().playhead))

    def _paint_bars(self, painter: QPainter, room: QRectF, card: AlternativeCard) -> None:
        """Paint a line at the top, and one where each group of four bars begins."""
        painter.fillRect(QRectF(room.left(), room.top() - 1, room.width(), 1), QColor(theme().line))
        for tick in card.bar_lines[_BARS_IN_LINE::_BARS_IN_LINE]:
            x = round(_x(tick, room, card))
            painter.fillRect(QRectF(x, room.top(), 1, room.height()), QColor(theme().outline))

    def _paint_tune(self, painter: QPainter, room: QRectF, card: AlternativeCard) -> None:
        if not card.tune:
            return
        pitches = [note.pitch for note in card.tune]
        low, high = min(pitches), max(*pitches, min(pitches) + _LEAST_RANGE)
        row = (room.height() - _NOTE - 2) / (high - low)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colour(card))
        for note in card.tune:
            left, right = (_x(tick, room, card) for tick in (note.start, note.end))
            top = room.top() + 2 + (high - note.pitch) * row
            width = max(2.5, min(right, room.right()) - left - 1)
            painter.drawRoundedRect(QRectF(left, top, width, _NOTE), 1.5, 1.5)

    def _paint_drums(self, painter: QPainter, room: QRectF, card: AlternativeCard) -> None:
        """Paint a mark for each hit, in the row of its drum."""
        rows = len(_DRUMS) + 1
        height = room.height() / rows
        painter.setPen(Qt.PenStyle.NoPen)
        places = len({note.start for note in card.tune})
        width = min(_HIT, max(_THIN, 0.6 * room.width() / max(1, places)))
        colour = self._colour(card)
        colour.setAlphaF(_FAINT if width == _THIN else 1.0)
        painter.setBrush(colour)
        for note in card.tune:
            row = next((i for i, drums in enumerate(_DRUMS) if note.pitch in drums), rows - 1)
            top = room.top() + (rows - 1 - row) * height
            mark = QRectF(_x(note.start, room, card), top, width, min(_HIT_HEIGHT, height))
            painter.drawRoundedRect(mark.adjusted(0, 1, 0, -1), 1, 1)

    def _colour(self, card: AlternativeCard) -> QColor:
        track = card.tune_track
        return theme().track(self._colours[track] if track < len(self._colours) else track)

    def _paint_plan(self, painter: QPainter, room: QRectF, lines: Sequence[str]) -> None:
        """Paint planned chords one after another: over their bars few of them would have room."""
        painter.setFont(_chord_font())
        painter.setPen(QColor(theme().text))
        for index, line in enumerate(lines):
            box = QRectF(
                room.left(), room.top() + index * scaled(_LINE) + 1, room.width(), scaled(_LINE)
            )
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), line)

    def _paint_chords(
        self, painter: QPainter, room: QRectF, card: AlternativeCard, names: Sequence[str]
    ) -> None:
        face = _chord_font()
        metrics = QFontMetricsF(face)
        painter.setFont(face)
        painter.setPen(QColor(theme().dim))
        free = room.left()
        for tick, name in zip(card.bar_lines, names, strict=False):
            left, width = _x(tick, room, card), metrics.horizontalAdvance(name)
            # Leave out a chord name without room.
            if left + 1 < free or left + 2 + width > room.right() + _INSET:
                continue
            box = QRectF(left + 2, room.top(), width + 2, scaled(_CHORDS))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), name)
            free = left + width + 6


def _chord_font() -> QFont:
    return font(11.5, weight=QFont.Weight.Medium)


def _fit_over_bars(card: AlternativeCard, room: QRectF) -> bool:
    """Return whether each bar is wide enough for the chords that are planned for it."""
    metrics = QFontMetricsF(_chord_font())
    lines = (*card.bar_lines, card.end)
    bars = zip(card.plan, lines, lines[1:], strict=False)
    return bool(card.plan) and all(
        metrics.horizontalAdvance(name) + 4 <= _x(end, room, card) - _x(start, room, card)
        for name, start, end in bars
    )


def _plan_lines(plan: Sequence[str], width: float) -> tuple[str, ...]:
    """Return planned chords as one line if there is room, else as two lines of four bars."""
    metrics = QFontMetricsF(_chord_font())
    whole = " ".join(filter(None, plan))
    if metrics.horizontalAdvance(whole) <= width:
        return (whole,) if whole else ()
    halves = (plan[:_BARS_IN_LINE], plan[_BARS_IN_LINE:])
    lines = filter(None, (" ".join(filter(None, half)) for half in halves))
    return tuple(metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines)


def _x(tick: float, room: QRectF, card: AlternativeCard) -> float:
    return room.left() + (tick - card.start) * room.width() / max(1, card.end - card.start)
