"""Compact fingerprints of thousands of songs: a few windows of each, chosen by winnowing.

Of any `SPAN` successive windows the one with the smallest key is kept (Schleimer, Wilkerson and
Aiken 2003, "Winnowing: local algorithms for document fingerprinting"), so that every copied run of
`SURE_NOTES` notes contains a kept window. Shorter runs may be missed. 32 bits of each hash are
kept: of a million windows searched among 400,000, about a hundred match by accident.

A file has a header (`_HEAD`); then, packed by zlib, the names of the songs, the number of windows
of each and the differences of the bars in which they begin; then the hashes. The reader checks
each size in the header against fixed limits.
"""

import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.copying.windows import (
    WINDOW,
    Hashes,
    SongWindows,
)
from engine.gate.files import TooLargeError, UnreadableError, read_file
from engine.ground.errors import ModelFileError

# A longer span keeps fewer windows, and makes the copies that may be missed longer.
SPAN = 16
SURE_NOTES = WINDOW + SPAN - 1
"""Length, in notes, from which a run is always found."""

# Changes when an older Segue could not read the file.
FORMAT = 1
# Bounds for a damaged file.
MOST_WINDOWS, MOST_SONGS, MOST_NAME_BYTES = 8_000_000, 500_000, 32 * 2**20
_MAGIC = b"SEGUEPRT"
# Magic, format, notes a window, windows a span, number of songs, number of windows, bytes of the
# names, bytes of the packed part, checksum of everything after the head.
_HEAD = struct.Struct("<8sHHHIIIII")

ShortHashes = NDArray[np.uint32]


