"""Computes the keys that each query may see: its past, back to the beginning of its song.

Legend: B rows, T segment, S keys (memory, then the segment), n queries and s keys of a tile.

A query always sees a contiguous run of keys that ends with the query itself, so one number per
query, the first key that it sees, is the whole mask.
"""

from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from engine.model.network.memory import Memory, latest_start

QUERY_BLOCK = 128
"""Queries of a tile: its scores against a thousand keys stay in a core's second-level cache."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """Queries of one row, and the keys that at least one of them may see.

    Attributes:
        row: The row.
        begin: First query.
        end: One past the last query.
        first: First key.
        last: One past the last key.
        ragged: (n, s) bool, True where a key is hidden; None if only the future is.
    """

    row: int
    begin: int
    end: int
    first: int
    last: int
    ragged: Tensor | None


@dataclass(frozen=True, kw_only=True, eq=False)
class Window:
    """The first key that each query may see.

    Attributes:
        first: (B, T) int64, index among the S keys.
        keys: S.
    """

    first: Tensor
    keys: int

    @property
    def hidden(self) -> Tensor:
        """(B, T, S) bool: True where the key is another song's or lies in the future.

        Computed at each call, because a compiled layer cannot use a cache.
        """
        key = torch.arange(self.keys, device=self.first.device)
        segment = self.first.shape[1]
        own = torch.arange(self.keys - segment, self.keys, device=self.first.device)
        return (key < self.first[..., None]) | (key > own[:, None])

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Tiles of the attention, row by row; keys that no query sees are in none of them."""
        firsts: list[list[int]] = self.first.tolist()
        return tuple(
            self._tile(row, begin, first[begin : begin + QUERY_BLOCK])
            for row, first in enumerate(firsts)
            for begin in range(0, len(first), QUERY_BLOCK)
        )

    def _tile(self, row: int, begin: int, firsts: list[int]) -> Tile:
        end = begin + len(firsts)
        first, last = min(firsts), self.keys - self.first.shape[1] + end
        ragged = None
        if max(firsts) != first:
            key = torch.arange(first, last)
            own = torch.arange(last - len(firsts), last)
            ragged = (key < torch.tensor(firsts)[:, None]) | (key > own[:, None])
        return Tile(row=row, begin=begin, end=end, first=first, last=last, ragged=ragged)


def window_of(
    memory: Memory, starts: Tensor | None, *, length: int, reach: int | None = None
) -> Window:
    """Return the keys of memory and segment that each query of a segment may see.

    Args:
        memory: The memory of the rows.
        starts: (B, T) bool, where a song begins, or None where none does.
        length: Positions of the segment, T.
        reach: Most keys before the query that it may see.

    Returns:
        The window over C + P + T keys.
    """
    carried = memory.slots + memory.length
    first = (carried - memory.visible())[:, None].expand(-1, length)
    if starts is not None:
        begun = latest_start(starts)
        first = torch.where(begun >= 0, carried + begun, first)
    if reach is not None:
        own = torch.arange(carried, carried + length, device=first.device)
        first = torch.maximum(first, own - reach)
    return Window(first=first, keys=carried + length)
