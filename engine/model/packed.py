"""Weights of a model as decoding wants them: folded, joined, transposed, perhaps in 8 bits.

Legend: D width, H heads, K head width, N distances.

Nothing that can be computed once is left for a token: the scale and bias of a pre-norm go into
the matrix that follows, 1/√K into the queries, u into the queries' bias, and what is then left
of the position bias, (v - u) · W_R R, is a table over distances, as is W_R R itself.
"""

import math
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.model.transformer_layer import Layer
from engine.model.transformer_xl import TransformerXL

EIGHT_BIT_LANES = 32
"""Inputs that the 8-bit kernel reads at once, on the widest machine."""

StepPrecision = Literal["float32", "int8"]
Product = Callable[[Tensor], Tensor]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackedLayer:
    """One layer's weights.

    Attributes:
        project: (B, D) normed or not → (B, 3·H·K): queries with scale and u, keys, values.
        output: (B, H·K) → (B, D).
        expand: (B, D) → (B, inner), before the rectifier.
        contract: (B, inner) → (B, D).
        distances: (H, K, N), W_R R for the distances N - 1 … 0, each head's lying as a product
            with one query reads it fastest.
        distance_bias: (H, 1, N), (v - u) · W_R R / √K.
        position_bias: (H, K), (v - u) / √K.
        attention_norm: After the attention; the identity where norms come first.
        feed_forward_norm: After the feed-forward block; the identity where norms come first.
    """

    project: Product
    output: Product
    expand: Product
    contract: Product
    distances: Tensor
    distance_bias: Tensor
    position_bias: Tensor
    attention_norm: Product
    feed_forward_norm: Product


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackedModel:
    """A whole model's weights.

    Attributes:
        embedding: (V, D), scaled.
        layers: One after the other.
        norm: Before each block, without scale and bias; the identity for post-norm.
        head: (B, D) → (B, V), final norm included.
    """

    embedding: Tensor
    layers: tuple[PackedLayer, ...]
    norm: Product
    head: Product


def int8_works() -> bool:
    """Tell whether this PyTorch multiplies by 8-bit weights: the function is not public."""
    multiply = getattr(torch, "_weight_int8pack_mm", None)
    if multiply is None:
        return False
    try:
        ones = torch.ones(32, 32, dtype=torch.int8)
        out: Tensor = multiply(
            torch.ones(1, 32, dtype=torch.bfloat16), ones, torch.ones(32, dtype=torch.bfloat16)
        )
    except (RuntimeError, TypeError):
        return False
    return bool((out == 32).all())


def pack(model: TransformerXL, *, distances: int, precision: StepPrecision) -> PackedModel:
    """Make a model's weights ready for decoding.

    Args:
        model: Its weights are copied, never changed.
        distances: How many distances are looked up, N.
        precision: Of the matrices; `int8` falls back to `float32` where it is not available.

    Returns:
        The packed weights.
    """
    eight_bits = precision == "int8" and model.device.type == "cpu" and int8_works()
    product = _eight_bit_product if eight_bits else _product
    encoded = model.distances(distances)
    width = model.config.d_model
    head_norm = model.final_norm
    head = _folded(model.head_weight, model.head_bias, head_norm)
    norm = _plain_norm(width)
    layers = tuple(
        _packed_layer(layer, model.biases(index), encoded, product)
        for index, layer in enumerate(_layers(model))
    )
    multiply = product(*head)
    return PackedModel(
        embedding=model.embed(torch.arange(model.config.vocab_size, device=model.device)),
        layers=layers,
        norm=norm if model.config.pre_norm else _identity,
        head=multiply if head_norm is None else lambda x: multiply(norm(x)),
    )


def _layers(model: TransformerXL) -> list[Layer]:
    return [layer for layer in model.layers if isinstance(layer, Layer)]


def _packed_layer(
    layer: Layer,
    biases: tuple[Tensor, Tensor],
    encoded: Tensor,
    product: Callable[[Tensor, Tensor | None], Product],
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
    return PackedLayer(
        project=product(joined, bias),
        output=product(attention.output.weight, None),
        expand=product(*_folded(fed.expand.weight, fed.expand.bias, second)),
        contract=product(fed.contract.weight, fed.contract.bias),
        distances=by_distance,
        distance_bias=(v - u)[:, None] @ by_distance,
        position_bias=v - u,
        attention_norm=_identity if layer.pre_norm else deepcopy(layer.attention_norm),
        feed_forward_norm=_identity if layer.pre_norm else deepcopy(layer.feed_forward_norm),
    )


def _folded(weight: Tensor, bias: Tensor, norm: nn.LayerNorm | None) -> tuple[Tensor, Tensor]:
    """Move a norm's scale and bias into the map after it: W(gx + b) = (Wg)x + Wb."""
    if norm is None:
        return weight, bias
    return weight * norm.weight, bias + weight @ norm.bias


def _plain_norm(width: int) -> Product:
    return lambda x: F.layer_norm(x, (width,))


def _identity(x: Tensor) -> Tensor:
    return x


def _product(weight: Tensor, bias: Tensor | None) -> Product:
    """Multiply by a matrix that lies as a product with very few rows reads it fastest."""
    wide = weight.shape[0] >= weight.shape[1]
    matrix = weight.t().contiguous() if wide else weight.clone().t()
    if bias is None:
        return lambda x: x @ matrix
    added = bias.clone()
    return lambda x: torch.addmm(added, x, matrix)


def _eight_bit_product(weight: Tensor, bias: Tensor | None) -> Product:
    """Multiply by a matrix of 8-bit integers with one scale for each output.

    The kernel is made for bfloat16 activations; with float32 ones it is thirteen times slower.
    It reads whole vector registers of inputs without looking where a row ends: with a width that
    they do not divide it returns garbage or ends the process, so such a matrix stays as it is.
    """
    if weight.shape[1] % EIGHT_BIT_LANES:
        return _product(weight, bias)
    scale = weight.float().abs().amax(dim=1).clamp(min=1e-12) / 127
    whole = (weight.float() / scale[:, None]).round().to(torch.int8)
    narrow = scale.to(torch.bfloat16)
    added = None if bias is None else bias.clone()
    multiply: Callable[[Tensor, Tensor, Tensor], Tensor] = torch._weight_int8pack_mm  # noqa: SLF001

    def product(x: Tensor) -> Tensor:
        out = multiply(x.to(torch.bfloat16), whole, narrow).to(x.dtype)
        return out if added is None else out.add_(added)

    return product
