"""Scores notes for a wish; only differences between candidates have a meaning."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import fmean

from engine.form.passage_figures import (
    PROMPT_BARS,
    SILENCE,
    Onsets,
    likeness,
    loudness,
    mean_in_common,
    onsets_by_bar,
    rhythm_of,
)
from engine.generation.wishes import (
    RAMP_BARS,
    WHOLE_REQUEST,
    WishSpan,
    bars_alike,
    key_before,
    pattern_of,
)
from engine.harmony.chord_symbols import Chord, pitch_classes
from engine.request import PartNote, Request, same_role
from engine.values.score import Score
from engine.values.time import BarMap
from engine.values.wishes import Wish

Aim = Callable[[Sequence[PartNote]], float]

_MOST_ALIKE = 0.7  # more similarity does not raise the score
_LEAST_ALIKE = 0.2  # of a new section: less similarity is another piece
_BUSIEST, _CALMEST = 2.0, 0.4  # times the notes of a bar before the start
_LOUDER = 16  # velocities that count as much as twice the notes


def aim_of(score: Score, request: Request, span: WishSpan = WHOLE_REQUEST) -> Aim | None:
    """Return the function that scores notes for the request's wish; None without a wish."""
    if request.wish == "none":
        return None
    return partial(_MEASURES[request.wish], _WishBars(score, request, span))


class _WishBars:
    """Compares written bars with the bars before them and with those that a wish names."""

    def __init__(self, score: Score, request: Request, span: WishSpan) -> None:
        self._bars, self._score, self._request = BarMap.of(score), score, request
        self._span = span
        self._roles = request.roles or same_role("write", len(score.tracks))
        self._first = self._bars.bar_at(request.start)
        self._quarter = score.ticks_per_quarter
        past = self._first - span.before
        since = max(request.since, self._bars.start_of(max(0, past - PROMPT_BARS)))
        self._before = self._written_in(since, self._bars.start_of(past))
        self._bars_before = self._onsets(self._before)
        pattern = self._onsets(self._written_in(*pattern_of(score, request, span)))
        numbers = range(min(pattern, default=0), max(pattern, default=-1) + 1)
        self._pattern = [pattern.get(bar, SILENCE) for bar in numbers]
        self._key = key_before(score, request)

    def _written_in(self, first: int, end: int) -> tuple[PartNote, ...]:
        inside = self._score.between(first, end).notes()
        return tuple(PartNote(t, note) for t, note in inside if self._roles[t] == "write")

    def _onsets(self, parts: Sequence[PartNote]) -> dict[int, Onsets]:
        pairs = ((part.track, part.note) for part in parts)
        return onsets_by_bar(pairs, self._bars, ticks_per_quarter=self._quarter)

    def density(self, notes: Sequence[PartNote]) -> float:
        """Return the notes of a bar, as a multiple of those of a bar before the start."""
        bars = self._bars_before
        before = len(self._before) / (max(bars) + 1 - min(bars)) if bars else 0.0
        return len(notes) / (self._request.bars or RAMP_BARS) / max(1.0, before)

    def force(self, notes: Sequence[PartNote]) -> float:
        """Return by how much notes are louder than those before the start."""
        if not notes or not self._before:
            return 0.0
        return _force(notes) - _force(self._before)

    def growth(self, notes: Sequence[PartNote]) -> float:
        """Return by how much the second half is fuller and louder than the first."""
        middle = self._bars.start_of(self._first + (self._request.bars or RAMP_BARS) // 2)
        first = [each for each in notes if each.note.start < middle]
        second = [each for each in notes if each.note.start >= middle]
        if not first or not second:
            return -1.0
        fuller = min(len(second) / len(first), _BUSIEST)
        return fuller + (_force(second) - _force(first)) / _LOUDER

    def alike(self, notes: Sequence[PartNote], *, pitches: bool) -> float:
        """Return the similarity with the bars of the pattern, bar for bar."""
        count = bars_alike(self._request, self._span)
        if not self._pattern or not count:
            return 0.0
        made, pairs = self._onsets(notes), []
        for index in range(count):
            wanted = self._pattern[(self._span.before + index) % len(self._pattern)]
            found = made.get(self._first + index, SILENCE)
            pairs.append((wanted, found) if pitches else (rhythm_of(wanted), rhythm_of(found)))
        return mean_in_common(pairs)

    def likeness(self, notes: Sequence[PartNote]) -> float:
        """Return how much each bar has in common with the bar of before that is nearest to it."""
        return likeness(self._onsets(notes).values(), self._bars_before.values())

    def rest(self, notes: Sequence[PartNote]) -> float:
        """Return how much the last bar sounds like an end, 0 to 4.

        One point each: its lowest note is the tonic; its last notes belong to the tonic chord; they
        begin early; they are held.
        """
        last = self._first + self._request.bars - 1
        begin, end = self._bars.start_of(last), self._bars.start_of(last + 1)
        drums = {index for index, track in enumerate(self._score.tracks) if track.is_drum}
        inside = [e.note for e in notes if e.note.start >= begin and e.track not in drums]
        if self._span.after or not inside or self._key is None:
            return 0.0
        struck = max(note.start for note in inside)
        lasting = [note for note in inside if note.start == struck or note.end > struck]
        chord = Chord(begin, self._key.tonic, "min" if self._key.minor else "maj", self._key.tonic)
        tones = pitch_classes(chord)
        length = end - begin
        return (
            float(min(inside, key=lambda note: note.pitch).pitch % 12 == self._key.tonic)
            + fmean(note.pitch % 12 in tones for note in lasting)
            + (end - struck) / length
            + fmean(min(note.end, end) - note.start for note in lasting) / length
        )


def _force(notes: Sequence[PartNote]) -> float:
    return loudness(each.note for each in notes)


_MEASURES: Mapping[Wish, Callable[[_WishBars, Sequence[PartNote]], float]] = {
    "busier": lambda bars, notes: min(bars.density(notes), _BUSIEST),
    "calmer": lambda bars, notes: -max(bars.density(notes), _CALMEST) - bars.force(notes) / _LOUDER,
    "build": _WishBars.growth,
    "like": lambda bars, notes: min(bars.alike(notes, pitches=True), _MOST_ALIKE),
    "again": lambda bars, notes: min(bars.likeness(notes), _MOST_ALIKE),
    "contrast": lambda bars, notes: -max(bars.likeness(notes), _LEAST_ALIKE),
    "answer": lambda bars, notes: bars.alike(notes, pitches=False) + bars.rest(notes),
    "end": _WishBars.rest,
}
"""The measure of each wish."""
