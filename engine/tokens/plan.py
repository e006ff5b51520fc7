"""Which song stands where in which row: the order of an epoch, pure and without tokens.

Legend: B rows, T segment, S songs. A *position* is one prediction: id i of a song predicts
id i + 1, so that a song of n ids has n - 1 positions, and its end is predicted but never read.
"""

from dataclasses import dataclass
from heapq import heapify, heapreplace

import numpy as np
from numpy.typing import NDArray

from engine.config import BatchConfig, Joining

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Plan:
    """The songs of one epoch, P of them, in their rows; sorted by row, then start.

    Attributes:
        epoch: From 0.
        row: (P,).
        start: Position of the row where the song begins, (P,).
        length: Positions of the song that are read, (P,).
        song: (P,).
        begins: Positions that each row held before this epoch, (B,).
        ends: Positions that each row holds after it, (B,).
    """

    epoch: int
    row: Ints
    start: Ints
    length: Ints
    song: Ints
    begins: Ints
    ends: Ints


def read_lengths(positions: Ints, *, joining: Joining, segment_length: int) -> Ints:
    """Return how many positions of each song are read: crop leaves out an incomplete segment.

    Args:
        positions: Of each song, (S,).
        joining: As in `BatchConfig`.
        segment_length: T.
    """
    if joining == "crop":
        return positions // segment_length * segment_length
    return positions


def room_lengths(positions: Ints, *, joining: Joining, segment_length: int) -> Ints:
    """Return how many positions of a row each song takes: pad fills up its last segment.

    Args:
        positions: Of each song, (S,).
        joining: As in `BatchConfig`.
        segment_length: T.
    """
    if joining == "pad":
        return -(-positions // segment_length) * segment_length
    return read_lengths(positions, joining=joining, segment_length=segment_length)


def plan_epoch(positions: Ints, config: BatchConfig, *, epoch: int, begins: Ints) -> Plan:
    """Return an epoch's plan: every song once, rows equally long but for the last song or so.

    The longest song goes first, to the emptiest row (Graham 1969, "Bounds on multiprocessing
    timing anomalies"), with lengths seen through a random factor so that the company in a row
    changes from epoch to epoch; inside a row the order is drawn.

    Args:
        positions: Of each song, (S,).
        config: Rows, T, how songs are joined, and the seed that with the epoch draws the order.
        epoch: From 0.
        begins: Positions that each row already holds, (B,).
    """
    generator = np.random.default_rng([config.seed, epoch])
    joining, segment = config.joining, config.segment_length
    read = read_lengths(positions, joining=joining, segment_length=segment)
    room = room_lengths(positions, joining=joining, segment_length=segment)
    seen = read * generator.uniform(0.5, 1.0, len(read))
    order = np.argsort(-seen, kind="stable")
    order = order[read[order] > 0]
    rows = _fill(room[order], begins)
    shuffled = generator.permutation(len(order))
    order, rows = order[shuffled], rows[shuffled]
    by_row = np.argsort(rows, kind="stable")
    order, rows = order[by_row], rows[by_row]
    before = np.cumsum(room[order]) - room[order]
    first_of_row = np.searchsorted(rows, rows, side="left")
    start = begins[rows] + before - before[first_of_row]
    ends = begins + np.bincount(rows, weights=room[order], minlength=len(begins)).astype(np.int64)
    return Plan(
        epoch=epoch,
        row=rows,
        start=start,
        length=read[order],
        song=order,
        begins=begins,
        ends=ends,
    )


def _fill(room: Ints, begins: Ints) -> Ints:
    """The emptiest row at each song's turn, (P,)."""
    heap = [(load, row) for row, load in enumerate(begins.tolist())]
    heapify(heap)
    rows = np.empty(len(room), dtype=np.int64)
    for i, length in enumerate(room.tolist()):
        load, row = heap[0]
        rows[i] = row
        heapreplace(heap, (load + length, row))
    return rows
