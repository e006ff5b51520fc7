"""Products of weights with a few rows, and the functions between them.

Legend: N rows, I inputs, O outputs, D width, S keys.
"""

import math
from typing import Final

import numpy as np

from engine.model.arrays import Floats

BLOCK: Final = 64
"""Outputs of a block of a matrix. OpenBLAS multiplies few rows by a small block without copying
("packing") it first, up to a million multiplications; with one row, too, 64 columns are fastest
(experiment 2026-11-26-numpy-decoder)."""

LEAST_TOGETHER: Final = 4
"""Rows from which one product of all rows is faster than one product of each. Without AVX-512
OpenBLAS packs the matrix for every product of more than one row."""

LEAST_EXPONENT: Final = -70.0
"""The least exponent of softmax. The exponential of a float32 below -87 is a denormal number, with
which some processors compute a hundred times slower. 1 + e⁻⁷⁰ is 1."""

# As in `engine.model.network.positions`.
WAVELENGTH: Final = 10_000.0

EPSILON: Final = 1e-5
"""Added to the variance, as `torch.nn.LayerNorm` does."""


QUIET: Final = np.errstate(over="ignore", invalid="ignore")
"""Decorates functions that compute with weights. Damaged weights give infinities, for which the
sampler raises a `ModelFileError`, so NumPy need not warn, too."""


class Product:
    """W x + b for the rows of x.

    Args:
        weight: W, (O, I); it is copied.
        bias: b, (O,), or None for none.
    """

    def __init__(self, weight: Floats, bias: Floats | None = None) -> None:
        outputs, inputs = weight.shape
        count = -(-outputs // BLOCK)
        width = -(-outputs // count)
        padding = count * width - outputs
        padded = np.pad(weight, ((0, padding), (0, 0))) if padding else weight
        # (blocks, I, O / blocks): each block is contiguous.
        self._blocks = padded.reshape(count, width, inputs).swapaxes(1, 2).copy(order="C")
        self._bias = None if bias is None else np.pad(bias, (0, padding))
        self._outputs = outputs

    @property
    def columns(self) -> int:
        """Numbers of a row of the output, padding included."""
        count, _, width = self._blocks.shape
        return count * width

    def __call__(self, x: Floats, *, out: Floats | None = None) -> Floats:
        """Map (N, I) to (N, O).

        Args:
            x: The rows.
            out: (N, `columns`), contiguous, for the result; None makes a new array.

        Returns:
            The first O columns of `out`.
        """
        rows = len(x)
        count, _, width = self._blocks.shape
        if out is None:
            out = np.empty((rows, count * width), dtype=x.dtype)
        blocks = out.reshape(rows, count, width)
        if 1 < rows < LEAST_TOGETHER:
            np.matmul(x[:, None, None], self._blocks, out=blocks[:, :, None])
        else:
            np.matmul(x, self._blocks, out=blocks.swapaxes(0, 1))
        if self._bias is not None:
            np.add(out, self._bias, out=out)
        return out if count * width == self._outputs else out[:, : self._outputs]


class FeedForward:
    """x + contract(max(0, expand(x))), the input of `expand` being another than the residual.

    Args:
        wide: W and b of the first map.
        tall: W and b of the second.
    """

    def __init__(self, wide: tuple[Floats, Floats], tall: tuple[Floats, Floats]) -> None:
        self._expand, self._contract = Product(*wide), Product(*tall)

    def add_to(self, residual: Floats, x: Floats) -> None:
        """Add the block's output for x (N, D) to the residual (N, D) in place."""
        wide = self._expand(x)
        np.maximum(wide, 0, out=wide)
        np.add(residual, self._contract(wide), out=residual)


class Norm:
    """Layer normalisation with a scale and a bias.

    Args:
        scale: (D,).
        bias: (D,).
    """

    def __init__(self, scale: Floats, bias: Floats) -> None:
        self._scale, self._bias = scale.copy(), bias.copy()

    def __call__(self, x: Floats) -> Floats:
        """Map (N, D) to (N, D)."""
        normed = normalised(x)
        normed *= self._scale
        normed += self._bias
        return normed


def normalised(x: Floats) -> Floats:
    """Return the rows of (N, D) with mean 0 and variance 1."""
    mean = np.add.reduce(x, axis=-1, keepdims=True)
    mean *= 1 / x.shape[-1]
    centred: Floats = x - mean
    deviation = np.vecdot(centred, centred)
    deviation *= 1 / x.shape[-1]
    deviation += EPSILON
    np.sqrt(deviation, out=deviation)
    centred /= deviation[:, None]
    return centred


def folded(
    weight: Floats, bias: Floats, norm: tuple[Floats, Floats] | None
) -> tuple[Floats, Floats]:
    """Move a norm's scale and bias into the map after it: W(gx + b) = (Wg)x + Wb."""
    if norm is None:
        return weight, bias
    scale, offset = norm
    return weight * scale, bias + weight @ offset


def exponentiate(scores: Floats) -> Floats:
    """Replace scores (…, S) by softmax's numerators in place and return their sums (…, 1)."""
    np.subtract(scores, np.maximum.reduce(scores, axis=-1, keepdims=True), out=scores)
    np.maximum(scores, LEAST_EXPONENT, out=scores)
    np.exp(scores, out=scores)
    sums: Floats = np.add.reduce(scores, axis=-1, keepdims=True)
    return sums


def log_softmax(logits: Floats) -> Floats:
    """Return the natural logarithms of the probabilities that logits (…, V) give."""
    less = logits - np.maximum.reduce(logits, axis=-1, keepdims=True)
    found: Floats = less - np.log(np.add.reduce(np.exp(less), axis=-1, keepdims=True))
    return found


def sinusoids(distances: int, width: int, *, clamp: int) -> Floats:
    """Encode the distances `distances - 1` down to 0, as `engine.model.network.positions` does.

    Args:
        distances: Their number, N.
        width: D, even.
        clamp: Greater distances count as this one; 0 for no clamp.

    Returns:
        (N, D) float64; the last row is distance 0.
    """
    distance = np.arange(distances - 1, -1, -1, dtype=np.float64)
    if clamp > 0:
        np.minimum(distance, clamp, out=distance)
    frequency = np.exp(np.arange(0, width, 2) * (-math.log(WAVELENGTH) / width))
    angles = distance[:, None] * frequency
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)
