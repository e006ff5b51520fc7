"""The parts that the roll does not show: drums under it, or pitches above a roll of drums.

A click chooses their track for editing.
"""

from collections import Counter
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import theme
from app.values.geometry import KEYS_WIDTH, TOP_PITCH, Transform
from app.values.note_columns import FIELDS, NoteColumns
from app.views.roll.lettering import paint_drum_keys
from app.views.roll.offered import Offered, TrackNote
from app.widgets.notes.painting import (
    box_of,
    colours_of,
    faint,
    paint_grid,
    paint_keys,
    paint_notes,
    paint_outline,
    paint_rows,
    ticks_in,
)
from app.widgets.roles import give_role
from engine.values.score import Note, Score
from engine.values.time import Timeline

# Pixels.
_ROW = 14.0
_MOST_ROWS, _LEAST_ROWS = 8, 3
# The rows of a kit that plays too few drums to fill them: bass drum, snare, closed hi-hat.
_USUAL = (36, 38, 42)
_OFFERED_ALPHA = 0.07
# Qt's `QWIDGETSIZE_MAX`, which PySide6 does not name.
_ANY_HEIGHT = 2**24 - 1
# Pitches: the height of their rows in pixels, at least; rows around the notes; the range without
# notes; pixels within which a click finds a note.
_LEAST_HEIGHT, _MARGIN, _USUAL_PITCHES, _NEAR = 40, 2, (55, 76), 3


