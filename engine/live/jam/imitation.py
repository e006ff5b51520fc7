"""Imitation: which bars of the player's phrase an answer leans to.

The network has heard a short phrase once, and takes little of it up by itself
(experiment 2026-11-26-jam-answers). So the first half of an answer leans to the bars of
the phrase, one after the other; the second half is free.

A sparse phrase has too few notes for that: answers repeated it or ignored it. So the answer to a
sparse phrase leans more, and to the bars moved to another step: first far, as an answer of a fugue,
in its second half near. It has the rhythm of the phrase, and is no copy. Pure.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.generation.wishes import AS_PLAYED, PatternReturn
from engine.harmony.keys import estimate_key
from engine.live.jam.bar_grid import BarGrid
from engine.values.score import Note

OPEN_TURN_BARS = 4
"""A turn without a set length counts as so long."""
_SPARSE_ONSETS = 3  # of a bar: a phrase with fewer is sparse
# Factor on the lean to a sparse phrase. Chosen with the starter; a factor of 2 moved hardly a note.
_SPARSE_NATS = 3.0
# Semitones by which bars may move: a fourth or fifth keeps the intervals of most tunes.
_FAR = (-5, 5, -7, 7)
_NEAR = (-3, -2, 2, 3, -4, 4)


class Imitation(NamedTuple):
    """The bars of a phrase that an answer leans to.

    Attributes:
        first: Their first tick.
        past: The tick past the last.
        returns: How they return.
        varied: Whether the answer should not be these bars note for note.
    """

    first: int
    past: int
    returns: PatternReturn = AS_PLAYED
    varied: bool = False


def imitation(
    grid: BarGrid, notes: Sequence[Note], *, phrase: int, answer: int, tick: int, bars: int
) -> Imitation | None:
    """Return what an answer leans to at a tick; None for nothing.

    Args:
        grid: The bars.
        notes: Of the phrase, sorted.
        phrase: Tick where it begins.
        answer: Tick where the answer begins.
        tick: A tick of the answer.
        bars: Bars of the turn; 0 for a turn without a set length.
    """
    length, into = bars or OPEN_TURN_BARS, grid.bar_at(tick) - grid.bar_at(answer)
    if not is_sparse(grid, notes, phrase=phrase):
        found = imitated_bars(grid, phrase=phrase, answer=answer, tick=tick, bars=bars)
        return None if found is None else Imitation(*found)
    found = _bars_at(grid, into, phrase=phrase, answer=answer) if into <= length else None
    # The bar in which the answer begins comes on top of the bars of the turn.
    moved = interval(notes, _FAR if into <= length // 2 else _NEAR)
    if found is None or not moved:
        return None
    return Imitation(*found, PatternReturn(moved=moved, nats=_SPARSE_NATS), varied=True)


def is_sparse(grid: BarGrid, notes: Sequence[Note], *, phrase: int) -> bool:
    """Return whether a phrase has few onsets in a bar.

    Args:
        grid: The bars.
        notes: Of the phrase, sorted.
        phrase: Tick where it begins.
    """
    if not notes:
        return False
    ticks = grid.next_beat(notes[-1].end) - phrase
    return len({note.start for note in notes}) * grid.bar < _SPARSE_ONSETS * ticks


def interval(notes: Sequence[Note], moves: Sequence[int] = _FAR) -> int:
    """Return by which of some moves a phrase stays in its key best; 0 without a key.

    Args:
        notes: Of the phrase.
        moves: In semitones, the best first.
    """
    key = estimate_key(notes)
    if key is None:
        return 0
    inside = key.pitch_classes
    return max(moves, key=lambda move: sum((note.pitch + move) % 12 in inside for note in notes))


def imitated_bars(
    grid: BarGrid, *, phrase: int, answer: int, tick: int, bars: int
) -> tuple[int, int] | None:
    """Return the bars that an answer leans to at a tick, as (first tick, tick past the last).

    The bar in which the answer begins leans to the one in which the phrase began, and so on; after
    the phrase's last bar its first one comes again.

    Args:
        grid: The bars.
        phrase: Tick where the phrase begins.
        answer: Tick where the answer begins.
        tick: A tick of the answer.
        bars: Bars of the turn; 0 for a turn without a set length.

    Returns:
        None in the second half of the turn, and for a phrase that began in the answer's bar.
    """
    into = grid.bar_at(tick) - grid.bar_at(answer)
    if into >= ((bars or OPEN_TURN_BARS) + 1) // 2:
        return None
    return _bars_at(grid, into, phrase=phrase, answer=answer)


def _bars_at(grid: BarGrid, into: int, *, phrase: int, answer: int) -> tuple[int, int] | None:
    first, begin = grid.bar_at(phrase), grid.bar_at(answer)
    if first >= begin or into < 0:
        return None
    return (first + into % (begin - first)) * grid.bar, begin * grid.bar
