"""Attention of new positions to the keys in a page of the log.

Legend: L layers, B rows, H heads, K head width, S keys (the new positions' are the last), E entries
of a page, T new positions, n positions of a tile and s keys that they see.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.lib.stride_tricks import as_strided

from engine.model.arrays import Floats
from engine.model.decoding.packed import PackedLayer
from engine.model.decoding.products import exponentiate

SMALL_SCORES: Final = 1200
"""Rows × keys up to which OpenBLAS multiplies rows by transposed keys without packing them, on
processors with AVX-512; its source calls this a measured limit."""

SHARED_BLOCK: Final = 128
"""Keys multiplied at once where all of them are more than that."""

TILE: Final = 64
"""Queries that priming computes at once: with the 256 keys before them a tile's scores of all heads
stay in a core's second-level cache, and few of them are masked."""


class StepAttention:
    """The attention of every layer while a step of B rows sees S keys.

    Its buffers are made once for all steps that see as many keys: with a full memory, for ever.

    Args:
        layers: Number of the model's layers.
        rows: B.
        keys: S.

    Attributes:
        rows: B.
        keys: S.
        projected: (B, 3·H·K or more), filled with a layer's queries, keys and values of the new
            position before it is called.
    """

    def __init__(self, layers: Sequence[PackedLayer], *, rows: int, keys: int) -> None:
        heads, width, _ = layers[0].distances.shape
        self.rows, self.keys = rows, keys
        dtype = layers[0].distances.dtype
        self.projected = np.empty((rows, layers[0].project.columns), dtype=dtype)
        parts = self.projected[:, : 3 * heads * width].reshape(rows, 3, heads, width)
        self._entry = parts[:, 1:].transpose(1, 2, 0, 3)  # (2, H, B, K), as a page has it
        self._query = parts[:, 0].swapaxes(0, 1)  # (H, B, K)
        self._row_query = self._query[:, :, None]
        self._tables = [
            (layer.distances[:, :, -keys:], layer.distance_bias[:, :, -keys:]) for layer in layers
        ]
        self._scores = np.empty((heads, rows, keys), dtype=dtype)
        self._by_content = np.empty_like(self._scores)
        self._attended = np.empty((heads, rows, width), dtype=dtype)
        self._by_common = np.empty_like(self._attended)
        self._joined = np.empty((rows, heads, width), dtype=dtype)
        self._flat = self._joined.reshape(rows, heads * width)
        self._shared = 0
        self._watched: Floats | None = None

    def watch(self, into: Floats | None) -> None:
        """Add the attention of later calls, the mean of heads and rows, to (S,); None stops it."""
        self._watched = into

    def share(self, shared: int) -> None:
        """Set how many of the first keys are read in the first row, for the next calls."""
        self._shared = shared

    def __call__(self, layer: int, page: Floats, place: int) -> Floats:
        """Keep the new position's keys and values, and attend.

        Args:
            layer: Index of the layer.
            page: (L, 2, H, B, E, K), keys and values of all layers.
            place: Index of the new position's entry; its query sees the S - 1 before it, too.

        Returns:
            (B, H·K), valid until the next call.
        """
        entries = page[layer]
        entries[:, :, :, place] = self._entry
        seen = entries[:, :, :, place + 1 - self.keys : place + 1]
        keys, values = seen
        shared = self._shared
        distances, bias = self._tables[layer]
        scores = np.matmul(self._query, distances, out=self._scores)
        np.add(scores, bias, out=scores)
        if shared:
            self._score_common(keys[:, 0, :shared])
        own = self._by_content[:, :, None, shared:]
        np.matmul(self._row_query, keys[:, :, shared:].swapaxes(-1, -2), out=own)
        np.add(scores, self._by_content, out=scores)
        sums = exponentiate(scores)
        own_weights = scores[:, :, None, shared:]
        np.matmul(own_weights, values[:, :, shared:], out=self._attended[:, :, None])
        if shared:
            np.matmul(scores[:, :, :shared], values[:, 0, :shared], out=self._by_common)
            np.add(self._attended, self._by_common, out=self._attended)
        np.divide(self._attended, sums, out=self._attended)
        if self._watched is not None:
            self._watched += (scores / sums).mean((0, 1))
        self._joined[...] = self._attended.swapaxes(0, 1)
        return self._flat

    def _score_common(self, keys: Floats) -> None:
        """Score the keys (H, shared, K) that all rows have in common."""
        heads, shared, width = keys.shape
        scores = self._by_content[:, :, :shared]
        whole = 0
        if self.rows * shared > SMALL_SCORES:
            # In blocks, which are one more axis of both factors and of the result.
            count = shared // SHARED_BLOCK
            whole = count * SHARED_BLOCK
            by_head, by_key, by_number = keys.strides
            blocks = as_strided(
                keys,
                (heads, count, width, SHARED_BLOCK),
                (by_head, SHARED_BLOCK * by_key, by_number, by_key),
            )
            by_head, by_row, by_key = scores.strides
            result = as_strided(
                scores,
                (heads, count, self.rows, SHARED_BLOCK),
                (by_head, SHARED_BLOCK * by_key, by_row, by_key),
            )
            np.matmul(self._query[:, None], blocks, out=result)
        if whole < shared:
            np.matmul(self._query, keys[:, whole:].swapaxes(-1, -2), out=scores[:, :, whole:])


