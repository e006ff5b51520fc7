"""The catalogue in memory, for a search while the user types.

The searchable columns are arrays, a few dozen bytes per file. A search is a few operations on them
(10 ms for 100,000 files); SQLite would visit every row. The rows to display are read from the
catalogue, a page at a time.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from engine.library import schema
from engine.library.catalogue import Catalogue
from engine.library.entries import Entry, entry_of, spoken_name
from engine.library.facts import State
from engine.library.location import SongLocation, folder_of, is_under
from engine.library.makeup import DRUM_FAMILY, PROGRAMS_OF_FAMILY
from engine.values.library import PieceOrder, PieceQuery

ORDERS: tuple[PieceOrder, ...] = get_args(PieceOrder)
# Rows; a larger answer would delay the next search.
_MOST_AT_ONCE = 500
_STATES: tuple[State, ...] = ("ready", "warning", "refused", "duplicate")
# States of a file: ready, and ready with warnings.
_USABLE = (0, 1)
_NUMBER, _LONGEST_NUMBER = re.compile(r"\d+"), 9
# Separates the texts of two files; no text contains it.
_BETWEEN = "\0"
_QUERY = (
    "SELECT id, path, name, title, composer, tags, member, state, programs, drums, music_key, "
    "meter, seconds, bpm, notes, added_s, used FROM files WHERE missing = 0"
)
Numbers = npt.NDArray[np.int64]
_Mask = npt.NDArray[np.bool_]


class Shelf:
    """The present files of a catalogue as columns; call `refresh` after a change."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self.refresh()

    def __len__(self) -> int:
        return len(self._ids)

    def refresh(self) -> None:
        """Read the columns again.

        Raises:
            LibraryError: The catalogue cannot be read.
        """
        with schema.saying_what_failed():
            cursor = self._catalogue.connection.execute(_QUERY)
            columns = list(zip(*cursor, strict=True)) or [()] * len(cursor.description)
        ids, paths, names, titles, composers, tags, members, states, *rest = columns
        programs, drums, keys, meters, *numbers = rest
        self._ids = np.array(ids, np.int64)
        self._take_folders(paths)
        self._take_texts(zip(titles, composers, names, tags, members, strict=True))
        self._state = np.array([_STATES.index(state) for state in states], np.int8)
        self._programs = np.array([_program_bits(text) for text in programs], np.uint64)
        self._programs = self._programs.reshape(-1, 2)
        self._drums = np.array(drums, np.bool_)
        self._key_names, self._key = np.unique(np.array(keys, np.str_), return_inverse=True)
        self._tags = [frozenset(filter(None, text.split(","))) for text in tags]
        self._tagged = np.array([bool(each) for each in self._tags], np.bool_)
        seconds, bpm, notes, added, used = (np.array(column, np.float64) for column in numbers)
        self._seconds, self._bpm, self._used = seconds, bpm, used > 0
        shown = [title or spoken_name(name) for title, name in zip(titles, names, strict=True)]
        by_name = _order_of(shown, np.arange(len(shown)))
        self._orders: dict[PieceOrder, Numbers] = {
            "name": by_name,
            "composer": _order_of(composers, by_name),
        }
        # Equal values are ordered by name.
        _, meter = np.unique(np.array(meters, np.str_), return_inverse=True)
        in_numbers = (seconds, notes, bpm, self._key, added, self._folder, meter)
        for order, values in zip(ORDERS[2:], in_numbers, strict=True):
            self._orders[order] = by_name[np.argsort(values[by_name], kind="stable")]

    def _take_texts(self, rows: Iterable[tuple[str, ...]]) -> None:
        """Join the texts of all files to one string of bytes; store where each begins."""
        texts = [" ".join(row).casefold().encode("utf-8", "replace") for row in rows]
        self._text = np.frombuffer(_BETWEEN.encode().join([*texts, b""]), np.uint8)
        lengths = np.array([len(text) + 1 for text in texts], np.int64)
        self._text_starts = np.cumsum(lengths) - lengths

    def _take_folders(self, paths: Sequence[bytes]) -> None:
        """Store the folder of each file; an archive counts as a file."""
        roots = [SongLocation.of(root).path for root in self._catalogue.folders()]
        numbers: dict[bytes, int] = {}
        which = [numbers.setdefault(folder_of(path), len(numbers)) for path in paths]
        in_order = sorted(numbers)
        places = np.zeros(len(numbers), np.int64)
        places[[numbers[folder] for folder in in_order]] = np.arange(len(in_order))
        self._folder = places[np.array(which, np.int64)] if which else np.zeros(0, np.int64)
        self._folders = tuple(in_order)
        self._folders_shown = tuple(_below(folder, roots) for folder in in_order)

    def find(self, query: PieceQuery) -> Numbers:
        """Return the row numbers that match a query, in its order."""
        order = self._orders[query.order]
        if query.descending:
            order = order[::-1]
        found: Numbers = self._ids[order[self._matching(query)[order]]]
        return found

    def rows(self, numbers: Sequence[int] | Numbers) -> list[Entry]:
        """Return the entries of some rows, in this order; rows that no longer exist are left out.

        Args:
            numbers: At most a few hundred, as many as a window shows.
        """
        wanted = [int(number) for number in numbers[:_MOST_AT_ONCE]]
        with schema.saying_what_failed():
            rows = self._catalogue.connection.execute(
                "SELECT * FROM files WHERE id IN (SELECT value FROM json_each(?))",
                (json.dumps(wanted),),
            )
            found = {row["id"]: entry_of(row) for row in rows}
        return [found[number] for number in wanted if number in found]

    def folder_of(self, entry: Entry) -> str:
        """Return the displayed folder of a file: from the library's folder on."""
        folder = folder_of(entry.place.path)
        place = bisect_left(self._folders, folder)
        known = place < len(self._folders) and self._folders[place] == folder
        return self._folders_shown[place] if known else ""

    def folders(self) -> tuple[tuple[bytes, int], ...]:
        """Return (folder, usable songs directly in it) of all folders with songs, sorted."""
        songs = self._folder[np.isin(self._state, _USABLE)]
        counts = np.bincount(songs, minlength=len(self._folders)).tolist()
        pairs = zip(self._folders, counts, strict=True)
        return tuple(pair for pair in pairs if pair[1])

    def tags(self) -> tuple[str, ...]:
        """Return all tags, sorted."""
        return tuple(sorted(set().union(*self._tags) if self._tags else set()))

    def families(self) -> tuple[tuple[int, int], ...]:
        """Return (family, songs) of the songs that models learn from, most first."""
        songs = np.isin(self._state, _USABLE) & self._used
        counts = [
            (family, int((self._with_family(family) & songs).sum()))
            for family in (DRUM_FAMILY, *range(DRUM_FAMILY))
        ]
        return tuple(sorted((pair for pair in counts if pair[1]), key=lambda pair: -pair[1]))

    def music_keys(self) -> tuple[tuple[str, int], ...]:
        """Return (key, songs) of the usable songs, most first."""
        counts = np.bincount(self._key[np.isin(self._state, _USABLE)], minlength=1).tolist()
        pairs = zip(self._key_names.tolist(), counts, strict=False)
        return tuple(sorted(((k, n) for k, n in pairs if k and n), key=lambda pair: -pair[1]))

    def counted(
        self, what: Literal["seconds", "bpm"], limits: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return (upper limit, songs) of the usable songs; the last has no limit, 0."""
        values = self._seconds if what == "seconds" else self._bpm
        place = np.searchsorted(limits, values[np.isin(self._state, _USABLE)], side="right")
        counts = np.bincount(place, minlength=len(limits) + 1).tolist()
        return tuple(zip((*limits, 0), counts, strict=True))

    def learned_from(self) -> tuple[int, float]:
        """Return the number of songs that models may learn from, and their seconds."""
        songs = np.isin(self._state, _USABLE) & self._used
        return int(songs.sum()), float(self._seconds[songs].sum())

    @property
    def ready(self) -> int:
        """The number of usable songs."""
        return int(np.isin(self._state, _USABLE).sum())

    def _matching(self, query: PieceQuery) -> _Mask:
        mask = np.isin(self._state, _USABLE)
        for word in query.text.casefold().split():
            mask &= self._with_word(word.encode("utf-8", "replace")) | self._in_named(word)
        if query.folder:
            inside = [is_under(folder, query.folder) for folder in self._folders]
            mask &= np.array(inside, np.bool_)[self._folder]
        if query.family >= 0:
            mask &= self._with_family(query.family)
        if query.key:
            mask &= (self._key_names == query.key)[self._key]
        if query.tag:
            mask = self._with_tag(query.tag, mask)
        return mask & self._within(query)

    def _with_tag(self, tag: str, mask: _Mask) -> _Mask:
        """Return the files of a mask that have a tag."""
        tagged = np.flatnonzero(self._tagged & mask).tolist()
        found = np.zeros(len(mask), np.bool_)
        found[[i for i in tagged if tag in self._tags[i]]] = True
        return found

    def _within(self, query: PieceQuery) -> _Mask:
        mask = np.ones(len(self._ids), np.bool_)
        for values, (least, below) in ((self._seconds, query.seconds), (self._bpm, query.bpm)):
            if least > 0:
                mask &= values >= least
            if below > 0:
                mask &= values < below
        return mask

    def _with_word(self, word: bytes) -> _Mask:
        """Return the files whose text contains some bytes."""
        room = len(self._text) - len(word) + 1
        mask = np.zeros(len(self._ids), np.bool_)
        if room <= 0:
            return mask
        # Testing the rarest byte first would be faster, but this is fast enough.
        hits = np.flatnonzero(self._text[:room] == word[0])
        for offset, byte in enumerate(word[1:], 1):
            hits = hits[self._text[hits + offset] == byte]
        mask[np.searchsorted(self._text_starts, hits, side="right") - 1] = True
        return mask

    def _in_named(self, word: str) -> _Mask:
        """Return the files in folders whose displayed name contains a word."""
        named = [word in folder.casefold() for folder in self._folders_shown]
        return np.array(named, np.bool_)[self._folder]

    def _with_family(self, family: int) -> _Mask:
        """Return the files that play a program of a family, or drums for `DRUM_FAMILY`."""
        if family == DRUM_FAMILY:
            return self._drums
        first = PROGRAMS_OF_FAMILY * family
        return self._with_programs(range(first, first + PROGRAMS_OF_FAMILY))

    def _with_programs(self, programs: range) -> _Mask:
        low, high = _bits(programs)
        return ((self._programs[:, 0] & low) | (self._programs[:, 1] & high)) > 0


def _order_of(texts: Sequence[str], before: Numbers) -> Numbers:
    """Return the order of some texts, with numbers compared by size and empty texts last.

    Equal texts keep the order of `before`.
    """
    keys = [_NUMBER.sub(_padded, text.casefold()) for text in texts]
    return np.array(sorted(before.tolist(), key=lambda i: (not keys[i], keys[i])), np.int64)


def _padded(number: re.Match[str]) -> str:
    return number[0].zfill(_LONGEST_NUMBER)


def _below(folder: bytes, roots: Sequence[bytes]) -> str:
    """Return a folder, from the name of the library's folder that contains it on."""
    inside = [root for root in roots if is_under(folder, root)]
    root = max(inside, key=len) if inside else folder
    above = len(folder_of(root.rstrip(b"/\\")))
    return folder[above:].strip(b"/\\").decode("utf-8", "replace")


def _program_bits(text: str) -> tuple[int, int]:
    return _bits(int(program) for program in text.split(",") if program)


def _bits(programs: Iterable[int]) -> tuple[int, int]:
    """Return one bit for each program, in two 64-bit numbers."""
    every = 0
    for program in programs:
        every |= 1 << program
    return every & (1 << 64) - 1, every >> 64
