"""What keeps a continuation from copying: refuses the note that would make a run too long."""

from bisect import insort
from collections import defaultdict

import numpy as np

from engine.copying.fingerprints import Fingerprints
from engine.copying.windows import WINDOW, hashed_notes


class CopyGuard:
    """The notes made so far, by track, and whether one more would copy too much.

    A run is counted in notes of one track that stand in a row in songs the model learned from, in
    any key; scales and repeated notes are nobody's and are not counted (`windows`).

    Args:
        prints: Of the songs the model learned from.
        longest: Notes in a row that may be copied, at least 15.
        ticks_per_quarter: Of the notes' ticks.
    """

    def __init__(self, prints: Fingerprints, *, longest: int, ticks_per_quarter: int) -> None:
        if longest < WINDOW - 1:
            raise ValueError(f"longest must be at least {WINDOW - 1}, it is {longest}")
        self._prints = prints
        self._most_windows = longest - (WINDOW - 1)
        self._ticks_per_quarter = ticks_per_quarter
        self._made: dict[int, list[tuple[int, int]]] = defaultdict(list)

    def allows(self, *, track: int, start: int, pitch: int) -> bool:
        """Return whether a note may be added to a track; notes come in order of their start."""
        notes = self._made[track]
        at = len(notes)
        while at and notes[at - 1] > (start, pitch):
            at -= 1
        # Windows that do not hold the note were judged before; it can also join runs around it.
        first = max(0, at - (WINDOW - 1) - self._most_windows)
        around = [*notes[first:at], (start, pitch), *notes[at:]]
        return self._longest_run(around) <= self._most_windows

    def add(self, *, track: int, start: int, pitch: int) -> None:
        """Take a note as made."""
        insort(self._made[track], (start, pitch))

    def _longest_run(self, notes: list[tuple[int, int]]) -> int:
        """Return how many windows in a row are found among these notes."""
        ticks, pitches = np.array(notes, np.int64).reshape(-1, 2).T
        places, hashes = hashed_notes(ticks, pitches, self._ticks_per_quarter)
        longest = run = 0
        previous = -1
        for place, digest in zip(places.tolist(), hashes.tolist(), strict=True):
            if self._prints.place_of(digest) is None:
                run = 0
            else:
                run = run + 1 if place == previous + 1 else 1
            previous = place
            longest = max(longest, run)
        return longest
