"""The drums under the roll, in rows with names; a click chooses their track for editing."""

from collections import Counter
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import theme
from app.values.geometry import KEYS_WIDTH, Transform
from app.values.note_columns import FIELDS, NoteColumns
from app.views.roll.lettering import paint_drum_keys
from app.views.roll.offered import Offered, TrackNote
from app.views.roll.painting import (
    box_of,
    colours_of,
    faint,
    paint_grid,
    paint_notes,
    paint_rows,
    ticks_in,
)
from app.widgets.roles import give_role
from engine.music.score import Score
from engine.music.time import Timeline

# Pixels.
_ROW = 14.0
_MOST_ROWS, _LEAST_ROWS = 8, 3
# The rows of a kit that plays too few drums to fill them: bass drum, snare, closed hi-hat.
_USUAL = (36, 38, 42)
_OFFERED_ALPHA = 0.07


class DrumRows(QWidget):
    """The notes of all drum tracks as marks; offered ones are hollow.

    Signals:
        track_chosen(int): The user clicked a drum track.
    """

    track_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Grouping)
        self._score = Score()
        self._timeline = Timeline(self._score)
        self._tracks: dict[int, NoteColumns] = {}
        self._colours: tuple[int, ...] = ()
        self._offered = Offered()
        self._bars = (0, 0)
        self._boundary, self._playhead = -1, 0.0
        self._rows: tuple[int, ...] = _USUAL
        self._transform = Transform()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Drums"))
        self.setToolTip(self.tr("Click to edit the drums"))
        self._choose_rows()

    @property
    def has_drums(self) -> bool:
        """Whether the piece has a drum track."""
        return bool(self._tracks)

    def sizeHint(self) -> QSize:
        return QSize(720, round(len(self._rows) * _ROW) + 1)

    def show_score(self, score: Score, colours: tuple[int, ...]) -> None:
        """Show the drum tracks of a score; `colours` has the index of each track's colour."""
        known = {id(columns.notes): columns for columns in self._tracks.values()}
        self._score, self._timeline, self._colours = score, Timeline(score), colours
        self._tracks = {
            index: known.get(id(track.notes)) or NoteColumns.of(track.notes)
            for index, track in enumerate(score.tracks)
            if track.is_drum
        }
        self._choose_rows()

    def show_continuation(
        self, notes: tuple[TrackNote, ...], *, start: int, end: int, staying: frozenset[int]
    ) -> None:
        """Show offered notes; as `PianoRoll.show_continuation`."""
        drums = tuple(each for each in notes if each[0] in self._tracks)
        self._offered = Offered(notes=drums, start=start, end=end, staying=staying)
        self._choose_rows()

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
        self._boundary = tick
        self.update()

    def show_playhead(self, tick: float) -> None:
        """Move the playhead."""
        old, self._playhead = self._playhead, tick
        for place in (old, tick):
            x = round(self._transform.x_of(place)) + KEYS_WIDTH
            self.update(QRect(x - 2, 0, 5, self.height()))

    def _choose_rows(self) -> None:
        """Give a row to each of the drums that play most."""
        played: Counter[int] = Counter()
        for columns in self._tracks.values():
            pitches, counts = np.unique(columns.table[:, 2], return_counts=True)
            played.update(dict(zip(pitches.tolist(), counts.tolist(), strict=True)))
        played.update(note.pitch for _, note in self._offered.notes)
        rows = {pitch for pitch, _ in played.most_common(_MOST_ROWS)}
        spare = iter(_USUAL)
        while len(rows) < _LEAST_ROWS:
            rows.add(next(spare))
        self._rows = tuple(sorted(rows))
        strokes = max(1, self._score.ticks_per_quarter // 4)
        self._transform = replace(
            self._transform, row_height=_ROW, top=0.0, pitches=self._rows, strokes=strokes
        )
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    # --- painting and pointer ----------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        area = self.rect().adjusted(KEYS_WIDTH, 1, 0, 0)
        painter.save()
        painter.setClipRect(area)
        painter.translate(KEYS_WIDTH, 1)
        self._paint_music(painter, area.translated(-KEYS_WIDTH, -1))
        painter.restore()
        painter.save()
        painter.translate(0, 1)
        paint_drum_keys(painter, self.height(), transform=self._transform, sounding=frozenset())
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
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for index, note in self._offered.notes:
            if note.start < end and note.end > start:
                own_colour = colours[index] if index < len(colours) else index
                painter.setPen(QPen(tokens.track(own_colour), 1.2))
                mark = box_of(note, shown).adjusted(1.0, 1.0, -1.0, -1.0)
                painter.drawRect(QRectF(mark.center().x() - 2.5, mark.top(), 5, mark.height()))
        if self._boundary >= 0:
            x = round(shown.x_of(self._boundary))
            painter.fillRect(QRect(x, 0, 1, area.height()), QColor(tokens.accent))
        x = round(shown.x_of(self._playhead))
        painter.fillRect(QRect(x - 1, 0, 2, area.height()), QColor(tokens.playhead))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._tracks:
            self.track_chosen.emit(next(iter(self._tracks)))
