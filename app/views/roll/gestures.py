"""What the pointer does between press and release, as objects that never touch a widget.

A gesture is told where the pointer is and says what the notes would be. The roll paints that, and
on release asks for it.
"""

from dataclasses import dataclass, replace
from typing import Protocol

from app.values.geometry import snapped, snapped_down
from app.values.note_edits import end_moved, moved, start_moved
from engine.music.score import Note

Notes = tuple[Note, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointerPosition:
    """Where the pointer is.

    Attributes:
        x: Pixels from tick `Transform.left`.
        y: Pixels.
        tick: The tick there.
        pitch: The pitch there.
        step: The grid's ticks; 1 while Alt is held.
        bar_start: Where the grid begins: the bar line before.
        lock: Whether Shift holds one axis.
    """

    x: float
    y: float
    tick: float
    pitch: int
    step: int
    bar_start: int
    lock: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """What a gesture would do.

    Attributes:
        removed: Notes that would go.
        added: Notes that would come.
    """

    removed: Notes = ()
    added: Notes = ()

    @property
    def changes(self) -> bool:
        """Whether anything would be different."""
        return self.removed != self.added


class Gesture(Protocol):
    """Anything the pointer does."""

    def follow(self, spot: PointerPosition) -> None:
        """Take in where the pointer is."""

    def preview(self) -> Preview:
        """Return what it would do if it ended here."""


class MoveNotes:
    """Move notes, or copies of them, keeping their distance from the grid.

    Args:
        notes: The selected ones.
        begin: Where they were taken.
        copies: Whether the old ones stay.
    """

    def __init__(self, notes: Notes, begin: PointerPosition, *, copies: bool) -> None:
        self._notes, self._begin, self.copies = notes, begin, copies
        self._now = notes

    def follow(self, spot: PointerPosition) -> None:
        """Take in where the pointer is."""
        ticks = snapped(spot.tick - self._begin.tick, spot.step)
        semitones = spot.pitch - self._begin.pitch
        if spot.lock:
            sideways = abs(spot.x - self._begin.x) >= abs(spot.y - self._begin.y)
            ticks, semitones = (ticks, 0) if sideways else (0, semitones)
        self._now = moved(self._notes, ticks=ticks, semitones=semitones)

    def preview(self) -> Preview:
        """Return the moved notes."""
        if self.copies:
            fresh = () if self._now == self._notes else self._now
            return Preview((), tuple(replace(n, origin=0) for n in fresh))
        return Preview(self._notes, self._now)


class StretchNotes:
    """Move the ends (or the beginnings) of notes; the one that was taken snaps to the grid.

    Args:
        notes: The selected ones.
        taken: The one under the pointer.
        at_start: Whether beginnings move.
    """

    def __init__(self, notes: Notes, taken: Note, *, at_start: bool) -> None:
        self._notes, self._taken, self.at_start = notes, taken, at_start
        self._now = notes

    def follow(self, spot: PointerPosition) -> None:
        """Take in where the pointer is."""
        edge = self._taken.start if self.at_start else self._taken.end
        ticks = snapped(spot.tick, spot.step, origin=spot.bar_start) - edge
        change = start_moved if self.at_start else end_moved
        self._now = change(self._notes, ticks=ticks, shortest=max(1, min(spot.step, 30)))

    def preview(self) -> Preview:
        """Return the stretched notes."""
        return Preview(self._notes, self._now)


class DrawNote:
    """A new note from where the pointer went down to where it is.

    Args:
        begin: Where it went down.
        length: Ticks while the pointer has not moved.
        velocity: Of the note.
    """

    def __init__(self, begin: PointerPosition, *, length: int, velocity: int) -> None:
        self._begin = begin
        start = max(0, snapped_down(begin.tick, begin.step, origin=begin.bar_start))
        self._note = Note(start, begin.pitch, max(1, length), velocity)

    def follow(self, spot: PointerPosition) -> None:
        """Take in where the pointer is."""
        if abs(spot.x - self._begin.x) > 4:
            end = snapped(spot.tick, spot.step, origin=spot.bar_start)
            shortest = max(1, spot.step if spot.step > 1 else 30)
            self._note = replace(
                self._note, duration=max(shortest, end - self._note.start), pitch=self._begin.pitch
            )

    def preview(self) -> Preview:
        """Return the drawn note."""
        return Preview((), (self._note,))


class RubberBand:
    """A rectangle over time and pitch.

    Args:
        begin: One corner.
        kept: Notes that stay selected (Shift).
    """

    def __init__(self, begin: PointerPosition, *, kept: Notes) -> None:
        self._begin, self._end, self.kept = begin, begin, kept

    def follow(self, spot: PointerPosition) -> None:
        """Take in where the pointer is."""
        self._end = spot

    def preview(self) -> Preview:
        """Return nothing: no note changes."""
        return Preview()

    @property
    def ticks(self) -> tuple[float, float]:
        """First and last tick."""
        return min(self._begin.tick, self._end.tick), max(self._begin.tick, self._end.tick)

    @property
    def pitches(self) -> tuple[int, int]:
        """Lowest and highest pitch."""
        return min(self._begin.pitch, self._end.pitch), max(self._begin.pitch, self._end.pitch)

    @property
    def corners(self) -> tuple[float, float, float, float]:
        """Tick and y of one corner, tick and y of the other."""
        return self._begin.tick, self._begin.y, self._end.tick, self._end.y
