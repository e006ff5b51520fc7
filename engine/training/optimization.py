"""One optimizer step: gradients over all rows, in as many model calls as memory allows.

Legend: B rows, T segment.
"""

import math
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from engine.config import Precision, TrainingConfig
from engine.errors import TrainingError
from engine.model.memory import Memory
from engine.model.transformer_xl import TransformerXL
from engine.tokens.batching import Batch


@dataclass(frozen=True, slots=True, kw_only=True)
class StepOutcome:
    """What one batch did.

    Attributes:
        loss: Mean nats a scored token.
        tokens: Scored tokens.
        finite: Whether loss and gradient were, and so whether the weights moved.
        halved: Whether memory ran out on the way and fewer rows a call are used from now on.
    """

    loss: float
    tokens: int
    finite: bool
    halved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sums:
    """A batch's mean loss, its scored tokens and the memories after it; gradients are in place."""

    loss: float
    tokens: int
    memories: list[Memory]
    halved: bool = False


def decayed_groups(model: nn.Module, weight_decay: float) -> list[dict[str, object]]:
    """Return AdamW's two groups: matrices decay; norms, biases and embeddings do not."""
    embeddings = {
        id(weight)
        for module in model.modules()
        if isinstance(module, nn.Embedding)
        for weight in module.parameters()
    }
    decayed: list[Tensor] = []
    free: list[Tensor] = []
    for weight in model.parameters():
        matrix = weight.ndim >= 2 and id(weight) not in embeddings
        (decayed if matrix else free).append(weight)
    return [
        {"params": decayed, "weight_decay": weight_decay},
        {"params": free, "weight_decay": 0.0},
    ]


def autocast(device: torch.device | str, precision: Precision) -> AbstractContextManager[object]:
    """Return the context in which matrix products have this precision."""
    kind = torch.device(device).type
    return torch.autocast(kind, dtype=torch.bfloat16, enabled=precision == "bfloat16")


class Stepper:
    """The model, its optimizer and the rows' carried memory.

    Args:
        model: Trained in place.
        config: Of the run.
        rows: Rows of every batch, B.
        device: Where the model is.
    """

    def __init__(
        self,
        model: TransformerXL,
        config: TrainingConfig,
        *,
        rows: int,
        device: torch.device | str,
    ) -> None:
        self.model = model
        self._config = config
        self._device = device
        self._rows = rows
        self.rows_per_call = rows
        self.optimizer = torch.optim.AdamW(
            decayed_groups(model, config.weight_decay), lr=config.learning_rate, betas=(0.9, 0.98)
        )
        self.memories: list[Memory] = []
        self.forget()

    def forget(self) -> None:
        """Empty the memory of all rows."""
        self.memories = [self.model.empty_memory(stop - start) for start, stop in self._calls()]

    def step(self, batch: Batch, *, learning_rate: float) -> StepOutcome:
        """Move the weights by one batch; leave them where loss or gradient is not finite.

        Where memory runs out, the same batch is done again in calls of half the rows: the same
        result, slower.

        Raises:
            TrainingError: There is no memory for a single row.
        """
        sums = self._sums(batch)
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), self._config.clip)
        finite = bool(torch.isfinite(norm)) and math.isfinite(sums.loss)
        if finite:
            for group in self.optimizer.param_groups:
                group["lr"] = learning_rate
            self.optimizer.step()
            self.memories = sums.memories
        else:
            # What was carried past a broken step may be broken itself, and would spread.
            self.forget()
        self.optimizer.zero_grad(set_to_none=True)
        return StepOutcome(loss=sums.loss, tokens=sums.tokens, finite=finite, halved=sums.halved)

    def _sums(self, batch: Batch) -> _Sums:
        """Add up the gradients of all rows, in smaller calls wherever memory runs out."""
        halved = False
        while True:
            try:
                return replace(self._gradients(batch), halved=halved)
            except RuntimeError as error:
                if not _out_of_memory(error):
                    raise
            self.optimizer.zero_grad(set_to_none=True)
            self._halve()
            halved = True

    def _calls(self) -> Iterator[tuple[int, int]]:
        for start in range(0, self._rows, self.rows_per_call):
            yield start, min(self._rows, start + self.rows_per_call)

    def _gradients(self, batch: Batch) -> _Sums:
        scored = int(batch.scored.sum())
        total = torch.zeros((), device=self._device)
        memories = []
        for (start, stop), memory in zip(self._calls(), self.memories, strict=True):
            rows = slice(start, stop)
            with autocast(self._device, self._config.precision):
                nll, auxiliary, after = self.model.losses(
                    batch.ids[rows],
                    batch.targets[rows],
                    memory,
                    starts=batch.starts[rows],
                    scored=batch.scored[rows],
                )
            main = nll.sum() / max(1, scored)
            objective: Tensor = main + auxiliary * ((stop - start) / self._rows)
            objective.backward()
            total += main.detach()
            memories.append(after)
        return _Sums(loss=float(total), tokens=scored, memories=memories)

    def _halve(self) -> None:
        if self.rows_per_call == 1:
            raise TrainingError(
                "There is not enough memory to train this model on this machine.",
                hint="Choose a smaller model or close other programs.",
            )
        self.rows_per_call = -(-self.rows_per_call // 2)
        self.memories = self._divided()
        if torch.device(self._device).type == "cuda":
            torch.cuda.empty_cache()

    def _divided(self) -> list[Memory]:
        """Give each call of the new, smaller size its rows of the old memories."""
        where = [(m, row) for m in self.memories for row in range(m.rows)]
        divided = []
        for start, stop in self._calls():
            # Calls halve, so that the rows of a new one lie in one or two old memories.
            divided.append(_gathered(where[start:stop], self._device))
        return divided


def _gathered(rows: list[tuple[Memory, int]], device: torch.device | str) -> Memory:
    """Return one memory of these rows of others."""
    tensors: dict[str, list[Tensor]] = {}
    shared: dict[str, Tensor] = {}
    for memory, row in rows:
        one = memory.select(torch.tensor([row], device=device)).tensors()
        shared = {"rate": one.pop("rate")}  # belongs to no row
        for name, tensor in one.items():
            tensors.setdefault(name, []).append(tensor)
    return Memory.from_tensors({name: torch.cat(parts) for name, parts in tensors.items()} | shared)


def _out_of_memory(error: RuntimeError) -> bool:
    # On CPU torch raises a plain RuntimeError that names its allocator.
    return isinstance(error, torch.OutOfMemoryError) or "DefaultCPUAllocator" in str(error)
