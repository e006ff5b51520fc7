"""The plan of an epoch: the rows and positions in which songs are read.

Legend: B rows, T segment, S songs. A *position* is one prediction: id i of a song predicts
id i + 1, so that a song of n ids has n - 1 positions, and its end is predicted but never read.
"""

from dataclasses import dataclass
from heapq import heapify, heapreplace

import numpy as np
from numpy.typing import NDArray

from engine.values.config import BatchConfig, Joining

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class EpochPlan:
    """The P songs of one epoch in their rows, sorted by row and start.

    Attributes:
        row: Row of each song, (P,).
        start: Position in the row where the song begins, (P,).
        length: Positions of the song that are read, (P,).
        song: Index of the song, (P,).
        begins: Length of each row before this epoch, (B,).
        ends: Length of each row after it, (B,).
    """

    epoch: int
    row: Ints
    start: Ints
    length: Ints
    song: Ints
    begins: Ints
    ends: Ints


def read_lengths(positions: Ints, *, joining: Joining, segment_length: int) -> Ints:
    """Return the positions read of each song; `crop` omits an incomplete last segment.

    Args:
        positions: Number of positions of each song, (S,).
        joining: As in `BatchConfig`.
        segment_length: T.
    """
    if joining == "crop":
        return positions // segment_length * segment_length
    return positions


def room_lengths(positions: Ints, *, joining: Joining, segment_length: int) -> Ints:
    """Return the positions of a row that each song takes; `pad` fills its last segment.

    Args:
        positions: Number of positions of each song, (S,).
        joining: As in `BatchConfig`.
        segment_length: T.
    """
    if joining == "pad":
        return -(-positions // segment_length) * segment_length
    return read_lengths(positions, joining=joining, segment_length=segment_length)


def plan_epoch(positions: Ints, config: BatchConfig, *, epoch: int, begins: Ints) -> EpochPlan:
    """Return the plan of an epoch: each song once, in rows of about equal length.

    The longest song comes first and goes to the shortest row (Graham 1969, "Bounds on
    multiprocessing timing anomalies"). The lengths get a random factor, so that each epoch puts
    other songs together; the order within a row is random.

    Args:
        positions: Number of positions of each song, (S,).
        config: Rows, T, joining, and the seed, which is combined with the epoch.
        epoch: From 0.
        begins: Length of each row before this epoch, (B,).
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
    return EpochPlan(
        epoch=epoch,
        row=rows,
        start=start,
        length=read[order],
        song=order,
        begins=begins,
        ends=ends,
    )


def _fill(room: Ints, begins: Ints) -> Ints:
    """Give each song to the row that is the shortest at that time; return the rows, (P,)."""
    heap = [(load, row) for row, load in enumerate(begins.tolist())]
    heapify(heap)
    rows = np.empty(len(room), dtype=np.int64)
    for i, length in enumerate(room.tolist()):
        load, row = heap[0]
        rows[i] = row
        heapreplace(heap, (load + length, row))
    return rows
