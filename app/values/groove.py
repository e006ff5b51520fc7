"""The feel of notes: straight, swung, as another track plays, or humanised. Pure functions.

A *line* is a place that notes are moved to. Lines are counted in each bar from its beginning.
"""

import random
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import Literal, NamedTuple

from app.values.note_edits import Notes
from engine.values.score import Note, Score
from engine.values.time import BarMap, TempoMap, Timeline

Feel = Literal["as_is", "straight", "swing", "track"]
# Per cent of a pair of lines before its second one.
STRAIGHT, MOST_SWING = 50.0, 75.0
LONGEST_MS = 50
LOUDEST_CHANGE = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class FeelChoices:
    """How the feel of notes is changed; everything but `feel` is a number of the user.

    Attributes:
        feel: The places that notes are moved to; `as_is` moves none.
        track: The index of the track whose groove is taken, if `feel` is `track`.
        lines_a_quarter: Lines in a quarter: 2 for eighths, 4 for sixteenths.
        swing: Per cent of a pair of lines before its second one, `STRAIGHT` to `MOST_SWING`.
        strength: Per cent of the way that notes are moved.
        accents: Per cent of the accents of `track` that notes take over.
        timing_ms: Most milliseconds by which chance moves a note, earlier or later.
        loudness: Most steps of velocity by which chance changes a note.
    """

    feel: Feel = "swing"
    track: int = 0
    lines_a_quarter: int = 2
    swing: float = 60.0
    strength: float = 100.0
    accents: float = 0.0
    timing_ms: float = 0.0
    loudness: int = 0


