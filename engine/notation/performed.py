"""Note lengths of freely played music: as a reader expects them, not as a pedal held them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from engine.notation.grid import GridNote
from engine.notation.page import QUARTER

# A note that ends this near to the next note of its hand is written up to it.
_NEAR = QUARTER // 2


def plainly(notes: Sequence[GridNote]) -> tuple[GridNote, ...]:
    """Return the notes of one hand with lengths that few voices hold.

    Notes that begin together end together, at the next note of the hand; a note that sounds on for
    a beat or more is held. Heads keep the sounding end of each note.

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
