"""One optimizer step: gradients over all rows, in as many model calls as memory allows.

Legend: B rows of all ranks, T segment.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from engine.ground.errors import TrainingError
from engine.model.network.kinds import Network
from engine.model.network.memory import Memory
from engine.tokens.batching import part_of_rows
from engine.tokens.gathering import Batch, StepBatch
from engine.training.acceleration import (
    can_compile,
    choose_kernel,
    compile_layers,
    failed_to_compile,
    out_of_memory,
    uncompiled,
)
from engine.training.averaging import AveragedWeights
from engine.training.optimizers import Optimizers
from engine.training.ranks import Ranks
from engine.training.segments import segment_losses
from engine.values.config import Precision, TrainingConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class StepOutcome:
    """The result of a training step.

    Attributes:
        loss: Mean nats per scored id, over all ranks.
        tokens: Scored ids, over all ranks.
        finite: Whether loss and gradient were finite; the weights change only then.
        halved: Whether memory ran out, so that later calls use fewer rows.
    """

    loss: float
    tokens: int
    finite: bool
    halved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sums:
    """A batch's mean loss, its scored ids and the memories after it; gradients are in place."""

    loss: float
    tokens: int
    memories: list[Memory]
    halved: bool = False


def autocast(device: torch.device | str, precision: Precision) -> AbstractContextManager[object]:
    """Return the context in which matrix products have this precision."""
    kind = torch.device(device).type
    return torch.autocast(kind, dtype=torch.bfloat16, enabled=precision == "bfloat16")