class Move(NamedTuple):
    """How a line differs from the straight grid: ticks later, steps of velocity louder."""

    ticks: float = 0.0
    louder: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Swing:
    """A groove whose every second line is late.

    Attributes:
        step: Ticks between straight lines.
        percent: Of a pair of lines before its second one; 50 is straight.
    """

    step: int
    percent: float = STRAIGHT

    def move(self, *, bar_ticks: int, line: int) -> Move | None:
        """Return how a line of a bar differs from the grid."""
        return Move(self.step * (2 * self.percent / 100 - 1) if line % 2 else 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """The groove of a track.

    Attributes:
        step: Ticks between straight lines.
        moves: How each line differs, by the ticks of its bar and its number in it.
    """

    step: int
    moves: dict[tuple[int, int], Move]

    def move(self, *, bar_ticks: int, line: int) -> Move | None:
        """Return how a line of a bar differs from the grid; None where the track plays nothing."""
        return self.moves.get((bar_ticks, line))


Groove = Swing | Learned


class _Line(NamedTuple):
    """One line: its tick on the straight grid, the ticks of its bar, its number in it."""

    tick: int
    bar_ticks: int
    number: int


class _Lines:
    """The lines around each bar, computed once a bar.

    Args:
        bars: The bars of a score.
        step: Ticks between straight lines.
    """

    def __init__(self, bars: BarMap, step: int) -> None:
        self._bars = bars
        self._step = step
        self._around: dict[int, tuple[_Line, ...]] = {}

    def near(self, tick: int) -> tuple[_Line, ...]:
        """Return the two lines before a tick and the two after it, across bar lines."""
        bar = self._bars.bar_at(tick)
        if bar not in self._around:
            self._around[bar] = tuple(
                line for each in range(max(0, bar - 1), bar + 2) for line in self._of_bar(each)
            )
        around = self._around[bar]
        after = bisect_right(around, tick, key=lambda line: line.tick)
        return around[max(0, after - 2) : after + 2]

    def _of_bar(self, bar: int) -> Iterator[_Line]:
        start = self._bars.start_of(bar)
        length = self._bars.start_of(bar + 1) - start
        for number in range(-(-length // self._step)):
            yield _Line(start + self._step * number, length, number)


def groove_of(notes: Notes, bars: BarMap, *, step: int) -> Learned:
    """Return how notes differ from a straight grid: the median of each line of a bar.

    Args:
        notes: The notes of a track.
        bars: The bars of its score.
        step: Ticks between straight lines.
    """
    found: dict[tuple[int, int], list[Move]] = defaultdict(list)
    usual = fmean(note.velocity for note in notes) if notes else 0.0
    lines = _Lines(bars, step)
    for note in notes:
        near = min(lines.near(note.start), key=lambda line: abs(line.tick - note.start))
        move = Move(note.start - near.tick, note.velocity - usual)
        found[near.bar_ticks, near.number].append(move)
    return Learned(
        step=step,
        moves={
            line: Move(median(m.ticks for m in moves), fmean(m.louder for m in moves))
            for line, moves in found.items()
        },
    )


def in_groove(
    notes: Notes, bars: BarMap, groove: Groove, *, strength: float, accents: float = 0.0
) -> Notes:
    """Return notes moved towards the lines of a groove, with the same lengths.

    A note whose line the groove does not know stays. Of several notes of one pitch at one line the
    nearest is moved, so that a grace note does not fall onto its note.

    Args:
        notes: The notes.
        bars: The bars of their score.
        groove: The groove.
        strength: 0 moves nothing, 1 moves onto the lines.
        accents: The share of the groove's accents that is added to velocities.
    """
    lines = _Lines(bars, groove.step)
    goals = [_goal_of(note, lines, groove) for note in notes]
    nearest: dict[tuple[int, float], float] = {}
    for note, goal in zip(notes, goals, strict=True):
        if goal is not None:
            key = note.pitch, goal[0]
            away = abs(note.start - goal[0])
            nearest[key] = min(away, nearest.get(key, away))
    changed = []
    for note, goal in zip(notes, goals, strict=True):
        if goal is None or abs(note.start - goal[0]) > nearest[note.pitch, goal[0]]:
            changed.append(note)
            continue
        tick, louder = goal
        start = max(0, round(note.start + strength * (tick - note.start)))
        velocity = _velocity(note.velocity + accents * louder)
        changed.append(replace(note, start=start, velocity=velocity))
    return _apart(notes, tuple(changed))


def _goal_of(note: Note, lines: _Lines, groove: Groove) -> tuple[float, float] | None:
    """Return (tick, steps of velocity louder) of the line nearest to a note."""
    best: tuple[float, tuple[float, float] | None] = (float("inf"), None)
    for line in lines.near(note.start):
        move = groove.move(bar_ticks=line.bar_ticks, line=line.number)
        tick = line.tick + (move.ticks if move else 0.0)
        away = abs(note.start - tick)
        if away < best[0]:
            best = away, (tick, move.louder) if move else None
    return best[1]


def humanised(notes: Notes, tempo: TempoMap, *, timing_s: float, loudness: int, seed: int) -> Notes:
    """Return notes with small random changes; the same seed gives the same changes.

    Changes are normally distributed; the largest ones are two standard deviations.

    Args:
        notes: The notes.
        tempo: The tempo of their score.
        timing_s: Most seconds by which a note begins earlier or later.
        loudness: Most steps of velocity by which a note gets louder or softer.
        seed: Of the random numbers.
    """
    chance = random.Random(seed)  # noqa: S311 - music

    def share() -> float:
        return min(1.0, max(-1.0, chance.gauss(0.0, 0.5)))

    changed = []
    for note in notes:
        at_s = max(0.0, tempo.seconds_at(note.start) + timing_s * share())
        start = round(tempo.tick_at(at_s)) if timing_s else note.start
        velocity = _velocity(note.velocity + loudness * share())
        changed.append(replace(note, start=start, velocity=velocity))
    return _apart(notes, tuple(changed))


def _velocity(value: float) -> int:
    return min(127, max(1, round(value)))


def _apart(before: Notes, after: Notes) -> Notes:
    """Return moved notes with ends before the next note of their pitch, where they were before.

    Args:
        before: The notes as they were.
        after: The same notes, moved.
    """
    changed = list(after)
    last: dict[int, int] = {}
    for i in sorted(range(len(after)), key=lambda i: after[i].start):
        note = after[i]
        earlier = last.get(note.pitch)
        last[note.pitch] = i
        if earlier is None or before[earlier].end > before[i].start:
            continue
        most = note.start - changed[earlier].start
        if 0 < most < changed[earlier].duration:
            changed[earlier] = replace(changed[earlier], duration=most)
    return tuple(changed)


def with_feel(notes: Notes, score: Score, choices: FeelChoices, *, seed: int) -> Notes:
    """Return the notes of a score with another feel, in the same order.

    Args:
        notes: The notes.
        score: Their score.
        choices: The feel.
        seed: Of the random numbers.
    """
    timeline = Timeline(score)
    groove = _groove(timeline, choices)
    if groove is not None:
        notes = in_groove(
            notes,
            timeline.bars,
            groove,
            strength=choices.strength / 100,
            accents=choices.accents / 100,
        )
    if choices.timing_ms or choices.loudness:
        notes = humanised(
            notes,
            timeline.tempo,
            timing_s=choices.timing_ms / 1000,
            loudness=choices.loudness,
            seed=seed,
        )
    return notes


def _groove(timeline: Timeline, choices: FeelChoices) -> Groove | None:
    score = timeline.score
    step = max(1, score.ticks_per_quarter // choices.lines_a_quarter)
    match choices.feel:
        case "as_is":
            return None
        case "straight":
            return Swing(step=step)
        case "swing":
            return Swing(step=step, percent=choices.swing)
        case "track":
            notes = score.tracks[choices.track].notes if choices.track < len(score.tracks) else ()
            return groove_of(notes, timeline.bars, step=step)