def winnowed(hashes: Hashes) -> NDArray[np.int64]:
    """Return the indices of the windows that are kept of a voice's (W,), ascending."""
    if not len(hashes):
        return np.zeros(0, np.int64)
    # The key mixes the bits: choosing by the stored bits would keep only small hashes.
    keys = hashes * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(8)
    span = min(SPAN, len(keys))
    # The last of equal keys, so that a repeated figure keeps fewer windows.
    spans = np.lib.stride_tricks.sliding_window_view(keys, span)[:, ::-1]
    return np.unique(np.arange(len(spans)) + span - 1 - spans.argmin(axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class SparsePrints:
    """The winnowed windows of many songs.

    Attributes:
        names: Of the songs.
        hashes: The lower 32 bits of each window's hash, sorted, each once, (P,).
        owners: Index of its song, (P,).
        bars: Bar it begins in, from 0, (P,).
    """

    names: tuple[str, ...]
    hashes: ShortHashes
    owners: NDArray[np.uint32]
    bars: NDArray[np.uint16]

    def __len__(self) -> int:
        return len(self.hashes)

    @classmethod
    def of_songs(cls, songs: Iterable[tuple[str, SongWindows]]) -> "SparsePrints":
        """Return the fingerprints of songs of which some windows are given.

        A window that stands in several of them belongs to the first one.
        """
        some = list(songs)
        return _sorted(
            [name for name, _ in some],
            [found.hashes.astype(np.uint32) for _, found in some],
            [found.bars for _, found in some],
        )

    def places(self, hashes: Hashes) -> NDArray[np.int64]:
        """Return the index of each hash, (W,); -1 for a missing one."""
        if not len(self.hashes):
            return np.full(len(hashes), -1, np.int64)
        short = hashes.astype(np.uint32)
        at = np.minimum(np.searchsorted(self.hashes, short), len(self.hashes) - 1)
        return np.where(self.hashes[at] == short, at, -1).astype(np.int64)

    def place_of(self, at: int) -> tuple[str, int]:
        """Return the name of the song and the bar of the window at an index."""
        return self.names[int(self.owners[at])], int(self.bars[at])

    def packed(self) -> bytes:
        """Return these as the bytes of a file."""
        order = np.lexsort((self.hashes, self.bars, self.owners))
        owners = self.owners[order]
        counts = np.bincount(owners, minlength=len(self.names)).astype("<u4")
        bars = self.bars[order].astype(np.int64)
        steps = np.diff(bars, prepend=0)
        first = np.diff(owners.astype(np.int64), prepend=-1) != 0
        steps[first] = bars[first]
        names = "\n".join(name.replace("\n", " ") for name in self.names).encode()
        packed = zlib.compress(names + counts.tobytes() + steps.astype("<u2").tobytes(), 9)
        rest = packed + self.hashes[order].astype("<u4").tobytes()
        head = _HEAD.pack(
            _MAGIC,
            FORMAT,
            WINDOW,
            SPAN,
            len(self.names),
            len(self),
            len(names),
            len(packed),
            zlib.crc32(rest),
        )
        return head + rest

    @classmethod
    def unpacked(cls, data: bytes) -> "SparsePrints":
        """Return what was packed.

        Raises:
            ModelFileError: It is damaged, larger than any model's, or made by a newer version.
        """
        songs, count, name_bytes, packed = _checked_sizes(data)
        rest = data[_HEAD.size :]
        plain = _inflated(rest[:packed], name_bytes + 4 * songs + 2 * count)
        names = plain[:name_bytes].decode("utf-8", "replace").split("\n") if songs else []
        counts = np.frombuffer(plain, "<u4", songs, name_bytes).astype(np.int64)
        steps = np.frombuffer(plain, "<u2", count, name_bytes + 4 * songs).astype(np.int64)
        if int(counts.sum()) != count or len(names) != songs:
            raise _damaged()
        hashes = np.frombuffer(rest, "<u4", count, packed)
        bars = [np.cumsum(each) for each in _by_song(steps, counts)]
        return _sorted(names, _by_song(hashes, counts), bars)


def read_sparse(file: Path) -> SparsePrints | None:
    """Return the fingerprints of a file, None where there is no such file.

    Raises:
        ModelFileError: It cannot be read, is damaged or made by a newer version.
    """
    if not file.exists():
        return None
    most = _HEAD.size + 8 * MOST_WINDOWS + 2 * MOST_NAME_BYTES
    try:
        return SparsePrints.unpacked(read_file(file, most=most))
    except UnreadableError as error:
        raise ModelFileError("‘{file}’ cannot be read.", file=file, hint=str(error)) from error
    except TooLargeError as error:
        raise _damaged() from error


def _checked_sizes(data: bytes) -> tuple[int, int, int, int]:
    """Check the header; return songs, windows, bytes of the names, and bytes of the packed part."""
    if len(data) < _HEAD.size:
        raise _damaged()
    magic, made, window, span, songs, count, name_bytes, packed, check = _HEAD.unpack_from(data)
    if magic != _MAGIC or songs > MOST_SONGS or count > MOST_WINDOWS:
        raise _damaged()
    if (made, window, span) != (FORMAT, WINDOW, SPAN):
        raise ModelFileError("The fingerprints of this model's songs are of another version.")
    rest = data[_HEAD.size :]
    sizes_fit = name_bytes <= MOST_NAME_BYTES and len(rest) == packed + 4 * count
    if not sizes_fit or zlib.crc32(rest) != check:
        raise _damaged()
    return songs, count, name_bytes, packed


def _by_song(values: NDArray[Any], counts: NDArray[np.int64]) -> list[NDArray[Any]]:
    """Split the values of all windows into those of each song."""
    return np.split(values, np.cumsum(counts)[:-1]) if len(counts) else []


def _sorted(
    names: Sequence[str], hashes: Sequence[ShortHashes], bars: Sequence[NDArray[np.integer]]
) -> SparsePrints:
    every = np.concatenate([*hashes, np.zeros(0, np.uint32)]).astype(np.uint32)
    owners = np.repeat(np.arange(len(hashes), dtype=np.uint32), [len(each) for each in hashes])
    begun = np.concatenate([*bars, np.zeros(0, np.int64)]).astype(np.uint16)
    unique, first = np.unique(every, return_index=True)
    return SparsePrints(tuple(names), unique, owners[first], begun[first])


def _inflated(packed: bytes, size: int) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        plain = unpacker.decompress(packed, size + 1)
    except zlib.error as error:
        raise _damaged() from error
    if len(plain) != size:
        raise _damaged()
    return plain


def _damaged() -> ModelFileError:
    return ModelFileError("The fingerprints of this model's songs are damaged.")
