"""The rows of a request in the decoder: they go on side by side, in rounds and steps.

A step of a model is one id, or the few ids of one event. A round gives each row its next id. A row
whose step is complete waits until those of the other rows are, and the model then takes all.

Legend: K rows, V vocabulary.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Branches(Protocol):
    """K rows that continue the ids in the memory."""

    @property
    def logits(self) -> NDArray[np.float32]:
        """The logits of each row that takes an id now, (K, V); read only."""

    @property
    def speaking(self) -> Sequence[bool]:
        """The rows that take an id now; the others wait, or have ended."""

    def step(self, ids: Sequence[int | None]) -> object:
        """Add one id to each row of `speaking`.

        Args:
            ids: K of them; None for a row that waits. A row of `speaking` without an id ends.
        """

    def copy(self, source: int, target: int) -> None:
        """Let a row go on from where another one is.

        Args:
            source: Index of the row to copy.
            target: Index of the row that gives way; not the first.
        """

    def close(self) -> None:
        """Free the memory of the rows, which end here."""

    def trim(self) -> None:
        """Free entries that no row can see any more, so that rows can continue for hours."""
