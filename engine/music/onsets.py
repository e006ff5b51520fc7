"""The onsets of a bar, to compare bars: where notes begin, whatever their length and loudness."""

from collections.abc import Iterable

from engine.music.score import Note
from engine.music.time import BarMap

# Divisible by 3 and 4: eighth triplets and sixteenths each have their own place.
GRID_PER_QUARTER = 12

Onsets = frozenset[tuple[int, int, int]]
"""The onsets of one bar: (track, place in `GRID_PER_QUARTER`, pitch)."""
SILENCE: Onsets = frozenset()


def onsets_by_bar(
    notes: Iterable[tuple[int, Note]], bars: BarMap, *, ticks_per_quarter: int
) -> dict[int, Onsets]:
    """Return the onsets of each bar that has any, by its number from 0.

    Args:
        notes: (track, note) of each.
        bars: Of the piece.
        ticks_per_quarter: Of the piece.
    """
    found: dict[int, set[tuple[int, int, int]]] = {}
    for track, note in notes:
        bar = bars.bar_at(note.start)
        into_bar = note.start - bars.start_of(bar)
        place = round(into_bar * GRID_PER_QUARTER / ticks_per_quarter)
        found.setdefault(bar, set()).add((track, place, note.pitch))
    return {bar: frozenset(onsets) for bar, onsets in found.items()}


def share_in_common(one: Onsets, other: Onsets) -> float:
    """Return the share of the onsets of two bars that both have, 0 to 1; 1 for two silent bars."""
    return len(one & other) / len(one | other) if one or other else 1.0
