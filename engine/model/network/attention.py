"""Relative multi-head attention over memory and segment (Dai et al. 2019, section 3.3).

Legend: B rows, T segment, S keys (compressed slots, memory, segment), D width, H heads, K head
width.

The score of query i and key j, before the scale 1/√K, has four terms:
    (a) q_i · k_j            content with content
    (b) q_i · W_R R_{i-j}    content with distance
    (c) u · k_j              which keys matter to every query
    (d) v · W_R R_{i-j}      which distances matter to every query
"""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.model.network.device_attention import device_attention, trusted
from engine.model.network.positions import relative_shift
from engine.model.network.tiled_attention import TiledAttention
from engine.model.network.window import Window


class RelativeAttention(nn.Module):
    """Attention with queries from the segment, and keys and values from memory and segment."""

    def __init__(self, *, d_model: int, n_head: int, d_head: int) -> None:
        super().__init__()
        self.n_head = n_head
        self.d_head = d_head
        width = n_head * d_head
        self.query = nn.Linear(d_model, width, bias=False)
        self.key_value = nn.Linear(d_model, 2 * width, bias=False)
        self.position = nn.Linear(d_model, width, bias=False)
        self.output = nn.Linear(width, d_model, bias=False)

    def forward(
        self,
        segment: Tensor,
        carried: Tensor,
        distances: Tensor,
        biases: tuple[Tensor, Tensor],
        window: Window,
        *,
        norm: nn.LayerNorm | None = None,
        usage: Tensor | None = None,
    ) -> Tensor:
        """Attend from the segment to the memory and to its own past.

        Args:
            segment: (B, T, D).
            carried: (B, S - T, D), the memory: slots and plain positions.
            distances: (S + 1, D), R for the distances S … 0.
            biases: u for content and v for position, each (H, K).
            window: The keys that each of the T queries may see.
            norm: A layer norm that was applied to the segment and not yet to `carried`, or None.
            usage: (B, S), to which the attention each key received is added, summed over
                queries and heads; or None.

        Returns:
            (B, T, D).
        """
        rows, length, _ = segment.shape
        heads = (self.n_head, self.d_head)
        scale = 1 / math.sqrt(self.d_head)
        # The scale multiplies the few weights, not each query and its gradient.
        query = F.linear(segment, self.query.weight * scale).view(rows, length, *heads)
        content, position = (query + (bias * scale).to(query.dtype) for bias in biases)
        joined = torch.cat([self._looked_back_at(carried, norm), self.key_value(segment)], dim=1)
        keys, values = joined.view(rows, -1, 2, *heads).unbind(dim=2)
        by_distance = self.position(distances).view(-1, *heads)
        arguments = (content, position, keys, values, by_distance, window)
        with torch.autocast(segment.device.type, enabled=False):
            attended = attend(*arguments, usage=usage)
        out: Tensor = self.output(attended.reshape(rows, length, -1))
        return out

    def _looked_back_at(self, carried: Tensor, norm: nn.LayerNorm | None) -> Tensor:
        """Return keys and values of the memory, (B, S - T, 2 H K).

        The norm's weights are multiplied into the matrix, so that their gradients come from the
        matrix's, and no gradient goes through the memory.
        """
        weight = self.key_value.weight
        if norm is None:
            return F.linear(carried, weight)
        plain = F.layer_norm(carried, norm.normalized_shape, eps=norm.eps)
        return F.linear(plain, weight * norm.weight, F.linear(norm.bias, weight))


def attend(  # noqa: PLR0917 - as below
    content: Tensor,
    position: Tensor,
    keys: Tensor,
    values: Tensor,
    distances: Tensor,
    window: Window,
    *,
    usage: Tensor | None,
) -> Tensor:
    """Attend with the fastest way for the device; arguments as for `relative_attention`."""
    arguments = (content, position, keys, values, distances, window)
    if content.device.type == "cpu":
        tiled: Tensor = TiledAttention.apply(*arguments, usage)  # type: ignore[no-untyped-call]
        return tiled
    if usage is None and trusted(content.device, content.dtype):
        return device_attention(*arguments)
    return relative_attention(*arguments, usage)


def relative_attention(  # noqa: PLR0917 - what TiledAttention.apply takes, in its order
    content: Tensor,
    position: Tensor,
    keys: Tensor,
    values: Tensor,
    distances: Tensor,
    window: Window,
    usage: Tensor | None = None,
) -> Tensor:
    """Attend with plain tensor operations: for accelerators, and as the reference for the tiles.

    Args:
        content: (B, T, H, K), (q + u) / √K.
        position: (B, T, H, K), (q + v) / √K.
        keys: (B, S, H, K).
        values: (B, S, H, K).
        distances: (S + 1, H, K), W_R R for the distances S … 0.
        window: The keys that each query may see.
        usage: (B, S), to which the attention received by each key is added, or None.

    Returns:
        (B, T, H, K).
    """
    weights = attention_weights(content, position, keys, distances, window)
    if usage is not None:
        usage += weights.detach().sum(dim=(1, 2))
    return torch.einsum("bhts,bshk->bthk", weights.to(values.dtype), values)


def attention_weights(
    content: Tensor, position: Tensor, keys: Tensor, distances: Tensor, window: Window
) -> Tensor:
    """Return the attention of each query.

    Args:
        content: (B, T, H, K), (q + u) / √K.
        position: (B, T, H, K), (q + v) / √K.
        keys: (B, S, H, K).
        distances: (S + 1, H, K), W_R R for the distances S … 0.
        window: The keys that each query may see.

    Returns:
        (B, H, T, S), rows that sum to 1.
    """
    scores = torch.einsum("bthk,bshk->bhts", content, keys)
    scores = scores + relative_shift(torch.einsum("bthk,rhk->bhtr", position, distances))
    hidden = window.hidden[:, None]
    scores = scores.masked_fill(hidden, -torch.inf)
    if scores.dtype in {torch.bfloat16, torch.float16}:
        scores = scores.float()
    return F.softmax(scores, dim=-1)
