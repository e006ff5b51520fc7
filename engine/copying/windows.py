"""Windows of 16 successive notes of a track and their hashes.

Two windows are the same where the same intervals and the same rhythm (in sixteenths, relative)
stand, in any key, at any tempo, on any tick grid. Tracks of one instrument are looked at apart and
as one (`together`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.values.score import Score, Track
from engine.values.time import BarMap

# Notes. Its effect is measured in experiment 2026-11-21-fingerprints.
WINDOW = 16
# Bits of a hash: of a million windows looked up among ten million, ten are found by accident.
HASH_BITS = 40
GRID_PER_QUARTER = 4
_KINDS_WORTH_COUNTING = 4
_RECORD_BYTES = 7
_LAST_BAR = 0xFFFF

Hashes = NDArray[np.uint64]
Bars = NDArray[np.uint16]
Ticks = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class SongWindows:
    """The windows of one song, each hash once, with the bar it first begins in.

    Attributes:
        hashes: Sorted, (W,).
        bars: From 0, (W,).
    """

    hashes: Hashes
    bars: Bars

    def __len__(self) -> int:
        return len(self.hashes)

    def packed(self) -> bytes:
        """Return seven bytes a window, for `unpacked`."""
        records = np.empty((len(self), _RECORD_BYTES), np.uint8)
        records[:, :5] = self.hashes.astype("<u8").view(np.uint8).reshape(-1, 8)[:, :5]
        records[:, 5:] = self.bars.astype("<u2").view(np.uint8).reshape(-1, 2)
        return records.tobytes()

    @classmethod
    def unpacked(cls, data: bytes) -> "SongWindows":
        """Return what was packed; bytes that are no whole window are left out."""
        whole = len(data) // _RECORD_BYTES * _RECORD_BYTES
        records = np.frombuffer(data[:whole], np.uint8).reshape(-1, _RECORD_BYTES)
        hashes = np.zeros((len(records), 8), np.uint8)
        hashes[:, :5] = records[:, :5]
        bars = np.ascontiguousarray(records[:, 5:])
        return cls(
            hashes.view("<u8").reshape(-1).astype(np.uint64),
            bars.view("<u2").reshape(-1).astype(np.uint16),
        )


def windows_of_score(score: Score) -> SongWindows:
    """Return the windows of all voices of a song."""
    found = [hashed_track(voice, score.ticks_per_quarter)[1:] for voice in voices_of(score)]
    return gathered(found, BarMap.of(score))


def instruments_of(score: Score) -> list[tuple[int, ...]]:
    """Return, for each instrument but drums, the indices of its tracks."""
    found: dict[int, list[int]] = {}
    for index, track in enumerate(score.tracks):
        if not track.is_drum:
            found.setdefault(track.program, []).append(index)
    return [tuple(tracks) for tracks in found.values()]


def together(tracks: Sequence[Track]) -> Track:
    """Return tracks of one instrument as one, each note once.

    The model reads the tracks of one instrument together, such as both hands of a piano, and may
    copy into any of the tracks that it writes.
    """
    each = {(note.start, note.pitch): note for track in tracks for note in track.notes}
    return tracks[0].with_notes(each.values())


def voices_of(score: Score) -> Iterator[Track]:
    """Yield each track but drums, and the tracks of one instrument once more as one."""
    for indices in instruments_of(score):
        tracks = [score.tracks[index] for index in indices if score.tracks[index].notes]
        yield from tracks
        if len(tracks) > 1:
            yield together(tracks)


def gathered(parts: list[tuple[Ticks, Hashes]], bars: BarMap) -> SongWindows:
    """Return the windows of a song from those of its parts (first tick and hash of each)."""
    if not parts:
        return SongWindows(np.zeros(0, np.uint64), np.zeros(0, np.uint16))
    ticks = np.concatenate([part[0] for part in parts])
    hashes = np.concatenate([part[1] for part in parts])
    order = np.lexsort((ticks, hashes))
    unique, first = np.unique(hashes[order], return_index=True)
    end = int(ticks.max()) + 1 if len(ticks) else 0
    starts = np.array([tick for _, tick in bars.bar_starts(0, end)] or [0], np.int64)
    at = np.searchsorted(starts, ticks[order][first], side="right") - 1
    return SongWindows(unique, np.minimum(at, _LAST_BAR).astype(np.uint16))


def windows(track: Track, score: Score, *, start: int = 0) -> Iterator[tuple[int, int]]:
    """Yield (tick of the first note, hash) of each window of a track, from tick `start` on.

    Scales and repeated notes (fewer than four kinds of interval and step) are nobody's invention
    and yield nothing; nor do drums, whose patterns all songs share.
    """
    _, ticks, hashes = hashed_track(track, score.ticks_per_quarter, start=start)
    yield from zip(ticks.tolist(), hashes.tolist(), strict=True)


def hashed_track(
    track: Track, ticks_per_quarter: int, *, start: int = 0
) -> tuple[Ticks, Ticks, Hashes]:
    """Return place (which note), tick and hash of each window of a track, (W,) each."""
    notes = [] if track.is_drum else [note for note in track.notes if note.start >= start]
    ticks = np.array([note.start for note in notes], np.int64)
    pitches = np.array([note.pitch for note in notes], np.int64)
    places, hashes = hashed_notes(ticks, pitches, ticks_per_quarter)
    return places, ticks[places], hashes


def hashed_notes(
    ticks: Ticks, pitches: Ticks, ticks_per_quarter: int
) -> tuple[NDArray[np.int64], Hashes]:
    """Return index of the first note and hash of each window worth counting, (W,) each.

    Args:
        ticks: Where notes begin, sorted by tick, then pitch, (N,).
        pitches: (N,).
        ticks_per_quarter: Ticks in a quarter note.
    """
    if len(ticks) < WINDOW:
        return np.zeros(0, np.int64), np.zeros(0, np.uint64)
    quarter = ticks_per_quarter
    steps = (2 * np.diff(ticks) * GRID_PER_QUARTER + quarter) // (2 * quarter)
    moves = np.lib.stride_tricks.sliding_window_view(
        (np.minimum(steps, 4095) << 8) + np.diff(pitches) + 128, WINDOW - 1
    )
    kinds = 1 + (np.diff(np.sort(moves, axis=1), axis=1) != 0).sum(axis=1)
    worth = np.flatnonzero(kinds >= _KINDS_WORTH_COUNTING)
    return worth, _polynomial(moves[worth].astype(np.uint64))


def _polynomial(moves: Hashes) -> Hashes:
    """Return a hash of each row of (W, 15) small numbers, `HASH_BITS` of it.

    Each number is first spread over all bits (the finaliser of MurmurHash3, Appleby 2011), or
    neighbouring numbers would give neighbouring sums.
    """
    spread = moves + np.uint64(1)
    for multiplier in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        spread = (spread ^ (spread >> np.uint64(33))) * np.uint64(multiplier)
    spread ^= spread >> np.uint64(33)
    total = np.zeros(len(moves), np.uint64)
    for column in spread.T:
        total = total * np.uint64(0x9E3779B97F4A7C15) + column
    return total >> np.uint64(64 - HASH_BITS)
