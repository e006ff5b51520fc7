"""The published Transformer-XL: each position is an id (Dai et al. 2019, arXiv 1901.02860).

Legend: B rows, T segment, V vocabulary, D width.
"""

import torch
from torch import Tensor
from torch.nn import functional as F

from engine.model.network.memory import Memory
from engine.model.network.trunk import Trunk
from engine.values.config import ModelConfig


class TransformerXL(Trunk):
    """Maps rows of ids and their memory to logits and a new memory."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(config)
        if config.steps is not None:
            raise ValueError("a model of steps is a NoteXL: config.steps must be None")
        self.initialise()

    def forward(
        self, ids: Tensor, memory: Memory, starts: Tensor | None = None
    ) -> tuple[Tensor, Memory]:
        """Predict the id after each position.

        Args:
            ids: (B, T) int64.
            memory: The memory of the rows.
            starts: (B, T) bool, where a song begins: nothing before it is seen from there on.

        Returns:
            Logits (B, T, V), and the memory after the segment.
        """
        hidden, memory = self.hidden(ids, memory, starts)
        return self.logits(hidden), memory

    def hidden(
        self, ids: Tensor, memory: Memory, starts: Tensor | None = None
    ) -> tuple[Tensor, Memory]:
        """Read ids without predicting, to fill a memory.

        Args:
            ids: (B, T) int64.
            memory: The memory of the rows.
            starts: (B, T) bool, where a song begins, or None.

        Returns:
            The last layer's output (B, T, D) before the final norm, and the memory after it.
        """
        passed = self.pass_through(self.embed(ids), memory, starts)
        return passed.output, self.remember(memory, passed, starts)

    def losses(
        self,
        ids: Tensor,
        targets: Tensor,
        memory: Memory,
        *,
        starts: Tensor | None = None,
        scored: Tensor | None = None,
    ) -> tuple[Tensor, Tensor, Memory]:
        """Compute the loss of each next id.

        Args:
            ids: (B, T) int64.
            targets: (B, T) int64, the next ids.
            memory: The memory of the rows.
            starts: (B, T) bool, where a song begins, or None.
            scored: (B, T) bool, which targets count; None scores all.

        Returns:
            Negative log-likelihood in nats (B, T) float32 (float64 for a float64 model), zero
            where not scored; the compression loss, a scalar; and the memory after the segment.
        """
        passed = self.pass_through(self.embed(ids), memory, starts)
        memory, auxiliary = self.learn_to_remember(memory, passed, starts)
        logits = self.logits(passed.output)
        if logits.dtype in {torch.bfloat16, torch.float16}:
            logits = logits.float()
        nll = F.cross_entropy(logits.flatten(0, 1), targets.flatten(), reduction="none")
        nll = nll.view_as(targets)
        if scored is not None:
            nll = nll.masked_fill(~scored, 0.0)
        return nll, auxiliary, memory

    def logits(self, hidden: Tensor) -> Tensor:
        """Map the last layer's (…, D) to logits (…, V)."""
        return F.linear(self.dropout(self.normed(hidden)), self.head_weight, self.head_bias)
