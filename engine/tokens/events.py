"""The events of a song, and writing them as ids in another order.

An event is a step (`engine/tokens/steps.py`): a bar, a chord, a tempo, a pedal or a note. The ids
repeat a position or a part only where it changes; after a reordering, other events need them.

Legend: L ids of a song, S events, N events that are written.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.tokens.steps import StepDivider
from engine.tokens.vocabulary import TokenKind, Vocabulary

Ids = NDArray[np.uint16]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
NOWHERE = -1
"""The bar of events before all bars, the position of a bar's own ids, the part of other events."""

# Ids of an event without its place: a note has pitch, velocity and duration, a bar its meter.
_OWN_IDS = {TokenKind.DURATION: 3, TokenKind.VELOCITY: 2, TokenKind.METER: 2, TokenKind.PROGRAM: 2}


@dataclass(frozen=True, slots=True)
class SongEvents:
    """The events of a song; all attributes but the first have shape (S,).

    Attributes:
        ids: The ids of the song, begin and end included, (L,).
        begins: Index of the first id of each event.
        ends: Index past its last id.
        kind: `TokenKind` of its last id: DURATION or VELOCITY of a note, METER of a bar.
        bar: From 0, or `NOWHERE`.
        position: In the bar, or `NOWHERE`.
        part: Of a note, or `NOWHERE`.
    """

    ids: Ids
    begins: Ints
    ends: Ints
    kind: Ints
    bar: Ints
    position: Ints
    part: Ints

    @property
    def bar_starts(self) -> Ints:
        """Index of the first event of each bar, then of the end of the song."""
        return np.append(np.flatnonzero(self.kind == TokenKind.METER), len(self.kind) - 1)


def events_of(ids: Ids, vocabulary: Vocabulary) -> SongEvents:
    """Return the events of an encoded song, begin and end included."""
    ends = np.flatnonzero(StepDivider(vocabulary).ends(ids)).astype(np.int64) + 1
    begins = np.concatenate((np.zeros(1, dtype=np.int64), ends[:-1]))
    kinds = vocabulary.kinds[ids].astype(np.int64)
    values = vocabulary.values[ids]
    kind = kinds[ends - 1]
    bar = np.cumsum(kind == TokenKind.METER) - 1
    placed = kinds[begins] == TokenKind.POSITION
    place = np.where(placed, values[begins], NOWHERE)
    position = place[_last_true(placed | (kind == TokenKind.METER))]
    note = (kind == TokenKind.DURATION) | (kind == TokenKind.VELOCITY)
    where = np.minimum(begins + placed, len(ids) - 1)
    parted = note & (kinds[where] == TokenKind.PART)
    part = np.where(note, values[where][_last_true(parted)], NOWHERE)
    position = np.where((bar < 0) | (kind == TokenKind.SPECIAL), NOWHERE, position)
    return SongEvents(ids, begins, ends, kind, bar, position, part)


def said(events: SongEvents, order: Ints, vocabulary: Vocabulary) -> Ids:
    """Write events as ids, with a position or part where it differs from the event before.

    Args:
        events: The events of a song.
        order: Indices of the events to write, (N,).
        vocabulary: The vocabulary of the ids.
    """
    if not len(order):
        return np.zeros(0, dtype=np.uint16)
    bar, position, part = events.bar[order], events.position[order], events.part[order]
    moved = np.ones(len(order), dtype=np.bool_)
    moved[1:] = (bar[1:] != bar[:-1]) | (position[1:] != position[:-1])
    moved &= position >= 0
    notes = np.flatnonzero(part >= 0)
    changed = np.zeros(len(order), dtype=np.bool_)
    changed[notes] = np.diff(part[notes], prepend=NOWHERE) != 0
    ends = events.ends[order]
    size = _sizes(events)[order]
    where = np.cumsum(size + moved + changed) - size
    ids = np.empty(int(where[-1] + size[-1]), dtype=np.uint16)
    first = vocabulary.first_of(TokenKind.POSITION)
    ids[(where - changed - 1)[moved]] = first + position[moved]
    ids[where[changed] - 1] = vocabulary.first_part + part[changed]
    for place in range(int(size.max())):
        there = size > place
        ids[where[there] + place] = events.ids[ends[there] - size[there] + place]
    return ids


def _sizes(events: SongEvents) -> Ints:
    """Return the number of ids of each event without its position and part, (S,)."""
    sizes = np.ones(len(TokenKind), dtype=np.int64)
    for kind, size in _OWN_IDS.items():
        sizes[kind] = size
    found: Ints = sizes[events.kind]
    return found


def _last_true(marks: Bools) -> Ints:
    """Return for each index the last marked one up to it, or 0, (S,)."""
    index = np.where(marks, np.arange(len(marks)), 0)
    return np.maximum.accumulate(index)
