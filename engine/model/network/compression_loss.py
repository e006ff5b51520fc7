"""Two losses that train a compressor (Rae et al. 2019); they read only the old positions.

Legend: B rows, T segment, n evicted positions, N = n / c slots, D width, H heads, K head width.

Section 3.2 of arXiv 1911.05507. Everything but the compressor's own weights is held fixed: the
gradient of these losses never reaches the main network.
"""

import math

import torch
from torch import Tensor
from torch.nn import functional as F

from engine.model.network.compression import Compressor
from engine.model.network.recurrence import Evicted
from engine.model.network.transformer_layer import Layer


def auto_encoding_loss(compressor: Compressor, evicted: Evicted, whole: Tensor) -> Tensor:
    """Return the error of positions that are decoded from their slots.

    Args:
        compressor: A compressor with a decoder.
        evicted: The positions that it compressed.
        whole: (B,) bool, rows that count: all their evicted positions are of one song.

    Returns:
        The mean squared error, a scalar.
    """
    return _mean(compressor.restored(evicted.slots) - evicted.old, whole)


def attention_reconstruction_loss(
    layer: Layer, evicted: Evicted, segment: Tensor, whole: Tensor
) -> Tensor:
    """Return the error of attention to slots in place of their positions (algorithm 2).

    Attention is by content alone, as in the paper. Content that no query looks for may be lost,
    which is why this loss served best for text.

    Args:
        layer: The layer of the attention; its weights do not change.
        evicted: The positions that were compressed.
        segment: (B, T, D), the inputs of the layer that look back.
        whole: (B,) bool, rows that count: all their evicted positions are of one song.

    Returns:
        The mean squared error, a scalar.
    """
    query = _projected(layer, layer.attention.query.weight, segment.detach())[0]
    wanted = _content_attention(layer, query, evicted.old)
    found = _content_attention(layer, query, evicted.slots)
    return _mean(found - wanted.detach(), whole)


def _content_attention(layer: Layer, query: Tensor, context: Tensor) -> Tensor:
    keys, values = _projected(layer, layer.attention.key_value.weight, context)
    return F.scaled_dot_product_attention(query, keys, values, scale=1 / math.sqrt(query.shape[-1]))


def _projected(layer: Layer, weight: Tensor, x: Tensor) -> tuple[Tensor, ...]:
    """Project with fixed weights: one or two tensors (B, H, length, K)."""
    if layer.pre_norm:
        norm = layer.attention_norm
        x = F.layer_norm(
            x, norm.normalized_shape, norm.weight.detach(), norm.bias.detach(), norm.eps
        )
    attention = layer.attention
    projected = F.linear(x, weight.detach())
    heads = projected.unflatten(-1, (-1, attention.n_head, attention.d_head))
    return tuple(heads.permute(2, 0, 3, 1, 4).unbind())


def _mean(difference: Tensor, whole: Tensor) -> Tensor:
    """Mean of squares over all rows, zero for those that do not count.

    So a row's part does not depend on the others, and rows can be divided among calls and processes
    without a change of the sum.
    """
    squares = difference.pow(2).flatten(1)
    if not squares.shape[1]:
        return squares.new_zeros(())
    rows = squares.mean(dim=1)
    return torch.where(whole, rows, 0.0).mean()
