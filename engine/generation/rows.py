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


class Rows(Protocol):
    """K ways to go on from what was read."""

    @property
    def logits(self) -> Tensor:
        """(K, V), what may come next in each row that speaks."""

    @property
    def speaking(self) -> Sequence[bool]:
        """Which of the K rows are to say an id; the others wait, or have ended."""

    def step(self, ids: Sequence[int | None]) -> object:
        """Say one id in each row that speaks.

        Args:
            ids: K of them; None where a row waits. A row that speaks and has none ends for good.
        """

    def trim(self) -> None:
        """Let go of what no row can see any more, so that they can go on for hours."""


class IdRows:
    """Rows of a model whose step is one id: none ever waits.

    Args:
        branches: Of the decoder.
        read: Ids before them.
        reach: Ids that are seen.
        filler: Any id: what a row that has ended goes on with, since shapes stay fixed.
    """

    def __init__(self, branches: Branches, *, read: int, reach: int, filler: int) -> None:
        self._branches = branches
        self._read = read
        self._reach = reach
        self._filler = filler
        self.speaking = (True,) * branches.logits.shape[0]

    @property
    def logits(self) -> Tensor:
        """(K, V), what may come next."""
        return self._branches.logits

    def step(self, ids: Sequence[int | None]) -> None:
        """Say one id in each row."""
        whole = [self._filler if token is None else token for token in ids]
        self._branches.step(torch.tensor(whole, dtype=torch.int64))

    def trim(self) -> None:
        """Let go of what no row can see any more."""
        self._branches.log.forget(self._read + self._branches.length - self._reach)
