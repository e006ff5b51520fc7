"""The notes of all tracks, sorted by time."""

from collections.abc import Iterable, Sequence

import numpy as np

from app.values.note_columns import FIELDS, Columns, NoteColumns

# Queries after which the tracks are merged.
_OFTEN = 8
NO_NOTES: Columns = np.empty((0, FIELDS + 1), dtype=np.int64)


class AllTracks:
    """The notes of all tracks, sorted by time, with the track as a sixth column.

    The tracks are merged only after several queries: after an edit only a few tiles ask, and
    merging 50,000 notes would take longer than the rest of the edit.
    """

    def __init__(self, tracks: Sequence[NoteColumns]) -> None:
        self._tracks = tuple(tracks)
        self._whole: NoteColumns | None = None
        self._queries = 0

    def within(self, start: float, end: float, low: int, high: int) -> Columns:
        """Return (n, 6) notes that sound in [start, end) at pitches low to high."""
        self._queries += 1
        if self._whole is None and self._queries > _OFTEN:
            ordered = _in_order(each.table for each in self._tracks)
            longest = max((each.longest for each in self._tracks), default=0)
            self._whole = NoteColumns((), ordered, np.ascontiguousarray(ordered[:, 0]), longest)
        if self._whole is not None:
            return self._whole.table[self._whole.within(start, end, low, high)]
        return _in_order(each.table[each.within(start, end, low, high)] for each in self._tracks)

    def at(self, tick: float) -> Columns:
        """Return (n, 6) notes that sound at a tick."""
        found = self.within(tick, tick + 1, 0, 127)
        return found[(found[:, 0] <= tick) & (found[:, 1] > tick)]


def _in_order(tables: Iterable[Columns]) -> Columns:
    numbered = [
        np.column_stack([table, np.full(len(table), index)]) for index, table in enumerate(tables)
    ]
    whole = np.concatenate([NO_NOTES, *numbered])
    return whole[np.argsort(whole[:, 0], kind="stable")]
