"""Several processes that train one model together, and the few things they say to each other.

Legend: R ranks. Each reads its share of the rows and computes their gradients; sums over all ranks
make every rank's weights the same, bit for bit. Rank 0 alone writes to disk and looks at the clock.

Gradients are added up once a step, as one flat tensor, after the backward pass, and not by
`DistributedDataParallel` during it: a rank that runs out of memory can then do its rows again in
smaller calls while the others wait, weights that a step does not touch stay untouched, and the
order of the sums does not change when a run is resumed (that wrapper divides the weights anew
after its first step).
"""

import atexit
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta

import torch
import torch.distributed as dist
from torch import Tensor

from engine.errors import TrainingError

# Rank 0 may read a large library while the others wait; a rank that dies is noticed at once.
_PATIENCE = timedelta(hours=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks:
    """This process among those that train one model; alone by default.

    Attributes:
        rank: Of this process, from 0.
        count: How many there are, R.
        local_rank: Of this process on its machine, from 0: which of its devices it takes.
        local_count: How many there are on its machine.
    """

    rank: int = 0
    count: int = 1
    local_rank: int = 0
    local_count: int = 1

    @property
    def first(self) -> bool:
        """Whether this process is the one that writes and speaks."""
        return self.rank == 0

    @property
    def share(self) -> tuple[int, int]:
        """(rank, ranks), as `SongBatches` takes it."""
        return self.rank, self.count

    def add(self, tensor: Tensor) -> Tensor:
        """Add up a tensor of the same shape over all ranks, in place; return it."""
        if self.count > 1:
            with _together():
                dist.all_reduce(tensor)
        return tensor

    def add_all(self, tensors: Sequence[Tensor]) -> list[Tensor]:
        """Add up many tensors over all ranks at once; return views of one flat sum, or them."""
        if self.count == 1 or not tensors:
            return list(tensors)
        flat = self.add(torch.cat([tensor.flatten() for tensor in tensors]))
        parts = flat.split([tensor.numel() for tensor in tensors])
        return [part.view_as(tensor) for part, tensor in zip(parts, tensors, strict=True)]

    def total(self, *numbers: float) -> list[float]:
        """Return the sum of each number over all ranks."""
        if self.count == 1:
            return list(numbers)
        return [float(total) for total in self.add(torch.tensor(numbers, dtype=torch.float64))]

    def of_first(self, number: float) -> float:
        """Return rank 0's number in all ranks."""
        return self.total(number if self.first else 0.0)[0]

    def spread(self, tensors: Sequence[Tensor]) -> None:
        """Overwrite tensors with rank 0's."""
        if self.count > 1:
            with _together():
                for tensor in tensors:
                    dist.broadcast(tensor, src=0)

    def collect(self, tensor: Tensor, lengths: Sequence[int]) -> list[Tensor]:
        """Bring every rank's tensor to rank 0.

        Args:
            tensor: On the CPU; of this rank.
            lengths: Of the first dimension in each rank; the others are the same in all, (R,).

        Returns:
            Every rank's tensor, in order; in other ranks than 0 nothing.
        """
        if self.count == 1:
            return [tensor]
        with _together():
            if not self.first:
                dist.send(tensor.contiguous(), dst=0)
                return []
            parts = [tensor]
            for rank in range(1, self.count):
                part = tensor.new_empty((lengths[rank], *tensor.shape[1:]))
                dist.recv(part, src=rank)
                parts.append(part)
            return parts

    def wait(self) -> None:
        """Return when all ranks are here."""
        self.total(0.0)


@contextmanager
def joined() -> Iterator[Ranks]:
    """Join the processes that `torchrun` started, if it did; leave them at the end.

    NCCL adds up what is on a GPU of NVIDIA, gloo everything else.

    Raises:
        TrainingError: They do not find each other.
    """
    count = int(os.environ.get("WORLD_SIZE", "1"))
    if count <= 1:
        yield Ranks()
        return
    local = {name: int(os.environ.get(name, "0")) for name in ("LOCAL_RANK", "LOCAL_WORLD_SIZE")}
    with _together("The processes of this training did not find each other."):
        nccl = torch.cuda.is_available() and dist.is_nccl_available()
        dist.init_process_group("cpu:gloo,cuda:nccl" if nccl else "gloo", timeout=_PATIENCE)
    lost = False
    try:
        yield Ranks(
            rank=dist.get_rank(),
            count=count,
            local_rank=local["LOCAL_RANK"],
            local_count=max(1, local["LOCAL_WORLD_SIZE"]),
        )
    except _LostError:
        lost = True
        raise
    finally:
        if lost:
            # Threads of gloo that still talk to who is gone may abort a process that takes the
            # group apart, or itself: it ends with its sentence, and does neither.
            atexit.register(_end_at_once)
        else:
            dist.destroy_process_group()


class _LostError(TrainingError):
    """Another process of the training is gone."""


def _end_at_once() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(1)


@contextmanager
def _together(
    sentence: str = "Another process of this training ended, and so this one ends too.",
) -> Iterator[None]:
    try:
        yield
    except (RuntimeError, ValueError) as error:
        # What gloo and NCCL raise when a peer is gone names sockets, not what happened.
        raise _LostError(
            sentence, hint="Resume it: it goes on from the last saved step."
        ) from error
