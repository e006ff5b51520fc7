"""New positions through a model with compressed memory, against a log that holds its slots too.

Legend: B rows, T positions of a chunk, M memory, c rate, C slots, S keys (slots, then positions),
D width, H heads, K head width.

Position t sees what `forward` shows to segments of one token: the positions from c·⌊t/c⌋ - M on,
and before them the last C slots. So a slot is due at every position that c divides, made of the
c positions that are M older; within such a group of positions the memory stays as it is.
"""

from copy import deepcopy

import torch
from torch import Tensor
from torch.nn import functional as F

from engine.model.incremental import (
    KEYS_VALUES,
    Incremental,
    keep_hidden,
    keys_values,
    log_shape,
    packed_for,
    rest_of_layer,
)
from engine.model.log import Log, Page, Strip
from engine.model.packed import PackedLayer, StepPrecision
from engine.model.positions import relative_shift
from engine.model.trunk import Trunk

INPUTS, SLOTS, ATTENTION = "inputs", "slots", "attention by distance"


class CompressiveIncremental(Incremental):
    """A model with compressed memory, ready to take one position after another."""

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
            mem_len: Positions before a query's group that it sees, M.
            strips: What else positions leave in the log.

        Raises:
            ValueError: If the model has no compressed memory, or M is less than the rate.
        """
        config, compression = model.config, model.config.compression
        if compression is None or mem_len < compression.rate:
            raise ValueError("compressed memory needs a memory of at least its rate")
        self._mem_len, self._rate, self._slots = mem_len, compression.rate, compression.length
        self._most_used = compression.function == "most_used"
        reach, back = mem_len + self._rate - 1, mem_len + self._rate
        layers = config.n_layer
        own = [
            keys_values(model, reach),
            Strip(INPUTS, layers=layers, parts=1, heads=1, width=config.d_model, carried=back),
            Strip(
                SLOTS,
                layers=layers,
                parts=2,
                heads=config.n_head,
                width=config.head_width,
                carried=self._slots,
                every=self._rate,
            ),
        ]
        if self._most_used:
            own.append(Strip(ATTENTION, layers=layers, parts=1, heads=1, width=back, carried=back))
        self._strips = {strip.name: strip for strip in own}
        self.shape = log_shape(model, (*own, *strips), reach=reach, multiple=self._rate)
        self.field = config.n_layer * (back + self._slots * self._rate)
        self._packed = packed_for(model, precision=precision, keys=back + self._slots)
        self._compressors = [deepcopy(model.compressor(i)) for i in range(config.n_layer)]

    def chunk_end(self, position: int, log: Log) -> int:  # noqa: ARG002 - pages end with groups
        """Tell up to where a chunk that begins at a position may go: the end of its group."""
        return (position // self._rate + 1) * self._rate

    def step(self, x: Tensor, position: int, log: Log) -> Tensor:
        """Take one position of every row: (B, D) to (B, D)."""
        return self._take(x[:, None], position, log)[:, -1]

    def chunk(self, x: Tensor, position: int, log: Log) -> Tensor:
        """Take several positions of the only row: (T, D) to (1, D) at the last."""
        return self._take(x[None], position, log)[:, -1]

    def _take(self, x: Tensor, position: int, log: Log) -> Tensor:
        """Take some positions (B, T) of one group: (B, T, D)."""
        page = log.page_of(position)
        age = position - log.origin
        waiting = position % self._rate
        seen = min(age, self._mem_len + waiting)
        slots = min(max(0, age - self._mem_len - waiting) // self._rate, self._slots)
        for index, layer in enumerate(self._packed.layers):
            if slots and not waiting:
                self._make_slot(index, position, page)
            x = self._layer(index, layer, x, page, position, seen=seen, slots=slots)
        keep_hidden(page, x, position, shape=self.shape)
        return x

    def _place_of(self, name: str, position: int) -> int:
        return self._strips[name].place(position, page=self.shape.page)

    def _make_slot(self, index: int, position: int, page: Page) -> None:
        """Compress the group that is now too old, and keep the keys and values of its slot."""
        compressor, packed = self._compressors[index], self._packed
        first = self._place_of(INPUTS, position) - self._mem_len - self._rate
        old = page[INPUTS][index, 0, 0][:, first : first + self._rate + compressor.ahead]
        usage = self._usage(page[ATTENTION][index, 0, 0], first) if self._most_used else None
        made = compressor(old, usage)[:, 0]
        strip = page[SLOTS][index]
        _, heads, rows, _, width = strip.shape
        projected = packed.layers[index].project(packed.norm(made)).view(rows, 3, heads, width)
        strip[:, :, :, self._place_of(SLOTS, position)] = projected[:, 1:].permute(1, 2, 0, 3)

    def _usage(self, attention: Tensor, first: int) -> Tensor:
        """Average the attention that the positions of a group received while they were seen.

        Args:
            attention: (B, entries, distances), of each query to each distance before it.
            first: Place of the group's first position; `back` queries have seen it.

        Returns:
            (B, c).
        """
        back = self._mem_len + self._rate
        queries = attention[:, first : first + back]
        received = [
            queries.diagonal(offset=-member, dim1=1, dim2=2).sum(dim=1) / (back - member)
            for member in range(self._rate)
        ]
        return torch.stack(received, dim=1)

    def _layer(
        self,
        index: int,
        layer: PackedLayer,
        x: Tensor,
        page: Page,
        position: int,
        *,
        seen: int,
        slots: int,
    ) -> Tensor:
        rows, length, width = x.shape
        inputs = self._place_of(INPUTS, position)
        page[INPUTS][index, 0, 0][:, inputs : inputs + length] = x
        pages, slot_pages = page[KEYS_VALUES][index], page[SLOTS][index]
        heads, head_width = pages.shape[1], pages.shape[-1]
        normed = self._packed.norm(x).view(-1, width)
        projected = layer.project(normed).view(rows, length, 3, heads, head_width)
        place = self._place_of(KEYS_VALUES, position)
        pages[:, :, :, place : place + length] = projected[:, :, 1:].permute(2, 3, 0, 1, 4)
        query = projected[:, :, 0].permute(2, 0, 1, 3).reshape(heads, rows * length, head_width)
        last = self._place_of(SLOTS, position) + 1
        old = slot_pages[:, :, :, last - slots : last].flatten(1, 2)  # (2, H·B, C, K)
        new = pages[:, :, :, place - seen : place + length].flatten(1, 2)
        weights = _weights(layer, query, (old[0], new[0]), rows=rows)
        attended = weights[..., :slots] @ old[1] + weights[..., slots:] @ new[1]
        if self._most_used:
            received = weights[..., slots:].view(heads, rows, length, -1).sum(dim=0)
            self._keep(page[ATTENTION][index, 0, 0], received, position)
        joined = attended.view(heads, rows, length, head_width).permute(1, 2, 0, 3)
        flat = joined.reshape(rows * length, heads * head_width)
        out = rest_of_layer(self._packed, layer, x.view(-1, width), flat)
        return out.view(rows, length, width)

    def _keep(self, attention: Tensor, received: Tensor, position: int) -> None:
        """Write each query's attention by distance: (B, T, seen + T) by key."""
        length, keys = received.shape[1:]
        place = self._place_of(ATTENTION, position)
        for t in range(length):
            count = keys - length + t + 1
            attention[:, place + t, :count] = received[:, t, :count].flip(-1)
            attention[:, place + t, count:] = 0


def _weights(
    layer: PackedLayer, query: Tensor, keys: tuple[Tensor, Tensor], *, rows: int
) -> Tensor:
    """Divide the attention of queries over slots and positions.

    Args:
        layer: Whose tables of distances are looked up.
        query: (H, B·T, K).
        keys: Of slots (H·B, C, K) and positions (H·B, P + T, K).
        rows: B.

    Returns:
        (H·B, T, C + P + T).
    """
    heads, count, width = query.shape
    length = count // rows
    columns = keys[0].shape[1] + keys[1].shape[1] + 1
    by_distance = torch.baddbmm(
        layer.distance_bias[:, :, -columns:].expand(-1, count, -1),
        query,
        layer.distances[:, :, -columns:],
    )
    scores = relative_shift(by_distance.view(heads * rows, length, columns))
    query = query.reshape(heads * rows, length, width)
    scores = scores + torch.cat([query @ part.transpose(1, 2) for part in keys], dim=-1)
    if length > 1:
        future = torch.ones(length, length, dtype=torch.bool, device=scores.device).triu_(1)
        scores[..., -length:].masked_fill_(future, -torch.inf)
    return F.softmax(scores, dim=-1)
