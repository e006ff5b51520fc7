"""The piece's memory: an append-only log of the keys and values of every position.

Legend: L layers, B rows, H heads, K head width, R reach (positions before a query it may see),
G positions of a page.

Weights do not change while a piece is made, so a position's keys and values never do either.
Going back is moving an index. Page p holds the positions p·G - R … (p+1)·G - 1: the last R of
the page before are copied once when a page is begun, so that whatever a query may see is one
contiguous view, without a copy for any token.
"""

from dataclasses import dataclass, replace

import torch
from torch import Tensor


@dataclass(frozen=True, slots=True, kw_only=True)
class LogShape:
    """The sizes of a log.

    Attributes:
        layers: L.
        rows: B.
        heads: H.
        head_width: K.
        reach: R.
        page: G.
        dtype: Of keys and values.
        device: Where they are.
    """

    layers: int
    rows: int
    heads: int
    head_width: int
    reach: int
    page: int
    dtype: torch.dtype
    device: torch.device


class Log:
    """Keys and values of the positions of B rows that go on side by side.

    Attributes:
        shape: Its sizes.
        origin: The first position that was ever written; nothing before it is seen.
    """

    def __init__(self, shape: LogShape, *, origin: int = 0) -> None:
        self.shape = shape
        self.origin = origin
        self._pages: dict[int, Tensor] = {}

    def page_of(self, position: int) -> Tensor:
        """Give the page that a position is written to, beginning it where needed.

        Args:
            position: Which; all before it are written.

        Returns:
            (L, 2, H, B, R + G, K), keys and values; `place` tells where in it a position is.
        """
        number = position // self.shape.page
        page = self._pages.get(number)
        if page is None:
            page = self._begun(number)
            self._pages[number] = page
        return page

    def seen(self, position: int) -> int:
        """Tell how many positions before this one a query there sees."""
        return min(position - self.origin, self.shape.reach)

    def place(self, position: int) -> int:
        """Tell where in its page a position is."""
        return position % self.shape.page + self.shape.reach

    def page_end(self, position: int) -> int:
        """Tell the first position of the next page."""
        return (position // self.shape.page + 1) * self.shape.page

    def cut(self, length: int) -> None:
        """Let go of the pages that begin at or after a length."""
        for number in [n for n in self._pages if n * self.shape.page >= length]:
            del self._pages[number]

    def forget(self, before: int) -> None:
        """Let go of the pages that end at or before a position."""
        for number in [n for n in self._pages if (n + 1) * self.shape.page <= before]:
            del self._pages[number]

    def fork(self, length: int, *, rows: int) -> "Log":
        """Begin a log of several rows that all have this one's past.

        Args:
            length: Positions written here; this log has one row.
            rows: B of the new log.

        Returns:
            A log in which the last R positions before `length` are written.
        """
        forked = Log(replace(self.shape, rows=rows), origin=self.origin)
        last = length - 1
        end = self.place(last) + 1
        seen = slice(end - self.shape.reach, end)
        page = forked._empty()
        page[..., seen, :] = self.page_of(last)[..., seen, :]
        forked._pages[last // self.shape.page] = page
        return forked

    def take(self, other: "Log", *, row: int, begin: int, end: int) -> None:
        """Append the positions that one row of another log has written.

        Args:
            other: A fork of this log.
            row: Which of its rows.
            begin: The first position taken; this log is written up to there.
            end: One past the last position taken.
        """
        while begin < end:
            stop = min(end, self.page_end(begin))
            places = slice(self.place(begin), self.place(begin) + stop - begin)
            self.page_of(begin)[..., 0, places, :] = other.page_of(begin)[..., row, places, :]
            begin = stop

    def _empty(self) -> Tensor:
        s = self.shape
        extent = (s.layers, 2, s.heads, s.rows, s.reach + s.page, s.head_width)
        return torch.empty(extent, dtype=s.dtype, device=s.device)

    def _begun(self, number: int) -> Tensor:
        page = self._empty()
        before = self._pages.get(number - 1)
        reach = self.shape.reach
        if before is not None and reach:
            page[..., :reach, :] = before[..., -reach:, :]
        return page
