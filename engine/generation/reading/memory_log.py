"""Keeps the model's memory between requests: only ids from the first change on are read again.

The model reads blocks of `BLOCK` steps, which begin at fixed places of a piece. So the entries of
an id depend only on the ids before it, down to the last bit, and not on earlier edits: the same
piece and seed give the same notes, also in a new process.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from engine.generation.model import LiveModel
from engine.generation.reading.branches import Branches

BLOCK = 64
"""Steps of a block, about fifty notes. An edit costs at most one more block; smaller blocks are
slower."""


WATCHED = 12
"""Steps between two records of the attention: a few records a second."""


class Held(NamedTuple):
    """The ids that the memory holds.

    Attributes:
        exact: Index of the first id that is held exactly.
        compressed: Index of the first id that is held compressed; `exact` without such memory.
    """

    exact: int
    compressed: int


class MemoryLog:
    """Knows which ids the log of a decoder holds, and rewinds it to the first change.

    Args:
        model: A model whose decoder has an empty log. No other object may use the decoder.
    """

    def __init__(self, model: LiveModel) -> None:
        self._decoder = model.decoder
        self._model = model
        self._ids: list[int] = []

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids in the log."""
        return tuple(self._ids)

    @property
    def held(self) -> Held:
        """The ids that the memory holds."""
        decoder, model = self._decoder, self._model
        exact = decoder.steps - model.mem_len
        compressed = exact - model.compressed_len
        return Held(decoder.ids_before(exact), decoder.ids_before(compressed))

    def watch(self, *, on: bool) -> None:
        """Set whether the attention is recorded."""
        self._decoder.watch(WATCHED if on else 0)

    def looked(self) -> tuple[object, list[tuple[int, float]]] | None:
        """Return the last record of the attention; None without one.

        Returns:
            An object that is a new one for each record, and for each step the index of its first
            id and its share of the attention.
        """
        looked = self._decoder.watched_attention
        if looked is None:
            return None
        places = range(looked.first, self._decoder.steps)
        shares: list[float] = looked.weights.tolist()
        return looked.weights, [
            (self._decoder.ids_before(step), share)
            for step, share in zip(places, shares, strict=False)
            if step >= 0  # before it are those of a style
        ]

    def forget(self) -> None:
        """Empty the log."""
        self._decoder.rewind(0)
        self._ids.clear()

    def read(self, ids: Sequence[int], *, cancelled: Callable[[], bool]) -> int | None:
        """Make the log hold exactly these ids; only ids that it lacks are read.

        Args:
            ids: At least one.
            cancelled: Called after each block; True stops, and the blocks so far stay. The one of
                `unless_cancelled` is called before each layer, too.

        Returns:
            The number of steps that the model took, or None if cancelled.
        """
        ends = self._block_ends(ids)
        kept = self._shared(ids, ends)
        self._decoder.rewind(kept)
        before = self._decoder.steps
        del self._ids[kept:]
        while len(self._ids) < len(ids):
            if len(self._ids) > kept and cancelled():
                return None
            block = ids[len(self._ids) : _next(ends, len(self._ids), last=len(ids))]
            # A cancel within a block leaves ids in the decoder; the next call rewinds them.
            self._decoder.prime(block)
            self._ids.extend(block)
        return self._decoder.steps - before

    def likelihood(
        self, ids: Sequence[int], following: Sequence[int], *, cancelled: Callable[[], bool]
    ) -> float | None:
        """Read ids and those that follow, and return the likelihood of the latter.

        Args:
            ids: At least one whole step.
            following: At least one id.
            cancelled: As for `read`.

        Returns:
            The mean log-likelihood of `following`, or None if cancelled.
        """
        if self.read((*ids, *following), cancelled=cancelled) is None:
            return None
        return float(self._decoder.likelihoods(len(ids)).mean())

    def branches(self, count: int) -> Branches:
        """Return rows that continue the ids in the log."""
        return self._decoder.branches(count)

    def _block_ends(self, ids: Sequence[int]) -> list[int]:
        """Return the ends of whole blocks, as numbers of ids, ascending."""
        steps = self._model.steps
        array = np.array(ids)
        ends = np.arange(len(array)) if steps is None else np.flatnonzero(steps.ends(array))
        past: list[int] = (ends[BLOCK - 1 :: BLOCK] + 1).tolist()
        return past

    def _shared(self, ids: Sequence[int], ends: Sequence[int]) -> int:
        """Return how many ids of the log can stay: those of equal whole blocks."""
        pairs = zip(self._ids, ids, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        # The same ids again: the log also has their last block and the logits.
        if same == len(ids) == len(self._ids):
            return same
        # At least one id is read again, because a rewind keeps no logits.
        return _last(ends, min(same, len(ids) - 1))


def _last(ends: Sequence[int], most: int) -> int:
    """Return the end of the last block within a number of ids; 0 without one."""
    index = bisect_right(ends, most)
    return ends[index - 1] if index else 0


def _next(ends: Sequence[int], after: int, *, last: int) -> int:
    """Return the first end of a block after a number of ids; without one the end of the ids."""
    index = bisect_right(ends, after)
    return ends[index] if index < len(ends) else last
