"""Read songs side by side, a segment at a time: batches as a gather on the device.

Lengths are counted in steps of the model: ids, or groups of ids, which are mostly notes
(`engine/tokens/steps.py`).

Legend: B rows, T segment, N ids of all songs, P songs at hand, K parts. Row 1 of the next batch
continues row 1 of the last one, so that a row's memory is always its own past; where a song begins
inside a segment, `starts` tells the model to ignore the memory.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.ground.errors import EmptyMusicError, TrainingError
from engine.tokens.augmentation import Augmentation
from engine.tokens.gathering import (
    Batch,
    IdGather,
    StepBatch,
    StepGather,
    begins_of,
    programs_of,
    tempos_of,
)
from engine.tokens.orders import AS_WRITTEN, orders_of
from engine.tokens.pieces import Pieces
from engine.tokens.placement import ReadAhead, ResidentIds, StoredIds
from engine.tokens.placement import resident_bytes as most_resident
from engine.tokens.plan import EpochPlan, Ints, plan_epoch, read_lengths
from engine.tokens.steps import StepDivider
from engine.tokens.store import TokenStore
from engine.values.config import BatchConfig

# Changes when a saved place in an epoch can no longer be resumed.
FORMAT = 1
_NO_SONG = np.array([[-1], [0], [0], [0], [0]], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class BatchReport:
    """The numbers of positions in batches, in the model's steps.

    Attributes:
        useful: Positions scored.
        processed: Positions that went through the model.
        left_out: Positions that `crop` leaves out of each epoch.
    """

    useful: int
    processed: int
    left_out: int

    @property
    def share(self) -> float:
        """Useful ÷ processed; 1.0 before the first batch."""
        return self.useful / self.processed if self.processed else 1.0


class SongBatches:
    """Reads songs in rows, endlessly or for some epochs; the same seed gives the same batches.

    Epochs follow without a gap: a row that is done early continues with its songs of the next
    epoch. Only the last of a limited number of epochs ends in padding.

    Args:
        tokens: Ids of all songs, begin and end included, uint16, (N,).
        offsets: Where each song begins, and where the last one ends, (songs + 1,).
        config: Rows, segment length, joining, seed.
        device: The device of the batches.
        augmentation: Changes each song in each epoch.
        songs: Indices of the songs to read; all by default.
        epochs: Number of epochs; None for endless reading.
        resident_bytes: Largest store to copy to the device; None asks for its free memory. The CPU
            gathers batches of a larger store from disk into pinned memory, one batch ahead of a
            GPU.
        ahead: Whether to read ahead on a thread; None does so with a GPU and a store on disk.
        share: (rank, ranks): this process reads a part of the rows; all ranks have the same plan.
        steps: Divides the ids into the model's steps; None for a model of ids.

    Raises:
        EmptyMusicError: No song has a position to read.
        ValueError: Songs should be reordered and the vocabulary has no announcements.
    """

    def __init__(
        self,
        tokens: NDArray[np.uint16],
        offsets: NDArray[np.int64],
        config: BatchConfig,
        *,
        device: torch.device | str,
        augmentation: Augmentation | None = None,
        songs: Sequence[int] | NDArray[np.int64] | None = None,
        epochs: int | None = None,
        resident_bytes: int | None = None,
        ahead: bool | None = None,
        share: tuple[int, int] = (0, 1),
        steps: StepDivider | None = None,
    ) -> None:
        self._config = config
        self._device = torch.device(device)
        self._epochs = epochs
        self._songs = np.asarray(range(len(offsets) - 1) if songs is None else songs, np.int64)
        begins = None if steps is None else begins_of(tokens, steps.vocabulary)
        bounds = _bounds(offsets, begins)
        self._sources = bounds[self._songs]
        self._positions = np.maximum(bounds[self._songs + 1] - self._sources - 1, 0)
        self._read = read_lengths(
            self._positions, joining=config.joining, segment_length=config.segment_length
        )
        if not self._read.any():
            raise EmptyMusicError("No song is long enough to learn from.")
        self._rows = part_of_rows(config.rows, share)
        ids = _placed(tokens, self._device, resident_bytes)
        self._where = ids.device
        if ahead is None:
            ahead = self._device.type == "cuda" and _is_slow_to_gather(ids, config)
        self._ahead = ReadAhead[Batch | StepBatch]() if ahead else None
        self._augmentation = augmentation
        table: Tensor | None = None
        self._ranges = np.zeros((0, 2), dtype=np.int64)
        if augmentation is not None:
            table = torch.from_numpy(augmentation.table).to(self._where)
            self._ranges = augmentation.pitch_range(tokens, offsets)[self._songs]
        self._gather: IdGather | StepGather = IdGather(ids, table)
        self._programs = np.zeros((len(self._songs), 0), dtype=np.int64)
        if steps is not None and begins is not None:
            starts = np.asarray(offsets, dtype=np.int64)[self._songs]
            self._programs = programs_of(tokens, starts, steps.vocabulary)
            tempos = tempos_of(tokens, begins, steps)
            self._gather = StepGather(
                ids,
                torch.from_numpy(begins).to(self._where),
                torch.from_numpy(tempos).to(self._where),
                table,
                steps,
            )
        self._orders = orders_of(tokens, offsets, config, steps.vocabulary if steps else None)
        self._corpus = _fingerprint(self._positions, config)
        self._step = 0
        self._finished = 0  # positions scored in epochs whose plans are forgotten
        self._plans = [self._plan(0, np.zeros(config.rows, dtype=np.int64))]
        self._pieces = self._gathered()

    @classmethod
    def of_split(
        cls,
        store: TokenStore,
        split: str,
        config: BatchConfig,
        *,
        device: torch.device | str,
        augmentation: Augmentation | None = None,
        epochs: int | None = None,
        share: tuple[int, int] = (0, 1),
        steps: StepDivider | None = None,
    ) -> "SongBatches":
        """Return the batches of one split of a store; see the class."""
        return cls(
            store.tokens,
            store.offsets,
            config,
            device=device,
            augmentation=augmentation,
            songs=store.songs(split),
            epochs=epochs,
            share=share,
            steps=steps,
        )

    @property
    def step(self) -> int:
        """Batches given so far."""
        return self._step

    @property
    def passes(self) -> float:
        """Number of passes over all songs so far, as a fraction."""
        return self.report.useful / int(self._read.sum())

    @property
    def report(self) -> BatchReport:
        """Useful and processed positions of all batches given so far, in all ranks together."""
        read_until = self._step * self._config.segment_length
        useful = self._finished + sum(
            int(np.clip(read_until - plan.start, 0, plan.length).sum()) for plan in self._plans
        )
        return BatchReport(
            useful=useful,
            processed=read_until * self._config.rows,
            left_out=int((self._positions - self._read).sum()),
        )

    def state(self) -> dict[str, Any]:
        """Return plain values from which `restore` continues with the next batch."""
        first = self._plans[0]
        return {
            "format": FORMAT,
            "corpus": self._corpus,
            "step": self._step,
            "epoch": first.epoch,
            "begins": first.begins.tolist(),
            "finished": self._finished,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from a state; songs, config and augmentation must be the same.

        Raises:
            TrainingError: The state is damaged, or of other songs or another config.
        """
        if state.get("format") != FORMAT or state.get("corpus") != self._corpus:
            raise TrainingError(
                "This training run was made with other songs or other batches.",
                hint="Begin a new run.",
            )
        begins = np.array(state["begins"], dtype=np.int64)
        if begins.shape != (self._config.rows,):
            raise TrainingError("The state of this training run is damaged.")
        if self._ahead is not None:
            self._ahead.forget()
        self._step, self._finished = int(state["step"]), int(state["finished"])
        self._plans = [self._plan(int(state["epoch"]), begins)]
        self._pieces = self._gathered()
        self._reach(self._step * self._config.segment_length)

    def __iter__(self) -> Iterator[Batch | StepBatch]:
        return self

    def __next__(self) -> Batch | StepBatch:
        first = self._next_position()
        if first is None:
            raise StopIteration
        batch = self._ahead.take(self._step) if self._ahead is not None else None
        batch = self._made(first, self._pieces) if batch is None else batch
        self._step += 1
        if self._ahead is not None and (after := self._next_position()) is not None:
            pieces = self._pieces
            self._ahead.begin(self._step, lambda: self._made(after, pieces))
        return batch

    def _next_position(self) -> int | None:
        """Plan up to the next batch; return its first position, None after the last batch."""
        segment = self._config.segment_length
        self._reach((self._step + 1) * segment)
        first = self._step * segment
        return first if first < int(self._plans[-1].ends.max()) else None

    def _made(self, first: int, pieces: Pieces) -> Batch | StepBatch:
        places = pieces.places(first, self._config.segment_length)
        if self._orders is not None and isinstance(self._gather, StepGather):
            heard = np.unique(places.song[places.scored].cpu().numpy())
            places = self._gather.go_beyond(places, self._orders.made(pieces.keys, heard))
        batch = self._gather.batch(places)
        return batch if self._where == self._device else _sent(batch, self._device)

    def _plan(self, epoch: int, begins: Ints) -> EpochPlan:
        return plan_epoch(self._positions, self._config, epoch=epoch, begins=begins)

    def _reach(self, until: int) -> None:
        """Plan epochs until every row reaches a position; drop the plans of finished epochs."""
        plans = list(self._plans)
        while int(plans[-1].ends.min()) < until and self._more(plans[-1].epoch + 1):
            plans.append(self._plan(plans[-1].epoch + 1, plans[-1].ends))
        read = until - self._config.segment_length
        while len(plans) > 1 and int(plans[0].ends.max()) <= read:
            self._finished += int(plans.pop(0).length.sum())
        if len(plans) != len(self._plans) or plans[0] is not self._plans[0]:
            self._plans = plans
            self._pieces = self._gathered()

    def _more(self, epoch: int) -> bool:
        return self._epochs is None or epoch < self._epochs

    def _gathered(self) -> Pieces:
        """Return the songs of this process's rows in the live plans, on the device."""
        row = np.concatenate([plan.row for plan in self._plans])
        mine = (row >= self._rows.start) & (row < self._rows.stop)
        start = np.concatenate([plan.start for plan in self._plans])
        order = np.flatnonzero(mine)[np.lexsort((start[mine], row[mine]))]
        length = np.concatenate([plan.length for plan in self._plans])
        song = np.concatenate([plan.song for plan in self._plans])
        columns = np.stack(
            (row - self._rows.start, start, length, self._sources[song], self._variants())
        )
        # A first song without length, in a row of its own, so that every search finds a song.
        columns = np.concatenate((_NO_SONG, columns[:, order]), axis=1)
        numbers, programs = self._parts(order)
        return Pieces(
            *torch.from_numpy(columns).to(self._where),
            rows=len(self._rows),
            numbers=torch.from_numpy(numbers).to(self._where),
            programs=torch.from_numpy(programs).to(self._where),
            keys=self._keys(order),
        )

    def _keys(self, order: Ints) -> Ints:
        """Return song and epoch of each reordered song at hand, (P, 2)."""
        keys = np.full((1 + len(order), 2), AS_WRITTEN, dtype=np.int64)
        if self._orders is not None:
            drawn = [self._orders.keys(self._songs, plan) for plan in self._plans]
            keys[1:] = np.concatenate(drawn)[order]
        return keys

    def _parts(self, order: NDArray[np.int64]) -> tuple[Ints, Ints]:
        """Return numbers and programs of the parts of the songs at hand, (P, K)."""
        if self._augmentation is None:
            programs = np.concatenate([self._programs[plan.song] for plan in self._plans])
            numbers = np.broadcast_to(np.arange(programs.shape[1]), programs.shape)
        else:
            drawn = [
                self._augmentation.draw_parts(self._programs, epoch=plan.epoch)
                for plan in self._plans
            ]
            pairs = list(zip(drawn, self._plans, strict=True))
            numbers = np.concatenate([each[0][plan.song] for each, plan in pairs])
            programs = np.concatenate([each[1][plan.song] for each, plan in pairs])
        none = np.full((1, programs.shape[1]), -1, dtype=np.int64)
        first = np.arange(programs.shape[1], dtype=np.int64)[None]
        return (
            np.concatenate((first, numbers[order])),
            np.concatenate((none, programs[order])),
        )

    def _variants(self) -> Ints:
        if self._augmentation is None:
            return np.zeros(sum(len(plan.song) for plan in self._plans), dtype=np.int64)
        return np.concatenate(
            [
                self._augmentation.draw(self._ranges, epoch=plan.epoch)[plan.song]
                for plan in self._plans
            ]
        )


