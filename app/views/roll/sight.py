"""Zooming and scrolling to notes, and auditioning them."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEasingCurve, QRect, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QPainter

from app.style.motion import GLIDE_MS, less_motion
from app.values.note_columns import Columns
from app.values.note_edits import Notes
from app.views.roll.folding import RollFolding
from app.views.roll.live import LiveTake, paint_count, paint_live
from app.widgets.words import announce
from engine.values.score import Note

if TYPE_CHECKING:
    from app.values.geometry import Transform

# Milliseconds of an auditioned note.
_AUDITION_MS = 220
# The share of the width for a whole piece; the rest shows where a continuation would begin.
_PIECE_SHARE = 0.88
_BARS_AT_LEAST = 8
# Bars that a piece opens with; one that is a little longer is shown whole.
_BARS_AT_FIRST, _BARS_AT_MOST = 16, 20
# `show_range` zooms in on a range that takes a smaller share of the width.
_SPECK = 0.1
# The share of the width for the music before a place that `show_from` shows.
_LEAD_SHARE = 0.2
# The pitches of an empty piece: four octaves, with the bass of what the model begins.
_USUAL_PITCHES = np.array([(0, 0, 36, 0, 0), (0, 0, 84, 0, 0)], dtype=np.int64)


class RollSight(RollFolding):
    """The part of the roll that zooms, auditions notes and speaks."""

    note_auditioned = Signal(int, int, bool)
    announced = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._sounding: dict[int, int] = {}
        self._live = LiveTake()
        # While these equal the transform, a resize shows the whole piece or its beginning again.
        self._whole: Transform | None = None
        self._opening: Transform | None = None
        # Pixels of the notes before a resize.
        self._width = 0
        # Pixels a tick that the user chose last; 0 before a choice.
        self._own_scale = 0.0
        self._glided = self._glide_from = self._glide_to = self._transform
        self._gliding = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=GLIDE_MS)
        self._gliding.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._gliding.valueChanged.connect(self._glide_on)
        self._silence = QTimer(self)
        self._silence.setSingleShot(True)
        self._silence.setInterval(_AUDITION_MS)
        self._silence.timeout.connect(self._end_audition)

    # --- recording -------------------------------------------------------------------------

    def show_recording(self, take: LiveTake) -> None:
        """Show a running recording: its notes, its count-in, and a red playhead."""
        if take != self._live:
            self._live = take
            self.update()

    def _paint_live(self, painter: QPainter, area: QRect) -> None:
        if self._live.notes:
            paint_live(painter, self._live, transform=self._transform)
        if self._live.beat:
            paint_count(painter, self._live.beat, area)

    # --- zooming and scrolling -------------------------------------------------------------

    def zoom(self, factor: float) -> None:
        """Zoom in time around the playhead if it is visible, otherwise around the middle."""
        width = self.note_area().width()
        x = self._transform.x_of(self._playhead)
        self._zoom_at(factor, x if 0 <= x <= width else width / 2)

    def _zoom_at(self, factor: float, x: float) -> None:
        """Zoom as the user asked for, around a pixel; a larger view keeps this zoom."""
        self._scroll(self._transform.zoomed(factor, at_x=x))
        self._own_scale = self._transform.pixels_per_tick

    def zoom_to_fit(self) -> None:
        """Fit the selection into the view, or the piece if nothing is selected."""
        if not self._selection:
            self.show_whole()
            return
        table = self._chosen_columns().table
        start, end = int(table[:, 0].min()), int(table[:, 1].max())
        self._fit(table, start=start, end=end, width=self.note_area().width())

    def show_whole(self) -> None:
        """Fit the whole piece into the view; a short piece shows its first eight bars."""
        table = self._shown_table()
        # Also the bars in which the shown tracks rest.
        end = max(self._score.end, self._timeline.bars.start_of(_BARS_AT_LEAST))
        # Leave room after the piece for the flag where a continuation begins.
        self._fit(table, start=0, end=end, width=self.note_area().width() * _PIECE_SHARE)
        self._whole = self._transform

    def show_opening(self) -> None:
        """Show about 16 bars of the piece from the playhead on, or a short piece as a whole."""
        bars = self._timeline.bars
        if bars.bars_until(self._score.end) <= _BARS_AT_MOST:
            self.show_whole()
            return
        first = bars.bar_at(max(0, int(self._playhead)))
        start, end = bars.start_of(first), bars.start_of(first + _BARS_AT_FIRST)
        table = self._shown_table()
        self._fit(table, start=start, end=end, width=self.note_area().width())
        self._opening = self._transform

    def fit_again(self, *, before: int) -> None:
        """Fit the piece to a new size.

        The user's scrolling and zoom stay, but if all rows were in view, all stay in view.

        Args:
            before: The height before, in pixels.
        """
        if self.shows_whole():
            self.show_whole()
        elif self._transform == self._opening:
            self.show_opening()
        elif (
            (self._strokes or not self._rows)
            and self.height() != before
            and self._sees_all_rows(before)
        ):
            low, high = self._pitch_range()
            fitted = self._transform.fitting(
                start=0, end=1, width=1, lowest=low, highest=high, height=self.height()
            )
            self._scroll(replace(self._transform, row_height=fitted.row_height, top=fitted.top))

    def fill_width(self) -> None:
        """Fill a wider view with music: earlier bars first, then a larger zoom.

        A zoom that the user chose stays. In a view that is not wider the place stays, too.
        """
        width, shown = self.note_area().width(), self._transform
        wider, self._width = width > self._width > 0, width
        if not wider or shown in (self._whole, self._opening):
            return
        end = max(self._score.end, int(self._shown_table()[:, 1].max()))
        room = width * _PIECE_SHARE
        if not 0 < shown.x_of(end) < room:
            return
        left = max(0.0, end - room / shown.pixels_per_tick)
        shown = shown.scrolled_to(left=left)
        is_own = shown.pixels_per_tick == self._own_scale
        if left == 0.0 and not is_own and end >= self._timeline.bars.start_of(_BARS_AT_LEAST):
            shown = shown.zoomed(room / max(1.0, shown.x_of(end)), at_x=0)
        self._scroll(shown)

    def _sees_all_rows(self, height: int) -> bool:
        low, high = self._pitch_range()
        return self._transform.y_of(high) >= 0 and self._transform.bottom_of(low) <= height

    def _shown_table(self) -> Columns:
        """Return the notes of all tracks that the roll shows, or of all without any."""
        shown = [
            columns.table
            for index, columns in enumerate(self._tracks)
            if len(columns.table) and self.is_shown(index)
        ]
        tables = shown or [columns.table for columns in self._tracks if len(columns.table)]
        return np.concatenate(tables) if tables else _USUAL_PITCHES

    def _pitch_range(self) -> tuple[int, int]:
        """Return the lowest and the highest pitch of what the roll shows."""
        if self._strokes:
            return self._rows[0], self._rows[-1]
        pitches = self._shown_table()[:, 2]
        return int(pitches.min()), int(pitches.max())

    def shows_whole(self) -> bool:
        """Return whether the whole piece has been visible since `show_whole`."""
        return self._transform == self._whole

    def sees(self, start: float, end: float) -> bool:
        """Return whether a part of the ticks [start, end) is in view."""
        shown, width = self._transform, self.note_area().width()
        return shown.x_of(end) > 0 and shown.x_of(start) < width

    def show_range(self, *, start: int, end: int, before: int | None = None) -> None:
        """Glide to ticks [start, end) and the music before them; zoom in on a small range.

        Args:
            start: First tick.
            end: Tick past the last one.
            before: First tick of the music before it that is to be in view, too. Without it, a
                zoom shows as much before the range as in it.
        """
        width, shown, span = self.note_area().width(), self._transform, end - start
        wanted = start if before is None else before
        left, right = shown.x_of(wanted), shown.x_of(end)
        is_speck = right - shown.x_of(start) < width * _SPECK
        if left >= 0 and right <= width and not is_speck:
            return
        if is_speck or right - left > width * (1.0 if before is None else _PIECE_SHARE):
            first = max(0, start - span) if before is None else before
            table = self._everything().within(first, end, 0, 127)
            table = table if len(table) else _USUAL_PITCHES
            self._glide(self._fitted(table, start=first, end=end, width=width * _PIECE_SHARE))
        else:
            ahead = width * _PIECE_SHARE / shown.pixels_per_tick
            self._glide(shown.scrolled_to(left=max(0.0, end - ahead)))

    def show_from(self, tick: int) -> None:
        """Glide so that a tick is in view, with some music before it, and keep the zoom."""
        ahead = self.note_area().width() * _LEAD_SHARE / self._transform.pixels_per_tick
        self._glide(self._transform.scrolled_to(left=max(0.0, tick - ahead)))

    def _glide(self, there: "Transform") -> None:
        """Scroll and zoom in some steps, or at once where the system asks for less motion.

        Only time glides: a pane that opens meanwhile changes the rows.
        """
        self._gliding.stop()
        self._whole = self._opening = None
        if less_motion():
            self._scroll(there)
            return
        self._scroll(replace(self._transform, row_height=there.row_height, top=there.top))
        self._glide_from, self._glide_to = self._transform, self._aligned(there)
        self._glided = self._transform
        self._gliding.start()

    def _glide_on(self, share: object) -> None:
        if not self._transform.has_time_of(self._glided):
            # The user scrolls, or another view leads.
            self._gliding.stop()
            return
        width = max(1, self.note_area().width())
        way = self._glide_from.towards(self._glide_to, float(str(share)), width=width)
        shown = replace(self._transform, left=way.left, pixels_per_tick=way.pixels_per_tick)
        self._scroll(shown)
        self._glided = self._transform

    def _fit(self, table: Columns, *, start: int, end: int, width: float) -> None:
        self._scroll(self._fitted(table, start=start, end=end, width=width))

    def _fitted(self, table: Columns, *, start: int, end: int, width: float) -> "Transform":
        return self._transform.fitting(
            start=start,
            end=end,
            width=width,
            lowest=int(table[:, 2].min()),
            highest=int(table[:, 2].max()),
            height=self.height(),
        )

    def reveal(self, notes: Notes) -> None:
        """Scroll to the first of some notes if it is out of view."""
        if notes:
            self._bring_into_sight(notes[0])

    def _bring_into_sight(self, note: Note) -> None:
        box, area = self.box_of(note), self.note_area()
        shown = self._transform
        if not 0 <= box.left() <= area.width() - 24:
            left = note.start - area.width() / 3 / shown.pixels_per_tick
            shown = shown.scrolled_to(left=left)
        if not 0 <= box.top() <= area.height() - box.height():
            shown = replace(shown, top=max(0.0, shown.top + box.top() - area.height() / 2))
        self._scroll(shown)

    # --- audition and speech ---------------------------------------------------------------

    def sound(self, notes: Notes) -> None:
        """Audition some notes."""
        if not self._audition:
            return
        self._end_audition()
        for note in notes[:8]:
            self._sounding[note.pitch] = note.velocity
            self.note_auditioned.emit(note.pitch, note.velocity, True)
        self._silence.start()
        self.update(0, 0, 60, self.height())

    def _end_audition(self) -> None:
        self._silence.stop()
        for pitch, velocity in self._sounding.items():
            self.note_auditioned.emit(pitch, velocity, False)
        self._sounding.clear()
        self.update(0, 0, 60, self.height())

    def _say(self, text: str) -> None:
        announce(self, text)
        self.announced.emit(text)
