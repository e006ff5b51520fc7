"""Rows of a model that go on side by side, in rounds and steps.

A step of a model is one id, or the few ids of one event. A round gives each row its next id. A
row whose step has ended before those of the others waits until the model has taken all of them.

Legend: K rows, V vocabulary.
"""

from collections.abc import Sequence

from torch import Tensor

from engine.model.branches import Branches

_ROUNDS_BETWEEN_TRIMS = 1024


class Rows:
    """K ways to go on from what was read.

    Args:
        branches: Of the decoder; they are not accepted into it.
    """

    def __init__(self, branches: Branches) -> None:
        self._branches = branches
        self._rounds = 0

    @property
    def logits(self) -> Tensor:
        """(K, V), what may come next in each row that does not wait."""
        return self._branches.logits

    @property
    def waiting(self) -> Sequence[bool]:
        """Which of the K rows say nothing now: their step has ended and is not taken yet."""
        return [not speaks for speaks in self._branches.speaking]

    def say(self, ids: Sequence[int | None]) -> None:
        """Give each row its next id.

        Args:
            ids: K of them; None where a row waits, or is complete.
        """
        self._branches.step(ids)
        self._rounds += 1
        if self._rounds % _ROUNDS_BETWEEN_TRIMS == 0:
            # So that rows can go on for hours.
            self._branches.trim()
