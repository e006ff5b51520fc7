"""Weights of a model as decoding wants them: folded, joined, transposed, perhaps in 8 bits.

Legend: N rows, D width, H heads, K head width, E distances, V vocabulary.

Nothing that can be computed once is left for a token: the scale and bias of a pre-norm go into
the matrix that follows, 1/√K into the queries, u into the queries' bias, and what is then left
of the position bias, (v - u) · W_R R, is a table over distances, as is W_R R itself.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor, nn

from engine.model.local_decoder import LocalBlock
from engine.model.products import (
    Added,
    Affine,
    Rectified,
    affine,
    feed_forward,
    int8_works,
    residual,
)
from engine.model.transformer_layer import Layer
from engine.model.trunk import Trunk

StepPrecision = Literal["float32", "int8"]
Norm = Callable[[Tensor], Tensor]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackedLayer:
    """One layer's weights.

    Attributes:
        project: (N, D), normed or not → (N, 3·H·K): queries with scale and u, keys, values.
        output: Attended (N, H·K) and the residual (N, D), which is written over → (N, D).
        expand: (N, D), normed or not → rectified, for `contract`.
        contract: What `expand` gave and the residual (N, D), which is written over → (N, D).
        distances: (H, K, E), W_R R for the distances E - 1 … 0, each head's lying as a product
            with one query reads it fastest.
        distance_bias: (H, 1, E), (v - u) · W_R R / √K.
        position_bias: (H, K), (v - u) / √K.
        attention_norm: After the attention; the identity where norms come first.
        feed_forward_norm: After the feed-forward block; the identity where norms come first.
    """

    project: Affine
    output: Added
    expand: Rectified
    contract: Added
    distances: Tensor
    distance_bias: Tensor
    position_bias: Tensor
    attention_norm: Norm
    feed_forward_norm: Norm


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackedTrunk:
    """All layers' weights.

    Attributes:
        layers: One after the other.
        norm: Before each block, without scale and bias; the identity for post-norm.
    """

    layers: tuple[PackedLayer, ...]
    norm: Norm


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackedBlock:
    """A block of a local decoder.

    Attributes:
        norm: Without scale and bias.
        expand: (N, D), normed → rectified, for `contract`.
        contract: What `expand` gave and the residual (N, D), which is written over → (N, D).
    """

    norm: Norm
    expand: Rectified
    contract: Added

    @classmethod
    def of(cls, block: nn.Module, *, eight_bits: bool) -> "PackedBlock":
        """Pack a `LocalBlock`."""
        assert isinstance(block, LocalBlock)  # noqa: S101 - a ModuleList does not say so
        fed = block.feed_forward
        expand, contract = feed_forward(
            _folded(fed.expand.weight, fed.expand.bias, block.norm),
            (fed.contract.weight, fed.contract.bias),
            eight_bits=eight_bits,
        )
        return cls(norm=_plain_norm(fed.expand.in_features), expand=expand, contract=contract)

    def __call__(self, x: Tensor) -> Tensor:
        """Map (N, D), which is written over, to (N, D)."""
        return self.contract(self.expand(self.norm(x)), x)


def eight_bits_of(model: Trunk, precision: StepPrecision) -> bool:
    """Tell whether a model's matrices are packed in 8 bits: where it is asked for and possible."""
    return precision == "int8" and model.device.type == "cpu" and int8_works()


def packed_head(model: Trunk, final: nn.LayerNorm | None, *, precision: StepPrecision) -> Norm:
    """Pack a head, and the norm before it: (N, D) → (N, V)."""
    weight, bias = _folded(model.head_weight, model.head_bias, final)
    head = affine(weight, bias, eight_bits=eight_bits_of(model, precision))
    norm = _plain_norm(model.config.d_model)
    return head if final is None else lambda x: head(norm(x))


def norm_of(norm: nn.LayerNorm | None) -> Norm:
    """Copy a norm, scale and bias included; the identity where there is none."""
    return _identity if norm is None else _norm(norm)


def pack(model: Trunk, *, distances: int, precision: StepPrecision) -> PackedTrunk:
    """Make the weights of a model's layers ready for decoding.

    Args:
        model: Its weights are copied, never changed.
        distances: How many distances are looked up, E.
        precision: Of the matrices; `int8` falls back to `float32` where it is not available.

    Returns:
        The packed weights.
    """
    eight_bits = eight_bits_of(model, precision)
    encoded = model.distances(distances)
    layers = tuple(
        _packed_layer(layer, model.biases(index), encoded, eight_bits=eight_bits)
        for index, layer in enumerate(_layers(model))
    )
    norm = _plain_norm(model.config.d_model)
    return PackedTrunk(layers=layers, norm=norm if model.config.pre_norm else _identity)


def _layers(model: Trunk) -> list[Layer]:
    return [layer for layer in model.layers if isinstance(layer, Layer)]


def _packed_layer(
    layer: Layer, biases: tuple[Tensor, Tensor], encoded: Tensor, *, eight_bits: bool
) -> PackedLayer:
    attention = layer.attention
    scale = 1 / math.sqrt(attention.d_head)
    u, v = (bias * scale for bias in biases)
    first = layer.attention_norm if layer.pre_norm else None
    second = layer.feed_forward_norm if layer.pre_norm else None
    joined = torch.cat([attention.query.weight * scale, attention.key_value.weight])
    joined, bias = _folded(joined, torch.cat([u.flatten(), u.new_zeros(2 * u.numel())]), first)
    by_distance = attention.position(encoded).view(-1, *u.shape).permute(1, 2, 0).contiguous()
    fed = layer.feed_forward
    expand, contract = feed_forward(
        _folded(fed.expand.weight, fed.expand.bias, second),
        (fed.contract.weight, fed.contract.bias),
        eight_bits=eight_bits,
    )
    return PackedLayer(
        project=affine(joined, bias, eight_bits=eight_bits),
        output=residual(attention.output.weight, eight_bits=eight_bits),
        expand=expand,
        contract=contract,
        distances=by_distance,
        distance_bias=(v - u)[:, None] @ by_distance,
        position_bias=v - u,
        attention_norm=_identity if layer.pre_norm else _norm(layer.attention_norm),
        feed_forward_norm=_identity if layer.pre_norm else _norm(layer.feed_forward_norm),
    )


def _folded(weight: Tensor, bias: Tensor, norm: nn.LayerNorm | None) -> tuple[Tensor, Tensor]:
    """Move a norm's scale and bias into the map after it: W(gx + b) = (Wg)x + Wb."""
    if norm is None:
        return weight, bias
    return weight * norm.weight, bias + weight @ norm.bias


def _plain_norm(width: int) -> Norm:
    shape = (width,)
    return lambda x: torch.layer_norm(x, shape)


def _norm(norm: nn.LayerNorm) -> Norm:
    shape, scale, bias, eps = (
        norm.normalized_shape,
        norm.weight.clone(),
        norm.bias.clone(),
        norm.eps,
    )
    return lambda x: torch.layer_norm(x, shape, scale, bias, eps)


def _identity(x: Tensor) -> Tensor:
    return x
