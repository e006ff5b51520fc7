"""Several processes that train one model together, and their communication.

Legend: R ranks. Each reads its share of the rows and computes their gradients; the sum over all
ranks keeps the weights of all ranks equal, bit for bit. Only rank 0 writes to disk and reads the
clock.

Gradients are summed once per step, as one flat tensor, after the backward pass, and not by
`DistributedDataParallel` during it. So a rank that runs out of memory can repeat its rows in
smaller calls while the others wait, weights without a gradient stay untouched, and a resumed run
sums in the same order (that wrapper regroups the weights after its first step).
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

from engine.ground.errors import TrainingError

# Rank 0 may read a large library while the others wait; gloo notices a dead rank at once.
_PATIENCE = timedelta(hours=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks:
    """This process among those that train one model; alone by default.

    Attributes:
        rank: Number of this process, from 0.
        count: Number of processes, R.
        local_rank: Number of this process on its machine, from 0; it selects the device.
        local_count: Number of processes on this machine.
    """

    rank: int = 0
    count: int = 1
    local_rank: int = 0
    local_count: int = 1

    @property
    def first(self) -> bool:
        """Whether this process writes files and reports."""
        return self.rank == 0

    @property
    def share(self) -> tuple[int, int]:
        """(rank, ranks), as `SongBatches` takes it."""
        return self.rank, self.count

    def add(self, tensor: Tensor) -> Tensor:
        """Sum a tensor of the same shape over all ranks, in place; return it."""
        if self.count > 1:
            with _together():
                dist.all_reduce(tensor)
        return tensor

    def add_all(self, tensors: Sequence[Tensor]) -> list[Tensor]:
        """Sum many tensors over all ranks at once; return views of one flat sum, or the tensors."""
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
            tensor: This rank's tensor, on the CPU.
            lengths: Length of the first dimension on each rank, (R,); the others are the same on
                all.

        Returns:
            On rank 0 every rank's tensor, in order; elsewhere nothing.
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
        """Wait for all ranks."""
        self.total(0.0)


@contextmanager
def joined() -> Iterator[Ranks]:
    """Join the processes that `torchrun` started, if it did; leave them at the end.

    NCCL sums on NVIDIA GPUs, gloo everywhere else.

    Raises:
        TrainingError: The processes do not find each other.
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
            # Threads of gloo that still talk to a dead peer may abort a process that destroys the
            # group or exits normally: show the error and exit at once.
            atexit.register(_end_at_once)
        else:
            dist.destroy_process_group()


class _LostError(TrainingError):
    """Another process of the training has ended."""


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
        # The errors of gloo and NCCL for a dead peer name sockets, not the cause.
        raise _LostError(
            sentence, hint="Resume it: it goes on from the last saved step."
        ) from error