def _sent(batch: Batch | StepBatch, device: torch.device) -> Batch | StepBatch:
    """Copy a batch to another device, without waiting for a GPU."""
    pinned = device.type == "cuda"
    parts = (getattr(batch, field.name) for field in fields(batch))
    return type(batch)(
        *((part.pin_memory() if pinned else part).to(device, non_blocking=pinned) for part in parts)
    )


def part_of_rows(rows: int, share: tuple[int, int]) -> range:
    """Return the rows of one rank; the numbers of rows of ranks differ by at most one.

    Args:
        rows: Rows of all ranks together.
        share: (rank, ranks).

    Raises:
        ValueError: There are fewer rows than ranks.
    """
    rank, ranks = share
    if not 0 <= rank < ranks <= rows:
        raise ValueError(f"share must be (rank, ranks) with ranks up to rows {rows}, not {share}")
    return range(rank * rows // ranks, (rank + 1) * rows // ranks)


def _is_slow_to_gather(ids: ResidentIds | StoredIds, config: BatchConfig) -> bool:
    """Return whether a GPU computes while the CPU gathers the next batch.

    The CPU reads it from the disk, or puts its songs in another order.
    """
    return isinstance(ids, StoredIds) or config.reordered > 0.0


def _placed(
    tokens: NDArray[np.uint16], device: torch.device, limit_bytes: int | None
) -> ResidentIds | StoredIds:
    """Copy the ids to a device if they fit, or leave them where they are."""
    most = most_resident(device) if limit_bytes is None else limit_bytes
    return ResidentIds(tokens, device) if tokens.nbytes <= most else StoredIds(tokens)


def _bounds(offsets: NDArray[np.int64], begins: NDArray[np.int64] | None) -> NDArray[np.int64]:
    """Return where songs begin, counted in steps if their begins are known, else in ids."""
    bounds = np.asarray(offsets, dtype=np.int64)
    return bounds if begins is None else np.searchsorted(begins, bounds)


def _fingerprint(positions: Ints, config: BatchConfig) -> str:
    text = f"{config!r} {len(positions)} "
    return sha256(text.encode() + positions.tobytes()).hexdigest()[:16]
