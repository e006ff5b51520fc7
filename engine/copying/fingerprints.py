"""The index of the windows of many songs, and the search in it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.copying.sparse import SPAN, SURE_NOTES, SparsePrints
from engine.copying.windows import (
    WINDOW,
    Hashes,
    SongWindows,
    hashed_track,
    instruments_of,
    together,
    windows_of_score,
)
from engine.values.copied import CopiedPassage
from engine.values.score import Score, Track

Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Originality:
    """The result of searching music in the songs that a model learned from.

    Attributes:
        windows: Number of windows of 16 notes searched.
        matches: The windows found, in order; each is a passage of 16 notes.
        passages: The same as runs of notes, the longest first.
        sure_from: Length, in notes, from which each run is certain to be found.
    """

    windows: int
    matches: tuple[CopiedPassage, ...]
    passages: tuple[CopiedPassage, ...] = ()
    sure_from: int = WINDOW

    @property
    def copied(self) -> float:
        """Share of windows found, 0 to 1; 0 where the music is too short for one window."""
        return len(self.matches) / self.windows if self.windows else 0.0

    @property
    def longest(self) -> int:
        """Notes in the longest run that was found."""
        return self.passages[0].notes if self.passages else 0


class CopiedRun(NamedTuple):
    """The first notes of the first and of the last window of a run."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, eq=False)
class WindowMatches:
    """The windows of a voice that occur in songs.

    Attributes:
        places: Index of the first note of each window, ascending, (W,).
        whole: Index of each in the songs with all windows known, or -1, (W,).
        sparse: Index of each in the songs with winnowed windows, or -1, (W,).
    """

    places: Indices
    whole: Indices
    sparse: Indices

    def whole_runs(self) -> list[CopiedRun]:
        """Return the runs of successive windows found in `whole`."""
        return _runs(self.places[self.whole >= 0], reach=1)

    def sparse_runs(self) -> list[CopiedRun]:
        """Return the runs of windows found in `sparse` that lie within `SPAN` of each other.

        The windows between two of them occur in the songs, too.
        """
        return _runs(self.places[self.sparse >= 0], reach=SPAN)

    def runs(self) -> list[CopiedRun]:
        """Return all runs; merge those that touch."""
        joined: list[CopiedRun] = []
        for run in sorted(self.whole_runs() + self.sparse_runs()):
            if joined and run.first <= joined[-1].last + 1:
                joined[-1] = CopiedRun(joined[-1].first, max(joined[-1].last, run.last))
            else:
                joined.append(run)
        return joined


class Fingerprints:
    """The windows of songs in a sorted array, searched by bisection.

    Args:
        songs: Name and score of each song.
    """

    def __init__(self, songs: Iterable[tuple[str, Score]] = ()) -> None:
        self._take([(name, windows_of_score(score)) for name, score in songs])
        self._sparse = _NOTHING

    @classmethod
    def of_windows(
        cls, songs: Iterable[tuple[str, SongWindows]], *, sparse: SparsePrints | None = None
    ) -> "Fingerprints":
        """Return the fingerprints of songs whose windows are known.

        Args:
            songs: Name and all windows of each.
            sparse: Other songs, of which some windows are known.
        """
        made = cls()
        made._take(list(songs))
        made._sparse = sparse or _NOTHING
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
        return len(self._hashes) + len(self._sparse)

    @property
    def sure_from(self) -> int:
        """Length, in notes, from which a run of any song is certain to be found."""
        return SURE_NOTES if len(self._sparse) else WINDOW

    def found(self, places: Indices, hashes: Hashes) -> WindowMatches:
        """Return the windows of a voice that occur in the songs.

        Args:
            places: Index of the first note of each, ascending, (W,).
            hashes: Of each, (W,).
        """
        whole = np.full(len(hashes), -1, np.int64)
        if len(self._hashes):
            at = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
            whole = np.where(self._hashes[at] == hashes, at, -1)
        return WindowMatches(places, whole, self._sparse.places(hashes))

    def look_up(self, score: Score, *, start: int = 0, own: Score | None = None) -> Originality:
        """Search the windows of a score from tick `start` on.

        Tracks of one instrument are searched separately and merged; the result that finds more
        counts.

        Args:
            score: The music that may be copied.
            start: First tick to search.
            own: The piece that the score continues. Its windows are left out: a theme of the piece
                that returns is not copied from a song.
        """
        known = windows_of_score(own or Score()).hashes
        looked = [
            max(
                self._looked_up(score, tracks, start=start, own=known),
                key=lambda found: found.copied,
            )
            for tracks in instruments_of(score)
        ]
        passages = [passage for found in looked for passage in found.passages]
        return Originality(
            windows=sum(found.windows for found in looked),
            matches=tuple(match for found in looked for match in found.matches),
            passages=tuple(sorted(passages, key=lambda passage: -passage.notes)),
            sure_from=self.sure_from,
        )

    def _looked_up(
        self, score: Score, tracks: Sequence[int], *, start: int, own: Hashes
    ) -> tuple[Originality, ...]:
        quarter = score.ticks_per_quarter
        apart = [
            self._of_voice(score.tracks[index], index, quarter, start=start, own=own)
            for index in tracks
        ]
        each = Originality(
            windows=sum(found.windows for found in apart),
            matches=tuple(match for found in apart for match in found.matches),
            passages=tuple(passage for found in apart for passage in found.passages),
        )
        if len(tracks) == 1:
            return (each,)
        one = together([score.tracks[index] for index in tracks])
        return each, self._of_voice(one, tracks[0], quarter, start=start, own=own)

    def _of_voice(
        self, voice: Track, track: int, ticks_per_quarter: int, *, start: int, own: Hashes
    ) -> Originality:
        places, ticks, hashes = hashed_track(voice, ticks_per_quarter, start=start)
        new = ~np.isin(hashes, own)
        places, ticks, hashes = places[new], ticks[new], hashes[new]
        found = self.found(places, hashes)
        matches: list[CopiedPassage] = []
        passages: list[CopiedPassage] = []
        for first, last in found.runs():
            at, end = np.searchsorted(places, (first, last + 1)).tolist()
            run = self._matches(found, ticks, track, at, end)
            passages.append(msgspec.structs.replace(run[0], notes=WINDOW + last - first))
            matches += run
        return Originality(windows=len(hashes), matches=tuple(matches), passages=tuple(passages))

    def _matches(
        self, found: WindowMatches, ticks: Indices, track: int, at: int, end: int
    ) -> list[CopiedPassage]:
        """Return the windows of a run; one between two that were found is of the earlier's song."""
        matches: list[CopiedPassage] = []
        song, bar = "", 0
        for index in range(at, end):
            whole, sparse = int(found.whole[index]), int(found.sparse[index])
            if whole >= 0:
                song, bar = self._names[int(self._owners[whole])], int(self._bars[whole])
            elif sparse >= 0:
                song, bar = self._sparse.place_of(sparse)
            matches.append(
                CopiedPassage(
                    track=track,
                    start=int(ticks[index]),
                    song=Path(song).stem or song,
                    bar=bar + 1,
                    notes=WINDOW,
                )
            )
        return matches


def _runs(places: Indices, *, reach: int) -> list[CopiedRun]:
    """Return the runs of windows, by their first notes: each is within reach of the one before."""
    if not len(places):
        return []
    ends = np.flatnonzero(np.diff(places) > reach)
    firsts = places[np.concatenate(([0], ends + 1))]
    lasts = places[np.concatenate((ends, [len(places) - 1]))]
    return [
        CopiedRun(first, last) for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True)
    ]


_NOTHING = SparsePrints.of_songs(())
