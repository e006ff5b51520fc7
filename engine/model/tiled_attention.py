"""Relative attention for CPUs: tile by tile in cache, forward and backward by hand.

Legend: B rows, T queries, S keys, H heads, K head width, n queries and s keys of a tile.

Autograd would keep five tensors of T×S per head and layer and read each from main memory again.
Here only the attention weights are kept, and a tile's scores never leave the core's cache.

The relative shift costs nothing: with R for the s + 1 distances s … 0, the position term of a
tile is (n, s + 1), and the same numbers read from element n on as (n, s) are the shifted term,
since the element (t, c) of the first, at distance s - c, lies where the element (t, j) at
distance s - n + t - j of the second does. The backward pass writes through the same view.
"""

from typing import Any

import torch
from torch import Tensor

from engine.model.window import Tile, Window


class TiledAttention(torch.autograd.Function):
    """Terms (a) to (d) of Dai et al. 2019, section 3.3, softmax and weighted sum.

    Takes queries that already hold u or v and the scale 1/√K.
    """

    @staticmethod
    def forward(  # noqa: PLR0917 - autograd passes arguments by place only
        ctx: Any,
        content: Tensor,
        position: Tensor,
        keys: Tensor,
        values: Tensor,
        distances: Tensor,
        window: Window,
        usage: Tensor | None,
    ) -> Tensor:
        """Attend.

        Args:
            ctx: What backward needs.
            content: (B, T, H, K), (q + u) / √K.
            position: (B, T, H, K), (q + v) / √K.
            keys: (B, S, H, K).
            values: (B, S, H, K).
            distances: (S + 1, H, K), W_R R for the distances S … 0.
            window: What each query may see.
            usage: (B, S), to which the attention received by each key is added, or None.

        Returns:
            (B, T, H, K).
        """
        out = torch.empty_like(content)
        learning = any(ctx.needs_input_grad)
        kept = []
        buffer = content.new_empty(_largest(window))
        for tile in window.tiles:
            row, queries, span = tile.row, slice(tile.begin, tile.end), slice(tile.first, tile.last)
            hidden = _hidden(tile, content.device)
            for head in range(content.shape[2]):
                extended, scores = _views(buffer, tile)
                reach = distances[-extended.shape[1] :, head]
                torch.mm(position[row, queries, head], reach.T, out=extended)
                scores.addmm_(content[row, queries, head], keys[row, span, head].T)
                scores[:, scores.shape[1] - hidden.shape[1] :].masked_fill_(hidden, -torch.inf)
                weights = torch.softmax(scores, dim=-1)
                torch.mm(weights, values[row, span, head], out=out[row, queries, head])
                if learning:
                    kept.append(weights)
                if usage is not None:
                    usage[row, span] += weights.sum(dim=0)
        ctx.window = window
        ctx.weights = kept
        ctx.save_for_backward(content, position, keys, values, distances, out)
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        """Go back through the same tiles.

        Args:
            ctx: What forward kept.
            gradients: That of the result, (B, T, H, K).

        Returns:
            Gradients of content, position, keys, values and distances; None for the rest.
        """
        content, position, keys, values, distances, out = ctx.saved_tensors
        gradient = gradients[0].contiguous()
        d_content, d_position = torch.empty_like(content), torch.empty_like(position)
        d_keys, d_values = torch.zeros_like(keys), torch.zeros_like(values)
        d_distances = torch.zeros_like(distances)
        # Row sums of dP * P, without P: they are the dot product of the output and its gradient.
        balance = (gradient * out).sum(dim=-1, keepdim=True)
        buffer = content.new_empty(_largest(ctx.window))
        weights_of = iter(ctx.weights)
        for tile in ctx.window.tiles:
            row, queries, span = tile.row, slice(tile.begin, tile.end), slice(tile.first, tile.last)
            for head in range(content.shape[2]):
                weights = next(weights_of)
                extended, d_scores = _views(buffer, tile)
                reach = slice(distances.shape[0] - extended.shape[1], None)
                upstream = gradient[row, queries, head]
                d_values[row, span, head].addmm_(weights.T, upstream)
                torch.mm(upstream, values[row, span, head].T, out=d_scores)
                d_scores.sub_(balance[row, queries, head]).mul_(weights)
                buffer[: tile.end - tile.begin] = 0  # of the extended row, no key's
                torch.mm(d_scores, keys[row, span, head], out=d_content[row, queries, head])
                torch.mm(extended, distances[reach, head], out=d_position[row, queries, head])
                d_keys[row, span, head].addmm_(d_scores.T, content[row, queries, head])
                d_distances[reach, head].addmm_(extended.T, position[row, queries, head])
        return d_content, d_position, d_keys, d_values, d_distances, None, None


def _largest(window: Window) -> int:
    return max((t.end - t.begin) * (t.last - t.first + 1) for t in window.tiles)


def _views(buffer: Tensor, tile: Tile) -> tuple[Tensor, Tensor]:
    """See the same memory as (n, s + 1) by distance and as (n, s) by key."""
    n, s = tile.end - tile.begin, tile.last - tile.first
    flat = buffer[: n * (s + 1)]
    return flat.view(n, s + 1), flat[n:].view(n, s)


def _hidden(tile: Tile, device: torch.device) -> Tensor:
    """Tell what the queries of a tile may not see of its last keys, as many as it is wide."""
    if tile.ragged is not None:
        return tile.ragged
    n = tile.end - tile.begin
    return torch.ones(n, n, dtype=torch.bool, device=device).triu_(1)
