"""How long a request takes: what requests of its shape cost, and how fast this machine was of late.

The constants were fitted to 128 requests of the starter model, and judged by 90 others
(experiment 2026-11-29-true-waits).
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import exp, log
from operator import attrgetter
from statistics import fmean
from typing import Annotated

import msgspec

from engine.request import Request, same_role
from engine.values.score import Note, Score, Track
from engine.values.time import BarMap

# Seconds of one core for the starter, which has so many weights.
_STARTER = 12_000_000
_READ_NOTE = 7.7e-4
_BATCH_NOTE, _ROW_NOTE = 5.7e-3, 4.1e-4
_HELD_NOTE = 2e-6  # for each note of a row and each note in the memory
_JOINED_NOTE = 1.6e-3  # a row of a gap of all tracks is read once more, with the bars after it
_ROW_BAR, _BATCH = 1.2e-2, 1.7e-2
# Bars before the start that say how many notes the model will write in a bar.
_BARS_BEFORE = 8
# Bars after a gap that the model reads.
_BARS_AFTER = 4
# Notes a bar of a piece without notes, and of a part that is added to others.
_FROM_SILENCE, _NEW_PART = 12.0, 5.0
MOST_WAITS = 64
"""Waits that are remembered, of all models."""
# Number of a model's latest waits that count, the factor by which each wait weighs less than the
# next one, and the weight of the estimate without any wait.
_LATEST, _FADING, _PRIOR = 24, 0.95, 0.3
# The weight of a wait beside which a training ran, for one beside which none runs.
_OTHER_LOAD = 0.3
# A wait of the other kind, a gap or a continuation, counts for half.
_OTHER_KIND = 0.5
# A piece that was slower than others once is expected to be so by half.
_DOUBT = 1
_ODDEST = 0.7

Seconds = Annotated[float, msgspec.Meta(gt=0, lt=1e6)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """All that the time of a request depends on.

    Attributes:
        read: Notes that the model reads first.
        held: Notes in its memory while it draws.
        notes: Notes of one candidate.
        bars: Bars of one candidate.
        rows: Candidates.
        batches: Batches of them, one after another.
        joined: Whether each row is read once more, with the bars after it.
    """

    read: float
    held: float
    notes: float
    bars: int
    rows: int
    batches: int
    joined: bool = False

    def usual_s(self, *, parameters: int) -> float:
        """Return the seconds for a model with so many weights where the constants were fitted."""
        note_s = _ROW_NOTE + _HELD_NOTE * self.held + (_JOINED_NOTE if self.joined else 0.0)
        drawn_s = self.notes * (_BATCH_NOTE * self.batches + note_s * self.rows)
        around_s = _READ_NOTE * self.read + _ROW_BAR * self.bars * self.rows + _BATCH * self.batches
        return (drawn_s + around_s) * max(1, parameters) / _STARTER


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """How long one request took.

    Attributes:
        model: The model's folder.
        usual_s: Seconds that its shape usually takes.
        took_s: Seconds that it took.
        training: Whether a training ran beside it.
        fill: Whether it was a gap.
        piece: A number of the piece in this session; 0 for one of an earlier session.
    """

    model: str
    usual_s: Seconds
    took_s: Seconds
    training: bool = False
    fill: bool = False
    piece: int = 0

    @property
    def odds(self) -> float:
        """How much longer it took than usual, as a natural logarithm."""
        return log(self.took_s / self.usual_s)


@dataclass(frozen=True, slots=True)
class Waits:
    """The latest waits of this machine, and what they say about the next one.

    Attributes:
        latest: The oldest first, at most `MOST_WAITS`.
    """

    latest: tuple[Wait, ...] = ()

    def learning(self, wait: Wait) -> "Waits":
        """Return them with one more; one without a time teaches nothing."""
        if wait.usual_s <= 0 or wait.took_s <= 0:
            return self
        return Waits((*self.latest, wait)[-MOST_WAITS:])

    def expected_s(self, coming: Wait) -> float:
        """Return the seconds that a request will take.

        Args:
            coming: The request; its `took_s` is not known yet.
        """
        latest = [each for each in self.latest if each.model == coming.model][-_LATEST:][::-1]
        alike = [_likeness(each, coming) for each in latest]
        weights = [_FADING**age * like for age, like in enumerate(alike)]
        machine = _median([*(each.odds for each in latest), 0.0], [*weights, _PRIOR])
        own = [
            (like, min(max(each.odds - machine, -_ODDEST), _ODDEST))
            for each, like in zip(latest, alike, strict=True)
            if each.piece == coming.piece
        ]
        trust = sum(like for like, _ in own)
        more = sum(like * odds for like, odds in own) / (trust + _DOUBT)
        return coming.usual_s * exp(machine + more)


def _likeness(one: Wait, other: Wait) -> float:
    load = 1.0 if one.training == other.training else _OTHER_LOAD
    return load * (1.0 if one.fill == other.fill else _OTHER_KIND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The piece that the model has read, up to the start of a request.

    Attributes:
        score: The piece.
        ask: The request.
    """

    score: Score
    ask: Request

    def shared(self, score: Score, ask: Request) -> int:
        """Return the tick up to which another request reads the same."""
        if (ask.since, ask.remembered) != (self.ask.since, self.ask.remembered):
            return 0
        if len(score.tracks) != len(self.score.tracks) or _heard(score, ask) != _heard(
            self.score, self.ask
        ):
            return 0
        pairs = zip(score.tracks, self.score.tracks, strict=True)
        return min(ask.start, self.ask.start, *(_same_until(new, old) for new, old in pairs))


