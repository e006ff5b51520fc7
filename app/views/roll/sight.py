"""Which part of the music is in sight, and which notes are heard in passing."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QTimer, Signal

from app.geometry import Transform
from app.note_columns import Columns
from app.note_edits import Notes
from app.views.roll.state import RollState
from app.widgets.words import announce
from engine.music.score import Note

# How long a note sounds that is only heard in passing.
_AUDITION_MS = 220
# How much of the width a piece takes that is shown whole.
_WITHOUT_WHAT_COMES = 0.88
_BARS_AT_LEAST = 8
# What an empty piece shows: three octaves around middle C.
_USUAL_PITCHES = np.array([(0, 0, 48, 0, 0), (0, 0, 84, 0, 0)], dtype=np.int64)


class RollSight(RollState):
    """The roll with its zoom, its sounds and its voice."""

    note_auditioned = Signal(int, int, bool)
    announced = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._sounding: dict[int, int] = {}
        self._silence = QTimer(self)
        self._silence.setSingleShot(True)
        self._silence.setInterval(_AUDITION_MS)
        self._silence.timeout.connect(self._end_audition)

    # --- sight -----------------------------------------------------------------------------

    def zoom(self, factor: float) -> None:
        """Zoom in time around the middle, or the playhead if it is in sight."""
        width = self.note_area().width()
        x = self._transform.x_of(self._playhead)
        self._scroll(self._transform.zoomed(factor, at_x=x if 0 <= x <= width else width / 2))

    def zoom_to_fit(self) -> None:
        """Show the selection whole, or the piece."""
        if not self._selection:
            self.show_whole()
            return
        table = self._chosen_columns().table
        start, end = int(table[:, 0].min()), int(table[:, 1].max())
        self._fit(table, start=start, end=end, width=self.note_area().width())

    def show_whole(self) -> None:
        """Show the whole piece, whatever is selected, and the first bars of however short a one."""
        tables = [columns.table for columns in self._tracks if len(columns.table)]
        table = np.concatenate(tables) if tables else _USUAL_PITCHES
        end = max(int(table[:, 1].max()), self._timeline.bars.start_of(_BARS_AT_LEAST))
        # Behind it there is room for what may come: the flag where it goes on is there.
        self._fit(table, start=0, end=end, width=self.note_area().width() * _WITHOUT_WHAT_COMES)

    def _fit(self, table: Columns, *, start: int, end: int, width: float) -> None:
        self._scroll(
            Transform().fitting(
                start=start,
                end=end,
                width=width,
                lowest=int(table[:, 2].min()),
                highest=int(table[:, 2].max()),
                height=self.height(),
            )
        )

    def _bring_into_sight(self, note: Note) -> None:
        box, area = self.box_of(note), self.note_area()
        shown = self._transform
        if not 0 <= box.left() <= area.width() - 24:
            left = note.start - area.width() / 3 / shown.pixels_per_tick
            shown = shown.scrolled_to(left=left)
        if not 0 <= box.top() <= area.height() - box.height():
            shown = replace(shown, top=max(0.0, shown.top + box.top() - area.height() / 2))
        self._scroll(shown)

    # --- sound and speech ------------------------------------------------------------------

    def sound(self, notes: Notes) -> None:
        """Let some notes be heard for a moment."""
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
