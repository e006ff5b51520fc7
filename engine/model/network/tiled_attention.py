"""Relative attention for CPUs: tile by tile in cache, forward and backward by hand.

Legend: B rows, T queries, S keys, H heads, K head width, n queries and s keys of a tile.

Autograd would keep five tensors of T×S per head and layer and read each from main memory again.
Here only the attention weights are kept, and a tile's scores never leave the core's cache.

The relative shift costs nothing. With R for the s + 1 distances s … 0, the position term of a tile
is (n, s + 1). The same memory, read from element n on as (n, s), is the shifted term: element
(t, c) of the first, at distance s - c, and element (t, j) of the second, at distance
s - n + t - j, have the same address. The backward pass writes through the same view.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor

from engine.model.network.window import Tile, Window


class TiledAttention(torch.autograd.Function):
    """Terms (a) to (d) of Dai et al. 2019, section 3.3, softmax and weighted sum.

    The queries already include u or v and the scale 1/√K.
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
            ctx: Holds the values that `backward` needs.
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
        content, position = _heads_first(content), _heads_first(position)
        keys, values = _heads_first(keys), _heads_first(values)
        distances = distances.transpose(0, 1).contiguous()
        out = torch.empty_like(content)
        learning = any(ctx.needs_input_grad)
        kept = []
        buffer = content.new_empty(_largest(window))
        for tile in window.tiles:
            row, queries, span = tile.row, slice(tile.begin, tile.end), slice(tile.first, tile.last)
            extended, scores = _views(buffer, tile)
            hide = _hiding(scores, tile)
            weights = content.new_empty(content.shape[1], *scores.shape)
            for head in zip(
                content[row, :, queries].unbind(),
                position[row, :, queries].unbind(),
                keys[row, :, span].mT.unbind(),
                values[row, :, span].unbind(),
                distances[:, -extended.shape[1] :].mT.unbind(),
                weights.unbind(),
                out[row, :, queries].unbind(),
                strict=True,
            ):
                query, placed, key, value, reach, weight, attended = head
                torch.mm(placed, reach, out=extended)
                scores.addmm_(query, key)
                hide()
                torch.softmax(scores, dim=-1, out=weight)
                torch.mm(weight, value, out=attended)
            if learning:
                kept.append(weights)
            if usage is not None:
                usage[row, span] += weights.sum(dim=(0, 1))
        ctx.window, ctx.weights = window, kept
        ctx.save_for_backward(content, position, keys, values, distances, out)
        return out.transpose(1, 2)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        """Compute the gradients through the same tiles.

        Args:
            ctx: Holds the values of `forward`.
            gradients: The gradient of the result, (B, T, H, K).

        Returns:
            Gradients of content, position, keys, values and distances; None for the rest.
        """
        content, position, keys, values, distances, out = ctx.saved_tensors
        gradient = _heads_first(gradients[0])
        d_content, d_position = torch.empty_like(content), torch.empty_like(position)
        d_keys, d_values = torch.zeros_like(keys), torch.zeros_like(values)
        d_distances = torch.zeros_like(distances)
        # Row sums of dP * P, without P: they are the dot product of the output and its gradient.
        balance = (gradient * out).sum(dim=-1, keepdim=True)
        buffer = content.new_empty(_largest(ctx.window))
        for tile, weights in zip(ctx.window.tiles, ctx.weights, strict=True):
            row, queries, span = tile.row, slice(tile.begin, tile.end), slice(tile.first, tile.last)
            extended, d_scores = _views(buffer, tile)
            extended_t, d_scores_t = extended.mT, d_scores.mT
            no_key = buffer[: tile.end - tile.begin]
            reach = slice(-extended.shape[1], None)
            for head in zip(
                gradient[row, :, queries].unbind(),
                balance[row, :, queries].unbind(),
                weights.unbind(),
                weights.mT.unbind(),
                values[row, :, span].mT.unbind(),
                d_values[row, :, span].unbind(),
                keys[row, :, span].unbind(),
                d_keys[row, :, span].unbind(),
                content[row, :, queries].unbind(),
                d_content[row, :, queries].unbind(),
                position[row, :, queries].unbind(),
                d_position[row, :, queries].unbind(),
                distances[:, reach].unbind(),
                d_distances[:, reach].unbind(),
                strict=True,
            ):
                upstream, sums, weight, weight_t, value_t, d_value, *rest = head
                key, d_key, query, d_query, placed, d_placed, distance, d_distance = rest
                d_value.addmm_(weight_t, upstream)
                torch.mm(upstream, value_t, out=d_scores)
                d_scores.sub_(sums).mul_(weight)
                no_key.zero_()  # of the extended row
                torch.mm(d_scores, key, out=d_query)
                torch.mm(extended, distance, out=d_placed)
                d_key.addmm_(d_scores_t, query)
                d_distance.addmm_(extended_t, placed)
        by_row = (d_content, d_position, d_keys, d_values)
        return *(d.transpose(1, 2) for d in by_row), d_distances.transpose(0, 1), None, None


def _largest(window: Window) -> int:
    return max((t.end - t.begin) * (t.last - t.first + 1) for t in window.tiles)


def _views(buffer: Tensor, tile: Tile) -> tuple[Tensor, Tensor]:
    """Return two views of the same memory: (n, s + 1) by distance and (n, s) by key."""
    n, s = tile.end - tile.begin, tile.last - tile.first
    flat = buffer[: n * (s + 1)]
    return flat.view(n, s + 1), flat[n:].view(n, s)


def _heads_first(x: Tensor) -> Tensor:
    """Return (B, T, H, K) as (B, H, T, K), so that a product reads a head's rows without gaps."""
    return x.transpose(1, 2).contiguous()


def _hiding(scores: Tensor, tile: Tile) -> Callable[[], object]:
    """Return a function that sets the scores of hidden keys of a tile to -inf in place.

    Where only the future is hidden, it sets these scores to zero and then adds -inf, which takes a
    quarter of the time of `masked_fill_`.
    """
    if tile.ragged is not None:
        return partial(scores.masked_fill_, tile.ragged, -torch.inf)
    n = tile.end - tile.begin
    last = scores[:, scores.shape[1] - n :]
    future = scores.new_full((n, n), -torch.inf).triu_(1)
    return lambda: last.tril_().add_(future)