def attend_in_tiles(
    layer: PackedLayer, queries: Floats, keys: Floats, values: Floats, *, reach: int
) -> Floats:
    """Attend from several positions of one row.

    Args:
        layer: Its tables of distances are used.
        queries: (H, T, K), with u and the scale.
        keys: (H, S, K); the last T are those of the positions themselves.
        values: (H, S, K).
        reach: Keys before itself that a query sees.

    Returns:
        (T, H·K).
    """
    heads, length, width = queries.shape
    attended = np.empty((length, heads, width), dtype=queries.dtype)
    before = keys.shape[1] - length
    for begin in range(0, length, TILE):
        end = min(begin + TILE, length)
        first, last = max(0, before + begin - reach), before + end
        out = attended[begin:end].swapaxes(0, 1)
        tile = queries[:, begin:end]
        scores = _tile_scores(layer, tile, keys[:, first:last], dtype=queries.dtype)
        _hide(scores, first_own=before + begin - first, reach=reach)
        sums = exponentiate(scores)
        np.divide(scores @ values[:, first:last], sums, out=out)
    return attended.reshape(length, heads * width)


def _tile_scores(layer: PackedLayer, queries: Floats, keys: Floats, *, dtype: np.dtype) -> Floats:
    """Score s keys (H, s, K) for n queries (H, n, K): (H, n, s), the future included."""
    heads, count, _ = queries.shape
    seen = keys.shape[1]
    by_distance = np.empty((heads, count, seen + 1), dtype=dtype)
    positions = queries + layer.position_bias
    np.matmul(positions, layer.distances[:, :, -(seen + 1) :], out=by_distance)
    scores = queries @ keys.swapaxes(-1, -2)
    # The relative shift: the scores by distance, read without their first n numbers as (n, s),
    # are the scores by key.
    flat = by_distance.reshape(heads, count * (seen + 1))
    scores += flat[:, count:].reshape(heads, count, seen)
    return scores


def _hide(scores: Floats, *, first_own: int, reach: int) -> None:
    """Put -∞ in place for the keys that a query may not see.

    Args:
        scores: (H, n, s).
        first_own: Place of the first query's own key among the s.
        reach: Keys before its own that a query sees.
    """
    _, count, seen = scores.shape
    scores[:, :, seen - count :] += np.triu(np.full((count, count), -np.inf, scores.dtype), 1)
    # The first query sees all keys from the first on; each later one may see one fewer.
    lost = first_own + count - 1 - reach
    if lost > 0:
        nearest = np.arange(first_own - reach, first_own - reach + count)[:, None]
        gone = np.arange(lost) < nearest
        scores[:, :, :lost] += np.where(gone, scores.dtype.type(-np.inf), scores.dtype.type(0))
