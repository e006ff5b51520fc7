"""What is written beside given parts sounds well with them: notes that clash are less likely.

A model hears the other parts of a gap's bars once, before it writes, and remembers little of which
tones sound when. Where chords are heard in them they are said with the notes (`harmony.py`), and
that is enough. Where none are, it is looked up: a pitch a semitone or a whole tone, a seventh or a
tritone away from one that sounds at the same moment, in whatever octave, is less likely, most so on
strong beats. How likely it is that a note is struck at all stays as it was. What both do is
measured (`scripts/measure_accompaniment.py`, `docs/experiments/2026-11-23-accompaniment.md`).

Legend: V vocabulary.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from math import log2
from statistics import fmean

import torch
from torch import Tensor

from engine.generation.draft import Draft
from engine.generation.harmony import is_strong
from engine.generation.processors import Processor
from engine.music.chords import beats_in_bar
from engine.music.score import Note, Score
from engine.music.time import BarMap
from engine.request import PartNote, TrackRole
from engine.tokens.vocabulary import TokenKind, Vocabulary

CLASHES = {1: 2.5, 2: 1.5, 6: 1.5}
"""Nats by which a pitch is less likely at each dissonant interval class, on strong beats.

An interval class is the distance of two pitch classes, 0 to 6: a major seventh is a semitone.
"""

USUAL = 0.81
"""The share of a real part's notes on strong beats that clash with no other, the mean of songs."""

_ON_BEATS, _BETWEEN_BEATS = 0.6, 0.3  # of that
_TOGETHER = 8  # to a quarter: notes that begin within so much sound as one
_LONGEST_LOOK = 16  # bars before, of notes that may still sound


class Given:
    """The pitched notes that stay while others are written, and which of them sound when.

    Args:
        score: The piece, without what is to be written.
        roles: One for each track; ignored ones are silent.
        start: Tick at which something is written.
        end: Tick after it.
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

    def density_of(self, parts: Sequence[PartNote], tracks: int) -> float:
        """Return how far written tracks are from striking as often as the given ones do.

        Args:
            parts: What is written.
            tracks: How many are.

        Returns:
            0 where they do; −1 for half or twice as many times; 0 where nothing given plays.
        """
        if not self._onsets:
            return 0.0
        struck = len({(part.track, part.note.start) for part in parts}) / max(1, tracks)
        # A bar or two of silence is not infinitely far.
        return -abs(log2((struck + 1) / (fmean(self._onsets) + 1)))

    @cached_property
    def own(self) -> float:
        """The share of the given notes on strong beats that clash with no other given one.

        What real parts add clashes with them about as often (correlation 0.7 over songs). `USUAL`
        where they are one line.
        """
        heard = [
            is_consonant(note.pitch, others)
            for note in self._notes[bisect_left(self._starts, self._start) :]
            if is_strong(note.start, self._score)
            and (others := [p for p in self.sounding(note.start) if p != note.pitch])
        ]
        return fmean(heard) if heard else USUAL

    def concord_of(self, notes: Iterable[Note]) -> float:
        """Return how far notes on strong beats are from clashing as often as the given ones do.

        Args:
            notes: Pitched.

        Returns:
            0 where they do, −1 at the most; as far as `USUAL` is where none is struck there.
        """
        heard = [
            is_consonant(note.pitch, sounding)
            for note in notes
            if is_strong(note.start, self._score) and (sounding := self.sounding(note.start))
        ]
        return -abs((fmean(heard) if heard else USUAL) - self.own)


class Consonance(Processor):
    """A pitch is the less likely the worse it clashes with what is given.

    Args:
        given: What stays.
        score: Whose bars it is in.
        vocabulary: Of the ids.
    """

    def __init__(self, given: Given, score: Score, vocabulary: Vocabulary) -> None:
        self._given, self._score = given, score
        self._pitches = torch.from_numpy(vocabulary.ids_of(TokenKind.PITCH))

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Lean away from what clashes; that a note is struck is as likely as before."""
        if not draft.may_begin_a_note or draft.voices.is_drums(draft.part):
            return logits
        sounding = self._given.sounding(draft.tick)
        if not sounding:
            return logits
        before = logits[self._pitches]
        if not before.isfinite().any():
            return logits
        classes = frozenset(pitch % 12 for pitch in sounding)
        leant = before - weight_at(draft.tick, self._score) * _clashes(classes)
        logits = logits.clone()
        logits[self._pitches] = leant + (before.logsumexp(0) - leant.logsumexp(0))
        return logits


def weight_at(tick: int, score: Score) -> float:
    """Return how much a clash counts at a tick: 1 on a strong beat, less elsewhere."""
    if is_strong(tick, score):
        return 1.0
    bars = BarMap.of(score)
    meter = bars.signature_at(tick)
    into_bar = tick - bars.start_of(bars.bar_at(tick))
    beats = beats_in_bar(meter.numerator, meter.denominator, score.ticks_per_quarter)
    return _ON_BEATS if into_bar in beats else _BETWEEN_BEATS


def is_consonant(pitch: int, sounding: Iterable[int]) -> bool:
    """Return whether a pitch clashes with none of some others."""
    return not any(_interval_class(pitch, other) in CLASHES for other in sounding)


def pitched(parts: Iterable[PartNote], score: Score) -> list[Note]:
    """Return the notes of parts that are no drums."""
    return [part.note for part in parts if not score.tracks[part.track].is_drum]


def _interval_class(pitch: int, other: int) -> int:
    distance = abs(pitch - other) % 12
    return min(distance, 12 - distance)


@cache
def _clashes(classes: frozenset[int]) -> Tensor:
    """Return what each pitch loses for the worst of its clashes with pitch classes, (128,)."""
    return torch.tensor(
        [
            max(CLASHES.get(_interval_class(pitch, other), 0.0) for other in classes)
            for pitch in range(128)
        ]
    )
