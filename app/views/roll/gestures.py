"""Mouse gestures between press and release, as objects without a widget.

A gesture follows the pointer and returns a preview of the notes. The roll paints the preview, and
requests the edit on release.
"""

from dataclasses import dataclass, replace
from typing import Protocol

from app.values.geometry import snapped, snapped_down
from app.values.note_edits import end_moved, moved, start_moved
from engine.values.score import Note

Notes = tuple[Note, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointerPosition:
    """The position of the pointer.

    Attributes:
        x: Pixels from the tick `Transform.left`.
        y: Pixels.
        tick: The tick at x.
        pitch: The pitch at y.
        step: Ticks of the grid; 1 while Alt is held.
        bar_start: The bar line before, where the grid begins.
        lock: Whether Shift restricts the drag to one axis.
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
    """The effect of a gesture that would end now.

    Attributes:
        removed: Notes to remove.
        added: Notes to add.
    """

    removed: Notes = ()
    added: Notes = ()

    @property
    def changes(self) -> bool:
        """Whether the preview differs from the piece."""
        return self.removed != self.added


class Gesture(Protocol):
    """A gesture of the pointer."""

    def follow(self, position: PointerPosition) -> None:
        """Move to a position."""

    def preview(self) -> Preview:
        """Return the effect of a release at the last position."""


class MoveNotes:
    """Moves or copies notes; their offsets from the grid stay.

    Args:
        notes: The selected notes.
        begin: The position of the press.
        copies: Whether to keep the old notes.
    """

    def __init__(self, notes: Notes, begin: PointerPosition, *, copies: bool) -> None:
        self._notes, self._begin, self.copies = notes, begin, copies
        self._now = notes

    def follow(self, position: PointerPosition) -> None:
        """Move the notes; Shift keeps to the axis with more pixels."""
        ticks = snapped(position.tick - self._begin.tick, position.step)
        semitones = position.pitch - self._begin.pitch
        if position.lock:
            sideways = abs(position.x - self._begin.x) >= abs(position.y - self._begin.y)
            ticks, semitones = (ticks, 0) if sideways else (0, semitones)
        self._now = moved(self._notes, ticks=ticks, semitones=semitones)

    def preview(self) -> Preview:
        """Return the moved notes in place of the old ones, or beside them if it copies."""
        if self.copies:
            fresh = () if self._now == self._notes else self._now
            return Preview((), tuple(replace(n, origin=0) for n in fresh))
        return Preview(self._notes, self._now)


class StretchNotes:
    """Moves the ends or the starts of notes; the grabbed note snaps to the grid.

    Args:
        notes: The selected notes.
        grabbed: The note under the pointer.
        at_start: Whether starts move.
    """

    def __init__(self, notes: Notes, grabbed: Note, *, at_start: bool) -> None:
        self._notes, self._grabbed, self.at_start = notes, grabbed, at_start
        self._now = notes

    def follow(self, position: PointerPosition) -> None:
        """Move the edges by as much as the grabbed one moves to the grid."""
        edge = self._grabbed.start if self.at_start else self._grabbed.end
        ticks = snapped(position.tick, position.step, origin=position.bar_start) - edge
        change = start_moved if self.at_start else end_moved
        self._now = change(self._notes, ticks=ticks, shortest=max(1, min(position.step, 30)))

    def preview(self) -> Preview:
        """Return the stretched notes in place of the old ones."""
        return Preview(self._notes, self._now)


class DrawNote:
    """Draws a note from the press to the pointer.

    Args:
        begin: The position of the press.
        length: The length in ticks before the pointer moves.
        velocity: The velocity of the note.
    """

    def __init__(self, begin: PointerPosition, *, length: int, velocity: int) -> None:
        self._begin = begin
        start = max(0, snapped_down(begin.tick, begin.step, origin=begin.bar_start))
        self._note = Note(start, begin.pitch, max(1, length), velocity)

    def follow(self, position: PointerPosition) -> None:
        """Set the note's end, once the pointer is 4 pixels away from the press."""
        if abs(position.x - self._begin.x) > 4:
            end = snapped(position.tick, position.step, origin=position.bar_start)
            shortest = max(1, position.step if position.step > 1 else 30)
            self._note = replace(
                self._note, duration=max(shortest, end - self._note.start), pitch=self._begin.pitch
            )

    def preview(self) -> Preview:
        """Return the note as an addition."""
        return Preview((), (self._note,))


class RubberBand:
    """Selects notes in a rectangle, or the bars under it.

    Args:
        begin: A corner.
        kept: Notes that stay selected (Shift).
        bars: Whether it selects bars of all tracks (Ctrl).
    """

    def __init__(self, begin: PointerPosition, *, kept: Notes, bars: bool = False) -> None:
        self._begin, self._end, self.kept, self.bars = begin, begin, kept, bars

    def follow(self, position: PointerPosition) -> None:
        """Move the corner that the pointer drags."""
        self._end = position

    def preview(self) -> Preview:
        """Return an empty preview: no note changes."""
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