def shape_of(score: Score, ask: Request, *, held: int, read: Reading | None) -> Shape:
    """Return the shape of a request with an end.

    Args:
        score: The piece.
        ask: The request.
        held: Notes that the model's memory holds.
        read: The piece in the memory; None if there is none.
    """
    bars, roles = BarMap.of(score), ask.roles or same_role("write", len(score.tracks))
    heard = [score.tracks[index] for index in _heard(score, ask)]
    known = max(ask.since, read.shared(score, ask) if read is not None else 0)
    reading = sum(_count(track, known, ask.start) for track in heard)
    if ask.fill:
        first = bars.bar_at(ask.start)
        after = bars.start_of(first + ask.bars), bars.start_of(first + ask.bars + _BARS_AFTER)
        reading += sum(_count(track, *after) for track in heard)
    if ask.remembered is not None and not known:
        reading += ask.remembered.note_count
    before = sum(_count(track, ask.since, ask.start) for track in heard)
    left = ask.bars - (ask.bars_begun(score) if ask.beginning_end else 0)
    batches = (1, ask.alternatives - 1, ask.drawn - ask.alternatives)
    return Shape(
        read=reading,
        held=min(held, before),
        notes=max(1, left) * _notes_a_bar(score, ask, bars, roles),
        bars=max(1, left),
        rows=ask.drawn,
        batches=sum(map(bool, batches)) if ask.fill and ask.alternatives > 1 else 1,
        joined=ask.fill and all(roles[index] == "write" for index in _heard(score, ask)),
    )


def _heard(score: Score, ask: Request) -> tuple[int, ...]:
    roles = ask.roles or same_role("write", len(score.tracks))
    return tuple(i for i, role in enumerate(roles[: len(score.tracks)]) if role != "ignore")


def _notes_a_bar(score: Score, ask: Request, bars: BarMap, roles: Sequence[str]) -> float:
    """Return how many notes the written tracks will have in a bar."""
    first = bars.bar_at(ask.start)
    since = max(0, first - _BARS_BEFORE)
    densities: list[float] = []
    for track in score.tracks:
        before = _density(track, bars, since, first)
        if ask.inside and (own := _density(track, bars, first, first + ask.bars)):
            before = (before + own) / 2 if before else own
        densities.append(before)
    written = [d for d, role in zip(densities, roles, strict=False) if role == "write"]
    others = [density for density in densities if density]
    # A part that has not played yet, such as a bass, has no more notes than the others.
    unknown = min(_NEW_PART, fmean(others)) if others else _FROM_SILENCE / max(1, len(written))
    return max(0.5, sum(density or unknown for density in written))


def _density(track: Track, bars: BarMap, first: int, past: int) -> float:
    count = _count(track, bars.start_of(first), bars.start_of(past))
    return count / max(1, past - first)


def _count(track: Track, start: int, end: int) -> int:
    if end <= start:
        return 0
    by_start = attrgetter("start")
    return bisect_left(track.notes, end, key=by_start) - bisect_left(
        track.notes, start, key=by_start
    )


def _same_until(new: Track, old: Track) -> int:
    """Return the tick from which two tracks have other notes."""
    if new.notes is old.notes:
        return 1 << 62
    pairs: Iterable[tuple[Note, Note]] = zip(new.notes, old.notes, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    left = [notes[same].start for notes in (new.notes, old.notes) if same < len(notes)]
    return min(left, default=1 << 62)


def _median(values: Sequence[float], weights: Sequence[float]) -> float:
    """Return the value with half of the weight below it."""
    half, below = sum(weights) / 2, 0.0
    for value, weight in sorted(zip(values, weights, strict=True)):
        below += weight
        if below >= half:
            return value
    return 0.0
