"""Decayed histograms of pitch classes, as in `engine.model.network.key_summary`.

Legend: B rows, T steps, H histograms, D width.
"""

from collections.abc import Sequence

import numpy as np

from engine.model.arrays import Floats
from engine.model.decoding.products import Product
from engine.model.weights import PITCH_CLASSES, ModelWeights
from engine.values.config import PITCHES

LEAST_COUNT = 1e-9
"""The least divisor of a histogram: an empty one stays zero."""


class KeyHistograms:
    """Counts pitch classes, and maps the counts to the width of the network.

    Args:
        weights: Weights of a model with a key summary; they are copied.
    """

    def __init__(self, weights: ModelWeights) -> None:
        steps = weights.config.steps
        if steps is None:
            raise ValueError("only a model of notes counts pitches")
        matrix = weights.arrays["key_summary.classes.weight"]
        self._half_lives = np.array(steps.key_half_lives, dtype=matrix.dtype)[:, None]
        self._first_pitch = steps.first_pitch
        self._classes = Product(matrix)

    @property
    def numbers(self) -> int:
        """Numbers of all histograms of a row, H·12."""
        return self._half_lives.size * PITCH_CLASSES

    def count(self, bags: Sequence[Sequence[Sequence[int]]], before: Floats) -> Floats:
        """Count the pitch classes of more steps.

        Args:
            bags: The ids of T steps of each of B rows.
            before: (B, H, 12), the sums after the step before the first.

        Returns:
            (B, T, H, 12), the sums after each step.
        """
        rows, length = len(bags), len(bags[0])
        struck = np.zeros((rows, length, PITCH_CLASSES), dtype=before.dtype)
        for row, steps in enumerate(bags):
            for place, bag in enumerate(steps):
                for token in bag:
                    pitch = token - self._first_pitch
                    if 0 <= pitch < PITCHES:
                        struck[row, place, pitch % PITCH_CLASSES] += 1
        counts = struck.sum(axis=-1).cumsum(axis=1)  # (B, T), pitched notes up to each step
        left = np.exp2(-counts[:, :, None, None] / self._half_lives) * before[:, None]
        if length == 1:
            after: Floats = left + struck[:, :, None]
            return after
        ages = counts[:, None, :, None] - counts[:, None, None]  # (B, 1, T, T)
        shares = np.exp2(np.minimum(-ages / self._half_lives[..., None], 0))
        struck_later = np.triu(np.ones((length, length), dtype=bool), 1)
        shares[..., struck_later] = 0
        sums: Floats = left + (shares @ struck[:, None]).swapaxes(1, 2)
        return sums

    def embed(self, sums: Floats) -> Floats:
        """Map sums (…, H, 12) to (N, D); each histogram is divided by its sum."""
        whole = np.maximum(sums.sum(axis=-1, keepdims=True), LEAST_COUNT)
        return self._classes((sums / whole).reshape(-1, self.numbers))
