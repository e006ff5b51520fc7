"""The log of a decoder: the entries of each position for later ones, such as keys and values.

Legend: L layers, B rows, G positions of a page.

Weights do not change while a decoder runs, so the entries of a position never change, and a rewind
only moves an index. The log consists of pages. A page holds G positions and a copy of the last
positions of the page before, as many as a query may see. So a query sees one contiguous view, and
no id needs a copy.
"""

from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import DTypeLike

from engine.model.arrays import Floats

Page = dict[str, Floats]

NOTHING: Mapping[str, Floats] = MappingProxyType({})
"""No entries."""

LEAST_ROWS = 4
"""Rows from which on the positions that all have in common are read in the first row alone."""

LEAST_SHARED = 48
"""Fewest such positions for that. With fewer rows or positions, the two products that it adds take
more time than it saves."""

SPARE = 1
"""Unused pages that a log keeps; a page of the starter has 55 MB, in a jam 22."""


@dataclass(frozen=True, slots=True)
class EntryKind:
    """A kind of entry of the log.

    Attributes:
        name: Its key in a page.
        layers: Layers that leave one, L.
        parts: Parts of an entry: two for keys and values.
        heads: Heads of each, H.
        width: Numbers of each head, K.
        carried: Entries of the page before that a page repeats.
        every: Positions that share an entry: 1, or the rate of compression.
        common: Whether a query reads positions that all rows share in the first row.
    """

    name: str
    _: KW_ONLY
    layers: int
    parts: int
    heads: int
    width: int
    carried: int
    every: int = 1
    common: bool = False

    def place(self, position: int, *, page: int) -> int:
        """Return the index of a position's entry in its page."""
        return position % page // self.every + self.carried

    def entries(self, positions: int) -> int:
        """Return the number of entries of some first positions."""
        return -(-positions // self.every)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogShape:
    """The sizes of a log.

    Attributes:
        entry_kinds: The entries of a position.
        rows: B.
        reach: Positions that a query sees before itself.
        page: G, a multiple of every kind's `every`.
        dtype: The type of all entries.
        unit: Positions that divide G.
    """

    entry_kinds: tuple[EntryKind, ...]
    rows: int
    reach: int
    page: int
    dtype: DTypeLike
    unit: int = 1

    def holding(self, positions: int) -> "LogShape":
        """Return this shape with pages that fit a log of its last positions.

        A log drops whole pages: with pages longer than what it keeps, it holds much more than that.
        Pages shorter than what a query sees would be copies for the most part.

        Args:
            positions: Number of those that the log keeps.
        """
        units = -(-max(self.reach, positions // 2) // self.unit)
        return replace(self, page=min(self.page, max(2, units) * self.unit))


class Log:
    """The entries of all positions of B rows that are decoded in parallel.

    Args:
        shape: Its sizes.
        origin: The first position in the log.
        forked: Positions before this one are the same in all rows.
        before: Entries of the positions before the first one, by kind, as in a page; at most as
            many as a query may see.

    Attributes:
        shape: Its sizes.
        origin: The first position in the log, negative with entries before position 0; queries see
            nothing before it.
        forked: Positions before this one are the same in all rows.
    """

    def __init__(
        self,
        shape: LogShape,
        *,
        origin: int = 0,
        forked: int = 0,
        before: Mapping[str, Floats] = NOTHING,
    ) -> None:
        self.shape = shape
        self.origin = origin - max((array.shape[-2] for array in before.values()), default=0)
        self.forked = forked
        self._before = before
        self._pages: dict[int, Page] = {}
        self._spare: list[Page] = []

    def page_of(self, position: int) -> Page:
        """Return the page of a position; a new one if the position begins it.

        Args:
            position: All positions before it are written.

        Returns:
            For each kind (L, parts, H, B, entries, K); `EntryKind.place` is the index of an entry.
        """
        number = position // self.shape.page
        page = self._pages.get(number)
        if page is None:
            page = self._begun(number)
            self._pages[number] = page
        return page

    def seen(self, position: int) -> int:
        """Return the number of positions before this one that its query sees."""
        return min(position - self.origin, self.shape.reach)

    def shared(self, position: int) -> int:
        """Return the number of positions, the first of those seen, to be read in the first row.

        They are the same in all rows. It is 0 if they are too few; then each row has its own copy.
        """
        seen = self.seen(position)
        shared = min(seen, self.forked - (position - seen))
        return shared if self.shape.rows >= LEAST_ROWS and shared >= LEAST_SHARED else 0

    def page_end(self, position: int) -> int:
        """Return the first position of the next page."""
        return (position // self.shape.page + 1) * self.shape.page

    def cut(self, length: int) -> None:
        """Drop the pages that begin at or after a length.

        The log keeps them until it begins the next page: to free the memory of a long piece takes
        longer than the rest of a rewind.
        """
        for number in [n for n in self._pages if n * self.shape.page >= length]:
            self._spare.append(self._pages.pop(number))

    def forget(self, before: int) -> None:
        """Drop the pages that end at or before a position."""
        for number in [n for n in self._pages if (n + 1) * self.shape.page <= before]:
            del self._pages[number]

    def fork(self, length: int, *, rows: int, spare: Iterable[Page] = ()) -> "Log":
        """Return a log of several rows that all begin with the positions of this one.

        Args:
            length: Number of positions, at least one; this log has one row.
            rows: B of the new log.
            spare: Pages from `release` of a log of as many rows, to be overwritten.

        Returns:
            A log that holds all positions that a query at `length` may see.
        """
        forked = Log(replace(self.shape, rows=rows), origin=self.origin, forked=length)
        forked._spare += spare
        last = length - 1
        before, page = self.page_of(last), forked._empty()
        for kind in self.shape.entry_kinds:
            end = kind.place(last, page=self.shape.page) + 1
            old = before[kind.name][..., end - kind.carried : end, :]
            new = page[kind.name][..., end - kind.carried : end, :]
            forked._carry(kind, old, new, position=length)
        forked._pages[last // self.shape.page] = page
        return forked

    def release(self) -> list[Page]:
        """Drop all pages; return some of them for another fork of as many rows."""
        pages = [*self._pages.values(), *self._spare][:SPARE]
        self._pages.clear()
        self._spare.clear()
        return pages

    def take(self, other: "Log", *, row: int, begin: int, end: int) -> None:
        """Append positions of one row of another log.

        Args:
            other: A fork of this log.
            row: Index of its row.
            begin: The first position; this log ends before it.
            end: One past the last position.
        """
        while begin < end:
            stop = min(end, self.page_end(begin))
            ours, theirs = self.page_of(begin), other.page_of(begin)
            start = begin // self.shape.page * self.shape.page
            for kind in self.shape.entry_kinds:
                first, last = kind.entries(begin - start), kind.entries(stop - start)
                places = slice(first + kind.carried, last + kind.carried)
                ours[kind.name][..., 0, places, :] = theirs[kind.name][..., row, places, :]
            begin = stop

    def copy_row(self, source: int, target: int) -> None:
        """Give a row the entries of another one.

        Args:
            source: Index of the row that is copied.
            target: Index of the row that is overwritten; not 0, which others may read.
        """
        for page in self._pages.values():
            for entries in page.values():
                entries[..., target, :, :] = entries[..., source, :, :]

    def _empty(self) -> Page:
        if self._spare:
            page = self._spare.pop()
            # A short piece must not keep the pages of a long one before it.
            del self._spare[SPARE:]
            return page
        shape = self.shape
        return {
            kind.name: np.empty(
                (
                    kind.layers,
                    kind.parts,
                    kind.heads,
                    shape.rows,
                    kind.carried + shape.page // kind.every,
                    kind.width,
                ),
                dtype=shape.dtype,
            )
            for kind in shape.entry_kinds
        }

    def _begun(self, number: int) -> Page:
        page = self._empty()
        before = self._pages.get(number - 1)
        for kind in self.shape.entry_kinds:
            if before is not None and kind.carried:
                old = before[kind.name][..., -kind.carried :, :]
                new = page[kind.name][..., : kind.carried, :]
                self._carry(kind, old, new, position=number * self.shape.page)
            elif not number and kind.name in self._before:
                past = self._before[kind.name]
                page[kind.name][..., kind.carried - past.shape[-2] : kind.carried, :] = past
        return page

    def _carry(self, kind: EntryKind, old: Floats, new: Floats, *, position: int) -> None:
        """Copy the entries before a position into the page that a query at it reads.

        Args:
            kind: Their kind.
            old: The kind's `carried` entries in the page before, of one row or of all.
            new: Where they belong.
            position: Which one.
        """
        first = 0
        if kind.common and self.shape.rows >= LEAST_ROWS:
            # Until fewer than this are in sight the other rows read them in the first row.
            first = max(0, kind.carried - (position - self.forked) - LEAST_SHARED)
            new[..., :1, :first, :] = old[..., :1, :first, :]
        new[..., first:, :] = old[..., first:, :]
