"""What can be done to the selection without the pointer: by keys, menus and the palette."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QTimer, Signal

from app.geometry import Transform
from app.note_columns import Columns
from app.views.roll.edits import (
    Notes,
    end_moved,
    louder,
    moved,
    moved_in_scale,
    quantised,
    repeated,
)
from app.views.roll.state import RollState
from app.widgets.words import announce
from engine.music.keys import Key
from engine.music.score import Note

# How long a note sounds that is only heard in passing.
_AUDITION_MS = 220
# How much of the width a piece takes that is shown whole.
_WITHOUT_WHAT_COMES = 0.88
_BARS_AT_LEAST = 8
# What an empty piece shows: three octaves around middle C.
_USUAL_PITCHES = np.array([(0, 0, 48, 0, 0), (0, 0, 84, 0, 0)], dtype=np.int64)


class RollCommands(RollState):
    """The roll with its commands."""

    edit_requested = Signal(int, object, object, str)
    note_auditioned = Signal(int, int, bool)
    announced = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._sounding: dict[int, int] = {}
        self._silence = QTimer(self)
        self._silence.setSingleShot(True)
        self._silence.setInterval(_AUDITION_MS)
        self._silence.timeout.connect(self._end_audition)

    def request(self, removed: Notes, added: Notes, what: str) -> None:
        """Ask for an edit; what was added is what is selected afterwards."""
        if removed == added:
            return
        before = set(removed)
        self._selection = frozenset(n for n in self._selection if n not in before) | set(added)
        self._chosen = None
        self.edit_requested.emit(self._current, removed, added, what)
        self.selection_changed.emit(self.selection())
        self.update()
        self._tell(what)

    # --- selection -------------------------------------------------------------------------

    def select_all(self) -> None:
        """Select every note of the current track."""
        self.select(frozenset(self._current_notes()))

    def clear_selection(self) -> None:
        """Select nothing."""
        self.select(frozenset())

    def delete_selection(self) -> None:
        """Ask for the selected notes to be removed."""
        notes = self.selection()
        if notes:
            self.request(notes, (), self.what(self.tr("Delete note"), "Delete", len(notes)))

    def what(self, one: str, verb: str, count: int) -> str:
        """Return the name of an edit: `one` for one note, else the verb's plural."""
        plural = {
            "Delete": self.tr("Delete %n notes", "", count),
            "Duplicate": self.tr("Duplicate %n notes", "", count),
            "Move": self.tr("Move %n notes", "", count),
            "Copy": self.tr("Copy %n notes", "", count),
            "Stretch": self.tr("Change length of %n notes", "", count),
            "Transpose": self.tr("Transpose %n notes", "", count),
            "Velocity": self.tr("Change velocity of %n notes", "", count),
            "Quantise": self.tr("Quantise %n notes", "", count),
        }
        return one if count == 1 else plural[verb]

    def duplicate_selection(self) -> None:
        """Ask for a copy of the selected notes right after themselves."""
        notes = self.selection()
        if notes:
            what = self.what(self.tr("Duplicate note"), "Duplicate", len(notes))
            copies = repeated(notes, step=self.step())
            self._selection, self._chosen = frozenset(), None
            self.request((), copies, what)

    # --- pitch -----------------------------------------------------------------------------

    def transpose_selection(self, semitones: int) -> None:
        """Ask for the selected notes some semitones higher."""
        self._transpose(moved(self.selection(), ticks=0, semitones=semitones))

    def transpose_in_scale(self, steps: int) -> None:
        """Ask for the selected notes some steps of the shown key higher (C major without one)."""
        self._transpose(moved_in_scale(self.selection(), self._key or Key(0), steps=steps))

    def _transpose(self, added: Notes) -> None:
        if added:
            what = self.what(self.tr("Transpose note"), "Transpose", len(added))
            self.request(self.selection(), added, what)
            self.sound(added)

    # --- time ------------------------------------------------------------------------------

    def nudge_selection(self, direction: int, *, fine: bool = False) -> None:
        """Ask for the selected notes one grid value (or one tick) later (1) or earlier (-1)."""
        notes = self.selection()
        if notes:
            ticks = direction * (1 if fine else self.step())
            what = self.what(self.tr("Move note"), "Move", len(notes))
            self.request(notes, moved(notes, ticks=ticks, semitones=0), what)

    def lengthen_selection(self, direction: int) -> None:
        """Ask for the selected notes one grid value longer (1) or shorter (-1)."""
        notes, step = self.selection(), self.step()
        if notes:
            changed = end_moved(notes, ticks=direction * step, shortest=max(1, min(step, 30)))
            what = self.what(self.tr("Change length of note"), "Stretch", len(notes))
            self.request(notes, changed, what)

    def quantise_selection(self, strength: float = 1.0) -> None:
        """Ask for the selected notes (or all) nearer to the grid; 1.0 is on it."""
        notes = self.selection() or self._current_notes()
        if notes:
            changed = quantised(notes, step=self.step(), strength=strength)
            what = self.what(self.tr("Quantise note"), "Quantise", len(notes))
            pairs = [(a, b) for a, b in zip(notes, changed, strict=True) if a != b]
            self.request(tuple(a for a, _ in pairs), tuple(b for _, b in pairs), what)

    def change_velocity(self, delta: int) -> None:
        """Ask for the selected notes louder or softer."""
        notes = self.selection()
        if notes:
            what = self.what(self.tr("Change velocity of note"), "Velocity", len(notes))
            self.request(notes, louder(notes, by=delta), what)

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

    def _tell(self, what: str) -> None:
        """Say what was done."""
        self._say(what)
