"""Grace notes: short notes just before the note that they ornament."""

from bisect import bisect_left
from collections.abc import Collection, Sequence

from engine.values.score import Note

# LilyPond plays a grace note for a ninth of its value: an eighth for a 18th of a quarter.
_LONGEST_QUARTERS = 1 / 8
_MOST_TOGETHER = 4
_ROUNDING = 2


def graces_of(
    notes: Sequence[Note], *, off_grid: Collection[int], ticks_per_quarter: int
) -> dict[int, int]:
    """Return which notes are grace notes, and the tick of the note each one leads to.

    Args:
        notes: A track's, by start.
        off_grid: Indices of the notes whose start is no plain fraction of a beat.
        ticks_per_quarter: The grid of their ticks.
    """
    longest = ticks_per_quarter * _LONGEST_QUARTERS + 1
    short = {number for number in off_grid if notes[number].duration <= longest}
    if not short:
        return {}
    on_grid = sorted({note.start for number, note in enumerate(notes) if number not in off_grid})
    leads: dict[int, tuple[int, int]] = {}
    starts: dict[int, tuple[int, int]] = {}
    for number in sorted(short, reverse=True):
        note = notes[number]
        main = _near(on_grid, note.end)
        if main is not None:
            found = (main, 1)
        else:
            found = next((starts[tick] for tick in _around(note.end) if tick in starts), (-1, 0))
            found = (found[0], found[1] + 1)
        if found[0] >= 0 and found[1] <= _MOST_TOGETHER:
            leads[number] = found
            starts[note.start] = found
    return {number: main for number, (main, _) in leads.items()}


def _near(ticks: Sequence[int], tick: int) -> int | None:
    place = bisect_left(ticks, tick - _ROUNDING)
    if place < len(ticks) and ticks[place] <= tick + _ROUNDING:
        return ticks[place]
    return None


def _around(tick: int) -> range:
    return range(tick - _ROUNDING, tick + _ROUNDING + 1)
