"""What drawing needs of a model: rows that go on side by side, in rounds and steps.

A step of a model is one id, or the few ids of one event. A round gives each row its next id. A
row whose step has ended before those of the others waits until the model has taken all of them.

Legend: K rows, V vocabulary.
"""

from collections.abc import Sequence
from typing import Protocol

import torch
from torch import Tensor

from engine.model.decoder import Branches

_STEPS_BETWEEN_TRIMS = 1024


class Rows(Protocol):
    """K ways to go on from what was read."""

    @property
    def logits(self) -> Tensor:
        """(K, V), what may come next in each row that does not wait."""

    @property
    def waiting(self) -> Sequence[bool]:
        """Which of the K rows have ended a step that the model has not taken yet."""

    def say(self, ids: Sequence[int | None]) -> None:
        """Give each row its next id.

        Args:
            ids: K of them; None where a row waits, or is complete and goes on with anything.
        """


class IdRows:
    """Rows of a model whose step is one id: none ever waits.

    Args:
        branches: Of the decoder.
        read: Ids before them.
        reach: Ids that are seen; those before are let go, so that rows can go on for hours.
        filler: Any id: what a complete row goes on with, since shapes stay fixed.
    """

    def __init__(self, branches: Branches, *, read: int, reach: int, filler: int) -> None:
        self._branches = branches
        self._read = read
        self._reach = reach
        self._filler = filler
        self.waiting = (False,) * branches.logits.shape[0]

    @property
    def logits(self) -> Tensor:
        """(K, V), what may come next."""
        return self._branches.logits

    def say(self, ids: Sequence[int | None]) -> None:
        """Give each row its next id."""
        whole = [self._filler if token is None else token for token in ids]
        self._branches.step(torch.tensor(whole, dtype=torch.int64))
        length = self._branches.length
        if length % _STEPS_BETWEEN_TRIMS == 0:
            self._branches.log.forget(self._read + length - self._reach)
