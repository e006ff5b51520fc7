"""What the model has read, kept between continuations: re-read only from where it changed.

Reading goes in blocks that begin at fixed places of the log. What the model holds for a token then
depends on the ids before it alone, never on how often the piece was read or edited before, down to
the last bit: the same piece and seed give the same notes, in a new process too.
"""

from collections.abc import Callable, Sequence
from itertools import takewhile

from engine.model.branches import Branches
from engine.model.decoder import Decoder
from engine.model.incremental import CHUNK

BLOCK = CHUNK


class MemoryLog:
    """A decoder's log of keys and values, and the ids that it holds.

    Args:
        decoder: With an empty log; nobody else may use it.
    """

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._ids: list[int] = []

    @property
    def ids(self) -> tuple[int, ...]:
        """What was read last and is still held."""
        return tuple(self._ids)

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
            How many ids were read now, or None when given up.
        """
        kept = self._shared(ids)
        self._decoder.rewind(kept)
        del self._ids[kept:]
        while len(self._ids) < len(ids):
            if len(self._ids) > kept and cancelled():
                return None
            block = ids[len(self._ids) : len(self._ids) + BLOCK]
            self._decoder.prime(block)
            self._ids.extend(block)
        return len(ids) - kept

    def branches(self, count: int) -> Branches:
        """Return alternatives that all go on from the end of what was read."""
        return self._decoder.branches(count)

    def let_go(self, branches: Branches, *, reach: int) -> None:
        """Drop what the branches cannot see any more, so that they can go on for hours.

        Args:
            branches: Of this log; they can no longer be accepted into it.
            reach: Tokens that are seen.
        """
        branches.log.forget(len(self._ids) + branches.length - reach)

    def _shared(self, ids: Sequence[int]) -> int:
        """Return how many ids of the log can stay: whole blocks that are the same."""
        pairs = zip(self._ids, ids, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        # The same piece again: its end is in the log, whole or not, and its logits too.
        if same == len(ids) == len(self._ids):
            return same
        # At least one id is read anew: going back keeps no logits.
        return min(same, len(ids) - 1) // BLOCK * BLOCK
