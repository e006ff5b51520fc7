"""Compresses c old positions to one slot, as `engine.model.network.compression` does.

Legend: B rows, n old positions, N = n / c slots, c rate, D width.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from engine.model.arrays import Floats
from engine.model.weights import ModelWeights

# As in `engine.model.network.compression`.
DILATION = 2


class Compressor:
    """One layer's map from old memory to slots.

    Args:
        weights: Weights of a model with compressed memory; they are copied.
        layer: Index of the layer.

    Attributes:
        ahead: Newer positions that the last slot reads beyond its own group.
    """

    def __init__(self, weights: ModelWeights, layer: int) -> None:
        compression = weights.config.compression
        if compression is None:
            raise ValueError("the model has no compressed memory")
        self._rate, self._function = compression.rate, compression.function
        self._dilation = DILATION if self._function == "dilated_convolution" else 1
        self.ahead = (self._rate - 1) * (self._dilation - 1)
        name = f"compressors.{layer}.convolution"
        self._convolution: tuple[Floats, Floats] | None = None
        if f"{name}.weight" in weights.arrays:
            weight, bias = weights.arrays[f"{name}.weight"], weights.arrays[f"{name}.bias"]
            self._convolution = weight.T.copy(), bias.copy()

    def __call__(self, old: Floats, usage: Floats | None = None) -> Floats:
        """Make slots of the oldest positions.

        Args:
            old: (B, n + ahead, D), n a multiple of c; the last `ahead` only lend context.
            usage: (B, n), average attention received; needed by `most_used` only.

        Returns:
            (B, N, D).

        Raises:
            ValueError: If `most_used` is given no usage.
        """
        if self._convolution is not None:
            weight, bias = self._convolution
            slots: Floats = self._taps(old) @ weight + bias
            return slots
        rows, count, width = old.shape
        groups = old.reshape(rows, count // self._rate, self._rate, width)
        if self._function == "max_pool":
            largest: Floats = groups.max(axis=2)
            return largest
        if self._function == "mean_pool":
            mean: Floats = groups.mean(axis=2)
            return mean
        if usage is None:
            raise ValueError("most_used needs to know the attention that positions received")
        best = usage.reshape(rows, -1, self._rate).argmax(axis=2)
        return np.take_along_axis(groups, best[:, :, None, None], axis=2)[:, :, 0]

    def _taps(self, old: Floats) -> Floats:
        """Lay the positions of each slot side by side: (B, N, c·D)."""
        span = (self._rate - 1) * self._dilation + 1
        seen = sliding_window_view(old, span, axis=1)[:, :: self._rate, :, :: self._dilation]
        rows, slots, width, taps = seen.shape
        return seen.swapaxes(2, 3).reshape(rows, slots, taps * width)
