"""Lengths of what was played freely: as long as a reader wants them, not as a pedal held them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from engine.notation.grid import GridNote
from engine.notation.page import QUARTER

# What ends so near to the next note of its hand is written up to it.
_NEAR = QUARTER // 2


def plainly(notes: Sequence[GridNote]) -> tuple[GridNote, ...]:
    """Return the notes of one hand with lengths that few voices hold.

    What begins together ends together, at the next note of the hand; only what sounds on for a
    beat and more after that is held. The heads know when each note is heard to end.

    Args:
        notes: By start.
    """
    groups = [list(group) for _, group in groupby(notes, key=_start)]
    plain: list[GridNote] = []
    for group, following in pairwise([*groups, []]):
        until = following[0].start if following else max(note.end for note in group)
        plain += [replace(note, end=_end(note, until)) for note in group]
    return tuple(plain)


def _end(note: GridNote, until: int) -> int:
    if note.end >= until + QUARTER:
        # Held: to a whole beat.
        return max(until, note.end // QUARTER * QUARTER)
    if note.end > until - _NEAR:
        return until
    # Nobody reads how short a note was before a silence: up to a beat.
    beat = max(note.start // QUARTER + 1, (note.end + _NEAR) // QUARTER) * QUARTER
    return min(until, beat)


def _start(note: GridNote) -> int:
    return note.start
