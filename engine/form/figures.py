"""Melodic figures: a few successive notes of an upper line, in any transposition. Pure."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from engine.values.score import Note

FIGURE_NOTES = 4
"""Notes of a figure."""

Figure = tuple[int, ...]
"""Its intervals, not all 0, and how the times between its notes relate, in half octaves."""


def melodic_figures(line: Sequence[Note], *, notes: int = FIGURE_NOTES) -> Iterator[Figure]:
    """Yield the figures of a line of notes, in order.

    Args:
        line: Notes with rising starts.
        notes: Of a figure, at least two.
    """
    for first in range(len(line) - notes + 1):
        part = line[first : first + notes]
        intervals = tuple(b.pitch - a.pitch for a, b in pairwise(part))
        times = [b.start - a.start for a, b in pairwise(part)]
        if any(intervals):
            yield (*intervals, *(round(2 * math.log2(b / a)) for a, b in pairwise(times)))


def upper_line(notes: Iterable[Note]) -> list[Note]:
    """Return the highest of the notes that begin together, in order."""
    highest: dict[int, Note] = {}
    for note in notes:
        if note.start not in highest or note.pitch > highest[note.start].pitch:
            highest[note.start] = note
    return [highest[start] for start in sorted(highest)]
