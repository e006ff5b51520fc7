"""The Transformer-XL: layers that see their own past inputs (Dai et al. 2019, arXiv 1901.02860).

Legend: B rows, T segment, V vocabulary, D width, C compressed slots, P plain memory,
S = C + P + T keys, H heads, K head width.
"""

import math
from dataclasses import replace

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.config import ModelConfig
from engine.model.attention import RelativeAttention
from engine.model.dropout import Dropout
from engine.model.memory import Memory, aged, pushed
from engine.model.positions import sinusoids
from engine.model.window import Window, window_of

INITIAL_DEVIATION = 0.02


class FeedForward(nn.Module):
    """Two linear maps with a rectifier between them, for each position alone."""

    def __init__(self, *, d_model: int, d_inner: int, dropout: float) -> None:
        super().__init__()
        self.expand = nn.Linear(d_model, d_inner)
        self.contract = nn.Linear(d_inner, d_model)
        self.dropout = Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        """Map (B, T, D) to (B, T, D)."""
        out: Tensor = self.contract(self.dropout(F.relu(self.expand(x))))
        return out


class Layer(nn.Module):
    """Relative attention and feed-forward, each with a norm and a residual connection."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.pre_norm = config.pre_norm
        self.attention = RelativeAttention(
            d_model=config.d_model, n_head=config.n_head, d_head=config.head_width
        )
        self.attention_norm = nn.LayerNorm(config.d_model)
        self.feed_forward = FeedForward(
            d_model=config.d_model, d_inner=config.inner_width, dropout=config.dropout
        )
        self.feed_forward_norm = nn.LayerNorm(config.d_model)
        self.dropout = Dropout(config.dropout)

    def forward(
        self,
        x: Tensor,
        carried: Tensor,
        distances: Tensor,
        biases: tuple[Tensor, Tensor],
        window: Window,
        *,
        usage: Tensor | None = None,
    ) -> Tensor:
        """Pass a segment through the layer.

        Args:
            x: (B, T, D), the segment.
            carried: (B, C + P, D), earlier inputs of this layer.
            distances: (S + 1, D), R for the distances S … 0.
            biases: u and v, each (H, K).
            window: What each query may see.
            usage: (B, S), to which attention received is added, or None.

        Returns:
            (B, T, D).
        """
        context = torch.cat([carried, x], dim=1)
        if self.pre_norm:
            # Memory is the raw input, normed with today's weights, as labml and kimiyoung do.
            context = self.attention_norm(context)
        attended = self.attention(context, distances, biases, window, usage=usage)
        x = x + self.dropout(attended)
        if self.pre_norm:
            fed: Tensor = x + self.dropout(self.feed_forward(self.feed_forward_norm(x)))
            return fed
        x = self.attention_norm(x)
        out: Tensor = self.feed_forward_norm(x + self.dropout(self.feed_forward(x)))
        return out


class TransformerXL(nn.Module):
    """Maps rows of ids and what the rows remember to logits and a new memory.

    Attributes:
        config: What the model is.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        biases = (config.n_layer if config.untie_r else 1, config.n_head, config.head_width)
        self.u = nn.Parameter(torch.zeros(biases))
        self.v = nn.Parameter(torch.zeros(biases))
        self.layers = nn.ModuleList(Layer(config) for _ in range(config.n_layer))
        self.final_norm = nn.LayerNorm(config.d_model) if config.final_norm else None
        own_head = None if config.tie_embeddings else torch.zeros(self.embedding.weight.shape)
        self.head = None if own_head is None else nn.Parameter(own_head)
        self.head_bias = nn.Parameter(torch.zeros(config.vocab_size))
        self.dropout = Dropout(config.dropout)
        self._initialise()

    def _initialise(self) -> None:
        """Draw weights as the authors do, and residual outputs smaller by √(2L) as GPT-2 does."""
        shrunk = INITIAL_DEVIATION / math.sqrt(2 * self.config.n_layer)
        for name, parameter in self.named_parameters():
            if name.endswith(("output.weight", "contract.weight")):
                nn.init.normal_(parameter, std=shrunk)
            elif name.endswith("norm.weight"):
                nn.init.ones_(parameter)
            elif name.endswith("bias"):
                nn.init.zeros_(parameter)
            else:
                nn.init.normal_(parameter, std=INITIAL_DEVIATION)

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.embedding.weight.device

    @property
    def head_weight(self) -> Tensor:
        """(V, D), the embedding itself where the two are tied."""
        return self.embedding.weight if self.head is None else self.head

    def empty_memory(self, rows: int, *, mem_len: int | None = None) -> Memory:
        """Make the memory of rows whose songs have not begun.

        Args:
            rows: B.
            mem_len: Positions to carry; None takes the config's. Evaluation may carry more than
                training did (section 4.1).

        Returns:
            A memory of full size in which nothing is visible.
        """
        weight = self.embedding.weight
        length = self.config.mem_len if mem_len is None else mem_len
        empty = weight.new_zeros(rows, length, self.config.d_model)
        return Memory(
            hidden=(empty,) * self.config.n_layer,
            age=torch.zeros(rows, dtype=torch.int64, device=weight.device),
        )

    def forward(
        self, ids: Tensor, memory: Memory, starts: Tensor | None = None
    ) -> tuple[Tensor, Memory]:
        """Predict the id after each position.

        Args:
            ids: (B, T) int64.
            memory: What the rows carry.
            starts: (B, T) bool, where a song begins: nothing before it is seen from there on.

        Returns:
            Logits (B, T, V), and the memory after the segment.
        """
        hidden, memory = self.hidden(ids, memory, starts)
        return self.logits(hidden), memory

    def losses(
        self,
        ids: Tensor,
        targets: Tensor,
        memory: Memory,
        *,
        starts: Tensor | None = None,
        scored: Tensor | None = None,
    ) -> tuple[Tensor, Tensor, Memory]:
        """Measure how well each next id is predicted.

        Args:
            ids: (B, T) int64.
            targets: (B, T) int64, the ids moved by one.
            memory: What the rows carry.
            starts: (B, T) bool, where a song begins, or None.
            scored: (B, T) bool, which targets count; None scores all.

        Returns:
            Negative log-likelihood in nats (B, T) float32 (float64 for a float64 model), zero
            where not scored; the compression loss, a scalar; and the memory after the segment.
        """
        hidden, memory = self.hidden(ids, memory, starts)
        logits = self.logits(hidden)
        if logits.dtype in {torch.bfloat16, torch.float16}:
            logits = logits.float()
        nll = F.cross_entropy(logits.flatten(0, 1), targets.flatten(), reduction="none")
        nll = nll.view_as(targets)
        if scored is not None:
            nll = nll.masked_fill(~scored, 0.0)
        return nll, nll.new_zeros(()), memory

    def logits(self, hidden: Tensor) -> Tensor:
        """Map the last layer's (…, D) to logits (…, V)."""
        if self.final_norm is not None:
            hidden = self.final_norm(hidden)
        return F.linear(self.dropout(hidden), self.head_weight, self.head_bias)

    def embed(self, ids: Tensor) -> Tensor:
        """Map ids (…) to the first layer's input (…, D), before dropout."""
        embedded: Tensor = self.embedding(ids)
        if self.config.scale_embeddings:
            embedded = embedded * math.sqrt(self.config.d_model)
        return embedded

    def distances(self, count: int) -> Tensor:
        """R for the distances `count - 1` … 0.

        Args:
            count: How many, N.

        Returns:
            (N, D).
        """
        weight = self.embedding.weight
        return sinusoids(
            count,
            self.config.d_model,
            clamp=self.config.clamp_len,
            device=weight.device,
            dtype=weight.dtype,
        )

    def biases(self, layer: int) -> tuple[Tensor, Tensor]:
        """The biases u and v of a layer, each (H, K)."""
        index = layer if self.config.untie_r else 0
        return self.u[index], self.v[index]

    def hidden(self, ids: Tensor, memory: Memory, starts: Tensor | None) -> tuple[Tensor, Memory]:
        """Run the layers.

        Args:
            ids: (B, T) int64.
            memory: What the rows carry.
            starts: (B, T) bool, where a song begins, or None.

        Returns:
            The last layer's output (B, T, D) before the final norm, and the new memory.
        """
        length = ids.shape[1]
        window = window_of(memory, starts, length=length)
        distances = self.dropout(self.distances(window.keys + 1))
        unseen = _unseen(window, memory)
        x = self.dropout(self.embed(ids))
        kept = []
        for index, layer in enumerate(self.layers):
            carried = memory.hidden[index]
            kept.append(pushed(carried, x))
            if unseen is not None:
                carried = carried.masked_fill(unseen, 0.0)
            x = layer(x, carried, distances, self.biases(index), window)
        age = aged(memory.age, starts, length=length)
        return x, replace(memory, hidden=tuple(kept), age=age)


def _unseen(window: Window, memory: Memory) -> Tensor | None:
    """Find what no query of a row may see, so that nothing of it can reach a loss or gradient.

    A masked key weighs exactly zero, but zero times a NaN is a NaN: another song's numbers are
    therefore taken out before any product.

    Returns:
        (B, C + P, 1) bool, or None where all is seen.
    """
    carried = memory.slots + memory.length
    first = window.first.min(dim=1).values
    unseen = torch.arange(carried, device=first.device) < first[:, None]
    if unseen.device.type == "cpu" and not unseen.any():
        return None
    return unseen[..., None]
