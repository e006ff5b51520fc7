"""Computes new positions with packed weights and the log of the positions before them.

Legend: B rows, T positions of a chunk, S keys, D width, H heads, K head width, G positions of a
page.

Each query sees the R positions before it and itself, as in the network's `forward` over segments of
one position. Positions of a chunk cannot see later ones; the result equals decoding them one by
one.
"""

from typing import NamedTuple

import numpy as np

from engine.ground.cancelling import look_up
from engine.model.arrays import Floats
from engine.model.decoding.attention import StepAttention, attend_in_tiles
from engine.model.decoding.log import EntryKind, Log, LogShape, Page
from engine.model.decoding.packed import PackedLayer, PackedTrunk, pack_trunk
from engine.model.weights import ModelWeights

CHUNK = 128
"""Positions that priming computes at once."""

PAGE_REACHES = 4
"""Length of a page divided by the positions that a query sees: little of a page is a copy."""

KEYS_VALUES, HIDDEN = "keys and values", "last layer's output"


class WatchedAttention(NamedTuple):
    """The attention of one step.

    Attributes:
        first: Position of the first key; negative for one of a style, before the piece.
        weights: (S,), the mean of layers, heads and rows; the last is the step's own.
    """

    first: int
    weights: Floats


class IncrementalTrunk:
    """The layers of a model with plain memory, computed position by position.

    Args:
        weights: Of the model; they are copied.
        mem_len: Positions before a query that it sees.
        entry_kinds: Further entries that positions leave in the log.

    Attributes:
        shape: Of a log of one row for this trunk; a log may have shorter pages.
        field: Positions before a query on which its output depends, through all layers.
        watch_every: Positions between two whose attention is kept; 0 keeps none.
        watched_attention: The attention that was kept last.
    """

    shape: LogShape
    field: int
    watch_every: int = 0
    watched_attention: WatchedAttention | None = None

    def __init__(
        self, weights: ModelWeights, *, mem_len: int, entry_kinds: tuple[EntryKind, ...] = ()
    ) -> None:
        entry_kinds = (keys_values(weights, mem_len, common=True), *entry_kinds)
        self.shape = log_shape(weights, entry_kinds, reach=mem_len)
        self.field = weights.config.n_layer * mem_len
        self._packed = pack_trunk(weights, distances=mem_len + CHUNK + 1)
        self._attention: StepAttention | None = None

    def entries_of(self, hidden: Floats) -> dict[str, Floats]:
        """Return the entries of positions whose inputs of each layer are known.

        Args:
            hidden: (L, N, D), of N positions, at most as many as a query sees.

        Returns:
            Their keys and values, (L, 2, H, 1, N, K), as in a page.

        Raises:
            ValueError: There are more positions than a query sees.
        """
        if hidden.shape[1] > self.shape.reach:
            raise ValueError(f"a query sees {self.shape.reach} positions, not {hidden.shape[1]}")
        packed = self._packed
        projected = [
            split(layer.project(packed.norm(inputs)), packed)[:, 1:].transpose(1, 2, 0, 3)
            for layer, inputs in zip(packed.layers, hidden, strict=True)
        ]
        return {KEYS_VALUES: np.stack(projected)[:, :, :, None]}

    def chunk_end(self, position: int, log: Log) -> int:
        """Return the last possible end of a chunk that begins at a position."""
        return min(position + CHUNK, log.page_end(position))

    def step(self, x: Floats, position: int, log: Log) -> Floats:
        """Compute one position of every row and append it to the log.

        Args:
            x: (B, D), the input; overwritten.
            position: Which one; the log ends before it.
            log: Of B rows.

        Returns:
            (B, D), the last layer's output; the log has it, too.
        """
        pages, place = log.page_of(position), self._place(position, log)
        page = pages[KEYS_VALUES]
        attention = self._attention_over(log.seen(position) + 1, rows=log.shape.rows)
        attention.share(log.shared(position))
        packed = self._packed
        norm = packed.norm
        watched = self._watched_sums(attention, position)
        for index, layer in enumerate(packed.layers):
            layer.project(norm(x), out=attention.projected)
            x = layer.after_attention(x, attention(index, page, place), norm)
        keep_hidden(pages, x[:, None], position, shape=log.shape)
        if watched is not None:
            attention.watch(None)
            first = position + 1 - attention.keys
            self.watched_attention = WatchedAttention(first, watched / len(packed.layers))
        return x

    def _watched_sums(self, attention: StepAttention, position: int) -> Floats | None:
        """Return the array to which a step adds its attention; None if nobody watches it."""
        if not self.watch_every or position % self.watch_every:
            return None
        watched = np.zeros(attention.keys, dtype=self.shape.dtype)
        attention.watch(watched)
        return watched

    def chunk(self, x: Floats, position: int, log: Log) -> Floats:
        """Compute several positions of the only row and append them to the log.

        Args:
            x: (T, D), the inputs, up to `chunk_end` at most; overwritten.
            position: The first one; the log ends before it. Where `look_up` ends the work between
                two layers, it still does.
            log: Of one row.

        Returns:
            (1, D), the last layer's output at the last position; the log has those of all.
        """
        page = log.page_of(position)
        pages = page[KEYS_VALUES]
        place = self._place(position, log)
        span = slice(place - log.seen(position), place + len(x))
        for index, layer in enumerate(self._packed.layers):
            look_up()
            x = self._chunk_layer(layer, x, pages[index], span)
        keep_hidden(page, x[None], position, shape=log.shape)
        return x[-1:]

    def _place(self, position: int, log: Log) -> int:
        return self.shape.entry_kinds[0].place(position, page=log.shape.page)

    def _attention_over(self, keys: int, *, rows: int) -> StepAttention:
        attention = self._attention
        if attention is None or attention.keys != keys or attention.rows != rows:
            attention = StepAttention(self._packed.layers, rows=rows, keys=keys)
            self._attention = attention
        return attention

    def _chunk_layer(self, layer: PackedLayer, x: Floats, page: Floats, span: slice) -> Floats:
        projected = split(layer.project(self._packed.norm(x)), self._packed)  # (T, 3, H, K)
        page[:, :, 0, span.stop - len(x) : span.stop] = projected[:, 1:].transpose(1, 2, 0, 3)
        queries = projected[:, 0].swapaxes(0, 1)
        keys, values = page[:, :, 0, span]
        attended = attend_in_tiles(layer, queries, keys, values, reach=self.shape.reach)
        return layer.after_attention(x, attended, self._packed.norm)


