"""How much of some music is found, note for note, in the songs a model learned from.

A window is 16 successive notes of one track; it matches where the same intervals and the same
rhythm (in sixteenths, relative) stand in a training song, in any key.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.music.score import Score, Track

WINDOW = 16
_GRID_PER_QUARTER = 4
_KINDS_WORTH_COUNTING = 4

_Hashes = NDArray[np.uint64]
_Owners = NDArray[np.int32]


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
        hashes: list[int] = []
        owners: list[int] = []
        for name, score in songs:
            found = {digest for track in score.tracks for _, digest in windows(track, score)}
            hashes.extend(found)
            owners.extend([len(self._names)] * len(found))
            self._names.append(name)
        order = np.argsort(np.array(hashes, np.uint64), kind="stable")
        self._hashes: _Hashes = np.array(hashes, np.uint64)[order]
        self._owners: _Owners = np.array(owners, np.int32)[order]

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
    if track.is_drum:
        return
    notes = [note for note in track.notes if note.start >= start]
    steps = [
        (
            b.pitch - a.pitch,
            round((b.start - a.start) * _GRID_PER_QUARTER / score.ticks_per_quarter),
        )
        for a, b in pairwise(notes)
    ]
    for i in range(len(steps) - WINDOW + 2):
        window = steps[i : i + WINDOW - 1]
        if len(set(window)) >= _KINDS_WORTH_COUNTING:
            yield notes[i].start, _digest(window)


def _digest(window: list[tuple[int, int]]) -> int:
    digest = blake2b(repr(window).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")
