"""What keeps a continuation from copying: refuses the note that would make a run too long."""

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
    """The notes made so far, by track, and whether one more would copy too much.

    A run is counted in notes of one track, or of all tracks of one instrument, that stand in a row
    in songs the model learned from, in any key; scales and repeated notes are nobody's and are not
    counted (`windows`).

    Args:
        prints: Of the songs the model learned from.
        longest: Notes in a row that may be copied, at least 15.
        ticks_per_quarter: Of the notes' ticks.
        instruments: Indices of the tracks that share an instrument.

    Attributes:
        holds_from: No run of more notes than this ever gets past. It is `longest`, unless of some
            songs only some windows are known (`sparse`): then it is 30 at least.
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
        # A run may begin and end nearly a span outside the windows of it that are known.
        self._most_sparse = max(0, self._most_windows - 2 * (SPAN - 1))
        self._ticks_per_quarter = ticks_per_quarter
        self._made: dict[int, Notes] = defaultdict(list)
        # Tracks that share an instrument have a voice more, which is all of them as one.
        self._shared = {
            track: -1 - number
            for number, tracks in enumerate(instruments)
            if len(tracks) > 1
            for track in tracks
        }

    def branch(self) -> "CopyGuard":
        """Return one that has the same notes and goes on by itself."""
        branch = copy(self)
        branch._made = defaultdict(list, {voice: [*made] for voice, made in self._made.items()})  # noqa: SLF001
        return branch

    def allows(self, *, track: int, start: int, pitch: int) -> bool:
        """Return whether a note may be added to a track; notes come in order of their start."""
        note = (start, pitch)
        return all(
            self._stands_in(voice, note) or self._fits(self._made[voice], note)
            for voice in self._voices(track)
        )

    def add(self, *, track: int, start: int, pitch: int) -> None:
        """Take a note as made."""
        for voice in self._voices(track):
            if not self._stands_in(voice, (start, pitch)):
                insort(self._made[voice], (start, pitch))

    def _stands_in(self, voice: int, note: tuple[int, int]) -> bool:
        """Return whether all tracks of an instrument as one have this note: each is there once."""
        notes = self._made[voice]
        at = bisect_left(notes, note)
        return voice < 0 and at < len(notes) and notes[at] == note

    def _voices(self, track: int) -> tuple[int, ...]:
        return (track, self._shared[track]) if track in self._shared else (track,)

    def _fits(self, notes: Notes, note: tuple[int, int]) -> bool:
        at = len(notes)
        while at and notes[at - 1] > note:
            at -= 1
        # Windows that do not hold the note were judged before; it can also join runs around it.
        first = max(0, at - (WINDOW - 1) - self._most_windows - SPAN)
        ticks, pitches = np.array([*notes[first:at], note, *notes[at:]], np.int64).T
        found = self._prints.found(*hashed_notes(ticks, pitches, self._ticks_per_quarter))
        return (
            _longest(found.whole_runs()) <= self._most_windows
            and _longest(found.sparse_runs()) <= self._most_sparse
        )


def _longest(runs: list[CopiedRun]) -> int:
    """Return how many windows the longest run has."""
    return max((run.last - run.first + 1 for run in runs), default=0)
