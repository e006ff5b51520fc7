"""Decoding one token at a time at a cost that does not grow, with free rewinding and branches.

Legend: V vocabulary, K branches.
"""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from engine.model.compressive_incremental import CompressiveIncremental
from engine.model.incremental import Incremental
from engine.model.log import Log
from engine.model.packed import StepPrecision
from engine.model.transformer_xl import TransformerXL

KEPT = 16_384
"""Positions that can be gone back to at once; older ones are primed again."""


class Decoder:
    """One piece: its ids, and the keys and values of each, written once."""

    def __init__(
        self,
        model: TransformerXL,
        *,
        precision: StepPrecision = "float32",
        mem_len: int | None = None,
        kept: int = KEPT,
    ) -> None:
        """Make a decoder of an empty piece.

        Args:
            model: Its weights are copied.
            precision: Of the matrices; `int8` falls back to `float32` where it is not available.
            mem_len: Positions a query sees before itself; None takes the model's.
            kept: Positions that can be gone back to without priming anew.
        """
        reach = model.config.mem_len if mem_len is None else mem_len
        kind = CompressiveIncremental if model.config.compression else Incremental
        self._incremental = kind(model, precision=precision, mem_len=reach)
        self._log = Log(self._incremental.shape)
        self._kept = kept
        self._floor = 0  # the shortest length that can be gone back to at once
        self._moves = 0
        self._ids: list[int] = []
        self._logits: Tensor | None = None

    @property
    def length(self) -> int:
        """Tokens in the log."""
        return len(self._ids)

    @property
    def ids(self) -> tuple[int, ...]:
        """The tokens in the log."""
        return tuple(self._ids)

    @property
    def logits(self) -> Tensor:
        """(V,), what may come after the log's end.

        Raises:
            ValueError: If the log is empty.
        """
        if self._logits is None:
            if not self._ids:
                raise ValueError("an empty log predicts nothing: prime it first")
            # Going back does not keep logits: the last position is taken once more.
            self._logits = self._step(self._ids[-1], self.length - 1)
        return self._logits

    def prime(self, ids: Sequence[int]) -> Tensor:
        """Append ids to the log.

        Args:
            ids: Any number of them.

        Returns:
            Logits (V,) after the last one.

        Raises:
            ValueError: If there is still nothing in the log.
        """
        self._moves += 1
        if len(ids) == 1:
            self._logits = self._step(ids[0], self.length)
            self._ids.append(ids[0])
        elif ids:
            self._append(ids)
        self._forget()
        return self.logits

    def rewind(self, length: int) -> None:
        """Go back to where the log was shorter; what follows is as if primed anew.

        Args:
            length: Tokens that stay.

        Raises:
            ValueError: If the log is not that long.
        """
        if not 0 <= length <= self.length:
            raise ValueError(f"cannot rewind a log of {self.length} tokens to {length}")
        if length == self.length:
            return
        self._moves += 1
        self._logits = None
        del self._ids[length:]
        if length < self._floor:
            self._prime_again()
        else:
            self._log.cut(length)

    def branches(self, count: int) -> "Branches":
        """Go on from the log's end in several ways at once.

        Args:
            count: How many alternatives, K.

        Returns:
            K branches that share all of the log.

        Raises:
            ValueError: If the log is empty or `count` is not positive.
        """
        if count < 1:
            raise ValueError(f"branches must be at least one, not {count}")
        logits = self.logits.expand(count, -1)
        moves = self._moves

        def accept(branch: "Branches", index: int, ids: list[int]) -> None:
            if moves != self._moves:
                raise ValueError("the log has moved on since these branches were made")
            self._take(branch, index, ids)

        log = self._log.fork(self.length, rows=count)
        return Branches(self._incremental, log, logits, position=self.length, accept=accept)

    def _take(self, branch: "Branches", index: int, ids: list[int]) -> None:
        self._moves += 1
        begin = self.length
        self._log.take(branch.log, row=index, begin=begin, end=begin + len(ids))
        self._ids.extend(ids)
        if ids:
            self._logits = branch.logits[index] if len(ids) == branch.length else None
        self._forget()

    @torch.no_grad()
    def _step(self, token: int, position: int) -> Tensor:
        ids = torch.tensor([token], device=self._log.shape.device)
        return self._incremental.step(ids, position, self._log)[0]

    @torch.no_grad()
    def _append(self, ids: Sequence[int]) -> None:
        done = 0
        while done < len(ids):
            position = self.length
            stop = min(done + self._incremental.chunk_end(position, self._log) - position, len(ids))
            chunk = torch.tensor(ids[done:stop], device=self._log.shape.device)
            self._logits = self._incremental.chunk(chunk, position, self._log)
            self._ids.extend(ids[done:stop])
            self._forget()
            done = stop

    def _forget(self) -> None:
        """Let go of pages that are older than what is kept."""
        page = self._log.shape.page
        oldest = (self.length - self._kept) // page * page
        if oldest >= self._floor and oldest > 0:
            self._log.forget(oldest)
            self._floor = oldest + 1

    def _prime_again(self) -> None:
        """Rebuild the log from as far back as its last position depends on."""
        ids, page, field = self._ids, self._log.shape.page, self._incremental.field
        begin = max(0, len(ids) - 1 - field) // page * page
        self._log = Log(self._log.shape, origin=begin)
        self._floor = begin + field + 1 if begin else 0
        self._ids = ids[:begin]
        self._append(ids[begin:])


class Branches:
    """Several ways to go on from one log, decoded as one batch.

    Attributes:
        logits: (K, V), what may come next in each.
        log: The keys and values of all of them.
    """

    def __init__(
        self,
        incremental: Incremental,
        log: Log,
        logits: Tensor,
        *,
        position: int,
        accept: Callable[["Branches", int, list[int]], None],
    ) -> None:
        self.log = log
        self.logits = logits
        self._incremental = incremental
        self._begin = position
        self._accept = accept
        self._taken: list[list[int]] = []

    @property
    def length(self) -> int:
        """Tokens that each branch has so far."""
        return len(self._taken)

    @torch.no_grad()
    def step(self, ids: Tensor) -> Tensor:
        """Append one id to each branch.

        Args:
            ids: (K,) int64.

        Returns:
            Logits (K, V).
        """
        position = self._begin + self.length
        self.logits = self._incremental.step(ids.to(self.logits.device), position, self.log)
        self._taken.append(ids.tolist())
        return self.logits

    def ids(self, index: int) -> list[int]:
        """The tokens that a branch has so far."""
        return [ids[index] for ids in self._taken]

    def accept(self, index: int, length: int) -> None:
        """Append the beginning of one branch to the decoder's log, computing nothing again.

        Args:
            index: Which branch.
            length: How many of its tokens.

        Raises:
            ValueError: If there is no such branch or it is not that long, or if the decoder's
                log has changed since the branches were made.
        """
        if not 0 <= index < self.logits.shape[0]:
            raise ValueError(f"there is no branch {index} among {self.logits.shape[0]}")
        if not 0 <= length <= self.length:
            raise ValueError(f"branches of {self.length} tokens have no first {length}")
        self._accept(self, index, self.ids(index)[:length])