class Stepper:
    """A model with its optimizers and the carried memory of the rows.

    Args:
        model: Trained in place; the same in all ranks.
        config: The settings of the run.
        rows: Rows of a batch over all ranks, B.
        device: The device of the model.
        ranks: The processes that share the rows.

    Attributes:
        all_rows: B.
        memories: The carried memory of each call.
        averaged: The average of the weights, for validation and export.
    """

    def __init__(
        self,
        model: Network,
        config: TrainingConfig,
        *,
        rows: int,
        device: torch.device | str,
        ranks: Ranks | None = None,
    ) -> None:
        self.model = model
        self.ranks = ranks or Ranks()
        self._config = config
        self.device = torch.device(device)
        self.all_rows = rows
        self.rows = part_of_rows(rows, self.ranks.share)
        self.rows_per_call = len(self.rows)
        self.optimizers = Optimizers(model, config, ranks=self.ranks)
        self.averaged = AveragedWeights(model, config.weight_averaging)
        self.memories: list[Memory] = []
        self.forget()
        choose_kernel(device, config.precision)
        self.compiled = config.compile and can_compile(device)
        if self.compiled:
            compile_layers(model)

    def forget(self) -> None:
        """Empty the memory of all rows."""
        self.memories = [self.model.empty_memory(stop - start) for start, stop in self._calls()]

    def carried(self) -> Memory:
        """Return the memory of this rank's rows, of all calls together."""
        return joined_rows([memory.tensors() for memory in self.memories])

    def carry(self, memory: Memory) -> None:
        """Give each call its rows of a memory of all of this rank's rows."""
        index = torch.arange(len(self.rows), device=memory.age.device)
        self.memories = [memory.select(index[start:stop]) for start, stop in self._calls()]

    def step(self, batch: Batch | StepBatch, *, learning_rate: float) -> StepOutcome:
        """Train on one batch; skip the update if loss or gradient is not finite.

        When memory runs out, the batch is repeated in calls of half the rows, with the same result.

        Raises:
            TrainingError: Memory is too small for one row, or a rank has died.
        """
        sums = self._added(self._sums(batch))
        norm = self._clipped()
        finite = bool(torch.isfinite(norm)) and math.isfinite(sums.loss)
        if finite:
            self.optimizers.step(learning_rate=learning_rate)
            self.averaged.add()
            self.memories = sums.memories
        else:
            # The memory after a broken step may contain NaN, which would spread to later steps.
            self.forget()
        self.optimizers.forget_gradients()
        return StepOutcome(loss=sums.loss, tokens=sums.tokens, finite=finite, halved=sums.halved)

    def _clipped(self) -> Tensor:
        """Clip the gradients of the network and of its compressors, each by their own norm.

        The gradient of a compression loss can be a hundred times that of the main loss. One common
        norm would almost stop the network, whose training the compression must not affect (Rae et
        al. 2019, 3.2).

        Returns:
            The sum of both norms: finite if all of the gradient is.
        """
        own = list(self.model.compressors.parameters())
        known = {id(weight) for weight in own}
        network = [weight for weight in self.model.parameters() if id(weight) not in known]
        clip = self._config.clip
        return nn.utils.clip_grad_norm_(network, clip) + nn.utils.clip_grad_norm_(own, clip)

    def _sums(self, batch: Batch | StepBatch) -> _Sums:
        """Add up the gradients of this rank's rows, in smaller calls wherever memory runs out."""
        tokens = int(self.ranks.total(int(batch.count))[0])
        halved = False
        while True:
            try:
                return replace(self._gradients(batch, tokens), halved=halved)
            except RuntimeError as error:
                compiling = failed_to_compile(error)
                if not compiling and not out_of_memory(error):
                    raise
            self.optimizers.forget_gradients()
            if compiling:
                self.compiled = False
                uncompiled()
            else:
                self._halve()
                halved = True

    def _added(self, sums: _Sums) -> _Sums:
        """Add up loss and gradients of all ranks."""
        add_gradients(self.model.parameters(), self.ranks)
        loss, halved = self.ranks.total(sums.loss, sums.halved)
        return replace(sums, loss=loss, halved=halved > 0)

    def _calls(self) -> Iterator[tuple[int, int]]:
        for start in range(0, len(self.rows), self.rows_per_call):
            yield start, min(len(self.rows), start + self.rows_per_call)

    def _gradients(self, batch: Batch | StepBatch, tokens: int) -> _Sums:
        total = torch.zeros((), device=self.device)
        memories = []
        for (start, stop), memory in zip(self._calls(), self.memories, strict=True):
            rows = slice(start, stop)
            with autocast(self.device, self._config.precision):
                nll, auxiliary, after = segment_losses(self.model, batch, memory, rows=rows)
            main = nll.sum() / max(1, tokens)
            objective: Tensor = main + auxiliary * ((stop - start) / self.all_rows)
            objective.backward()
            total = total + main.detach()
            memories.append(after)
        return _Sums(loss=float(total), tokens=tokens, memories=memories)

    def _halve(self) -> None:
        if self.rows_per_call == 1:
            raise TrainingError(
                "There is not enough memory to train this model on this machine.",
                hint="Choose a smaller model or close other programs.",
            )
        whole = self.carried()
        self.rows_per_call = -(-self.rows_per_call // 2)
        self.carry(whole)
        if self.device.type == "cuda":
            torch.cuda.empty_cache()


def add_gradients(parameters: Iterable[nn.Parameter], ranks: Ranks) -> None:
    """Add up gradients over all ranks, in place.

    A weight without a gradient in any rank keeps none: the optimizer then leaves it alone, as it
    does in one process.
    """
    if ranks.count == 1:
        return
    weights = [weight for weight in parameters if weight.requires_grad]
    there = torch.tensor([weight.grad is not None for weight in weights])
    parts = [torch.zeros_like(weight) if weight.grad is None else weight.grad for weight in weights]
    *sums, anywhere = ranks.add_all([*parts, there.to(parts[0])])
    for weight, added, somewhere in zip(weights, sums, anywhere.tolist(), strict=True):
        weight.grad = added if somewhere else None


def joined_rows(memories: Sequence[dict[str, Tensor]]) -> Memory:
    """Concatenate the rows of several memories.

    Args:
        memories: The named tensors of each, as from `Memory.tensors`.
    """
    if len(memories) == 1:
        return Memory.from_tensors(memories[0])
    joined = {
        name: tensor if name == "rate" else torch.cat([memory[name] for memory in memories])
        for name, tensor in memories[0].items()
    }
    return Memory.from_tensors(joined)
