"""What each variant draws after a prompt, side by side, and the time that one takes alone."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.evaluation.passages import Passage, with_following
from benchmarks.quality.forced import request_of
from benchmarks.quality.songs import ChosenSong
from benchmarks.quality.variants import Variant
from engine.generation.draw import next_ids, taken
from engine.generation.model import LiveModel
from engine.generation.reading.branches import Branches
from engine.generation.reading.memory_log import MemoryLog
from engine.generation.row import Row
from engine.ground.cancelling import never
from engine.values.config import SamplingConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What one draw took.

    Attributes:
        notes: That were drawn.
        cpu_s: Processor time of all of it but the reading of the prompt.
        network_s: The part of the network.
    """

    notes: int
    cpu_s: float
    network_s: float


class TimedBranches(Branches):
    """Rows of a decoder, and the processor time of this thread that they take.

    Args:
        branches: The rows.

    Attributes:
        network_s: Processor time so far.
    """

    def __init__(self, branches: Branches) -> None:
        self._branches = branches
        self.network_s = 0.0

    @property
    def logits(self) -> NDArray[np.float32]:
        """As `Branches`."""
        began_s = time.thread_time()
        logits = self._branches.logits
        self.network_s += time.thread_time() - began_s
        return logits

    @property
    def speaking(self) -> Sequence[bool]:
        """As `Branches`."""
        return self._branches.speaking

    def step(self, ids: Sequence[int | None]) -> object:
        """As `Branches`."""
        began_s = time.thread_time()
        done = self._branches.step(ids)
        self.network_s += time.thread_time() - began_s
        return done

    def copy(self, source: int, target: int) -> None:
        """As `Branches`."""
        began_s = time.thread_time()
        self._branches.copy(source, target)
        self.network_s += time.thread_time() - began_s

    def close(self) -> None:
        """As `Branches`."""
        self._branches.close()

    def trim(self) -> None:
        """As `Branches`."""
        self._branches.trim()


def draw_side_by_side(
    song: ChosenSong, model: LiveModel, log: MemoryLog, variants: Sequence[Variant], *, seed: int
) -> list[Passage]:
    """Return what each variant makes of a song's prompt, all of one seed.

    Args:
        song: Whose prompt it is.
        model: The network.
        log: Of this model.
        variants: Any.
        seed: Of each draw.
    """
    rows = _rows(song, model, log, variants, seed)
    _draw(rows, log.branches(len(rows)))
    return [with_following(song.passage, row.notes) for row in rows]


def time_alone(
    song: ChosenSong, model: LiveModel, log: MemoryLog, variant: Variant, *, seed: int
) -> Taken:
    """Return what a draw of one variant takes, drawn alone.

    Args:
        song: Whose prompt it is.
        model: The network.
        log: Of this model.
        variant: The machine.
        seed: Of the draw.
    """
    (row,) = _rows(song, model, log, [variant], seed)
    branches = TimedBranches(log.branches(1))
    began_s = time.thread_time()
    _draw([row], branches)
    return Taken(
        notes=len(row.notes),
        cpu_s=time.thread_time() - began_s,
        network_s=branches.network_s,
    )


def _rows(
    song: ChosenSong,
    model: LiveModel,
    log: MemoryLog,
    variants: Sequence[Variant],
    seed: int,
) -> list[Row]:
    """Return a row of each variant, after the prompt was read."""
    heard = song.passage.score.between(0, song.passage.start)
    request = request_of(song, SamplingConfig(seed=seed))
    log.read(variants[0].plan(model, heard, request).ids, cancelled=never)
    return [variant.row(model, heard, request) for variant in variants]


def _draw(rows: Sequence[Row], branches: Branches) -> None:
    while not all(row.is_done for row in rows):
        ids = next_ids(rows, branches)
        for _ in taken(rows, ids):
            pass  # the notes are in the rows
        if not all(row.is_done for row in rows):
            branches.step(ids)
