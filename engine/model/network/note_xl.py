"""A Transformer-XL whose step is a note: the trunk reads notes, a local decoder predicts ids.

A step is the ids of an event, up to the one that completes it. Its input is the sum of its ids'
embeddings and of a key summary; its ids are predicted one after the other from the trunk's state
after the step before. So the trunk takes one position where a model of ids takes three or four,
and remembers as much further.

Legend: B rows, T segment, W ids of a bag, L ids of the longest step, S songs at hand, N ids to
predict, V vocabulary, D width, P parts.
"""

import math
from dataclasses import replace

import torch
from torch import Tensor
from torch.nn import functional as F

from engine.model.network.cross_entropy import id_losses, join_programs_
from engine.model.network.key_summary import KeySummary
from engine.model.network.local_decoder import LocalDecoder
from engine.model.network.memory import Memory
from engine.model.network.trunk import Trunk
from engine.values.config import ModelConfig


class NoteXL(Trunk):
    """Maps rows of steps and their memory to states, and states to ids.

    Attributes:
        steps: The roles of its ids in a step.
        key_summary: The summary of the pitches so far; None if the config has no half-lives.
        local: Predicts the ids of a step.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        if config.steps is None:
            raise ValueError("a NoteXL needs to know its steps: config.steps is None")
        self.steps = config.steps
        width = config.d_model
        self.key_summary = (
            KeySummary(self.steps, d_model=width) if self.steps.key_half_lives else None
        )
        self.local = LocalDecoder(config, self.steps)
        self.initialise()

    def empty_memory(self, rows: int, *, mem_len: int | None = None) -> Memory:
        """Make the memory of rows whose songs have not begun; as `Trunk.empty_memory`."""
        memory = super().empty_memory(rows, mem_len=mem_len)
        summary = None if self.key_summary is None else self.key_summary.empty(rows)
        return replace(memory, summary=summary)

    def forward(
        self, bags: Tensor, memory: Memory, starts: Tensor | None = None
    ) -> tuple[Tensor, Memory]:
        """Read steps.

        Args:
            bags: (B, T, W) int64, the ids of each step and their companions; padded.
            memory: The memory of the rows.
            starts: (B, T) bool, where a song begins: nothing before it is seen from there on.

        Returns:
            The state after each step (B, T, D), for `logits`, and the memory after the segment.
        """
        x, summary = self.inputs(bags, memory, starts)
        passed = self.pass_through(x, memory, starts)
        after = replace(self.remember(memory, passed, starts), summary=summary)
        return self.normed(passed.output), after

    def inputs(
        self, bags: Tensor, memory: Memory, starts: Tensor | None
    ) -> tuple[Tensor, Tensor | None]:
        """Sum the inputs of the trunk at each step.

        Args:
            bags: (B, T, W) int64.
            memory: The memory of the rows.
            starts: (B, T) bool, where a song begins, or None.

        Returns:
            (B, T, D), before dropout, and the key summary's sums after the segment.
        """
        x = F.embedding(bags, self.table()).sum(dim=2)
        if self.key_summary is None or memory.summary is None:
            return x, None
        sums = self.key_summary.counted(bags, memory.summary, starts)
        key = self.key_summary(sums)
        return x + key * self.scale, sums[:, -1].contiguous()

    @property
    def scale(self) -> float:
        """The factor of embeddings."""
        return math.sqrt(self.config.d_model) if self.config.scale_embeddings else 1.0

    def table(self) -> Tensor:
        """The scaled embeddings (V, D); the row of the id for *none* is zero."""
        there = self.embedding.weight.new_full((self.config.vocab_size, 1), self.scale)
        there[self.steps.pad] = 0.0
        return self.embedding.weight * there

    @torch.no_grad()
    def logits(self, states: Tensor, said: Tensor, place: Tensor, programs: Tensor) -> Tensor:
        """Predict one id of each of some steps, without gradient.

        Args:
            states: (N, D), after the step before, as `forward` returns them.
            said: (N, W) int64, the ids of the step so far and their companions; padded.
            place: (N,) int64, the number of these ids.
            programs: (N, P) int64, the program id of each part of the song, -1 where none.

        Returns:
            (N, V); minus infinity for parts that the song does not have.
        """
        heard = self.local.said_of_bags(self.table(), said)
        read = self.local(self.local.main(self.dropout(states)), heard, place)
        logits = F.linear(read, self.head_weight, self.head_bias)
        return join_programs_(logits, programs, first_part=self.steps.first_part)

    def losses(
        self,
        bags: Tensor,
        targets: Tensor,
        said: Tensor,
        memory: Memory,
        *,
        song: Tensor,
        programs: Tensor,
        starts: Tensor | None = None,
    ) -> tuple[Tensor, Tensor, Memory]:
        """Compute the loss of each id of each next step.

        Args:
            bags: (B, T, W) int64, as for `forward`.
            targets: (B, T, L) int64, ids of the step after, in order; -1 where none is scored.
            said: (B, T, L, 2) int64, the ids that each of them adds for later ones; padded.
            memory: The memory of the rows.
            song: (B, T) int64, row of `programs`.
            programs: (S, P) int64, the program id of each part of each song, -1 where none.
            starts: (B, T) bool, where a song begins, or None.

        Returns:
            Negative log-likelihood in nats (N,) float32 (float64 for a float64 model) of the ids
            that are scored, in the order of `targets[targets >= 0]`; the compression loss, a
            scalar; and the memory after the segment.
        """
        x, summary = self.inputs(bags, memory, starts)
        passed = self.pass_through(x, memory, starts)
        memory, auxiliary = self.learn_to_remember(memory, passed, starts)
        states = self.dropout(self.normed(passed.output))
        index = torch.nonzero(targets.flatten() >= 0)[:, 0]
        longest = targets.shape[2]
        step = index.div(longest, rounding_mode="floor")
        main = self.local.main(states).flatten(0, 1)[step]
        heard = self.local.said_before_each(self.table(), said).flatten(0, 2)[index]
        read = self.local(main, heard, index.remainder(longest))
        nll = id_losses(
            read,
            (self.head_weight, self.head_bias),
            targets.flatten()[index],
            programs[song.flatten()[step]],
            first_part=self.steps.first_part,
        )
        return nll, auxiliary, replace(memory, summary=summary)
