"""The traits of an alternative: plain musical figures, each in steps of a usual difference.

A trait has a meaning only beside that of another alternative for the same place.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import log2
from operator import attrgetter
from statistics import fmean, pstdev
from typing import Annotated

from msgspec import Meta

from engine.form.figures import upper_line
from engine.form.passage_figures import (
    PROMPT_BARS,
    Onsets,
    intervals,
    likeness,
    loudness,
    mean_length,
    off_beat_share,
    onsets_by_bar,
)
from engine.harmony.keys import estimate_key, share_in_key
from engine.request import PartNote
from engine.values.score import Score
from engine.values.time import BarMap

# The size of one step: the standard deviation among eight alternatives of the starter for one
# place, the mean over 36 places (experiment 2026-11-26-taste).
_DENSITY_OCTAVES = 0.15
_HEIGHT_SEMITONES = 1.5
_WIDTH_SEMITONES = 1.0
_CHROMATIC_SHARE = 0.04
_OFF_BEAT_SHARE = 0.04
_LOUDNESS_VELOCITIES = 1.1
_LEAP_SEMITONES = 0.7
_REST_SHARE = 0.02
_LENGTH_OCTAVES = 0.15
_LIKENESS_SHARE = 0.2
# The smallest length whose logarithm is taken, in quarters.
_SHORTEST = 1 / 16

# Wider than any real alternative: 127 velocities are 115 steps, a share of 1 is 50 at most.
_Figure = Annotated[float, Meta(ge=-1000.0, le=1000.0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """Ten figures: the traits of an alternative, or a weight for each of them.

    Attributes:
        density: Onsets in a bar.
        height: Mean pitch.
        width: Standard deviation of the pitches.
        chromatic: Share of notes outside the key of the prompt.
        off_beat: Share of onsets that are not on a beat.
        loudness: Mean velocity.
        leaps: Mean interval of the highest notes of each track.
        rests: Share of the beats in which nothing sounds.
        length: Mean length of a note.
        likeness: Share of onsets that each bar has in common with the most similar bar before.
    """

    density: _Figure = 0.0
    height: _Figure = 0.0
    width: _Figure = 0.0
    chromatic: _Figure = 0.0
    off_beat: _Figure = 0.0
    loudness: _Figure = 0.0
    leaps: _Figure = 0.0
    rests: _Figure = 0.0
    length: _Figure = 0.0
    likeness: _Figure = 0.0

    @property
    def values(self) -> tuple[float, ...]:
        """The figures in the order of `NAMES`."""
        found: tuple[float, ...] = _values_of(self)
        return found


NO_TRAITS = Traits()
NAMES: tuple[str, ...] = tuple(field.name for field in fields(Traits))
# `astuple` copies each value, and a choice compares hundreds.
_values_of = attrgetter(*NAMES)


class TraitsAfter:
    """Measures alternatives that begin at one place of a piece.

    Args:
        score: The piece.
        start: Tick of the bar line where they begin.
        since: Tick before which the piece is forgotten.
    """

    def __init__(self, score: Score, *, start: int, since: int = 0) -> None:
        self._bars = BarMap.of(score)
        self._quarter = score.ticks_per_quarter
        self._start = start
        self._drums = frozenset(i for i, track in enumerate(score.tracks) if track.is_drum)
        first = self._bars.start_of(max(0, self._bars.bar_at(start) - PROMPT_BARS))
        before = [PartNote(*each) for each in score.between(max(since, first), start).notes()]
        self._key = estimate_key(part.note for part in before if part.track not in self._drums)
        self._before = tuple(self._onsets(before).values())

    def of(self, parts: Sequence[PartNote], *, end: int) -> Traits:
        """Return the traits of an alternative; a silent one has none but its rests.

        Args:
            parts: Its notes.
            end: Tick of the bar line where it ends.
        """
        rests = self._resting(parts, end) / _REST_SHARE
        if not parts:
            return Traits(rests=rests)
        notes = [part.note for part in parts]
        bars = max(1, self._bars.bars_until(end) - self._bars.bar_at(self._start))
        pitched = [part for part in parts if part.track not in self._drums]
        pitches = [part.note.pitch for part in pitched] or [0]
        length = mean_length(notes, ticks_per_quarter=self._quarter)
        off_beat = off_beat_share(notes, self._bars, ticks_per_quarter=self._quarter)
        outside = 1.0 - share_in_key((part.note for part in pitched), self._key)
        return Traits(
            density=log2(1 + len(notes) / bars) / _DENSITY_OCTAVES,
            height=fmean(pitches) / _HEIGHT_SEMITONES,
            width=pstdev(pitches) / _WIDTH_SEMITONES,
            chromatic=outside / _CHROMATIC_SHARE,
            off_beat=off_beat / _OFF_BEAT_SHARE,
            loudness=loudness(notes) / _LOUDNESS_VELOCITIES,
            leaps=_leaps(pitched) / _LEAP_SEMITONES,
            rests=rests,
            length=log2(max(length, _SHORTEST)) / _LENGTH_OCTAVES,
            likeness=likeness(self._onsets(parts).values(), self._before) / _LIKENESS_SHARE,
        )

    def _onsets(self, parts: Sequence[PartNote]) -> dict[int, Onsets]:
        pairs = ((part.track, part.note) for part in parts)
        return onsets_by_bar(pairs, self._bars, ticks_per_quarter=self._quarter)

    def _resting(self, parts: Sequence[PartNote], end: int) -> float:
        beats = max(1, (end - self._start) // self._quarter)
        sounding: set[int] = set()
        for part in parts:
            first = (part.note.start - self._start) // self._quarter
            past = -(-(part.note.end - self._start) // self._quarter)
            sounding.update(range(max(0, first), min(past, beats)))
        return 1.0 - len(sounding) / beats


def _leaps(parts: Sequence[PartNote]) -> float:
    """Return the mean interval between the highest notes of successive onsets, in semitones."""
    tracks = {part.track for part in parts}
    lines = (upper_line(part.note for part in parts if part.track == track) for track in tracks)
    found = [interval for line in lines for interval in intervals(line)]
    return fmean(found) if found else 0.0
