"""The roll by keyboard: walking from chord to chord and note to note, and inserting notes."""

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent

from app.values.note_edits import Notes
from app.views.roll.accessible import tell_focus, tell_selection
from app.views.roll.sight import RollSight
from app.views.roll.spoken import place, sentence
from app.views.roll.walk import NoteCursor, chords, chosen, cursor_on, next_chord, next_voice
from engine.harmony.keys import fifths_at
from engine.values.score import Note

# Screen readers ask for all items of a list one by one, so the list has a limit.
_CHORDS_AT_MOST = 160
# A note inserted into an empty track: middle C, played mezzo-forte.
_NEW_PITCH, _NEW_VELOCITY = 60, 80
_SIDEWAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_UPWARDS = {Qt.Key.Key_Down: -1, Qt.Key.Key_Up: 1}
_NONE, _SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
_CONTROL, _ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


class RollWalking(RollSight):
    """The part of the roll with a cursor among the notes."""

    edit_requested = Signal(object, object, str)
    command_requested = Signal(str, int)

    def __init__(self) -> None:
        super().__init__()
        self._cursor = NoteCursor()
        # After an edit the cursor is found again from the selection, on demand.
        self._edited = False
        self._done = ""
        self._speech = QTimer(self, singleShot=True, interval=0)
        self._speech.timeout.connect(self._announce_edit)
        self._takes: Mapping[int, str] = {}
        self._page: tuple[tuple[object, ...], tuple[Notes, ...]] = ((), ())

    def show_takes(self, takes: Mapping[int, str]) -> None:
        """Set the labels of takes, by their numbers, for sentences and tooltips."""
        self._takes = takes

    def show_current_track(self, index: int) -> None:
        """Make a track the current one; the others become ghosts."""
        changed = index != self._current
        super().show_current_track(index)
        if changed:
            self._cursor, self._edited = NoteCursor(), False
            self._say(self.track_name())

    def select(self, notes: frozenset[Note]) -> None:
        """Request exactly these notes as selection, and notify screen readers."""
        changed = notes != self._selection
        super().select(notes)
        if changed:
            tell_selection(self)

    # --- walking ---------------------------------------------------------------------------

    def walk(self, *, sideways: int = 0, upwards: int = 0, extend: bool = False) -> None:
        """Select and audition the next chord, or the next note of the chord.

        Args:
            sideways: 1 for a chord later, -1 for one earlier.
            upwards: 1 for a note higher in the chord, -1 for one lower.
            extend: Whether to keep the present selection.
        """
        notes, cursor = self._walked(), self._where()
        if cursor.tick < 0:
            cursor = self._beginning(sideways)
        if sideways:
            self._cursor = next_chord(notes, cursor, sideways)
        else:
            self._cursor = next_voice(notes, cursor, upwards)
        here = chosen(notes, self._cursor)
        if not here:
            self._say(self.tr("No notes"))
            return
        self.go_to(here, extend=extend)

    def go_to(self, here: Notes, *, extend: bool = False) -> None:
        """Select, audition and announce some notes that begin together."""
        self._cursor, self._edited = cursor_on(self._walked(), here), False
        owned = frozenset(here) - self.offered_here()
        self.select(owned | (self._selection if extend else frozenset()))
        self._bring_into_sight(here[0])
        self.sound(here)
        self._point_at(here)

    def insert_note(self) -> None:
        """Request a note after the selected ones, or at the playhead."""
        selected = self.selection()
        last = max(selected, key=lambda n: n.end) if selected else None
        start = last.end if last else round(max(0.0, self._playhead))
        note = Note(
            start=start,
            pitch=last.pitch if last else _NEW_PITCH,
            duration=last.duration if last else self._timeline.bars.beat_length_at(start),
            velocity=last.velocity if last else _NEW_VELOCITY,
        )
        self.edit_requested.emit((), (note,), "draw")
        self._bring_into_sight(note)
        self.sound((note,))

    def _beginning(self, sideways: int) -> NoteCursor:
        """Return the start of a walk: the selection, or the playhead."""
        if self._selection:
            starts = [note.start for note in self._selection]
            return NoteCursor(tick=max(starts) if sideways > 0 else min(starts))
        # One tick before the playhead, so that the first step reaches the notes at it.
        return NoteCursor(tick=round(self._playhead) - (1 if sideways >= 0 else 0))

    def _walked(self) -> Notes:
        """Return the notes to walk through: the current track's and those offered for it."""
        offered = self.offered_here()
        notes = self._current_notes()
        return tuple(sorted({*notes, *offered})) if offered else notes

    def _point_at(self, here: Notes) -> None:
        tell_focus(self, here)
        self.announced.emit(self.sentence(here))

    def show_done(self, what: str) -> None:
        """Remember an edit; it is announced once the edited piece is shown.

        Args:
            what: The step's name in the undo list.
        """
        self._done, self._edited = what, True
        self._speech.start()

    def _announce_edit(self) -> None:
        """Announce an edit: a single note by its new values, otherwise the step's name."""
        here = self.selection()
        self._where()
        if len(here) == 1:
            self._point_at(here)
        else:
            self._say(self._done)

    def _where(self) -> NoteCursor:
        if self._edited:
            self._edited = False
            if here := self.selection():
                self._cursor = cursor_on(self._walked(), here)
        return self._cursor

    # --- accessibility -----------------------------------------------------------------------

    def offered_here(self) -> frozenset[Note]:
        """Return the notes offered for the current track."""
        return self._offered.of(self._current)

    def cursor_notes(self) -> Notes:
        """Return the notes at the cursor."""
        cursor = self._where()
        return chosen(self._walked(), cursor) if cursor.tick >= 0 else ()

    def chords_in_sight(self) -> tuple[Notes, ...]:
        """Return the visible chords of the current track, and the chord at the cursor."""
        area, here = self.note_area(), self.cursor_notes()
        now = (self._current_notes(), self._offered, self._transform, area.width(), here)
        if self._page[0] and all(a is b or a == b for a, b in zip(self._page[0], now, strict=True)):
            return self._page[1]
        found = self._chords_within(*(self._transform.tick_at(x) for x in (0, area.width())))
        if here and here[0].start not in (chord[0].start for chord in found):
            found = tuple(sorted([*found, self.chord_of(here[0])]))
        self._page = (now, found)
        return found

    def _chords_within(self, start: float, end: float) -> tuple[Notes, ...]:
        offered = {n for n in self.offered_here() if n.start < end and n.end > start}
        inside = tuple(sorted({*self._first_inside(start, end), *offered}))
        return chords(inside)[:_CHORDS_AT_MOST]

    def _first_inside(self, start: float, end: float) -> list[Note]:
        """Return the notes in [start, end), up to the limit of chords."""
        if self._current >= len(self._tracks):
            return []
        columns = self._tracks[self._current]
        inside = columns.within(start, end)
        # Find the chord limit by array, so that most notes of a long piece are not read.
        turns = np.flatnonzero(np.diff(columns.starts[inside]))
        if len(turns) >= _CHORDS_AT_MOST:
            inside = inside[: turns[_CHORDS_AT_MOST - 1] + 1]
        return [columns.notes[index] for index in inside.tolist()]

    def chord_of(self, note: Note) -> Notes:
        """Return all notes with the same start."""
        return chosen(self._walked(), NoteCursor(tick=note.start))

    def sentence(self, notes: Notes) -> str:
        """Return a sentence on notes with the same start."""
        return sentence(
            notes,
            self._timeline.bars,
            takes=self._takes,
            offered=self.offered_here(),
            fifths=fifths_at(self._score.key_signatures, notes[0].start),
        )

    def place(self) -> str:
        """Return the bar and beat of the cursor, or else of the playhead."""
        here = self.cursor_notes()
        if here:
            return self.sentence(here)
        return place(round(max(0.0, self._playhead)), self._timeline.bars)

    def track_name(self) -> str:
        """Return the current track's name and its number of notes."""
        if self._current >= len(self._score.tracks):
            return ""
        notes = self.tr("%n notes", "", len(self._current_notes()))
        name = self._score.tracks[self._current].name
        return self.tr("{0}, {1}").format(name, notes) if name else notes

    # --- keys ------------------------------------------------------------------------------

    def wants_key(self, event: QKeyEvent) -> bool:
        """Return whether an arrow key walks or edits here, before the window's shortcuts."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() not in _SIDEWAYS and event.key() not in _UPWARDS:
            return False
        if self._navigation:
            return not held & _CONTROL
        return held == _NONE and not self._selection

    def arrow(self, event: QKeyEvent) -> bool:
        """Handle an arrow key; return whether it had an effect."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        sideways = _SIDEWAYS.get(Qt.Key(event.key()), 0)
        upwards = _UPWARDS.get(Qt.Key(event.key()), 0)
        if not sideways and not upwards:
            return False
        walks = held in (_NONE, _SHIFT) if self._navigation else not self._selection
        if walks and held in (_NONE, _SHIFT):
            self.walk(sideways=sideways, upwards=upwards, extend=held == _SHIFT)
            return True
        return self._arrows_edit(held, sideways=sideways, upwards=upwards)

    def _arrows_edit(self, held: Qt.KeyboardModifier, *, sideways: int, upwards: int) -> bool:
        if not self._selection:
            return False
        # In navigation mode, Alt with an arrow edits like a plain arrow in the other mode.
        if self._navigation and held & _ALT:
            held = held & ~_ALT
        # (command, amount) for `command_requested`.
        along = {
            _NONE: ("nudge", sideways),
            _ALT: ("nudge_fine", sideways),
            _SHIFT: ("lengthen", sideways),
        }
        across = {
            _NONE: ("transpose", upwards),
            _SHIFT: ("transpose", 12 * upwards),
            _ALT: ("transpose_in_scale", upwards),
            _CONTROL: ("velocity", 5 * upwards),
        }
        asked = (along if sideways else across).get(held)
        if asked is None:
            return False
        self.command_requested.emit(*asked)
        return True
