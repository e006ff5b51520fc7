"""How much of some music is found, note for note, in the songs a model learned from.

A window is 16 successive notes of one track; it matches where the same intervals and the same
rhythm (in sixteenths, relative) stand in a training song, in any key.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.music.score import Score, Track

WINDOW = 16
_GRID_PER_QUARTER = 4
_KINDS_WORTH_COUNTING = 4

_Hashes = NDArray[np.uint64]
_Owners = NDArray[np.int32]
_Ticks = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A window that stands in a training song.

    Attributes:
        track: Index of the track in the music that was looked at.
        start: Tick of the window's first note there.
        song: Name of the training song.
    """

    track: int
    start: int
    song: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Originality:
    """What was found of some music in the training songs.

    Attributes:
        windows: Windows of 16 notes looked at.
        matches: Those found.
    """

    windows: int
    matches: tuple[Match, ...]

    @property
    def copied(self) -> float:
        """Share of windows found, 0 to 1; 0 where the music is too short for one window."""
        return len(self.matches) / self.windows if self.windows else 0.0


class Fingerprints:
    """The windows of the training songs, eight bytes each, looked up by halving.

    Args:
        songs: Name and score of each song.
    """

    def __init__(self, songs: Iterable[tuple[str, Score]]) -> None:
        self._names: list[str] = []
        hashes: list[_Hashes] = [np.zeros(0, np.uint64)]
        for name, score in songs:
            found = [_hashed(track, score)[1] for track in score.tracks]
            hashes.append(np.unique(np.concatenate(found)) if found else hashes[0])
            self._names.append(name)
        every = np.concatenate(hashes)
        order = np.argsort(every, kind="stable")
        owners = np.repeat(np.arange(len(hashes), dtype=np.int32) - 1, [len(h) for h in hashes])
        self._hashes: _Hashes = every[order]
        self._owners: _Owners = owners[order]

    def __len__(self) -> int:
        return len(self._hashes)

    def song_with(self, digest: int) -> str | None:
        """Return the name of the first song that holds this window, or None."""
        at = int(np.searchsorted(self._hashes, np.uint64(digest)))
        if at < len(self._hashes) and int(self._hashes[at]) == digest:
            return self._names[int(self._owners[at])]
        return None

    def look_up(self, score: Score, *, start: int = 0) -> Originality:
        """Return which windows of a score, from tick `start` on, stand in the songs."""
        matches: list[Match] = []
        count = 0
        for index, track in enumerate(score.tracks):
            for tick, digest in windows(track, score, start=start):
                count += 1
                song = self.song_with(digest)
                if song is not None:
                    matches.append(Match(track=index, start=tick, song=song))
        return Originality(windows=count, matches=tuple(matches))


def windows(track: Track, score: Score, *, start: int = 0) -> Iterator[tuple[int, int]]:
    """Yield (tick of the first note, hash) of each window of a track.

    Scales and repeated notes (fewer than four kinds of interval and step) are nobody's invention
    and yield nothing; nor do drums, whose patterns all songs share.
    """
    ticks, hashes = _hashed(track, score, start=start)
    yield from zip(ticks.tolist(), hashes.tolist(), strict=True)


def _hashed(track: Track, score: Score, *, start: int = 0) -> tuple[_Ticks, _Hashes]:
    """Return first tick and hash of each window of a track, (windows,) each."""
    notes = [] if track.is_drum else [note for note in track.notes if note.start >= start]
    if len(notes) < WINDOW:
        return np.zeros(0, np.int64), np.zeros(0, np.uint64)
    ticks = np.array([note.start for note in notes], np.int64)
    intervals = np.diff([note.pitch for note in notes])
    quarter = score.ticks_per_quarter
    steps = (2 * np.diff(ticks) * _GRID_PER_QUARTER + quarter) // (2 * quarter)
    moves = np.lib.stride_tricks.sliding_window_view(
        (np.minimum(steps, 4095) << 8) + intervals + 128, WINDOW - 1
    )
    kinds = 1 + (np.diff(np.sort(moves, axis=1), axis=1) != 0).sum(axis=1)
    worth = kinds >= _KINDS_WORTH_COUNTING
    return ticks[: len(moves)][worth], _polynomial(moves[worth].astype(np.uint64))


def _polynomial(moves: _Hashes) -> _Hashes:
    """Return a hash of each row of (windows, 15) small numbers, modulo 2^64.

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
    return total
