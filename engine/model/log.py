"""The piece's memory: an append-only log of what every position left behind.

Legend: L layers, B rows, G positions of a page.

Weights do not change while a piece is made, so a position's keys and values never do either.
Going back is moving an index. A page holds G positions and, before them, as many of the page
before as a query may look back to: copied once when the page is begun, so that whatever a query
sees is one contiguous view, without a copy for any token.
"""

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, replace

import torch
from torch import Tensor

Page = dict[str, Tensor]

SPARE = 1
"""Pages that are kept for those that come next; of a model of notes one is some 17 MB."""


@dataclass(frozen=True, slots=True)
class Strip:
    """One kind of entry that positions leave in the log.

    Attributes:
        name: By which a page gives it.
        layers: Layers that leave one, L.
        parts: How many things an entry is, such as keys and values.
        heads: Heads of each, H.
        width: Numbers of each head, K.
        carried: Entries before a page that its queries may look back to.
        every: Positions that share an entry: 1, or the rate of compression.
        on_host: Whether entries lie in the processor's own memory, wherever the model is.
    """

    name: str
    _: KW_ONLY
    layers: int
    parts: int
    heads: int
    width: int
    carried: int
    every: int = 1
    on_host: bool = False

    def place(self, position: int, *, page: int) -> int:
        """Tell where in its page the entry of a position is."""
        return position % page // self.every + self.carried

    def entries(self, positions: int) -> int:
        """Tell how many entries the first positions of anything leave."""
        return -(-positions // self.every)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogShape:
    """The sizes of a log.

    Attributes:
        strips: What positions leave behind.
        rows: B.
        reach: Positions that a query sees before itself.
        page: G, a multiple of every strip's `every`.
        dtype: Of all entries.
        device: Where they are, but for strips on the host.
    """

    strips: tuple[Strip, ...]
    rows: int
    reach: int
    page: int
    dtype: torch.dtype
    device: torch.device


class Log:
    """What the positions of B rows that go on side by side left behind.

    Attributes:
        shape: Its sizes.
        origin: The first position that was ever written; nothing before it is seen.
        forked: Positions before this one are the same in all rows.
    """

    def __init__(self, shape: LogShape, *, origin: int = 0, forked: int = 0) -> None:
        self.shape = shape
        self.origin = origin
        self.forked = forked
        self._pages: dict[int, Page] = {}
        self._spare: list[Page] = []

    def page_of(self, position: int) -> Page:
        """Give the page that a position is written to, beginning it where needed.

        Args:
            position: Which; all before it are written.

        Returns:
            For each strip (L, parts, H, B, entries, K); `Strip.place` tells where an entry is.
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

    def shared(self, position: int) -> int:
        """Tell how many of the positions that a query sees are the same in all rows."""
        seen = self.seen(position)
        return max(0, min(seen, self.forked - (position - seen)))

    def page_end(self, position: int) -> int:
        """Tell the first position of the next page."""
        return (position // self.shape.page + 1) * self.shape.page

    def cut(self, length: int) -> None:
        """Let go of the pages that begin at or after a length.

        They are kept until the next page is begun: giving a long piece's memory back to the system
        takes longer than everything else that going back does.
        """
        for number in [n for n in self._pages if n * self.shape.page >= length]:
            self._spare.append(self._pages.pop(number))

    def forget(self, before: int) -> None:
        """Let go of the pages that end at or before a position."""
        for number in [n for n in self._pages if (n + 1) * self.shape.page <= before]:
            del self._pages[number]

    def fork(self, length: int, *, rows: int, spare: Iterable[Page] = ()) -> "Log":
        """Begin a log of several rows that all have this one's past.

        Args:
            length: Positions written here, at least one; this log has one row.
            rows: B of the new log.
            spare: Pages that `release` gave of a log of as many rows; they are written over.

        Returns:
            A log in which what a query at `length` may look back to is written.
        """
        forked = Log(replace(self.shape, rows=rows), origin=self.origin, forked=length)
        forked._spare += spare
        last = length - 1
        before, page = self.page_of(last), forked._empty()
        for strip in self.shape.strips:
            end = strip.place(last, page=self.shape.page) + 1
            seen = slice(end - strip.carried, end)
            page[strip.name][..., seen, :] = before[strip.name][..., seen, :]
        forked._pages[last // self.shape.page] = page
        return forked

    def release(self) -> list[Page]:
        """Hold nothing any more; return some pages for another fork of as many rows."""
        pages = [*self._pages.values(), *self._spare][:SPARE]
        self._pages.clear()
        self._spare.clear()
        return pages

    def take(self, other: "Log", *, row: int, begin: int, end: int) -> None:
        """Append what one row of another log has written.

        Args:
            other: A fork of this log.
            row: Which of its rows.
            begin: The first position taken; this log is written up to there.
            end: One past the last position taken.
        """
        while begin < end:
            stop = min(end, self.page_end(begin))
            ours, theirs = self.page_of(begin), other.page_of(begin)
            start = begin // self.shape.page * self.shape.page
            for strip in self.shape.strips:
                first, last = strip.entries(begin - start), strip.entries(stop - start)
                places = slice(first + strip.carried, last + strip.carried)
                ours[strip.name][..., 0, places, :] = theirs[strip.name][..., row, places, :]
            begin = stop

    def _empty(self) -> Page:
        if self._spare:
            page = self._spare.pop()
            # A short piece after a long one does not hold what the long one took.
            del self._spare[SPARE:]
            return page
        shape = self.shape
        return {
            strip.name: torch.empty(
                strip.layers,
                strip.parts,
                strip.heads,
                shape.rows,
                strip.carried + shape.page // strip.every,
                strip.width,
                dtype=shape.dtype,
                device="cpu" if strip.on_host else shape.device,
            )
            for strip in shape.strips
        }

    def _begun(self, number: int) -> Page:
        page = self._empty()
        before = self._pages.get(number - 1)
        for strip in self.shape.strips:
            if before is not None and strip.carried:
                past = before[strip.name][..., -strip.carried :, :]
                page[strip.name][..., : strip.carried, :] = past
        return page
