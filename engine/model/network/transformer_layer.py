"""One layer: relative attention over memory and segment, then a feed-forward block.

Legend: B rows, T segment, D width, C compressed slots, P plain memory, S = C + P + T keys, H
heads, K head width.
"""

import torch
from torch import Tensor, nn

from engine.model.network.attention import RelativeAttention
from engine.model.network.dropout import Dropout
from engine.model.network.window import Window
from engine.values.config import ModelConfig


class FeedForward(nn.Module):
    """Two linear maps with a rectifier between them, for each position alone."""

    def __init__(self, *, d_model: int, d_inner: int, dropout: float) -> None:
        super().__init__()
        self.expand = nn.Linear(d_model, d_inner)
        self.contract = nn.Linear(d_inner, d_model)
        self.dropout = Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        """Map (B, T, D) to (B, T, D)."""
        out: Tensor = self.contract(self.dropout(torch.relu_(self.expand(x))))
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
            window: The keys that each query may see.
            usage: (B, S), to which attention received is added, or None.

        Returns:
            (B, T, D).
        """
        # Memory is the raw input, normed with the current weights, as in labml's and Dai's code.
        norm = self.attention_norm if self.pre_norm else None
        attended = self.attention(
            norm(x) if norm else x, carried, distances, biases, window, norm=norm, usage=usage
        )
        x = x + self.dropout(attended)
        if self.pre_norm:
            fed: Tensor = x + self.dropout(self.feed_forward(self.feed_forward_norm(x)))
            return fed
        x = self.attention_norm(x)
        out: Tensor = self.feed_forward_norm(x + self.dropout(self.feed_forward(x)))
        return out
