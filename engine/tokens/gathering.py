"""Batches: one segment of every row, in ids or in steps.

Legend: B rows, T segment, W ids of a bag, L ids of the longest step, P songs at hand, K parts.
"""

from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True, slots=True)
class Batch:
    """One segment of every row; all (B, T), on the device.

    Attributes:
        ids: int64; 0 where nothing is scored.
        targets: The ids moved by one, int64; 0 where nothing is scored. A song's last target is
            its own end, and no target is another song's.
        starts: Where a song begins: memory before this position is not its past.
        scored: Where a target counts.
    """

    ids: Tensor
    targets: Tensor
    starts: Tensor
    scored: Tensor

    @property
    def count(self) -> Tensor:
        """How many ids are scored, a scalar."""
        return self.scored.sum()


@dataclass(frozen=True, slots=True)
class StepBatch:
    """One segment of every row, in steps, on the device.

    Attributes:
        bags: What is read, (B, T, W) int64; the padding's id where a bag is not full.
        targets: Ids of the step after it, in order, (B, T, L) int64; -1 where nothing is scored:
            beyond a step's end, outside songs, and where parts are declared.
        said: What each target adds to what its step has said, (B, T, L, 2) int64: itself and the
            program of its part; the padding's id where there is none.
        starts: Where a song begins, (B, T).
        scored: Where a song goes on, (B, T).
        song: Row of `programs` that each step belongs to, (B, T) int64.
        programs: Program id of each part of each song, (P, K) int64; -1 where there is no such
            part.
    """

    bags: Tensor
    targets: Tensor
    said: Tensor
    starts: Tensor
    scored: Tensor
    song: Tensor
    programs: Tensor

    @property
    def count(self) -> Tensor:
        """How many ids are scored, a scalar."""
        return (self.targets >= 0).sum()
