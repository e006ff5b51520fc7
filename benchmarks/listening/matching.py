"""Found notes beside the true ones, counted as `mir_eval.transcription` does without note ends."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.values.hearing import HeardNote

# `mir_eval` allows 50 ms; what a listener forgives is reported too.
STRICT_S, LENIENT_S = 0.05, 0.07
# Intervals of the harmonics that are taken for a note of their own: octaves, and a twelfth.
_GHOSTS = (12, 19, 24, -12)
# A key that sounds this near in time is found at a wrong time, not in a wrong octave.
_AROUND_S = 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The notes that were found, those that were meant, and the hits; songs add up.

    Attributes:
        true: Notes that there are.
        found: Notes that were found.
        hits: Found notes at the time and pitch of a true one, each matched once.
        octaves: Found notes whose key does not sound then, an octave below, or one or two octaves
            or a twelfth above one that does.
    """

    true: int = 0
    found: int = 0
    hits: int = 0
    octaves: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            true=self.true + other.true,
            found=self.found + other.found,
            hits=self.hits + other.hits,
            octaves=self.octaves + other.octaves,
        )

    @property
    def f(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.hits / max(1, self.true + self.found)

    @property
    def octave_share(self) -> float:
        """The share of found notes that are octave errors."""
        return self.octaves / max(1, self.found)


def counted(
    found: Sequence[HeardNote], true: Sequence[HeardNote], *, within_s: float = STRICT_S
) -> Counts:
    """Return the counts of one piece; two true notes of one key that begin together are one.

    Args:
        found: Notes that were heard.
        true: Notes that were played.
        within_s: How far an onset may be from the true one.
    """
    played = _without_unisons(true)
    hits = matched(found, played, within_s=within_s)
    taken = {pair[0] for pair in hits}
    octaves = sum(
        bool(ghosts_of & sounding) and note.pitch not in sounding
        for number, note in enumerate(found)
        if number not in taken
        for sounding in [_sounding(played, note.start_s)]
        for ghosts_of in [{note.pitch - interval for interval in _GHOSTS}]
    )
    return Counts(true=len(played), found=len(found), hits=len(hits), octaves=octaves)


def _sounding(notes: Sequence[HeardNote], at_s: float) -> set[int]:
    """Return the keys that sound at a time, or shortly before or after it."""
    return {
        note.pitch for note in notes if note.start_s - _AROUND_S <= at_s <= note.end_s + _AROUND_S
    }


def matched(
    found: Sequence[HeardNote], true: Sequence[HeardNote], *, within_s: float
) -> list[tuple[int, int]]:
    """Return pairs of indices, found and true, each index once.

    On one key, times in order with one width of tolerance are matched best by taking each found
    note's earliest true one that is left.
    """
    pairs = []
    for pitch in {note.pitch for note in true}:
        waiting = sorted((n.start_s, i) for i, n in enumerate(true) if n.pitch == pitch)
        place = 0
        for at_s, number in sorted((n.start_s, i) for i, n in enumerate(found) if n.pitch == pitch):
            while place < len(waiting) and waiting[place][0] < at_s - within_s:
                place += 1
            if place < len(waiting) and waiting[place][0] <= at_s + within_s:
                pairs.append((number, waiting[place][1]))
                place += 1
    return pairs


def _without_unisons(notes: Sequence[HeardNote]) -> list[HeardNote]:
    """Return the notes, but one of those that begin within a strict tolerance on one key."""
    kept: list[HeardNote] = []
    last: dict[int, float] = {}
    for note in sorted(notes, key=lambda note: note.start_s):
        if note.start_s - last.get(note.pitch, -np.inf) > STRICT_S:
            kept.append(note)
            last[note.pitch] = note.start_s
    return kept
