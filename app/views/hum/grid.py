"""The level of a recording, the line of its pitch, and the notes on it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Literal

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout

from app.style.theme import font, mixed, theme
from app.values.beats import MS, Played
from app.values.geometry import KEYS_WIDTH, TOP_PITCH, Transform
from app.values.hum import HumNote, HumSound
from app.values.note_columns import FIELDS
from app.widgets.beats.grid import TOP, TimeGrid
from app.widgets.buttons import TextButton
from app.widgets.words import announce, words
from engine.harmony.keys import pitch_name
from engine.values.hearing import LEVEL_STEP_S, LINE_STEP_S

# Pixels: from one stroke of the level to the next, and their width.
_STROKE, _WIDE = 4, 2
# Pixels: how near an edge of a note is grabbed, and the least width of a note with edges.
_EDGE, _WIDE_NOTE = 5, 16
# Pixels a second: where one sees a whole recording, and while one sings.
_FARTHEST, _NEAREST, _SINGING = 24.0, 96.0, 48.0
# Points of the line in a pixel, at most.
_POINTS = 3
# A rest from this length on, in which nobody sings, is a breath.
_BREATH_S = 0.4
# Rows of pitches that are shown at least, and where without notes: around middle C and above.
_FEWEST_ROWS, _MIDDLE = 16, 64
_OCTAVE = 12
# Pixels from one place of the card that is tried to the next.
_STEP = 24

Part = Literal["start", "end", "body"]


class HumGrid(TimeGrid):
    """Level, bars, pitch and notes of a recording.

    A note can be dragged to another key, its edges to another time. A click on a note that is left
    out takes it. With the focus, Tab and Shift+Tab choose doubtful notes.

    Signals:
        note_chosen(int): The user chose a note (its number), or none (-1).
        pitch_moved(int, int): The user put a note on a key.
        edge_moved(int, float, bool): The user put the start or (True) the end of a note at a
            second.
        left_out(int): The user leaves a note out.
        taken(int): The user takes a note that was left out.
    """

    note_chosen = Signal(int)
    pitch_moved = Signal(int, int)
    edge_moved = Signal(int, float, bool)
    left_out = Signal(int)
    taken = Signal(int)

    highest_row = 16.0

    def __init__(self) -> None:
        super().__init__()
        self._sound = HumSound()
        self._notes: tuple[HumNote, ...] = ()
        self._number = -1
        # The note that is dragged, as it would be, the part of it, and where the drag began.
        self._drag: HumNote | None = None
        self._part: Part = "body"
        self._from = QPointF()
        self.setAccessibleName(self.tr("Notes that Segue heard"))
        self.setToolTip(
            self.tr(
                "Drag a note to another key, or an edge of it to another time. Del leaves it out; "
                "a click on a note that is left out takes it."
            )
        )
        self._card = self._make_card()

    def _make_card(self) -> QFrame:
        card = QFrame(self)
        card.setProperty("surface", "popup")
        row = QHBoxLayout(card)
        row.setContentsMargins(10, 4, 4, 4)
        row.setSpacing(4)
        row.addWidget(words(self.tr("Between two keys")))
        self._keys = TextButton(""), TextButton("")
        self._leave = TextButton(
            self.tr("Leave out (Del)"), name=self.tr("Leave this note out"), kind="quiet"
        )
        for which, button in enumerate(self._keys):
            button.clicked.connect(lambda _=False, key=which: self._choose_key(key))
        self._leave.clicked.connect(lambda: self.left_out.emit(self._number))
        for button in (*self._keys, self._leave):
            # Tab goes from note to note; arrows and Delete do the same.
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            row.addWidget(button)
        card.hide()
        return card

    # --- what it shows -----------------------------------------------------------------------

    def show_sound(self, sound: HumSound, *, is_live: bool) -> None:
        """Show what was sung; while it comes, its end stays in view."""
        self._sound = sound
        self._played = replace(self._played, end_s=max(sound.seconds, sound.total_s))
        if is_live:
            self._pixels = _SINGING
            if not sound.total_s:
                self.scroll_to(sound.seconds - self._shown_s * 0.9)
        self.update()

    def show_whole(self) -> None:
        """Show as much of the recording as can be read, from its beginning."""
        room = self.width() - KEYS_WIDTH - 8
        self._pixels = min(_NEAREST, max(_FARTHEST, room / (self._sound.seconds + 0.5)))
        self._left_s = 0.0
        self._place_card()
        self.update()
        self.scrolled.emit()

    def show_notes(self, notes: tuple[HumNote, ...]) -> None:
        """Show the notes, used and left out."""
        self._notes = notes
        rows = [(n.start_s * MS, n.end_s * MS, n.pitch, 0, 0, 0) for n in notes if n.is_kept]
        table = np.array(rows, dtype=np.int64).reshape(len(rows), FIELDS + 1)
        self._played = Played(table, (0,), self._played.end_s)
        self.show_note(self._number)

    def show_note(self, number: int) -> None:
        """Choose a note, bring it into sight and say what it is; -1 chooses none."""
        self._number = number
        note = self.note
        if note is not None:
            self.bring_into_sight(note.start_s)
            text = self._said(note)
            if text != self.accessibleDescription():
                self.setAccessibleDescription(text)
                announce(self, text)
        self._place_card()
        self.update()

    @property
    def note(self) -> HumNote | None:
        """The chosen note."""
        return next((note for note in self._notes if note.number == self._number), None)

    def note_after(self, step: int) -> int:
        """Return the number of the note after the chosen one (1), or of the one before it (-1)."""
        notes = self._notes[::step]
        numbers = [note.number for note in notes]
        place = numbers.index(self._number) + 1 if self._number in numbers else 0
        return numbers[min(place, len(numbers) - 1)] if numbers else -1

    def _said(self, note: HumNote) -> str:
        kept = [each.number for each in self._notes if each.is_kept]
        name = pitch_name(note.pitch)
        if not note.is_kept:
            return self.tr("%1, left out").replace("%1", name)
        text = self.tr("Note %1 of %2: %3")
        for sign, value in (
            ("%1", str(kept.index(note.number) + 1)),
            ("%2", str(len(kept))),
            ("%3", name),
        ):
            text = text.replace(sign, value)
        if note.other is None:
            return text
        doubt = self.tr("%1, or %2")
        return doubt.replace("%1", text).replace("%2", pitch_name(note.other))

    def _place_card(self) -> None:
        note = self.note
        shown = note is not None and note.is_doubtful and self._drag is None
        if note is not None and shown and note.other is not None:
            for button, pitch in zip(self._keys, sorted((note.pitch, note.other)), strict=True):
                name = pitch_name(pitch)
                button.show_name(name.rstrip("-0123456789"), name)
            self._card.adjustSize()
            box = self._box(note, self._transform())
            x, y = self._free_place(box, wide=self._card.width(), high=self._card.height())
            self._card.move(round(x) + KEYS_WIDTH, round(y) + self._roll.top())
            shown = box.right() >= 0 and box.left() <= self._roll.width()
        self._card.setVisible(shown)

    def _free_place(self, box: QRectF, *, wide: int, high: int) -> tuple[float, float]:
        """Return the place in the roll nearest to a note where a card covers no used note."""
        transform, roll = self._transform(), self._roll
        boxes = [self._box(each, transform) for each in self._notes if each.is_kept]
        wanted, last = box.center().x() - 40, roll.width() - wide - 4
        for x in sorted(range(4, max(5, last), _STEP), key=lambda each: abs(each - wanted)):
            near = [each for each in boxes if each.right() > x and each.left() < x + wide]
            below = max((each.bottom() for each in near), default=box.bottom()) + 12
            above = min((each.top() for each in near), default=box.top()) - 12 - high
            if below + high <= roll.height():
                return x, below
            if above >= 4:
                return x, above
        return min(max(4.0, wanted), last), roll.height() - high - 4.0

    def _choose_key(self, which: int) -> None:
        note = self.note
        if note is not None and note.other is not None:
            self.pitch_moved.emit(note.number, sorted((note.pitch, note.other))[which])

    # --- places ------------------------------------------------------------------------------

    def _pitch_range(self) -> tuple[int, int]:
        pitches = [note.pitch for note in self._notes if note.is_kept]
        if pitches:
            # Hiss that is left out far from the tune would make all rows small.
            low, high = min(pitches) - _OCTAVE, max(pitches) + _OCTAVE
            pitches = [note.pitch for note in self._notes if low <= note.pitch <= high]
        else:
            pitches = [cents // 100 for cents in self._sound.line if cents >= 0]
            # A slip of the voice is no reason to show every row.
            pitches = sorted(pitches)[len(pitches) // 50 : len(pitches) - len(pitches) // 50]
        low, high = (min(pitches), max(pitches)) if pitches else (_MIDDLE, _MIDDLE)
        more = max(0, _FEWEST_ROWS - (high - low))
        return max(0, low - more // 2), min(TOP_PITCH, high + more - more // 2)

    def _box(self, note: HumNote, transform: Transform) -> QRectF:
        """Return the box of a note in the roll."""
        left, right = transform.x_of(note.start_s * MS), transform.x_of(note.end_s * MS)
        row = transform.row_height
        top = transform.y_of(note.pitch) + row * 0.08
        return QRectF(left, top, max(3.0, right - left), row * 0.84)

    def _hit(self, place: QPointF) -> tuple[HumNote, Part] | None:
        """Return the note at a place of the widget, the used ones first, and the part of it."""
        if not self._roll.contains(place.toPoint()):
            return None
        inside, transform = place - QPointF(self._roll.topLeft()), self._transform()
        for note in sorted(self._notes, key=lambda each: not each.is_kept):
            box = self._box(note, transform)
            if box.adjusted(-2, -2, 2, 2).contains(inside):
                return note, _part_at(inside.x(), box)
        return None

    # --- painting ----------------------------------------------------------------------------

    def _paint_top(self, painter: QPainter) -> None:
        """Paint the level, a stroke for each few pixels."""
        colour, levels, middle = theme().track(0), self._sound.levels, TOP / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(KEYS_WIDTH, middle, self.width(), 1), QColor(theme().line))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        for x in range(KEYS_WIDTH, self.width(), _STROKE):
            first = int(self._second(x) / LEVEL_STEP_S)
            last = max(first + 1, int(self._second(x + _STROKE) / LEVEL_STEP_S))
            loud = max(levels[first:last], default=0)
            # Half as loud looks as if it were: the ear hears decibels.
            half = (loud / 100) ** 0.5 * (middle - 6)
            if half >= 1:
                painter.drawRoundedRect(QRectF(x, middle - half, _WIDE, 2 * half), 1, 1)

    def _paint_notes(self, painter: QPainter, area: QRect, transform: Transform) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for note in self._shown_notes():
            self._paint_note(painter, self._box(note, transform), note)
        self._paint_breaths(painter, transform)
        tokens = theme()
        if self._sound.tuning and abs(self._sound.tuning) * transform.row_height >= 100:
            painter.setPen(QPen(QColor(tokens.dim), 1, Qt.PenStyle.DotLine))
            self._paint_pitch(painter, area, transform, by=0)
        painter.setPen(QPen(QColor(tokens.text), 1.8))
        self._paint_pitch(painter, area, transform, by=self._sound.tuning)
        if self.note is not None and not self._card.isHidden():
            self._paint_stem(painter, self._box(self.note, transform))

    def _paint_stem(self, painter: QPainter, box: QRectF) -> None:
        """Paint a line between the chosen note and the card."""
        card = self._card.geometry().translated(-KEYS_WIDTH, -self._roll.top())
        is_below = card.top() > box.bottom()
        x = box.center().x()
        start = QPointF(x, box.bottom() if is_below else box.top())
        end = QPointF(min(max(x, card.left()), card.right()), card.top())
        if not is_below:
            end.setY(card.bottom())
        painter.setPen(QPen(QColor(theme().dim), 1))
        painter.drawLine(start, end)

    def _shown_notes(self) -> Iterator[HumNote]:
        """Yield the notes in view, those that are used last, the dragged one as it would be."""
        for note in sorted(self._notes, key=lambda each: each.is_kept):
            shown = note
            if self._drag is not None and note.number == self._drag.number:
                shown = self._drag
            if shown.end_s >= self._left_s and shown.start_s <= self.right_s:
                yield shown

    def _paint_note(self, painter: QPainter, box: QRectF, note: HumNote) -> None:
        tokens, colour = theme(), theme().track(0)
        if not note.is_kept:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(tokens.dim), 1, Qt.PenStyle.DashLine))
        elif note.is_doubtful:
            painter.setBrush(mixed(tokens.roll, colour, 0.35))
            painter.setPen(QPen(QColor(tokens.text), 1.3, Qt.PenStyle.DashLine))
        else:
            painter.setBrush(mixed(tokens.roll, colour, 0.8))
            painter.setPen(Qt.PenStyle.NoPen)
        if note.number == self._number and not note.is_doubtful:
            painter.setPen(QPen(QColor(tokens.text), 2))
        painter.drawRoundedRect(box, 2.5, 2.5)

    def _paint_breaths(self, painter: QPainter, transform: Transform) -> None:
        """Name the rests of one voice."""
        if not any(cents >= 0 for cents in self._sound.line[:1000]):
            return
        painter.setFont(font(11))
        painter.setPen(QColor(theme().dim))
        text = self.tr("breath")
        room = painter.fontMetrics().horizontalAdvance(text) + 8
        kept = [note for note in self._notes if note.is_kept]
        for before, after in pairwise(kept):
            gap_s = after.start_s - before.end_s
            if gap_s >= _BREATH_S and gap_s * self._pixels >= room:
                box = self._box(before, transform)
                painter.drawText(QPointF(box.right() + 4, box.center().y() + 4), text)

    def _paint_pitch(
        self, painter: QPainter, area: QRect, transform: Transform, *, by: int
    ) -> None:
        """Paint the pitch in view, moved down by some cents."""
        first = max(0, int(self._left_s / LINE_STEP_S))
        last = int(self.right_s / LINE_STEP_S) + 2
        step = max(1, int((last - first) / max(1, area.width() * _POINTS)))
        path, is_sounding, row = QPainterPath(), False, transform.row_height
        for number, cents in enumerate(self._sound.line[first:last:step]):
            if cents < 0:
                is_sounding = False
                continue
            x = transform.x_of((first + number * step) * LINE_STEP_S * MS)
            y = (TOP_PITCH + 0.5 - (cents - by) / 100) * row - transform.top
            (path.lineTo if is_sounding else path.moveTo)(x, y)
            is_sounding = True
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)

    # --- pointer -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        hit = self._hit(event.position())
        if event.button() is not Qt.MouseButton.LeftButton or hit is None:
            super().mousePressEvent(event)
            return
        note, self._part = hit
        self.note_chosen.emit(note.number)
        if note.is_kept:
            self._drag, self._from = note, event.position()
            self._place_card()
        else:
            self.taken.emit(note.number)

    def _press(self, place: QPointF) -> None:
        self.note_chosen.emit(-1)
        self.seek_requested.emit(max(0.0, self._second(place.x())))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        note = self.note
        if self._drag is None or note is None:
            super().mouseMoveEvent(event)
            self._show_cursor(event.position())
            return
        away = event.position() - self._from
        if self._part == "body":
            rows = round(-away.y() / self._transform().row_height)
            self._drag = replace(note, pitch=min(TOP_PITCH, max(0, note.pitch + rows)), other=None)
        elif self._part == "end":
            self._drag = replace(note, end_s=max(note.start_s, note.end_s + self._seconds(away)))
        else:
            start_s = min(note.end_s, max(0.0, note.start_s + self._seconds(away)))
            self._drag = replace(note, start_s=start_s)
        self.update()

    def _seconds(self, away: QPointF) -> float:
        return away.x() / self._pixels

    def _show_cursor(self, place: QPointF) -> None:
        hit = self._hit(place)
        if hit is not None:
            note, part = hit
            vertical = part == "body" and note.is_kept
            shapes = Qt.CursorShape
            self.setCursor(shapes.PointingHandCursor if not note.is_kept else shapes.SizeHorCursor)
            if vertical:
                self.setCursor(shapes.SizeVerCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged, self._drag = self._drag, None
        note = self.note
        if dragged is None or note is None:
            super().mouseReleaseEvent(event)
        elif dragged.pitch != note.pitch:
            self.pitch_moved.emit(note.number, dragged.pitch)
        elif dragged.end_s != note.end_s:
            self.edge_moved.emit(note.number, dragged.end_s, True)
        elif dragged.start_s != note.start_s:
            self.edge_moved.emit(note.number, dragged.start_s, False)
        self._place_card()
        self.update()

    # --- keys --------------------------------------------------------------------------------

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 - Qt's
        step, here = (1 if next else -1), self.note
        at_s = here.start_s if here is not None else (-1.0 if next else self._played.end_s + 1)
        ways = [note for note in self._notes if note.is_doubtful][::step]
        after = [note for note in ways if (note.start_s - at_s) * step > 1 / MS]
        if not after:
            return super().focusNextPrevChild(next)
        self.note_chosen.emit(after[0].number)
        return True


def _part_at(x: float, box: QRectF) -> Part:
    """Return which part of a note is at an x."""
    if box.width() >= _WIDE_NOTE and x <= box.left() + _EDGE:
        return "start"
    if box.width() >= _WIDE_NOTE and x >= box.right() - _EDGE:
        return "end"
    return "body"
