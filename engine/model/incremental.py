"""New positions through packed weights, against a log of what came before.

Legend: B rows, T positions of a chunk, S keys, D width, H heads, K head width, R reach, G positions
of a page.

Each query sees the R positions before it and itself: what `forward` shows to segments of one
token. A chunk hides the rest by mask, so that it gives what its positions give one by one.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from engine.model.attention import relative_attention
from engine.model.log import Log, LogShape, Page, Strip
from engine.model.packed import PackedLayer, PackedTrunk, StepPrecision, pack
from engine.model.step_attention import StepAttention
from engine.model.tiled_attention import TiledAttention
from engine.model.trunk import Trunk
from engine.model.window import Window

CHUNK = 128
"""Positions that priming takes at once."""

PAGE_REACHES = 4
"""A page is so many times as long as what a query sees, so little of it is a copy."""

KEYS_VALUES, HIDDEN = "keys and values", "last layer's output"


class Looked(NamedTuple):
    """What a step looked at.

    Attributes:
        first: Position of the first key.
        weights: (S,), the mean of layers, heads and rows; the last is the step itself.
    """

    first: int
    weights: Tensor


class Incremental:
    """A model with plain memory, ready to take one position after another.

    Attributes:
        shape: Of a log of one row that this writes.
        field: Positions before a query on which its output depends at all.
        watched: Every so many positions what a step looks at is kept; 0: never.
        looked: What was kept last.
    """

    shape: LogShape
    field: int
    watched: int = 0
    looked: Looked | None = None

    def __init__(
        self,
        model: Trunk,
        *,
        precision: StepPrecision,
        mem_len: int,
        strips: tuple[Strip, ...] = (),
    ) -> None:
        """Pack a model.

        Args:
            model: Its weights are copied.
            precision: Of the matrices.
            mem_len: Positions before a query that it sees.
            strips: What else positions leave in the log.
        """
        strips = (keys_values(model, mem_len), *strips)
        self.shape = log_shape(model, strips, reach=mem_len)
        self.field = model.config.n_layer * mem_len
        self._packed = packed_for(model, precision=precision, keys=mem_len + CHUNK)
        self._attention: StepAttention | None = None

    def chunk_end(self, position: int, log: Log) -> int:
        """Tell up to where a chunk that begins at a position may go."""
        return min(position + CHUNK, log.page_end(position))

    def step(self, x: Tensor, position: int, log: Log) -> Tensor:
        """Take one position of every row.

        Args:
            x: (B, D), what stands there; written over.
            position: Which one; the log is written up to there, and then up to the next.
            log: Of B rows.

        Returns:
            (B, D), the last layer's output, which is kept in the log as well.
        """
        pages, place = log.page_of(position), self._place(position)
        page = pages[KEYS_VALUES]
        attention = self._attention_over(log.seen(position) + 1, rows=log.shape.rows)
        attention.share(log.shared(position))
        packed = self._packed
        norm = packed.norm
        looked = self._begin_to_look(attention, position)
        for index, layer in enumerate(packed.layers):
            layer.project(norm(x), out=attention.projected)
            x = rest_of_layer(packed, layer, x, attention(index, page, place))
        keep_hidden(pages, x.unsqueeze(1), position, shape=self.shape)
        if looked is not None:
            attention.look(None)
            first = position + 1 - attention.keys
            self.looked = Looked(first, looked / len(packed.layers))
        return x

    def _begin_to_look(self, attention: StepAttention, position: int) -> Tensor | None:
        """Return where a step adds what it looks at, None where nobody wants to know."""
        if not self.watched or position % self.watched:
            return None
        looked = self._packed.layers[0].distances.new_zeros(attention.keys)
        attention.look(looked)
        return looked

    def chunk(self, x: Tensor, position: int, log: Log) -> Tensor:
        """Take several positions of the only row.

        Args:
            x: (T, D), what stands there, none at or beyond `chunk_end`; written over.
            position: Of the first; the log is written up to there, and then to after the last.
            log: Of one row.

        Returns:
            (1, D), the last layer's output at the last position; all of it is kept in the log.
        """
        page = log.page_of(position)
        pages = page[KEYS_VALUES]
        place, length = self._place(position), x.shape[0]
        span = slice(place - log.seen(position), place + length)
        keys = span.stop - span.start
        own = torch.arange(keys - length, keys, device=x.device)
        window = Window(first=(own - log.shape.reach).clamp(min=0)[None], keys=keys)
        for index, layer in enumerate(self._packed.layers):
            x = self._chunk_layer(layer, x, pages[index], span, window)
        keep_hidden(page, x[None], position, shape=self.shape)
        return x[-1:]

    def _place(self, position: int) -> int:
        return self.shape.strips[0].place(position, page=self.shape.page)

    def _attention_over(self, keys: int, *, rows: int) -> StepAttention:
        attention = self._attention
        if attention is None or attention.keys != keys or attention.rows != rows:
            packed = self._packed
            like = packed.layers[0].distances
            attention = StepAttention(packed.layers, like=like, rows=rows, keys=keys)
            self._attention = attention
        return attention

    def _chunk_layer(
        self, layer: PackedLayer, x: Tensor, page: Tensor, span: slice, window: Window
    ) -> Tensor:
        _, heads, _, _, width = page.shape
        length = x.shape[0]
        projected = layer.project(self._packed.norm(x)).view(length, 3, heads, width)
        page[:, :, 0, span.stop - length : span.stop] = projected[:, 1:].permute(1, 2, 0, 3)
        content = projected[None, :, 0]
        position = content + layer.position_bias
        keys, values = page[:, :, :1, span].permute(0, 2, 3, 1, 4).unbind()  # (1, S, H, K)
        by_distance = layer.distances[:, :, -(window.keys + 1) :].permute(2, 0, 1)
        attend = TiledAttention.apply if x.device.type == "cpu" else relative_attention
        attended: Tensor = attend(content, position, keys, values, by_distance, window, None)
        return rest_of_layer(self._packed, layer, x, attended.reshape(length, -1))


def rest_of_layer(packed: PackedTrunk, layer: PackedLayer, x: Tensor, attended: Tensor) -> Tensor:
    """Do what follows the attention.

    Args:
        packed: The model.
        layer: The layer.
        x: (N, D), its input, which is written over.
        attended: (N, H·K).

    Returns:
        (N, D), its output.
    """
    x = layer.attention_norm(layer.output(attended, x))
    return layer.feed_forward_norm(layer.contract(layer.expand(packed.norm(x)), x))


def packed_for(model: Trunk, *, precision: StepPrecision, keys: int) -> PackedTrunk:
    """Pack a model for queries that see at most so many keys."""
    with torch.no_grad():
        return pack(model, distances=keys + 1, precision=precision)


def keys_values(model: Trunk, reach: int) -> Strip:
    """Describe what every position leaves behind for attention."""
    config = model.config
    return Strip(
        KEYS_VALUES,
        layers=config.n_layer,
        parts=2,
        heads=config.n_head,
        width=config.head_width,
        carried=reach,
    )


def keep_hidden(page: Page, hidden: Tensor, position: int, *, shape: LogShape) -> None:
    """Write the last layer's output (B, T, D) of some positions, so that going back takes none."""
    (*_, entries, width), first = page[HIDDEN].shape, position % shape.page + 1
    strides = (entries * width, width, 1)
    page[HIDDEN].as_strided(hidden.shape, strides, first * width).copy_(hidden)


def hidden_at(position: int, log: Log) -> Tensor:
    """Read the last layer's output (B, D) at a position that is written."""
    return log.page_of(position)[HIDDEN][0, 0, 0, :, position % log.shape.page + 1]


def log_shape(
    model: Trunk, strips: tuple[Strip, ...], *, reach: int, multiple: int = 1
) -> LogShape:
    """Describe a log of one row.

    Args:
        model: Whose.
        strips: What positions leave behind.
        reach: Positions that a query sees before itself.
        multiple: A page is a multiple of this.

    Returns:
        Its sizes.
    """
    unit = CHUNK * multiple
    return LogShape(
        strips=(
            *strips,
            Strip(HIDDEN, layers=1, parts=1, heads=1, width=model.config.d_model, carried=1),
        ),
        rows=1,
        reach=reach,
        page=-(-max(2 * CHUNK, PAGE_REACHES * reach) // unit) * unit,
        dtype=model.embedding.weight.dtype,
        device=model.device,
    )
