"""Computes new positions of a model with compressed memory; the log holds its slots, too.

Legend: B rows, T positions of a chunk, M memory, c rate, C slots, S keys (slots, then positions),
D width, H heads, K head width.

Position t sees the positions from c·⌊t/c⌋ - M on and before them the last C slots, as in `forward`
over segments of one position. At every position that c divides, the c positions that are M older
become a slot. Within such a group of c positions the memory does not change.
"""

import numpy as np

from engine.ground.cancelling import look_up
from engine.model.arrays import Floats
from engine.model.decoding.compressor import Compressor
from engine.model.decoding.log import EntryKind, Log, Page
from engine.model.decoding.packed import PackedLayer, pack_trunk
from engine.model.decoding.products import exponentiate
from engine.model.decoding.trunk import (
    KEYS_VALUES,
    IncrementalTrunk,
    keep_hidden,
    keys_values,
    log_shape,
    split,
)
from engine.model.weights import ModelWeights

INPUTS, SLOTS, ATTENTION = "inputs", "slots", "attention by distance"


class CompressiveTrunk(IncrementalTrunk):
    """The layers of a model with compressed memory, computed position by position.

    Args:
        weights: The model's weights; they are copied.
        mem_len: Positions before a query's group that it sees, M.
        entry_kinds: Further entries that positions leave in the log.

    Raises:
        ValueError: If the model has no compressed memory, or M is less than the rate.
    """

    def __init__(
        self, weights: ModelWeights, *, mem_len: int, entry_kinds: tuple[EntryKind, ...] = ()
    ) -> None:
        config, compression = weights.config, weights.config.compression
        if compression is None or mem_len < compression.rate:
            raise ValueError("compressed memory needs a memory of at least its rate")
        self._mem_len, self._rate, self._slots = mem_len, compression.rate, compression.length
        self._most_used = compression.function == "most_used"
        reach, back = mem_len + self._rate - 1, mem_len + self._rate
        layers = config.n_layer
        own = [
            keys_values(weights, reach),
            EntryKind(INPUTS, layers=layers, parts=1, heads=1, width=config.d_model, carried=back),
            EntryKind(
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
            own.append(
                EntryKind(ATTENTION, layers=layers, parts=1, heads=1, width=back, carried=back)
            )
        self._entry_kinds = {kind.name: kind for kind in own}
        self.shape = log_shape(weights, (*own, *entry_kinds), reach=reach, multiple=self._rate)
        self.field = config.n_layer * (back + self._slots * self._rate)
        self._packed = pack_trunk(weights, distances=back + self._slots + 1)
        self._compressors = [Compressor(weights, index) for index in range(layers)]

    def entries_of(self, hidden: Floats) -> dict[str, Floats]:  # noqa: ARG002 - there are none
        """As `IncrementalTrunk`; a model with compressed memory begins with none.

        Raises:
            ValueError: Always.
        """
        raise ValueError("a model with compressed memory cannot begin with a style")

    def chunk_end(self, position: int, log: Log) -> int:  # noqa: ARG002 - pages end with groups
        """Return the end of a position's group."""
        return (position // self._rate + 1) * self._rate

    def step(self, x: Floats, position: int, log: Log) -> Floats:
        """Compute one position of every row: (B, D) to (B, D)."""
        return self._take(x[:, None], position, log)[:, -1]

    def chunk(self, x: Floats, position: int, log: Log) -> Floats:
        """Compute several positions of the only row: (T, D) to (1, D) at the last."""
        look_up()
        return self._take(x[None], position, log)[:, -1]

    def _take(self, x: Floats, position: int, log: Log) -> Floats:
        """Compute positions (B, T, D) of one group."""
        page = log.page_of(position)
        age = position - log.origin
        waiting = position % self._rate
        seen = min(age, self._mem_len + waiting)
        slots = min(max(0, age - self._mem_len - waiting) // self._rate, self._slots)
        position %= log.shape.page  # its entries' places in the page are all that is asked below
        for index, layer in enumerate(self._packed.layers):
            if slots and not waiting:
                self._make_slot(index, position, page)
            x = self._layer(index, layer, x, page, position, seen=seen, slots=slots)
        keep_hidden(page, x, position, shape=log.shape)
        return x

    def _place_of(self, name: str, position: int) -> int:
        return self._entry_kinds[name].place(position, page=self.shape.page)

    def _make_slot(self, index: int, position: int, page: Page) -> None:
        """Compress the group that leaves the memory; write the keys and values of its slot."""
        compressor, packed = self._compressors[index], self._packed
        first = self._place_of(INPUTS, position) - self._mem_len - self._rate
        old = page[INPUTS][index, 0, 0][:, first : first + self._rate + compressor.ahead]
        usage = self._usage(page[ATTENTION][index, 0, 0], first) if self._most_used else None
        made = compressor(old, usage)[:, 0]
        projected = split(packed.layers[index].project(packed.norm(made)), packed)
        place = self._place_of(SLOTS, position)
        page[SLOTS][index][:, :, :, place] = projected[:, 1:].transpose(1, 2, 0, 3)

    def _usage(self, attention: Floats, first: int) -> Floats:
        """Return the mean attention that the positions of a group received.

        Args:
            attention: (B, entries, distances), of each query to each distance before it.
            first: Index of the group's first position; `back` queries have seen it.

        Returns:
            (B, c).
        """
        back = self._mem_len + self._rate
        queries = attention[:, first : first + back]
        received = [
            queries.diagonal(offset=-member, axis1=1, axis2=2).sum(axis=1) / (back - member)
            for member in range(self._rate)
        ]
        return np.stack(received, axis=1)

    def _layer(
        self,
        index: int,
        layer: PackedLayer,
        x: Floats,
        page: Page,
        position: int,
        *,
        seen: int,
        slots: int,
    ) -> Floats:
        rows, length, width = x.shape
        inputs = self._place_of(INPUTS, position)
        page[INPUTS][index, 0, 0][:, inputs : inputs + length] = x
        pages, slot_pages = page[KEYS_VALUES][index], page[SLOTS][index]
        flat = x.reshape(rows * length, width)
        projected = split(layer.project(self._packed.norm(flat)), self._packed)
        projected = projected.reshape(rows, length, *projected.shape[1:])  # (B, T, 3, H, K)
        place = self._place_of(KEYS_VALUES, position)
        pages[:, :, :, place : place + length] = projected[:, :, 1:].transpose(2, 3, 0, 1, 4)
        queries = projected[:, :, 0].transpose(2, 0, 1, 3)  # (H, B, T, K)
        last = self._place_of(SLOTS, position) + 1
        old = slot_pages[:, :, :, last - slots : last]  # (2, H, B, C, K)
        new = pages[:, :, :, place - seen : place + length]
        weights = _weights(layer, queries, (old[0], new[0]))
        attended = weights[..., :slots] @ old[1] + weights[..., slots:] @ new[1]
        if self._most_used:
            received = weights[..., slots:].sum(axis=0)
            self._keep(page[ATTENTION][index, 0, 0], received, position)
        joined = attended.transpose(1, 2, 0, 3).reshape(rows * length, -1)
        out = layer.after_attention(flat, joined, self._packed.norm)
        return out.reshape(rows, length, width)

    def _keep(self, attention: Floats, received: Floats, position: int) -> None:
        """Write each query's attention by distance: (B, T, seen + T) by key."""
        length, keys = received.shape[1:]
        place = self._place_of(ATTENTION, position)
        for t in range(length):
            count = keys - length + t + 1
            attention[:, place + t, :count] = received[:, t, :count][:, ::-1]
            attention[:, place + t, count:] = 0


def _weights(layer: PackedLayer, queries: Floats, keys: tuple[Floats, Floats]) -> Floats:
    """Return the attention of queries over slots and positions.

    Args:
        layer: Its tables of distances are used.
        queries: (H, B, T, K).
        keys: Of slots (H, B, C, K) and positions (H, B, P + T, K).

    Returns:
        (H, B, T, C + P + T).
    """
    heads, rows, length, _ = queries.shape
    seen = keys[0].shape[2] + keys[1].shape[2]
    distances = layer.distances[:, None, :, -(seen + 1) :]
    by_distance = queries @ distances + layer.distance_bias[:, None, :, -(seen + 1) :]
    # The relative shift, as in `attention.py`.
    flat = by_distance.reshape(heads, rows, length * (seen + 1))
    by_content = [queries @ part.swapaxes(-1, -2) for part in keys]
    weights: Floats = np.concatenate(by_content, axis=-1)
    weights += flat[..., length:].reshape(weights.shape)
    if length > 1:
        future = np.triu(np.ones((length, length), dtype=bool), 1)
        weights[..., seen - length :][..., future] = -np.inf
    sums = exponentiate(weights)
    weights /= sums
    return weights
