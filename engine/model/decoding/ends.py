"""Both ends of a network: the input of its trunk, and the prediction from the trunk's output.

Legend: B rows, T steps, K rows that predict, W ids of a bag, D width, V vocabulary, P parts.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.model.arrays import Floats
from engine.model.decoding.key_histograms import KeyHistograms
from engine.model.decoding.log import EntryKind, Log
from engine.model.decoding.packed import Normalise, feed_forward_named, head_of, norm_named
from engine.model.decoding.products import FeedForward, Norm, Product, normalised
from engine.model.decoding.stream import Bag, OpenStep, padded
from engine.model.weights import PITCH_CLASSES, ModelWeights
from engine.values.config import StepConfig

_Ids = NDArray[np.int64]

HISTOGRAMS = "key histograms"
# Sets of instruments whose tables are kept; a process works on few pieces.
_SONGS = 64


class Ends(Protocol):
    """Both ends of a network.

    Attributes:
        entry_kinds: Entries of the log from which the inputs of later steps are computed.
    """

    entry_kinds: tuple[EntryKind, ...]

    def inputs(self, bags: Sequence[Sequence[Bag]], position: int, log: Log) -> Floats:
        """Embed the bags of B rows, T each, at a position of a log of B rows: (B, T, D)."""

    def restore(self, bags: Sequence[Bag], log: Log) -> None:
        """Write the entries that depend on the bags before a log that begins in mid-piece."""

    def prepared(self, hidden: Floats) -> Floats:
        """Map the last layer's (K, D) to the input of `logits`, once for all ids of a step."""

    def logits(self, prepared: Floats, states: Sequence[OpenStep]) -> Floats:
        """Predict the next id of each row: (K, V)."""


def ends_of(weights: ModelWeights) -> Ends:
    """Return the ends of a network; its weights are copied."""
    steps = weights.config.steps
    return IdEnds(weights) if steps is None else NoteEnds(weights, steps)


class IdEnds:
    """The ends of a network whose position is an id."""

    entry_kinds: tuple[EntryKind, ...] = ()

    def __init__(self, weights: ModelWeights) -> None:
        self._table = weights.arrays["embedding.weight"] * _scale(weights)
        self._head = head_of(weights, _final_norm(weights))

    def inputs(self, bags: Sequence[Sequence[Bag]], position: int, log: Log) -> Floats:
        """As `Ends`; a row that has ended gets any id."""
        return self._table.take([[bag[0] if bag else 0 for bag in row] for row in bags], axis=0)

    def restore(self, bags: Sequence[Bag], log: Log) -> None:
        """As `Ends`: does nothing, because there are no such entries."""

    def prepared(self, hidden: Floats) -> Floats:
        """As `Ends`."""
        return hidden

    def logits(self, prepared: Floats, states: Sequence[OpenStep]) -> Floats:
        """As `Ends`."""
        return self._head(prepared)


