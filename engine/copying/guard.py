"""The guard against copying: it forbids the note that would make a copied run too long."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Sequence
from copy import copy

import numpy as np

from engine.copying.fingerprints import CopiedRun, Fingerprints
from engine.copying.sparse import SPAN
from engine.copying.windows import WINDOW, hashed_notes

Notes = list[tuple[int, int]]


class CopyGuard:
    """Decides whether the next note of a track may be drawn.

    A copied run consists of successive notes of one track, or of all tracks of one instrument, that
    occur in a song in any key. Scales and repeated notes do not count (`windows`).

    Args:
        prints: The songs that the model learned from.
        longest: Most successive notes that may be copied, at least 15.
        ticks_per_quarter: Resolution of the notes.
        instruments: Indices of the tracks that share an instrument.

    Attributes:
        holds_from: The guard stops every run longer than this many notes. It is `longest`, or at
            least 30 where some songs are winnowed (`sparse`).
    """

    def __init__(
        self,
        prints: Fingerprints,
        *,
        longest: int,
        ticks_per_quarter: int,
        instruments: Iterable[Sequence[int]] = (),
    ) -> None:
        if longest < WINDOW - 1:
            raise ValueError(f"longest must be at least {WINDOW - 1}, it is {longest}")
        self.holds_from = max(longest, prints.sure_from - 1)
        self._prints = prints
        self._most_windows = longest - (WINDOW - 1)
        # A run may extend by almost a span beyond its first and last known window.
        self._most_sparse = max(0, self._most_windows - 2 * (SPAN - 1))
        self._ticks_per_quarter = ticks_per_quarter
        self._made: dict[int, Notes] = defaultdict(list)
        # Tracks that share an instrument have one more voice: all of them merged.
        self._shared = {
            track: -1 - number
            for number, tracks in enumerate(instruments)
            if len(tracks) > 1
            for track in tracks
        }

    def branch(self) -> "CopyGuard":
        """Return an independent copy."""
        branch = copy(self)
        branch._made = defaultdict(list, {voice: [*made] for voice, made in self._made.items()})  # noqa: SLF001
        return branch

    def allows(self, *, track: int, start: int, pitch: int) -> bool:
        """Return whether a note may be added to a track; notes come in order of their start."""
        note = (start, pitch)
        return all(
            self._contains(voice, note) or self._fits(self._made[voice], note)
            for voice in self._voices(track)
        )

    def add(self, *, track: int, start: int, pitch: int) -> None:
        """Record a note that was drawn."""
        for voice in self._voices(track):
            if not self._contains(voice, (start, pitch)):
                insort(self._made[voice], (start, pitch))

    def _contains(self, voice: int, note: tuple[int, int]) -> bool:
        """Return whether a merged voice already has this note: it keeps each note once."""
        notes = self._made[voice]
        at = bisect_left(notes, note)
        return voice < 0 and at < len(notes) and notes[at] == note

    def _voices(self, track: int) -> tuple[int, ...]:
        return (track, self._shared[track]) if track in self._shared else (track,)

    def _fits(self, notes: Notes, note: tuple[int, int]) -> bool:
        at = len(notes)
        while at and notes[at - 1] > note:
            at -= 1
        # Only windows with the new note, and the runs that it joins, need a check.
        first = max(0, at - (WINDOW - 1) - self._most_windows - SPAN)
        ticks, pitches = np.array([*notes[first:at], note, *notes[at:]], np.int64).T
        found = self._prints.found(*hashed_notes(ticks, pitches, self._ticks_per_quarter))
        return (
            _longest(found.whole_runs()) <= self._most_windows
            and _longest(found.sparse_runs()) <= self._most_sparse
        )


def _longest(runs: list[CopiedRun]) -> int:
    """Return the number of windows of the longest run."""
    return max((run.last - run.first + 1 for run in runs), default=0)