class DrumRows(QWidget):
    """Shows all drum tracks as marks, or all other tracks as notes; offered notes are hollow.

    Signals:
        track_chosen(int): The user clicked a track.
    """

    track_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Grouping)
        self._is_drums = True
        self._score = Score()
        self._timeline = Timeline(self._score)
        self._tracks: dict[int, NoteColumns] = {}
        self._colours: tuple[int, ...] = ()
        # Those of all tracks, and of the ones shown here.
        self._all_offered = self._offered = Offered()
        self._sketch: tuple[TrackNote, ...] = ()
        self._bars = (0, 0)
        self._boundary, self._playhead = -1, 0.0
        self._rows: tuple[int, ...] = _USUAL
        self._transform = Transform()
        self._show_words()
        self._choose_rows()

    @property
    def has_drums(self) -> bool:
        """Whether the piece has a drum track."""
        return any(track.is_drum for track in self._score.tracks)

    @property
    def has_pitches(self) -> bool:
        """Whether the piece has a track of pitches."""
        return not all(track.is_drum for track in self._score.tracks)

    def show_kind(self, *, drums: bool) -> None:
        """Show the drums, or all other tracks."""
        if drums != self._is_drums:
            self._is_drums = drums
            self._show_words()
            self.show_score(self._score, self._colours)

    def _show_words(self) -> None:
        named, pitched = self.tr("Drums"), self.tr("Other parts")
        self.setAccessibleName(named if self._is_drums else pitched)
        named, pitched = (
            self.tr("Click to edit the drums"),
            self.tr("Click a note to edit its part"),
        )
        self.setToolTip(named if self._is_drums else pitched)

    def sizeHint(self) -> QSize:
        return QSize(720, round(len(self._rows) * _ROW) + 1)

    def show_score(self, score: Score, colours: tuple[int, ...]) -> None:
        """Show these tracks of a score; `colours` has the index of each track's colour."""
        known = {id(columns.notes): columns for columns in self._tracks.values()}
        self._score, self._timeline, self._colours = score, Timeline(score), colours
        self._tracks = {
            index: known.get(id(track.notes)) or NoteColumns.of(track.notes)
            for index, track in enumerate(score.tracks)
            if track.is_drum == self._is_drums
        }
        self._choose_rows()

    def show_continuation(
        self, notes: tuple[TrackNote, ...], *, start: int, end: int, staying: frozenset[int]
    ) -> None:
        """Show offered notes; as `PianoRoll.show_continuation`."""
        before = self._all_offered
        self._all_offered = Offered(notes=notes, start=start, end=end, staying=staying)
        added = self._all_offered.added_to(before)
        own = tuple(each for each in added or () if each[0] in self._tracks)
        if added is None or any(note.pitch not in self._rows for _, note in own):
            self._choose_rows()
            return
        self._offered = replace(self._all_offered, notes=(*self._offered.notes, *own))
        for _, note in own:
            box = box_of(note, self._transform).toAlignedRect().adjusted(-1, -1, 1, 1)
            self.update(box.translated(KEYS_WIDTH, 1))

    def show_sketch(self, notes: tuple[TrackNote, ...]) -> None:
        """Show the shape of drums that the next request would write; as `PianoRoll.show_sketch`."""
        drums = tuple(each for each in notes if each[0] in self._tracks)
        if drums != self._sketch:
            self._sketch = drums
            self.update()

    def show_transform(self, transform: Transform) -> None:
        """Show the same ticks as the roll."""
        self._transform = replace(
            self._transform, pixels_per_tick=transform.pixels_per_tick, left=transform.left
        )
        self.update()

    def show_bars(self, start: int, end: int) -> None:
        """Show the selected bars; an empty range shows none."""
        self._bars = (start, end)
        self.update()

    def show_boundary(self, tick: int) -> None:
        """Show where a continuation begins; -1 shows nothing."""
        if tick != self._boundary:
            self._boundary = tick
            self.update()

    def show_playhead(self, tick: float) -> None:
        """Move the playhead."""
        old, self._playhead = self._playhead, tick
        for place in (old, tick):
            x = round(self._transform.x_of(place)) + KEYS_WIDTH
            self.update(QRect(x - 2, 0, 5, self.height()))

    def _choose_rows(self) -> None:
        strokes, notes = 0, self._all_offered.notes
        own = tuple(each for each in notes if each[0] in self._tracks)
        self._offered = replace(self._all_offered, notes=own)
        if self._is_drums:
            self._rows = self._drums()
            strokes = max(1, self._score.ticks_per_quarter // 4)
            self.setFixedHeight(self.sizeHint().height())
        else:
            self._rows = self._pitches()
            self.setMinimumHeight(_LEAST_HEIGHT)
            self.setMaximumHeight(_ANY_HEIGHT)
        vertical = QSizePolicy.Policy.Fixed if self._is_drums else QSizePolicy.Policy.Ignored
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        self._transform = replace(self._transform, top=0.0, pitches=self._rows, strokes=strokes)
        self._fit_rows()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_rows()

    def _fit_rows(self) -> None:
        """Let the pitches share the height; a drum has a row of the same height everywhere."""
        height = _ROW if self._is_drums else max(1.0, (self.height() - 1) / len(self._rows))
        self._transform = replace(self._transform, row_height=height)
        self.update()

    def _pitches(self) -> tuple[int, ...]:
        """Return the pitches from the lowest note to the highest, and a margin around them."""
        played = [columns.table[:, 2] for columns in self._tracks.values()]
        offered = [note.pitch for _, note in self._offered.notes]
        found = np.concatenate([*played, np.array(offered, dtype=np.int64)])
        low, high = (int(found.min()), int(found.max())) if len(found) else _USUAL_PITCHES
        return tuple(range(max(0, low - _MARGIN), min(TOP_PITCH, high + _MARGIN) + 1))

    def _drums(self) -> tuple[int, ...]:
        """Return the drums that play most: each has a row."""
        played: Counter[int] = Counter()
        for columns in self._tracks.values():
            pitches, counts = np.unique(columns.table[:, 2], return_counts=True)
            played.update(dict(zip(pitches.tolist(), counts.tolist(), strict=True)))
        played.update(note.pitch for _, note in self._offered.notes)
        rows = {pitch for pitch, _ in played.most_common(_MOST_ROWS)}
        spare = iter(_USUAL)
        while len(rows) < _LEAST_ROWS:
            rows.add(next(spare))
        return tuple(sorted(rows))

    # --- painting and pointer ----------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        area = self.rect().adjusted(KEYS_WIDTH, 1, 0, 0)
        # The playhead moves: only its two places are painted again.
        seen = area.intersected(QRect(event.rect().left(), 1, event.rect().width(), area.height()))
        painter.save()
        painter.setClipRect(seen)
        painter.translate(KEYS_WIDTH, 1)
        self._paint_music(painter, seen.translated(-KEYS_WIDTH, -1))
        painter.restore()
        painter.save()
        painter.translate(0, 1)
        paint = paint_drum_keys if self._is_drums else paint_keys
        paint(painter, self.height(), transform=self._transform, sounding={})
        painter.restore()
        painter.fillRect(QRect(0, 0, self.width(), 1), QColor(theme().line))
        painter.end()

    def _paint_music(self, painter: QPainter, area: QRect) -> None:
        tokens, shown = theme(), self._transform
        paint_rows(painter, area, transform=shown, key=None)
        paint_grid(painter, area, transform=shown, bars=self._timeline.bars, step=1)
        start, end = ticks_in(area, shown)
        tables = [
            np.column_stack([rows, np.full(len(rows), index)])
            for index, columns in self._tracks.items()
            if len(rows := columns.table[columns.within(start, end)])
        ]
        table = np.concatenate(tables) if tables else np.empty((0, FIELDS + 1), dtype=np.int64)
        first, last = self._offered.span
        if last > first:
            begins, tracks = table[:, 0], table[:, 5]
            stays = np.isin(tracks, list(self._offered.staying))
            table = table[(begins < first) | (begins >= last) | stays]
        count = len(self._score.tracks)
        colours = tuple(self._colours[i] if i < len(self._colours) else i for i in range(count))
        if len(table):
            # All are in full colour: none of them is the current track of the roll.
            for index in self._tracks:
                own = table[table[:, 5] == index]
                ground = colours_of(colours, current=index)
                paint_notes(painter, area, own, transform=shown, colours=ground)
        for begin, past, colour in (
            (*self._bars, faint(tokens.text, 0.08)),
            (first, last, faint(tokens.accent, _OFFERED_ALPHA)),
        ):
            if past > begin:
                left, right = (round(shown.x_of(tick)) for tick in (begin, past))
                painter.fillRect(QRect(left, 0, right - left, area.height()), colour)
        # A part of the view looks as it does in the whole, whatever was painted in it before.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for index, note in self._offered.notes:
            if note.start < end and note.end > start:
                own_colour = colours[index] if index < len(colours) else index
                painter.setPen(QPen(tokens.track(own_colour), 1.2))
                painter.drawRect(self._mark(note))
        self._paint_sketch(painter)
        if self._boundary >= 0:
            x = round(shown.x_of(self._boundary))
            painter.fillRect(QRect(x, 0, 1, area.height()), QColor(tokens.accent))
        x = round(shown.x_of(self._playhead))
        painter.fillRect(QRect(x - 1, 0, 2, area.height()), QColor(tokens.playhead))

    def _paint_sketch(self, painter: QPainter) -> None:
        for _, note in self._sketch:
            if note.pitch in self._rows:
                paint_outline(painter, self._mark(note), QColor(theme().accent))

    def _mark(self, note: Note) -> QRectF:
        """Return the box of a note; drums have narrow ones."""
        mark = box_of(note, self._transform)
        if not self._is_drums:
            return mark
        mark = mark.adjusted(1.0, 1.0, -1.0, -1.0)
        return QRectF(mark.center().x() - 2.5, mark.top(), 5, mark.height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._tracks:
            self.track_chosen.emit(self._track_at(event.position()))

    def _track_at(self, place: QPointF) -> int:
        """Return the track with a note at a place, or near it; the first one without any."""
        shown, near = self._transform, float(_NEAR)
        place = place - QPointF(KEYS_WIDTH, 1)
        start, end = shown.tick_at(place.x() - near), shown.tick_at(place.x() + near)
        low, high = shown.pitch_at(place.y() + near), shown.pitch_at(place.y() - near)
        for index, columns in self._tracks.items():
            table = columns.table[columns.within(start, end)]
            if ((table[:, 2] >= low) & (table[:, 2] <= high)).any():
                return index
        return next(iter(self._tracks))
