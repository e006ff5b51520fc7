"""What the model has read, kept between continuations: re-read only from where it changed.

Reading goes in blocks of so many steps, which begin at fixed places of a piece. What the model
holds for an id then depends on the ids before it alone, never on how often the piece was read or
edited before, down to the last bit: the same piece and seed give the same notes, in a new process
too.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from engine.generation.model import LiveModel
from engine.generation.reading.branches import Branches

BLOCK = 64
"""Steps that are read at once, some fifty notes: so many are read again at most besides what
changed, and reading less at a time is slower."""


WATCHED = 12
"""Every so many steps it is kept what one looks at: a few times a second."""


class Held(NamedTuple):
    """From which of the ids read on something is known of them.

    Attributes:
        exact: The first that is held as it is.
        compressed: The first that is held compressed; `exact` where there is no such memory.
    """

    exact: int
    compressed: int


class MemoryLog:
    """A decoder's log of keys and values, and the ids that it holds.

    Args:
        model: Whose decoder has an empty log; nobody else may use it.
    """

    def __init__(self, model: LiveModel) -> None:
        self._decoder = model.decoder
        self._model = model
        self._ids: list[int] = []

    @property
    def ids(self) -> tuple[int, ...]:
        """What was read last and is still held."""
        return tuple(self._ids)

    @property
    def held(self) -> Held:
        """What the model knows of what was read."""
        decoder, model = self._decoder, self._model
        exact = decoder.steps - model.mem_len
        compressed = exact - model.compressed_len
        return Held(decoder.ids_before(exact), decoder.ids_before(compressed))

    def watch(self, *, on: bool) -> None:
        """Keep what the model looks at while it writes, or not."""
        self._decoder.watch(WATCHED if on else 0)

    def looked(self) -> tuple[object, list[tuple[int, float]]] | None:
        """Return what was looked at last; None if nothing is watched.

        Returns:
            What is another object for each look, and for each step that was read the place of its
            first id and its share.
        """
        looked = self._decoder.watched_attention
        if looked is None:
            return None
        places = range(looked.first, self._decoder.steps)
        shares: list[float] = looked.weights.tolist()
        return looked.weights, [
            (self._decoder.ids_before(step), share)
            for step, share in zip(places, shares, strict=False)
        ]

    def forget(self) -> None:
        """Hold nothing."""
        self._decoder.rewind(0)
        self._ids.clear()

    def read(self, ids: Sequence[int], *, cancelled: Callable[[], bool]) -> int | None:
        """Hold exactly these ids, reading only what is not held already.

        Args:
            ids: At least one.
            cancelled: Asked after each block whether to give up; what was read stays read.

        Returns:
            How many steps of the model were taken now, or None when given up.
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
            self._decoder.prime(block)
            self._ids.extend(block)
        return self._decoder.steps - before

    def likelihood(
        self, ids: Sequence[int], following: Sequence[int], *, cancelled: Callable[[], bool]
    ) -> float | None:
        """Hold ids and what follows them, and say how likely that is.

        Args:
            ids: With at least one whole step.
            following: At least one.
            cancelled: As for `read`.

        Returns:
            The mean of the natural logarithms of its ids' probabilities, or None when given up.
        """
        if self.read((*ids, *following), cancelled=cancelled) is None:
            return None
        return float(self._decoder.likelihoods(len(ids)).mean())

    def branches(self, count: int) -> Branches:
        """Return rows that all go on from the end of what was read."""
        return self._decoder.branches(count)

    def _block_ends(self, ids: Sequence[int]) -> list[int]:
        """Return after which of the ids a block ends, ascending; what is left over is none."""
        steps = self._model.steps
        array = np.array(ids)
        ends = np.arange(len(array)) if steps is None else np.flatnonzero(steps.ends(array))
        past: list[int] = (ends[BLOCK - 1 :: BLOCK] + 1).tolist()
        return past

    def _shared(self, ids: Sequence[int], ends: Sequence[int]) -> int:
        """Return how many ids of the log can stay: whole blocks that are the same."""
        pairs = zip(self._ids, ids, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        # The same piece again: its end is in the log, whole or not, and its logits too.
        if same == len(ids) == len(self._ids):
            return same
        # At least one id is read anew: going back keeps no logits.
        return _last(ends, min(same, len(ids) - 1))


def _last(ends: Sequence[int], most: int) -> int:
    """Return the last block's end that is not past so many ids; 0 where there is none."""
    index = bisect_right(ends, most)
    return ends[index - 1] if index else 0


def _next(ends: Sequence[int], after: int, *, last: int) -> int:
    """Return the first block's end after so many ids; the last id's where there is none."""
    index = bisect_right(ends, after)
    return ends[index] if index < len(ends) else last