class NoteEnds:
    """The ends of a network whose position is a note: bags and a local decoder."""

    entry_kinds: tuple[EntryKind, ...]

    def __init__(self, weights: ModelWeights, steps: StepConfig) -> None:
        arrays = weights.arrays
        self._pad = steps.pad
        self._scale = _scale(weights)
        self._table = arrays["embedding.weight"] * self._scale
        self._table[steps.pad] = 0
        # The embeddings of places follow those of the ids in one table, so one look-up sums both.
        said = self._table @ arrays["local.said.weight"].T
        self._said = np.concatenate([said, arrays["local.place.weight"]])
        self._first_place = weights.config.vocab_size
        self._norm = _norm_of(_final_norm(weights))
        self._main = Product(arrays["local.main.weight"])
        self._blocks = [
            _local_block(weights, f"local.blocks.{index}") for index in range(steps.local_blocks)
        ]
        self._head = head_of(weights, norm_named(weights, "local.norm"))
        self._key = KeyHistograms(weights) if steps.key_half_lives else None
        width = 0 if self._key is None else self._key.numbers
        self._histogram_kind = EntryKind(
            HISTOGRAMS, layers=1, parts=1, heads=1, width=width, carried=1
        )
        self.entry_kinds = () if self._key is None else (self._histogram_kind,)
        parts = slice(steps.first_part, steps.first_part + steps.parts)
        self._parts = lru_cache(_SONGS)(lambda *programs: _Programs(programs, parts))

    def inputs(self, bags: Sequence[Sequence[Bag]], position: int, log: Log) -> Floats:
        """As `Ends`; a row that has ended gets an empty bag."""
        x: Floats = self._table.take(self._ids_of_rows(bags), axis=0).sum(axis=2)
        if self._key is None:
            return x
        place = self._histogram_kind.place(position, page=log.shape.page)
        entries = _histograms(log, position)
        before = entries[:, place - 1] if position else np.zeros_like(entries[:, place])
        sums = self._key.count(bags, before.reshape(len(bags), -1, PITCH_CLASSES))
        entries[:, place : place + sums.shape[1]] = sums.reshape(*sums.shape[:2], -1)
        x += self._scale * self._key.embed(sums).reshape(x.shape)
        return x

    def restore(self, bags: Sequence[Bag], log: Log) -> None:
        """As `Ends`: the histograms of pitch classes."""
        if self._key is None or not bags:
            return
        place = self._histogram_kind.place(len(bags), page=log.shape.page)
        entry = _histograms(log, len(bags))[:, place - 1]
        sums = np.zeros_like(entry).reshape(1, -1, PITCH_CLASSES)
        for begin in range(0, len(bags), _COUNTED_AT_ONCE):
            sums = self._key.count([bags[begin : begin + _COUNTED_AT_ONCE]], sums)[:, -1]
        entry[:] = sums.reshape(1, -1)

    def prepared(self, hidden: Floats) -> Floats:
        """As `Ends`: the local decoder's map of the trunk's state."""
        return self._main(self._norm(hidden))

    def logits(self, prepared: Floats, states: Sequence[OpenStep]) -> Floats:
        """As `Ends`."""
        said = self._ids([(*state.bag, self._first_place + state.said) for state in states])
        x = prepared + self._said.take(said, axis=0).sum(axis=1)
        for block in self._blocks:
            block.add_to(x, normalised(x))
        logits = self._head(x)
        self._parts(*(state.programs for state in states)).join(logits)
        return logits

    def _ids(self, bags: Sequence[Bag]) -> _Ids:
        """Return bags as an array (N, W)."""
        return np.array(padded(bags, pad=self._pad))

    def _ids_of_rows(self, bags: Sequence[Sequence[Bag]]) -> _Ids:
        """Return the bags of rows as an array (B, T, W)."""
        ids = self._ids([bag for row in bags for bag in row])
        return ids.reshape(len(bags), len(bags[0]), -1)


_COUNTED_AT_ONCE = 128
"""Steps whose pitches are counted at once: the count needs a square matrix of this size."""


class _Programs:
    """The programs of the parts of K rows, ready to be added to logits.

    Args:
        programs: (K, P), the program id of each part, -1 where there is no such part.
        parts: The ids of the parts.
    """

    def __init__(self, programs: Sequence[Sequence[int]], parts: slice) -> None:
        numbers = np.array(programs)
        self._parts = parts
        self._ids = np.maximum(numbers, 0)
        self._rows = np.arange(len(numbers))[:, None]
        self._missing = numbers < 0

    def join(self, logits: Floats) -> None:
        """Add the logit of its program to each part's logit (K, V); forbid undeclared parts."""
        parts = logits[:, self._parts]
        parts += logits[self._rows, self._ids]
        parts[self._missing] = -np.inf


def _scale(weights: ModelWeights) -> float:
    config = weights.config
    return math.sqrt(config.d_model) if config.scale_embeddings else 1.0


def _final_norm(weights: ModelWeights) -> tuple[Floats, Floats] | None:
    return norm_named(weights, "final_norm") if weights.config.final_norm else None


def _norm_of(norm: tuple[Floats, Floats] | None) -> Normalise:
    return _unchanged if norm is None else Norm(*norm)


def _unchanged(x: Floats) -> Floats:
    return x


def _local_block(weights: ModelWeights, name: str) -> FeedForward:
    return feed_forward_named(weights, f"{name}.feed_forward", norm_named(weights, f"{name}.norm"))


def _histograms(log: Log, position: int) -> Floats:
    """Return the histograms (B, entries, H·12) in the page of a position."""
    entries: Floats = log.page_of(position)[HISTOGRAMS][0, 0, 0]
    return entries
