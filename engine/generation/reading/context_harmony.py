"""Finds the notes that sound in the other tracks, and clashes with them. Pure, no model."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from math import log2
from statistics import fmean

from engine.generation.reading.chords import is_strong
from engine.request import PartNote, TrackRole
from engine.values.score import Note, Score
from engine.values.time import BarMap

DISSONANT = (1, 2, 6)
"""Interval classes that clash: semitone, whole tone, tritone and their inversions."""

USUAL = 0.81
"""Share of the notes of a real part on strong beats that clash with no other part, mean of songs
(experiment 2026-11-23-accompaniment)."""

_TOGETHER = 8  # to a quarter: notes that begin within this time sound as one
_LONGEST_LOOK = 16  # bars before the gap whose notes may still sound


class ContextHarmony:
    """The pitched notes of the tracks that stay, and which of them sound when.

    Args:
        score: The piece, without the notes that are replaced.
        roles: One for each track; ignored ones are silent.
        start: Tick at which writing begins.
        end: Tick after the written bars.
    """

    def __init__(self, score: Score, roles: Sequence[TrackRole], *, start: int, end: int) -> None:
        self._score, self._start = score, start
        self._together = score.ticks_per_quarter // _TOGETHER
        bars = BarMap.of(score)
        earliest = bars.start_of(max(0, bars.bar_at(start) - _LONGEST_LOOK))
        self._notes = sorted(
            note
            for track, role in zip(score.tracks, roles, strict=True)
            if role != "ignore" and not track.is_drum
            for note in track.notes
            if earliest <= note.start < end and note.end > start
        )
        self._onsets = [
            len(struck)
            for track, role in zip(score.tracks, roles, strict=True)
            if role == "context"
            and not track.is_drum
            and (struck := {note.start for note in track.notes if start <= note.start < end})
        ]
        self._starts = [note.start for note in self._notes]
        self._sounding: dict[int, tuple[int, ...]] = {}

    def __bool__(self) -> bool:
        return bool(self._notes)

    def sounding(self, tick: int) -> tuple[int, ...]:
        """Return the pitches that sound at a tick or begin with it, ascending."""
        found = self._sounding.get(tick)
        if found is None:
            past = tick + self._together
            begun = self._notes[: bisect_right(self._starts, past)]
            found = tuple(sorted({note.pitch for note in begun if note.end > past}))
            self._sounding[tick] = found
        return found

    def struck(self, tick: int) -> frozenset[int]:
        """Return the pitches that begin with a tick."""
        first = bisect_left(self._starts, tick - self._together)
        past = bisect_right(self._starts, tick + self._together)
        return frozenset(note.pitch for note in self._notes[first:past])

    def density_of(self, parts: Sequence[PartNote], tracks: int) -> float:
        """Return the difference between the numbers of onsets of written and given tracks.

        Args:
            parts: Programs of the written parts.
            tracks: Number of the written tracks.

        Returns:
            0 for equal numbers; −1 for half or twice as many; 0 if no given track plays.
        """
        if not self._onsets:
            return 0.0
        struck = len({(part.track, part.note.start) for part in parts}) / max(1, tracks)
        # Keeps the difference finite for a bar or two of silence.
        return -abs(log2((struck + 1) / (fmean(self._onsets) + 1)))

    @cached_property
    def own(self) -> float:
        """The share of the given notes on strong beats that clash with no other given one.

        Real parts that are added clash with them about as often (correlation 0.7 over songs). It is
        `USUAL` if they are a single line.
        """
        heard = [
            is_consonant(note.pitch, others)
            for note in self._notes[bisect_left(self._starts, self._start) :]
            if is_strong(note.start, self._score)
            and (others := [p for p in self.sounding(note.start) if p != note.pitch])
        ]
        return fmean(heard) if heard else USUAL

    def concord_of(self, notes: Iterable[Note]) -> float:
        """Return the difference between the shares of clashes of notes and of the given tracks.

        Args:
            notes: Pitched.

        Returns:
            0 for equal shares, −1 at the most. Without notes on strong beats the share is
            `USUAL`.
        """
        heard = [
            is_consonant(note.pitch, sounding)
            for note in notes
            if is_strong(note.start, self._score) and (sounding := self.sounding(note.start))
        ]
        return -abs((fmean(heard) if heard else USUAL) - self.own)


def is_consonant(pitch: int, sounding: Iterable[int]) -> bool:
    """Return whether a pitch clashes with none of the others."""
    return not any(interval_class(pitch, other) in DISSONANT for other in sounding)


def pitched(parts: Iterable[PartNote], score: Score) -> list[Note]:
    """Return the notes of parts that are no drums."""
    return [part.note for part in parts if not score.tracks[part.track].is_drum]


def interval_class(pitch: int, other: int) -> int:
    """Return the distance of two pitch classes, 0 to 6: a major seventh is a semitone."""
    distance = abs(pitch - other) % 12
    return min(distance, 12 - distance)
