"""Bar numbers, notes and seconds of a performance: the painted widget of two pages."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from app.style.theme import font, mixed, theme
from app.values.beats import MS, BarLine, Counted, Played
from app.values.geometry import KEYS_WIDTH, MAXIMUM_ROW_HEIGHT, TOP_PITCH, Transform
from app.values.note_columns import FIELDS, Columns
from app.widgets.notes.painting import colours_of, paint_keys, paint_notes, paint_rows
from app.widgets.roles import give_role

# Pixels: the rows from the top, the handle of a bar line, and how near a pointer grabs it.
TOP, BARS, TIME = 64, 24, 20
_HANDLE, _GRAB = 9, 5
# Pixels a second; from the farthest to the nearest.
_SCALE, _FARTHEST, _NEAREST = 32.0, 6.0, 240.0
# Rows of pitches above and below the notes.
_SPARE = 2
# A dragged line snaps to an onset so near (pixels), and a key moves it so far (seconds).
_SNAP, STEP_S = 6, 0.01
# Pixels of a bar's number.
_NUMBER = 26
# Seconds between two labels of the row of seconds.
_EVERY_S = (1, 2, 5, 10, 30, 60, 300)
_LABEL = 56
_NOBODY = Played(np.empty((0, FIELDS + 1), np.int64), (), 0.0)


class TimeGrid(QWidget):
    """Notes in the time in which they were played, with the bars that were found.

    A page paints its own row at the top. A click in the top row or in the seconds seeks. A bar line
    can be dragged; it snaps to an onset, unless Alt is held.

    Signals:
        chosen(float): The user chose a beat (its second).
        line_moved(int, float): The user put a bar line (its number) at a second.
        seek_requested(float): A second.
        scrolled(): Another part is in view.

    Attributes:
        highest_row: The most pixels of a row of pitches.
    """

    highest_row = 8.0

    chosen = Signal(float)
    line_moved = Signal(int, float)
    seek_requested = Signal(float)
    scrolled = Signal()

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Grouping)
        self._played, self._counted = _NOBODY, Counted()
        self._pixels, self._left_s = _SCALE, 0.0
        self._at_s, self._playhead_s = 0.0, 0.0
        # The bar line that is dragged, and where it would go.
        self._line: BarLine | None = None
        self._to_s = 0.0
        self.setMinimumSize(KEYS_WIDTH + 200, TOP + BARS + TIME + 96)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    # --- what it shows -----------------------------------------------------------------------

    def show_played(self, played: Played) -> None:
        """Show the notes of a piece, from the beginning."""
        self._played, self._left_s, self._at_s = played, 0.0, 0.0
        self.update()

    def show_counted(self, counted: Counted) -> None:
        """Show a way to count them."""
        self._counted = counted
        self._place_card()
        self.update()

    def show_playhead(self, at_s: float) -> None:
        """Move the playhead to a second; the page turns with it."""
        self._playhead_s = at_s
        if not self._left_s <= at_s <= self.right_s:
            self.scroll_to(at_s - self._shown_s / 10)
        self.update()

    @property
    def left_s(self) -> float:
        """The first second in view."""
        return self._left_s

    @property
    def right_s(self) -> float:
        """The last second in view."""
        return self._left_s + self._shown_s

    @property
    def _shown_s(self) -> float:
        return max(1, self.width() - KEYS_WIDTH) / self._pixels

    @property
    def longest_s(self) -> float:
        """The last second that can be the first in view."""
        return max(0.0, self._played.end_s + 1 - self._shown_s)

    def scroll_to(self, left_s: float) -> None:
        """Show another second first."""
        left_s = min(max(0.0, left_s), self.longest_s)
        if left_s != self._left_s:
            self._left_s = left_s
            self._place_card()
            self.update()
            self.scrolled.emit()

    def bring_into_sight(self, at_s: float) -> None:
        """Scroll if a second is out of sight or at the edge."""
        margin = self._shown_s / 8
        if not self._left_s + margin <= at_s <= self.right_s - margin:
            self.scroll_to(at_s - self._shown_s / 3)

    def _place_card(self) -> None:
        """Put what floats over the notes to its place."""

    # --- places ------------------------------------------------------------------------------

    def _x(self, at_s: float) -> float:
        return KEYS_WIDTH + (at_s - self._left_s) * self._pixels

    def _second(self, x: float) -> float:
        return self._left_s + (x - KEYS_WIDTH) / self._pixels

    @property
    def _roll(self) -> QRect:
        top = TOP + BARS
        return QRect(KEYS_WIDTH, top, self.width() - KEYS_WIDTH, max(1, self.height() - top - TIME))

    def _pitch_range(self) -> tuple[int, int]:
        """Return the lowest and the highest pitch to show."""
        pitches = self._played.table[:, 2]
        return (int(pitches.min()), int(pitches.max())) if len(pitches) else (48, 72)

    def _transform(self) -> Transform:
        """Return milliseconds and pitches to pixels of the roll."""
        low, high = self._pitch_range()
        rows, height = high - low + 1 + 2 * _SPARE, self._roll.height()
        row = min(self.highest_row, MAXIMUM_ROW_HEIGHT, max(1.0, height / rows))
        middle = (TOP_PITCH - (low + high) / 2 + 0.5) * row
        return Transform(
            pixels_per_tick=self._pixels / MS,
            row_height=row,
            left=self._left_s * MS,
            top=max(0.0, middle - height / 2),
        )

    def _notes_in_view(self) -> Columns:
        table = self._played.table
        first, last = self._left_s * MS, self.right_s * MS
        return table[(table[:, 1] > first) & (table[:, 0] < last)]

    def _between(self, places: Iterable[float]) -> Iterator[float]:
        """Yield the x of the seconds in view."""
        return (self._x(at_s) for at_s in places if self._left_s <= at_s <= self.right_s)

    # --- painting ----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme().panel))
        self._paint_roll(painter)
        painter.setClipRect(self.rect().adjusted(KEYS_WIDTH, 0, 0, 0))
        self._paint_top(painter)
        self._paint_lines(painter)
        self._paint_playhead(painter)
        self._paint_seconds(painter)
        painter.setClipping(False)
        self._paint_scale(painter)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme().focus), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()

    def _paint_roll(self, painter: QPainter) -> None:
        roll, transform = self._roll, self._transform()
        painter.save()
        painter.setClipRect(QRect(0, roll.top(), self.width(), roll.height()))
        painter.translate(0, roll.top())
        paint_keys(painter, roll.height(), transform=transform, sounding={})
        painter.setClipRect(QRect(KEYS_WIDTH, 0, roll.width(), roll.height()))
        painter.translate(KEYS_WIDTH, 0)
        area = QRect(0, 0, roll.width(), roll.height())
        paint_rows(painter, area, transform=transform, key=None)
        self._paint_beats(painter, roll.height())
        self._paint_notes(painter, area, transform)
        painter.restore()

    def _paint_top(self, painter: QPainter) -> None:
        """Paint the row over the bars."""

    def _paint_notes(self, painter: QPainter, area: QRect, transform: Transform) -> None:
        """Paint the notes; the painter has the roll's upper left corner."""
        colours = colours_of(self._played.colours, current=0)
        paint_notes(painter, area, self._notes_in_view(), transform=transform, colours=colours)

    def _paint_beats(self, painter: QPainter, height: int) -> None:
        colour = mixed(theme().roll, theme().accent, 0.4)
        for x in self._between(self._counted.beats_s):
            painter.fillRect(QRect(round(x) - KEYS_WIDTH, 0, 1, height), colour)

    def _paint_lines(self, painter: QPainter) -> None:
        painter.fillRect(QRect(KEYS_WIDTH, TOP, self.width(), 1), QColor(theme().line))
        painter.setFont(font(12, weight=QFont.Weight.DemiBold))
        lines, free = self._counted.lines, float("-inf")
        for line, after in zip_longest(lines, lines[1:]):
            x = self._x(line.at_s)
            if not KEYS_WIDTH - _NUMBER <= x <= self.width():
                continue
            if self._line is not None and line.number == self._line.number:
                self._paint_dragged(painter, line)
                continue
            end = x + _NUMBER + (14 if line.doubt else 0)
            named = x >= free and (after is None or self._x(after.at_s) >= end)
            self._paint_line(painter, line, x, named=named)
            free = end if named else free

    def _paint_line(self, painter: QPainter, line: BarLine, x: float, *, named: bool) -> None:
        tokens, roll = theme(), self._roll
        is_chosen = abs(line.at_s - self._at_s) < 1 / MS
        colour = QColor(tokens.text if is_chosen else tokens.accent)
        dashed = Qt.PenStyle.DashLine if line.doubt else Qt.PenStyle.SolidLine
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour, 1.8 if line.doubt else 2.4, dashed))
        painter.drawLine(QPointF(x, roll.top()), QPointF(x, roll.bottom()))
        _paint_handle(painter, x, colour, hollow=bool(line.doubt))
        if named:
            text = f"{line.number} ?" if line.doubt else str(line.number)
            painter.setPen(QColor(tokens.text))
            painter.drawText(QPointF(x + 8, TOP + 17), text)

    def _paint_dragged(self, painter: QPainter, line: BarLine) -> None:
        """Paint the line that is dragged in white, and its old place dotted."""
        roll, before, x = self._roll, self._x(line.at_s), self._x(self._to_s)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme().dim), 1.5, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(before, roll.top()), QPointF(before, roll.bottom()))
        white = QColor(theme().text)
        painter.setPen(QPen(white, 2.4))
        painter.drawLine(QPointF(x, roll.top()), QPointF(x, roll.bottom()))
        _paint_handle(painter, x, white, hollow=False)
        painter.setPen(white)
        painter.drawText(QPointF(x + 9, TOP + 17), str(line.number))

    def _paint_playhead(self, painter: QPainter) -> None:
        x, top = self._x(self._playhead_s), TOP + BARS
        colour = QColor(theme().playhead)
        painter.fillRect(QRectF(x - 0.75, top, 1.5, self._roll.height()), colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        flag = [QPointF(x - 6, top - 10), QPointF(x + 6, top - 10), QPointF(x, top)]
        painter.drawPolygon(QPolygonF(flag))

    def _paint_seconds(self, painter: QPainter) -> None:
        top = self._roll.bottom() + 1
        painter.setFont(font(11))
        painter.setPen(QColor(theme().dim))
        fitting = (each for each in _EVERY_S if each * self._pixels >= _LABEL)
        every = next(fitting, _EVERY_S[-1])
        at_s = -(-int(self._left_s) // every) * every
        while at_s <= self.right_s:
            minutes, seconds = divmod(at_s, 60)
            x = self._x(at_s)
            painter.drawLine(QPointF(x, top), QPointF(x, top + 4))
            painter.drawText(QPointF(x + 4, top + 14), f"{minutes}:{seconds:02d}")
            at_s += every

    def _paint_scale(self, painter: QPainter) -> None:
        """Paint the names of the rows over the keys."""
        tokens, right = theme(), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(font(11))
        painter.setPen(QColor(tokens.dim))
        width = KEYS_WIDTH - 8
        painter.drawText(QRect(0, TOP, width, BARS), int(right), self.tr("Bar"))
        bottom = QRect(0, self._roll.bottom() + 1, width, TIME)
        painter.drawText(bottom, int(right), self.tr("min:s"))

    # --- pointer -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        if event.button() is not Qt.MouseButton.LeftButton or place.x() < KEYS_WIDTH:
            return
        if not TOP <= place.y() <= self._roll.bottom():
            self.seek_requested.emit(max(0.0, self._second(place.x())))
            return
        self._line = self._line_near(place.x())
        if self._line is not None:
            self._to_s = self._line.at_s
            self.chosen.emit(self._line.at_s)
        else:
            self._press(place)

    def _press(self, place: QPointF) -> None:
        """Take a click beside the bar lines: it chooses a beat."""
        if self._counted.beats_s:
            at_s = self._second(place.x())
            self.chosen.emit(min(self._counted.beats_s, key=lambda beat: abs(beat - at_s)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._line is None:
            near = self._line_near(x) is not None
            self.setCursor(Qt.CursorShape.SizeHorCursor if near else Qt.CursorShape.ArrowCursor)
        elif self._line.number > 1:
            held = event.modifiers() & Qt.KeyboardModifier.AltModifier
            self._to_s = self._second(x) if held else self._snapped(x)
            self._place_card()
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        line, self._line = self._line, None
        if line is not None and line.number > 1 and abs(self._to_s - line.at_s) >= 1 / MS:
            self.line_moved.emit(line.number, self._to_s)
        self._place_card()
        self.update()

    def _line_near(self, x: float) -> BarLine | None:
        return next(
            (each for each in self._counted.lines if abs(self._x(each.at_s) - x) <= _GRAB), None
        )

    def _snapped(self, x: float) -> float:
        starts = self._played.table[:, 0]
        if not len(starts):
            return self._second(x)
        nearest = float(starts[np.abs(starts - self._second(x) * MS).argmin()]) / MS
        return nearest if abs(self._x(nearest) - x) <= _SNAP else self._second(x)

    def wheelEvent(self, event: QWheelEvent) -> None:
        angle = event.angleDelta()
        pixels = event.pixelDelta() if not event.pixelDelta().isNull() else angle / 2
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1.0 + pixels.y() / 400, around_s=self._second(event.position().x()))
        else:
            self.scroll_to(self._left_s - (pixels.x() or pixels.y()) / self._pixels)
        event.accept()

    def zoom(self, factor: float, *, around_s: float) -> None:
        """Show more or less of the time; one second stays in its place."""
        before = self._x(around_s)
        self._pixels = min(_NEAREST, max(_FARTHEST, self._pixels * factor))
        self._left_s = min(
            max(0.0, around_s - (before - KEYS_WIDTH) / self._pixels), self.longest_s
        )
        self._place_card()
        self.update()
        self.scrolled.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_card()
        self.scrolled.emit()


def _paint_handle(painter: QPainter, x: float, colour: QColor, *, hollow: bool) -> None:
    """Paint the handle of a bar line on the row of numbers."""
    ground = QColor(theme().panel)
    box = QRectF(x - _HANDLE / 2, TOP + 6, _HANDLE, 13)
    painter.setPen(QPen(colour, 1.5))
    painter.setBrush(ground if hollow else colour)
    painter.drawRoundedRect(box, 2, 2)
    ink = colour if hollow else ground
    for place in (-1.5, 1.5):
        painter.fillRect(QRectF(x + place - 0.5, TOP + 10, 1, 5), ink)
