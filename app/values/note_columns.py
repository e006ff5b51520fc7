"""Notes as NumPy columns, for fast queries on 50,000 notes."""

from dataclasses import dataclass
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from engine.values.score import Note, common_ends

Columns = NDArray[np.int64]
# start, end, pitch, velocity, origin
FIELDS = 5


def _columns(notes: tuple[Note, ...]) -> Columns:
    rows = [(n.start, n.start + n.duration, n.pitch, n.velocity, n.origin) for n in notes]
    return np.array(rows, dtype=np.int64).reshape(len(notes), FIELDS)


@dataclass(frozen=True, slots=True, eq=False)
class NoteColumns:
    """The notes of one track.

    Attributes:
        notes: The notes, sorted as in the score.
        table: (len(notes), 5) start, end, pitch, velocity, origin.
        starts: A contiguous copy of the first column, for `searchsorted`.
        longest: Length in ticks of the longest note, which bounds the search for sounding notes.
    """

    notes: tuple[Note, ...]
    table: Columns
    starts: NDArray[np.int64]
    longest: int

    @classmethod
    def of(cls, notes: tuple[Note, ...]) -> "NoteColumns":
        """Return the columns of notes."""
        return cls._with(notes, _columns(notes))

    @classmethod
    def _with(cls, notes: tuple[Note, ...], table: Columns) -> "NoteColumns":
        longest = int((table[:, 1] - table[:, 0]).max()) if len(table) else 0
        return cls(notes, table, np.ascontiguousarray(table[:, 0]), longest)

    def changed_to(self, notes: tuple[Note, ...]) -> tuple["NoteColumns", tuple[int, int]]:
        """Return the columns of edited notes and the ticks [start, end) in which they differ.

        Rows of shared notes at both ends are copied, so that the cost depends on the edit.
        """
        head, tail = common_ends(self.notes, notes)
        old_end, new_end = len(self.notes) - tail, len(notes) - tail
        fresh = _columns(notes[head:new_end])
        table = np.concatenate([self.table[:head], fresh, self.table[old_end:]])
        touched = np.concatenate([self.table[head:old_end], fresh])
        if not len(touched):
            return NoteColumns._with(notes, table), (0, 0)
        return (
            NoteColumns._with(notes, table),
            (int(touched[:, 0].min()), int(touched[:, 1].max())),
        )

    def within(self, start: float, end: float, low: int = 0, high: int = 127) -> NDArray[np.intp]:
        """Return the indices of notes that sound in [start, end) with pitches in [low, high]."""
        # Integers: with a float NumPy would convert all starts first.
        first = int(np.searchsorted(self.starts, floor(start) - self.longest))
        last = int(np.searchsorted(self.starts, ceil(end)))
        rows = self.table[first:last]
        inside = (rows[:, 1] > start) & (rows[:, 2] >= low) & (rows[:, 2] <= high)
        return np.flatnonzero(inside) + first

    def beginning_at(self, tick: float, pitch: int, *, reach: float) -> int:
        """Return the index of the note of a pitch whose start is nearest within `reach`, or -1."""
        near = self.within(tick - reach, tick + reach, pitch, pitch)
        away = np.abs(self.table[near, 0] - tick)
        return int(near[np.argmin(away)]) if len(near) and away.min() <= reach else -1

    def at(self, tick: float, pitch: int, *, slack: float = 0.0) -> int:
        """Return the index of the topmost note at a position, or -1.

        Args:
            tick: The tick.
            pitch: The pitch.
            slack: Ticks added at both ends of a note, so that short ones can be hit.
        """
        table = self.table
        hits = self.within(tick - slack - 0.5, tick + slack + 0.5, pitch, pitch)
        reach = (table[hits, 0] - slack <= tick) & (table[hits, 1] + slack > tick)
        hits = hits[reach]
        if not len(hits):
            return -1
        # With slack two neighbours may match; the one that contains the tick wins.
        middles = (table[hits, 0] + table[hits, 1]) / 2
        inside = (table[hits, 0] <= tick) & (table[hits, 1] > tick)
        order = np.lexsort((np.abs(middles - tick), ~inside))
        best = hits[order[0]] if not inside.any() else hits[inside][-1]
        return int(best)
