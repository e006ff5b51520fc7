"""The songs at hand in their rows, and the song at each position of a segment.

Legend: B rows, T segment, P songs at hand, K parts.
"""

import numpy as np
import torch
from torch import Tensor

from engine.tokens.gathering import Places
from engine.tokens.plan import Ints

_ROW_KEY = 1 << 44  # more positions than any row will ever hold


class Pieces:
    """Songs in rows as arrays on the device, sorted by row, then start; all (P,).

    Args:
        row: From 0 in this process.
        start: Position of the row where the song begins.
        length: Positions read.
        source: Index of the song's first id.
        variant: Row of the augmentation's table.
        rows: B.
        numbers: Of each song's parts, (P, K).
        programs: Program ids of each song's parts, (P, K).
        keys: As `Orders.made` takes them, (P, 2).

    Attributes:
        keys: As given.
    """

    def __init__(
        self,
        row: Tensor,
        start: Tensor,
        length: Tensor,
        source: Tensor,
        variant: Tensor,
        *,
        rows: int,
        numbers: Tensor,
        programs: Tensor,
        keys: Ints,
    ) -> None:
        self.keys = keys
        self._numbers, self._programs = numbers, programs
        self._row, self._start, self._length = row, start, length
        self._source, self._variant = source, variant
        self._keys = row * _ROW_KEY + start
        self._rows = torch.arange(rows, device=row.device)[:, None]  # (B, 1)

    def places(self, first: int, segment: int) -> Places:
        """Return the places of positions [first, first + segment) of every row."""
        position = torch.arange(first, first + segment, device=self._keys.device)[None, :]
        query = self._rows * _ROW_KEY + position  # (B, T)
        song = _last_not_after(self._keys, query)
        inside = position - self._start[song]
        return Places(
            scored=(self._row[song] == self._rows) & (inside >= 0) & (inside < self._length[song]),
            inside=inside,
            source=self._source[song],
            variant=self._variant[song],
            song=song,
            numbers=self._numbers,
            programs=self._programs,
        )


def _last_not_after(keys: Tensor, query: Tensor) -> Tensor:
    """Index of the last key that is not above each query; keys ascend."""
    if keys.device.type == "cpu":
        # torch divides this among threads, which on a busy machine wait for each other 40 times
        # as long as one alone takes.
        return torch.from_numpy(np.searchsorted(keys.numpy(), query.numpy(), side="right") - 1)
    return torch.searchsorted(keys, query, right=True) - 1