def split(projected: Floats, packed: PackedTrunk) -> Floats:
    """View what a layer projected as queries, keys and values of each head: (N, 3, H, K)."""
    return projected.reshape(len(projected), 3, packed.heads, packed.head_width)


def keys_values(weights: ModelWeights, reach: int, *, common: bool = False) -> EntryKind:
    """Describe the keys and values that a position leaves in the log; `EntryKind` has `common`."""
    config = weights.config
    return EntryKind(
        KEYS_VALUES,
        layers=config.n_layer,
        parts=2,
        heads=config.n_head,
        width=config.head_width,
        carried=reach,
        common=common,
    )


def keep_hidden(page: Page, hidden: Floats, position: int, *, shape: LogShape) -> None:
    """Write the last layer's output (B, T, D) to the log: after a rewind it is read from there."""
    first = position % shape.page + 1
    page[HIDDEN][0, 0, 0, :, first : first + hidden.shape[1]] = hidden


def hidden_at(position: int, log: Log) -> Floats:
    """Return the last layer's output (B, D) at a position of the log."""
    return log.page_of(position)[HIDDEN][0, 0, 0, :, position % log.shape.page + 1]


def log_shape(
    weights: ModelWeights, entry_kinds: tuple[EntryKind, ...], *, reach: int, multiple: int = 1
) -> LogShape:
    """Describe a log of one row.

    Args:
        weights: Of the model.
        entry_kinds: The entries of a position.
        reach: Positions before itself that a query sees.
        multiple: Divides the length of a page.
    """
    unit = CHUNK * multiple
    return LogShape(
        entry_kinds=(
            *entry_kinds,
            EntryKind(HIDDEN, layers=1, parts=1, heads=1, width=weights.config.d_model, carried=1),
        ),
        rows=1,
        reach=reach,
        page=-(-max(2 * CHUNK, PAGE_REACHES * reach) // unit) * unit,
        dtype=weights.arrays["embedding.weight"].dtype,
        unit=unit,
    )
