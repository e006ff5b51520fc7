"""The rows of a request in the decoder: they go on side by side, in rounds and steps.

A step of a model is one id, or the few ids of one event. A round gives each row its next id. A
row whose step has ended before those of the others waits until the model has taken all of them.

Legend: K rows, V vocabulary.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Branches(Protocol):
    """K rows that go on from what was read."""

    @property
    def logits(self) -> NDArray[np.float32]:
        """(K, V), what may come next in each row that speaks; read only."""

    @property
    def speaking(self) -> Sequence[bool]:
        """Which of the K rows are to say an id; the others wait, or have ended."""

    def step(self, ids: Sequence[int | None]) -> object:
        """Say one id in each row that speaks.

        Args:
            ids: K of them; None where a row waits. A row that speaks and has none ends for good.
        """

    def close(self) -> None:
        """Give back the memory of the rows, which go no further."""

    def trim(self) -> None:
        """Let go of what no row can see any more, so that they can go on for hours."""
