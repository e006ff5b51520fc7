"""The windows of many songs, and looking music up in them."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.copying.windows import WINDOW, Hashes, SongWindows, hashed_track, windows_of_score
from engine.music.score import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A window that stands in a song that was learned from.

    Attributes:
        track: Index of the track in the music that was looked at.
        start: Tick of the window's first note there.
        song: Name of the song.
        bar: Bar of the song in which it stands, from 0.
    """

    track: int
    start: int
    song: str
    bar: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Notes in a row that stand in a song.

    Attributes:
        track: Index of the track in the music that was looked at.
        start: Tick of the first note there.
        song: Name of the song.
        bar: Bar of the song where it begins, from 0.
        notes: How many in a row.
    """

    track: int
    start: int
    song: str
    bar: int
    notes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Originality:
    """What was found of some music in the songs that were learned from.

    Attributes:
        windows: Windows of 16 notes looked at.
        matches: Those found, in order.
        passages: The same as runs of notes, the longest first.
    """

    windows: int
    matches: tuple[Match, ...]
    passages: tuple[Passage, ...] = ()

    @property
    def copied(self) -> float:
        """Share of windows found, 0 to 1; 0 where the music is too short for one window."""
        return len(self.matches) / self.windows if self.windows else 0.0

    @property
    def longest(self) -> int:
        """Notes in the longest run that was found."""
        return self.passages[0].notes if self.passages else 0


class Fingerprints:
    """The windows of songs, looked up by halving.

    Args:
        songs: Name and score of each song.
    """

    def __init__(self, songs: Iterable[tuple[str, Score]] = ()) -> None:
        self._take([(name, windows_of_score(score)) for name, score in songs])

    @classmethod
    def of_windows(cls, songs: Iterable[tuple[str, SongWindows]]) -> "Fingerprints":
        """Return the fingerprints of songs whose windows are known."""
        made = cls()
        made._take(list(songs))
        return made

    def _take(self, songs: list[tuple[str, SongWindows]]) -> None:
        self._names = [name for name, _ in songs]
        none = SongWindows(np.zeros(0, np.uint64), np.zeros(0, np.uint16))
        every = [found for _, found in songs] or [none]
        hashes = np.concatenate([found.hashes for found in every])
        order = np.argsort(hashes, kind="stable")
        owners = np.repeat(np.arange(len(every), dtype=np.int32), [len(found) for found in every])
        self._hashes: Hashes = hashes[order]
        self._owners = owners[order]
        self._bars = np.concatenate([found.bars for found in every])[order]

    def __len__(self) -> int:
        return len(self._hashes)

    def place_of(self, digest: int) -> tuple[str, int] | None:
        """Return name and bar of the first song that holds this window, or None."""
        at = int(np.searchsorted(self._hashes, np.uint64(digest)))
        if at < len(self._hashes) and int(self._hashes[at]) == digest:
            return self._names[int(self._owners[at])], int(self._bars[at])
        return None

    def look_up(self, score: Score, *, start: int = 0) -> Originality:
        """Return which windows of a score, from tick `start` on, stand in the songs."""
        matches: list[Match] = []
        passages: list[Passage] = []
        count = 0
        for index, track in enumerate(score.tracks):
            columns = hashed_track(track, score.ticks_per_quarter, start=start)
            found = list(zip(*(column.tolist() for column in columns), strict=True))
            count += len(found)
            here = [
                (place, match)
                for place, tick, digest in found
                if (match := self._match(index, tick, digest)) is not None
            ]
            matches += [match for _, match in here]
            passages += _passages(here)
        passages.sort(key=lambda passage: -passage.notes)
        return Originality(windows=count, matches=tuple(matches), passages=tuple(passages))

    def _match(self, track: int, tick: int, digest: int) -> Match | None:
        place = self.place_of(digest)
        return place and Match(track=track, start=tick, song=place[0], bar=place[1])


def _passages(found: list[tuple[int, Match]]) -> list[Passage]:
    """Return runs of neighbouring windows (their first note's place, match) as runs of notes."""
    runs: list[list[tuple[int, Match]]] = []
    for place, match in found:
        if runs and place == runs[-1][-1][0] + 1:
            runs[-1].append((place, match))
        else:
            runs.append([(place, match)])
    return [
        Passage(
            track=run[0][1].track,
            start=run[0][1].start,
            song=run[0][1].song,
            bar=run[0][1].bar,
            notes=WINDOW - 1 + len(run),
        )
        for run in runs
    ]
