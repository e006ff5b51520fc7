"""A trunk's weights, folded, joined and laid out for decoding a few rows.

Legend: N rows, D width, H heads, K head width, E distances, V vocabulary.

All products of weights are computed once and not for each token: the scale and bias of a pre-norm
go into the matrix after it, 1/√K into the queries, and u into the queries' bias. The rest of the
position bias, (v - u) · W_R R, is a table over distances, as is W_R R itself.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats
from engine.model.decoding.products import FeedForward, Norm, Product, folded, normalised, sinusoids
from engine.model.weights import ModelWeights

Normalise = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackedLayer:
    """One layer's weights.

    Attributes:
        project: (N, D), normed or not → (N, 3·H·K): queries with scale and u, keys, values.
        output: Attended (N, H·K) → the addition to the residual, (N, D).
        feed_forward: Adds its output for (N, D), normed or not, to the residual.
        distances: (H, K, E), W_R R for the distances E - 1 … 0.
        distance_bias: (H, 1, E), (v - u) · W_R R / √K.
        position_bias: (H, 1, K), (v - u) / √K.
        attention_norm: After the attention; the identity where norms come first.
        feed_forward_norm: After the feed-forward block; the identity where norms come first.
    """

    project: Product
    output: Product
    feed_forward: FeedForward
    distances: Floats
    distance_bias: Floats
    position_bias: Floats
    attention_norm: Normalise
    feed_forward_norm: Normalise

    def after_attention(self, x: Floats, attended: Floats, norm: Normalise) -> Floats:
        """Compute the rest of the layer after the attention.

        Args:
            x: (N, D), the layer's input, which is written over.
            attended: (N, H·K).
            norm: The trunk's norm before each block.

        Returns:
            (N, D), the layer's output.
        """
        np.add(x, self.output(attended), out=x)
        x = self.attention_norm(x)
        self.feed_forward.add_to(x, norm(x))
        return self.feed_forward_norm(x)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackedTrunk:
    """All layers' weights.

    Attributes:
        layers: One after the other.
        norm: Before each block, without scale and bias; the identity for post-norm.
        heads: H.
        head_width: K.
    """

    layers: tuple[PackedLayer, ...]
    norm: Normalise
    heads: int
    head_width: int


def pack_trunk(weights: ModelWeights, *, distances: int) -> PackedTrunk:
    """Lay a trunk's weights out for decoding.

    Args:
        weights: The model's weights; they are copied.
        distances: Number of distances in the tables, E.
    """
    config = weights.config
    encoded = sinusoids(distances, config.d_model, clamp=config.clamp_len)
    encoded = encoded.astype(weights.arrays["embedding.weight"].dtype)
    return PackedTrunk(
        layers=tuple(_packed_layer(weights, index, encoded) for index in range(config.n_layer)),
        norm=normalised if config.pre_norm else _identity,
        heads=config.n_head,
        head_width=config.head_width,
    )


def norm_named(weights: ModelWeights, name: str) -> tuple[Floats, Floats]:
    """Return the scale and bias of a norm."""
    return weights.arrays[f"{name}.weight"], weights.arrays[f"{name}.bias"]


def head_of(weights: ModelWeights, norm: tuple[Floats, Floats] | None) -> Normalise:
    """Pack a model's head, and the norm before it: (N, D) → (N, V)."""
    arrays = weights.arrays
    matrix = arrays["embedding.weight" if weights.config.tie_embeddings else "head"]
    product = Product(*folded(matrix, arrays["head_bias"], norm))
    return product if norm is None else lambda x: product(normalised(x))


def feed_forward_named(
    weights: ModelWeights, name: str, norm: tuple[Floats, Floats] | None
) -> FeedForward:
    """Pack a feed-forward block, and the scale and bias of the norm before it."""
    arrays = weights.arrays
    return FeedForward(
        folded(arrays[f"{name}.expand.weight"], arrays[f"{name}.expand.bias"], norm),
        (arrays[f"{name}.contract.weight"], arrays[f"{name}.contract.bias"]),
    )


def _packed_layer(weights: ModelWeights, index: int, encoded: Floats) -> PackedLayer:
    config, arrays, name = weights.config, weights.arrays, f"layers.{index}"
    scale = 1 / math.sqrt(config.head_width)
    biases = index if config.untie_r else 0
    u, v = arrays["u"][biases] * scale, arrays["v"][biases] * scale
    first = norm_named(weights, f"{name}.attention_norm")
    second = norm_named(weights, f"{name}.feed_forward_norm")
    before = config.pre_norm
    query = arrays[f"{name}.attention.query.weight"] * scale
    joined = np.concatenate([query, arrays[f"{name}.attention.key_value.weight"]])
    bias = np.concatenate([u.ravel(), np.zeros(2 * u.size, dtype=u.dtype)])
    position = encoded @ arrays[f"{name}.attention.position.weight"].T
    by_distance = np.ascontiguousarray(position.reshape(-1, *u.shape).transpose(1, 2, 0))
    position_bias = (v - u)[:, None]
    return PackedLayer(
        project=Product(*folded(joined, bias, first if before else None)),
        output=Product(arrays[f"{name}.attention.output.weight"]),
        feed_forward=feed_forward_named(
            weights, f"{name}.feed_forward", second if before else None
        ),
        distances=by_distance,
        distance_bias=position_bias @ by_distance,
        position_bias=position_bias,
        attention_norm=_identity if before else Norm(*first),
        feed_forward_norm=_identity if before else Norm(*second),
    )


def _identity(x: Floats) -> Floats:
    return x
