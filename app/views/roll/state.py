"""The content of the roll and the methods that show it: the base class of the widget."""

from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.values.geometry import FOLDED_ROW_HEIGHT, KEYS_WIDTH, SnapName, Transform, snap_step
from app.values.note_columns import Columns, NoteColumns
from app.views.roll.bends import paint_bends
from app.views.roll.lettering import names_of, paint_names
from app.views.roll.offered import Offered, TrackNote
from app.views.roll.scene import NO_NOTES, AllTracks
from app.views.roll.tiles import Tiles
from app.widgets.notes.painting import (
    box_of,
    boxes_of,
    colours_of,
    level_of,
    levels_of,
    paint_grid,
    paint_notes,
    paint_rows,
    ticks_in,
)
from engine.harmony.keys import Key
from engine.values.score import Note, Score
from engine.values.time import Timeline

Tool = Literal["select", "draw"]
# Shares of the width: following turns the page when the playhead passes the first, and then puts
# the playhead at the second.
_PAGE_TURN = 0.85
_PAGE_START = 0.12
# Up to this number, sorting the selection is faster than filtering the whole track.
_FEW = 400


class RollState(QWidget):
    """The content of the roll, without input and animation."""

    selection_requested = Signal(object)
    transform_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._score, self._timeline = Score(), Timeline(Score())
        self._colours: tuple[int, ...] = ()
        self._tracks: list[NoteColumns] = []
        # All tracks merged for painting; built on demand.
        self._all: AllTracks | None = None
        self._current = 0
        self._selection: frozenset[Note] = frozenset()
        self._chosen: NoteColumns | None = None
        self._offered = Offered()
        self._transform = Transform(top=400.0)
        # The pitches with rows, or empty for all; the ticks that a drum mark covers.
        self._rows: tuple[int, ...] = ()
        self._strokes = 0
        # Whether edits and offers can change the rows.
        self._rows_follow = False
        self._playhead, self._follow = 0.0, False
        self._playing, self._lit = False, NO_NOTES
        self._loop, self._boundary = (0, 0, False), -1
        self._bars = (0, 0)
        self._going, self._going_tracks = (0, 0), frozenset[int]()
        self._field = (0, 0)
        self._sketch: tuple[tuple[int, Note], ...] = ()
        self._begins = False
        # The pitches that the computer's keys play, if they do.
        self._typed: tuple[int, int] | None = None
        self._snap: SnapName = "adaptive"
        self._tool: Tool = "select"
        self._ghosts, self._origins = True, False
        self._audition, self._navigation = True, False
        self._key: Key | None = None
        self._tiles = Tiles(self._paint_tile)
        # Tick ranges whose tiles are outdated.
        self._stale: list[tuple[int, int]] = []
        self.setMinimumSize(320, 160)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(720, 480)

    # --- the music -------------------------------------------------------------------------

    def show_score(self, score: Score, colours: tuple[int, ...]) -> None:
        """Show a score; `colours` has the index of each track's colour."""
        same_grid = colours == self._colours and self._has_grid_of(score)
        self._score, self._timeline, self._colours = score, Timeline(score), colours
        if same_grid:
            self._take_changes(score)
        else:
            # Reuse the columns of tracks that were only moved.
            known = {id(columns.notes): columns for columns in self._tracks}
            self._tracks = [
                known.get(id(track.notes)) or NoteColumns.of(track.notes) for track in score.tracks
            ]
            self._tiles.clear()
        self._all = None
        self._current = min(self._current, max(0, len(score.tracks) - 1))
        if self._rows_follow or not same_grid:
            self._fold()
        self.update()

    def _has_grid_of(self, score: Score) -> bool:
        """Return whether tiles without changed notes stay valid for a score."""
        return (
            score.time_signatures == self._score.time_signatures
            # Tiles contain note names, which depend on the key.
            and score.key_signatures == self._score.key_signatures
            and score.ticks_per_quarter == self._score.ticks_per_quarter
            and len(score.tracks) == len(self._tracks)
            and [t.is_drum for t in score.tracks] == [t.is_drum for t in self._score.tracks]
        )

    def _fold(self) -> None:
        """Select the visible rows; `RollFolding` implements it."""

    def _take_changes(self, score: Score) -> None:
        for index, track in enumerate(score.tracks):
            if track.notes is not self._tracks[index].notes:
                self._tracks[index], (start, end) = self._tracks[index].changed_to(track.notes)
                if end > start:
                    self._stale.append((start, end))

    def _forget_stale(self) -> None:
        for start, end in self._stale:
            self._tiles.forget(start=start, end=end)
        self._stale.clear()

    def show_current_track(self, index: int) -> None:
        """Make a track the current one; the others become ghosts."""
        if index != self._current:
            self._current = index
            self._selection, self._chosen = frozenset(), None
            self._tiles.clear()
            self._fold()
            self.update()

    def show_continuation(
        self,
        notes: tuple[TrackNote, ...],
        *,
        start: int = 0,
        end: int = 0,
        staying: frozenset[int] = frozenset(),
    ) -> None:
        """Show offered notes, hatched, over [start, end).

        Args:
            notes: (track, note) pairs.
            start: The first tick that the offer would replace.
            end: The tick past the last; 0 replaces nothing.
            staying: Tracks whose notes the offer would not replace.
        """
        before = self._offered
        self._offered = Offered(notes=notes, start=start, end=end, staying=staying)
        if self._rows_follow:
            self._fold()
        added = self._offered.added_to(before)
        if added is None:
            self.update()
            return
        for _track, note in added:
            box = self.box_of(note).toAlignedRect().adjusted(-1, -1, 1, 1)
            self.update(box.translated(KEYS_WIDTH, 0))

    def show_selection(self, notes: tuple[Note, ...]) -> None:
        """Show these notes of the current track as selected."""
        self._selection, self._chosen = frozenset(notes), None
        self.setAccessibleDescription(self._selection_text())
        self.update()

    def selection(self) -> tuple[Note, ...]:
        """Return the selected notes, sorted."""
        return self._ordered(self._selection)

    def select(self, notes: frozenset[Note]) -> None:
        """Request exactly these notes as selection; the owner answers by `show_selection`."""
        if notes != self._selection:
            self.selection_requested.emit(self._ordered(notes))

    def select_all(self) -> None:
        """Request every note of the current track as selection."""
        self.select(frozenset(self._current_notes()))

    def clear_selection(self) -> None:
        """Request an empty selection."""
        self.select(frozenset())

    def _ordered(self, notes: frozenset[Note]) -> tuple[Note, ...]:
        if len(notes) < _FEW:
            return tuple(sorted(notes))
        # The track's notes are sorted; filtering them is faster than sorting thousands.
        return tuple(dict.fromkeys(n for n in self._current_notes() if n in notes))

    def _chosen_columns(self) -> NoteColumns:
        if self._chosen is None:
            self._chosen = NoteColumns.of(self.selection())
        return self._chosen

    def _selection_text(self) -> str:
        start, end = self._bars
        if end > start:
            bars = self._timeline.bars
            first, last = bars.bar_at(start) + 1, bars.bar_at(end - 1) + 1
            text = self.tr("Bar %1 of all tracks selected")
            if last > first:
                text = self.tr("Bars %1 to %2 of all tracks selected")
            return text.replace("%1", str(first)).replace("%2", str(last))
        count = len(self._selection)
        if count == 1:
            return self.tr("1 note selected")
        return self.tr("%n notes selected", "", count)

    def _current_notes(self) -> tuple[Note, ...]:
        return self._tracks[self._current].notes if self._current < len(self._tracks) else ()

    # --- transform -------------------------------------------------------------------------

    def show_transform(self, transform: Transform) -> None:
        """Scroll and zoom to a transform."""
        shown = self._aligned(transform)
        if shown != self._transform:
            self._transform = shown
            self.update()

    def transform(self) -> Transform:
        """Return the present transform."""
        return self._transform

    def _aligned(self, transform: Transform) -> Transform:
        """Return the transform rounded to whole pixels, so that tiles and moving parts match."""
        scale = transform.pixels_per_tick
        left = round(transform.left * scale) / scale
        return replace(
            transform,
            left=left,
            top=float(round(transform.top)),
            pitches=self._rows,
            strokes=self._strokes,
        ).clamped(height=self.height())

    def _scroll(self, transform: Transform) -> None:
        """Scroll or zoom, and emit `transform_changed`."""
        shown = self._aligned(transform)
        if shown != self._transform:
            self._transform = shown
            self.update()
            self.transform_changed.emit(shown)

    def note_area(self) -> QRect:
        """Return the widget's rectangle without the keyboard."""
        return self.rect().adjusted(KEYS_WIDTH, 0, 0, 0)

    def show_playhead(self, tick: float) -> None:
        """Move the playhead, and scroll along if the roll follows."""
        old, self._playhead = self._playhead, tick
        self._light_up()
        if self._follow:
            self._turn_page()
        for place in (old, tick):
            x = round(self._transform.x_of(place)) + KEYS_WIDTH
            self.update(QRect(x - 2, 0, 5, self.height()))

    def show_playing(self, *, playing: bool) -> None:
        """Highlight the sounding notes while the music plays."""
        self._playing = playing
        self._light_up()

    def _light_up(self) -> None:
        lit = self._everything().at(self._playhead) if self._playing else NO_NOTES
        own = lit[:, 5] == self._current
        lit = lit[own | self._is_ghost(lit)]
        if not np.array_equal(lit, self._lit):
            for notes in (self._lit, lit):
                for x, y, width, height in boxes_of(notes, self._transform).tolist():
                    self.update(QRect(x + KEYS_WIDTH - 1, y - 1, width + 2, height + 2))
            self._lit = lit

    def _turn_page(self) -> None:
        width = self.note_area().width()
        if 0 <= self._transform.x_of(self._playhead) <= width * _PAGE_TURN:
            return
        span = width / self._transform.pixels_per_tick
        page = self._playhead - span * _PAGE_START
        # The last page ends with the music.
        last = max(self._score.end, self._offered.end) - span * _PAGE_TURN
        left = max(min(page, last), self._playhead - span * _PAGE_TURN)
        self._scroll(self._transform.scrolled_to(left=left))

    def show_follow(self, *, enabled: bool) -> None:
        """Follow the playhead, or not."""
        self._follow = enabled

    def show_loop(self, *, start: int, end: int, enabled: bool) -> None:
        """Show the loop range; an empty range shows none."""
        self._loop = (start, end, enabled)
        self.update()

    def show_bars(self, start: int, end: int) -> None:
        """Show the selected bars of all tracks; an empty range shows none."""
        self._bars = (start, end)
        self.setAccessibleDescription(self._selection_text())
        self.update()

    def show_boundary(self, tick: int | None) -> None:
        """Show where the continuation starts; None shows nothing."""
        boundary = -1 if tick is None else tick
        if boundary != self._boundary:
            self._boundary = boundary
            self.update()

    def show_typed(self, span: tuple[int, int] | None) -> None:
        """Mark the keys that the computer's letters play, from the first to the last one."""
        if span != self._typed:
            self._typed = span
            self.update(0, 0, KEYS_WIDTH, self.height())

    def show_going(self, start: int, end: int, *, tracks: frozenset[int]) -> None:
        """Show as outlines the notes that the next request would replace; an empty range: none."""
        if (start, end, tracks) != (*self._going, self._going_tracks):
            self._going, self._going_tracks = (start, end), tracks
            self.update()

    def show_field(self, start: int, end: int) -> None:
        """Show the bars that the next request would write; an empty range shows none."""
        if (start, end) != self._field:
            self._field = (start, end)
            self.update()

    def show_sketch(self, notes: tuple[tuple[int, Note], ...], *, begins: bool) -> None:
        """Show the shape of the bars that the next request would write.

        Args:
            notes: (track, note) pairs.
            begins: Whether the request begins an empty piece.
        """
        if (notes, begins) != (self._sketch, self._begins):
            self._sketch, self._begins = notes, begins
            self.update()

    # --- modes -----------------------------------------------------------------------------

    def show_snap(self, name: SnapName) -> None:
        """Snap edits to this grid."""
        self._snap = name
        self._tiles.clear()
        self.update()

    def show_tool(self, tool: Tool) -> None:
        """Make the pointer select or draw."""
        self._tool = tool

    def show_ghosts(self, *, visible: bool) -> None:
        """Show or hide the notes of other tracks."""
        self._ghosts = visible
        self._tiles.clear()
        self.update()

    def show_scale(self, key: Key | None) -> None:
        """Shade the rows outside a key; None shades the black keys."""
        if key != self._key:
            self._key = key
            self._tiles.clear()
            self.update()

    def show_origins(self, *, visible: bool) -> None:
        """Mark the notes that the model made (dot), and those changed since (ring)."""
        self._origins = visible
        self.update()

    def show_audition(self, *, enabled: bool) -> None:
        """Audition notes as they are drawn and moved, or not."""
        self._audition = enabled

    def show_navigation(self, *, enabled: bool) -> None:
        """Make arrow keys walk and speak instead of moving notes."""
        self._navigation = enabled

    def step(self) -> int:
        """Return the grid's ticks at the present zoom."""
        return snap_step(
            self._snap,
            ticks_per_quarter=self._score.ticks_per_quarter,
            pixels_per_tick=self._transform.pixels_per_tick,
        )

    # --- positions -------------------------------------------------------------------------

    def box_of(self, note: Note) -> QRectF:
        """Return a note's box in pixels of the note area."""
        return box_of(note, self._transform)

    def note_at(self, tick: float, pitch: int) -> Note | None:
        """Return the topmost note of the current track at a position."""
        if self._current >= len(self._tracks):
            return None
        columns, shown = self._tracks[self._current], self._transform
        if self._strokes:
            index = columns.beginning_at(tick, pitch, reach=shown.margin / shown.pixels_per_tick)
        else:
            index = columns.at(tick, pitch, slack=2 / shown.pixels_per_tick)
        return columns.notes[index] if index >= 0 else None

    def other_track_at(self, tick: float, pitch: int) -> int:
        """Return another track with a note at a position; -1 for none."""
        for index, columns in enumerate(self._tracks):
            if index != self._current and self.is_shown(index) and columns.at(tick, pitch) >= 0:
                return index
        return -1

    def notes_within(self, start: float, end: float, low: int, high: int) -> frozenset[Note]:
        """Return the current track's notes that sound in [start, end) at pitches low to high."""
        if self._current >= len(self._tracks):
            return frozenset()
        columns = self._tracks[self._current]
        found = columns.within(start, end, low, high).tolist()
        return frozenset(columns.notes[index] for index in found)

    def bar_start(self, tick: float) -> int:
        """Return the bar line at or before a tick."""
        bars = self._timeline.bars
        return bars.start_of(bars.bar_at(max(0, int(tick))))

    def is_drawing(self) -> bool:
        """Return whether the pointer draws."""
        return self._tool == "draw"

    def _paint_tile(self, painter: QPainter, area: QRect, whole: Transform) -> None:
        paint_rows(painter, area, transform=whole, key=self._key)
        paint_grid(painter, area, transform=whole, bars=self._timeline.bars, step=self.step())
        start, end = ticks_in(area, whole)
        low, high = whole.pitch_at(area.bottom() + 1), whole.pitch_at(area.top() - 1)
        self._paint_notes(painter, area, self._everything().within(start, end, low, high), whole)

    def _paint_staying(self, painter: QPainter, area: QRect) -> None:
        """Paint the notes that the offer keeps again, above the veil."""
        shown, offered = self._transform, self._offered
        start, end = offered.span
        left, right = (round(shown.x_of(tick)) for tick in (start, end))
        part = area.intersected(QRect(left, area.top(), right - left, area.height()))
        if not offered.staying or part.isEmpty():
            return
        low, high = shown.pitch_at(part.bottom() + 1), shown.pitch_at(part.top() - 1)
        table = self._everything().within(start, end, low, high)
        painter.save()
        painter.setClipRect(part, Qt.ClipOperation.IntersectClip)
        stays = table[np.isin(table[:, 5], list(offered.staying))]
        self._paint_notes(painter, part, stays, shown)
        painter.restore()

    def _paint_notes(
        self, painter: QPainter, area: QRect, table: Columns, whole: Transform
    ) -> None:
        """Paint (n, 6) notes; those of the current track last, with names."""
        is_current = table[:, 5] == self._current
        own = table[is_current]
        others = table[self._is_ghost(table)]
        shown = np.concatenate([others, own])
        count = len(self._tracks)
        tracks = tuple(self._colours[i] if i < len(self._colours) else i for i in range(count))
        colours = colours_of(tracks, current=self._current)
        paint_notes(painter, area, shown, transform=whole, colours=colours)
        grounds = colours[own[:, 5], levels_of(own[:, 3])]
        named = names_of(self._score, self._current)
        paint_names(painter, own, transform=whole, grounds=grounds, named=named)
        if len(own) and self._current < len(self._tracks):
            self._paint_bends(painter, area, whole, colours)

    def _paint_bends(
        self, painter: QPainter, area: QRect, whole: Transform, colours: NDArray[np.uint32]
    ) -> None:
        """Paint the bends of single notes of the current track."""
        columns = self._tracks[self._current]
        low, high = whole.pitch_at(area.bottom() + 1), whole.pitch_at(area.top() - 1)
        seen = columns.within(*ticks_in(area, whole), low, high).tolist()
        moved = [note for note in map(columns.notes.__getitem__, seen) if note.moves]
        if not moved:
            return
        shades = [int(colours[self._current, level_of(note.velocity)]) for note in moved]
        paint_bends(painter, zip(moved, shades, strict=True), transform=whole)

    def _is_ghost(self, table: Columns) -> NDArray[np.bool_]:
        """Return which notes are shown of tracks other than the current one.

        Notes of drums have rows of their own under a roll of pitches.
        """
        if not self._ghosts or self._strokes:
            return np.zeros(len(table), dtype=np.bool_)
        drums = [i for i, track in enumerate(self._score.tracks) if track.is_drum]
        others = np.asarray(table[:, 5] != self._current, dtype=np.bool_)
        return np.logical_and(others, ~np.isin(table[:, 5], drums))

    def is_shown(self, track: int) -> bool:
        """Return whether the roll shows notes of a track."""
        if track == self._current:
            return True
        return self._ghosts and not self._strokes and not self._is_drum_track(track)

    @property
    def grid_height(self) -> int:
        """The height in pixels that a grid of drums can use; 0 where the roll shows none."""
        return round(len(self._rows) * FOLDED_ROW_HEIGHT) if self._strokes else 0

    def _is_drum_track(self, track: int) -> bool:
        tracks = self._score.tracks
        return track < len(tracks) and tracks[track].is_drum

    def _everything(self) -> AllTracks:
        if self._all is None:
            self._all = AllTracks(self._tracks)
        return self._all

    def _is_drum(self) -> bool:
        return self._is_drum_track(self._current)
