"""Attention of one new position, in as few calls as there are things to compute.

Legend: L layers, B rows, H heads, K head width, S keys (the new position's is the last), E entries
of a page.

For one token the calls cost more than what they compute, and a view of a tensor is a call like any
other. So all layers and steps share buffers, whose views are made once for as long as a step sees
the same number of keys, which with a full memory is for ever; keys and values are looked at in
their page without a copy, as (K, S) and (S, K) of each head and row. Products of one query with
the keys as they lie are faster than `scaled_dot_product_attention` here.

Alternatives of one prompt have its keys and values in common: many rows read them once, not each
its own copy, until what they wrote themselves is all that they see.
"""

import torch
from torch import Tensor

from engine.model.packed import PackedLayer

LEAST_ROWS, LEAST_SHARED = 5, 48
"""Rows, and keys they have in common, from which on reading those once is worth two more products
(docs/experiments/2026-11-22-note-speed.md)."""


class StepAttention:
    """The attention of every layer while a step sees a certain number of keys.

    Attributes:
        rows: B.
        keys: S.
        projected: (B, 3·H·K), to be filled with a layer's queries, keys and values of the new
            position before it is asked for.
    """

    def __init__(
        self, layers: tuple[PackedLayer, ...], *, like: Tensor, rows: int, keys: int
    ) -> None:
        """Make the buffers.

        Args:
            layers: Of the model.
            like: A tensor of their precision and device.
            rows: B.
            keys: S.
        """
        heads, width, _ = layers[0].distances.shape
        self.rows, self.keys = rows, keys
        self.projected = like.new_empty(rows, 3 * heads * width)
        parts = self.projected.view(rows, 3, heads, width)
        self._entry = parts[:, 1:].permute(1, 2, 0, 3)  # (2, H, B, K), as a page has it
        self._query = parts[:, 0].transpose(0, 1)  # (H, B, K)
        self._tables = [
            (layer.distances[:, :, -keys:], layer.distance_bias[:, :, -keys:]) for layer in layers
        ]
        self._scores = like.new_empty(heads, rows, keys)
        self._weights = torch.empty_like(self._scores)
        self._attended = like.new_empty(heads, rows, width)
        # The same for each row alone. One row is its own copy already.
        self._query_copy = torch.empty_like(self._attended) if rows > 1 else self._query
        self._row_query, self._row_scores, self._row_weights, self._row_attended = (
            tensor.view(heads * rows, 1, -1)
            for tensor in (self._query_copy, self._scores, self._weights, self._attended)
        )
        self._joined = like.new_empty(rows, heads, width) if rows > 1 else self._attended
        self._flat = self._joined.view(rows, heads * width)
        self._shared = 0
        self._looked: Tensor | None = None

    def look(self, into: Tensor | None) -> None:
        """Add what the calls that follow look at to (S,), the mean of heads and rows; None: no."""
        self._looked = into

    def share(self, shared: int) -> None:
        """Say how many of the first keys are the same in all rows, for the calls that follow."""
        worth_it = self.rows >= LEAST_ROWS and shared >= LEAST_SHARED
        shared = shared if worth_it else 0
        if shared == self._shared:
            return
        self._shared = shared
        self._common_scores = self._scores[:, :, :shared]
        self._common_weights = self._weights[:, :, :shared]
        self._own_scores = self._row_scores[:, :, shared:]
        self._own_weights = self._row_weights[:, :, shared:]

    def __call__(self, layer: int, page: Tensor, place: int) -> Tensor:
        """Keep the new position's keys and values, and attend.

        Args:
            layer: Which.
            page: (L, 2, H, B, E, K), contiguous: keys and values of all layers.
            place: Of the new position among the entries; the S - 1 before it are seen.

        Returns:
            (B, H·K), valid until the next call.
        """
        _, _, heads, rows, entries, width = page.shape
        count, each = self.keys, entries * width
        part = heads * rows * each
        new = 2 * layer * part + place * width
        seen = new - (count - 1) * width
        page.as_strided((2, heads, rows, width), (part, rows * each, each, 1), new).copy_(
            self._entry
        )
        distances, bias = self._tables[layer]
        torch.baddbmm(bias, self._query, distances, out=self._scores)
        if rows > 1:
            self._query_copy.copy_(self._query)
        if self._shared:
            self._attend_in_common(page, seen)
        else:
            self._attend_apart(page, seen)
        if self._looked is not None:
            self._looked += self._weights.mean((0, 1))
        if rows > 1:
            self._joined.copy_(self._attended.transpose(0, 1))
        return self._flat

    def _attend_apart(self, page: Tensor, seen: int) -> None:
        """Attend in each row to its own keys.

        Args:
            page: As for a call.
            seen: Offset in it of the first key of the first head and row.
        """
        _, _, heads, rows, entries, width = page.shape
        count, each = self.keys, entries * width
        keys = page.as_strided((heads * rows, width, count), (each, 1, width), seen)
        torch.baddbmm(self._row_scores, self._row_query, keys, out=self._row_scores)
        torch.softmax(self._scores, -1, out=self._weights)
        first = seen + heads * rows * each
        values = page.as_strided((heads * rows, count, width), (each, width, 1), first)
        torch.bmm(self._row_weights, values, out=self._row_attended)

    def _attend_in_common(self, page: Tensor, seen: int) -> None:
        """Attend to what all rows have in common, once for all, and to what each has alone.

        Args:
            page: As for a call.
            seen: Offset in it of the first key of the first head and row.
        """
        _, _, heads, rows, entries, width = page.shape
        each, shared, own = entries * width, self._shared, self.keys - self._shared
        part, first = heads * rows * each, seen + shared * width
        keys = page.as_strided((heads, width, shared), (rows * each, 1, width), seen)
        self._common_scores.baddbmm_(self._query, keys)
        keys = page.as_strided((heads * rows, width, own), (each, 1, width), first)
        self._own_scores.baddbmm_(self._row_query, keys)
        torch.softmax(self._scores, -1, out=self._weights)
        values = page.as_strided((heads, shared, width), (rows * each, width, 1), seen + part)
        torch.bmm(self._common_weights, values, out=self._attended)
        values = page.as_strided((heads * rows, own, width), (each, width, 1), first + part)
        self._row_attended.baddbmm_(self._own_weights, values)
