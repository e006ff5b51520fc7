"""Give a score the beats that were found in it; each note keeps its time in seconds."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.beats.bars import lengths_of
from engine.beats.finding import FoundBeats
from engine.beats.notes import Floats, Ints
from engine.form.regridding import Regridding
from engine.values.score import Score, Tempo, TimeSignature
from engine.values.time import TempoMap

# A bar that is less certain is doubtful. Of the judged performances of ASAP 66 % are, and of POP909
# 4 %: of these 79 and 80 % are wrong, of the others 17 and 8 % (`benchmarks beats --doubts`).
DOUBTFUL_CERTAINTY = 0.5
# Beats may lie so far (seconds) beside an even tempo: less than a listener notices, and a piece in
# one tempo gets one tempo event instead of one for each beat.
_EVEN_S = 0.012
# Beats whose median length goes on after the last one: a ritardando at the end is shorter, and a
# slow last section longer.
_USUAL_BEATS = 32
# Beats, and seconds, by which a note may come before its bar line: the larger of both. Hands that
# strike together are 30 ms apart, and the shortest plain upbeat is a quarter of a beat.
_ON_LINE, _ON_LINE_S = 0.1, 0.035


@dataclass(frozen=True, slots=True)
class BeatGrid:
    """Where beats lie in ticks and seconds.

    Attributes:
        ticks: Tick of each knot, from 0 on.
        seconds: Second of each knot, in the time of the old score.
        time_signatures: One wherever the length of a bar changes.
    """

    ticks: Ints
    seconds: Floats
    time_signatures: tuple[TimeSignature, ...]


def regridding_to(score: Score, found: FoundBeats) -> Regridding:
    """Return the change that gives a score the beats and bar lines found.

    All events move in ticks. In seconds they stay where they are, but for a common shift that puts
    a bar line at the beginning (`from_bar_line`).
    """
    quarter = score.ticks_per_quarter
    return _onto(score, grid_of(found, first_s=_first_onset_s(score), quarter=quarter))


def on_grid(score: Score, grid: BeatGrid) -> Score:
    """Return a score with the tempos and meters of a grid; the grid begins the new score.

    Args:
        score: The score; its events keep their times in seconds.
        grid: Its ticks are those of the score's resolution.
    """
    return _onto(score, grid).score(score)


def _onto(score: Score, grid: BeatGrid) -> Regridding:
    quarter = score.ticks_per_quarter
    ruler = Score(
        ticks_per_quarter=quarter,
        tempos=tuple(_tempos(grid, quarter)),
        time_signatures=grid.time_signatures,
    )
    return Regridding.between(score, ruler, shift_s=float(grid.seconds[0]))


def doubtful_lines(score: Score, found: FoundBeats) -> tuple[int, ...]:
    """Return the ticks where doubtful bars begin once a score has the beats found."""
    seconds, _ = from_bar_line(found, _first_onset_s(score))
    early = len(seconds) - len(found.seconds)
    beat = _beat_ticks(score.ticks_per_quarter, triple=found.triple)
    doubtful = np.flatnonzero(found.down)[found.sure < DOUBTFUL_CERTAINTY]
    return tuple(((doubtful + early) * beat)[doubtful + early >= 0].tolist())


def _beat_ticks(quarter: int, *, triple: bool) -> int:
    return round(1.5 * quarter) if triple else quarter


def grid_of(found: FoundBeats, *, first_s: float, quarter: int) -> BeatGrid:
    """Return the grid of found beats, from the bar line before the first note on.

    The usual pace of the last beats goes on after them: music that is added after a ritardando is
    not slow.

    Args:
        found: The beats.
        first_s: When the first note begins.
        quarter: Ticks of a quarter.
    """
    seconds, down = from_bar_line(found, first_s)
    beat_ticks = _beat_ticks(quarter, triple=found.triple)
    usual_s = float(np.median(np.diff(seconds[-_USUAL_BEATS - 1 :])))
    seconds = np.append(seconds, seconds[-1] + usual_s)
    kept = np.array(list(knots(np.arange(len(seconds)), seconds)))
    return BeatGrid(
        ticks=kept * beat_ticks,
        seconds=seconds[kept],
        time_signatures=tuple(_signatures(down, beat_ticks, triple=found.triple)),
    )


def from_bar_line(found: FoundBeats, first_s: float) -> tuple[Floats, Ints]:
    """Return times of beats and lengths of bars from the bar line before the first note on.

    Where the beats were heard, a note that is a little before a bar line is meant on it, and moves
    the line to itself; silence before the music has no bars. The beats of a click are even and stay
    so: its bars begin with the file, or with the bar of a note before its first line.

    Args:
        found: The beats.
        first_s: When the first note begins.
    """
    lengths = lengths_of(found.down)
    first = int(np.flatnonzero(found.down)[0])
    usual = int(lengths[0])
    seconds = found.seconds
    interval = float(np.median(np.diff(seconds[:9])))
    meant_s = first_s + (0.0 if found.is_click else max(_ON_LINE * interval, _ON_LINE_S))
    # Beats before the first bar line are the end of a bar whose beginning is not played.
    missing = (-first) % usual
    early = 0
    begin = seconds[0] - missing * interval
    while begin > meant_s or (found.is_click and begin >= usual * interval):
        early += usual
        begin -= usual * interval
    before = seconds[0] - interval * np.arange(missing + early, 0, -1)
    bars = (first + missing + early) // usual
    all_lengths = np.concatenate([np.full(bars, usual), lengths])
    all_lengths[-1] = usual if len(lengths) < 2 else max(int(all_lengths[-2]), 1)
    times = np.concatenate([before, seconds])
    if found.is_click:
        return times, all_lengths
    silent = _silent_bars(times, all_lengths, meant_s)
    times, all_lengths = times[int(all_lengths[:silent].sum()) :], all_lengths[silent:]
    times[0] = min(times[0], first_s)
    return times, all_lengths


def _silent_bars(seconds: Floats, lengths: Ints, meant_s: float) -> int:
    """Return how many bars end before the music begins; the last bar is never one."""
    lines = np.cumsum(lengths[:-1])
    return int((seconds[lines[lines < len(seconds)]] <= meant_s).sum())


def knots(places: Ints, seconds: Floats) -> Iterator[int]:
    """Yield the beats at which the tempo changes, the first and the last one included.

    Args:
        places: Of each beat, rising: its number, or its tick.
        seconds: Of each beat.
    """
    yield 0
    start, last = 0, len(seconds) - 1
    while start < last:
        end = start + 1
        while end < last and _is_even(places[start : end + 2], seconds[start : end + 2]):
            end += 1
        yield end
        start = end


def _is_even(places: Ints, seconds: Floats) -> bool:
    pace = (seconds[-1] - seconds[0]) / (places[-1] - places[0])
    line = seconds[0] + pace * (places - places[0])
    return bool(np.abs(seconds - line).max() <= _EVEN_S)


def _signatures(lengths: Ints, beat_ticks: int, *, triple: bool) -> Iterator[TimeSignature]:
    tick, before = 0, 0
    for beats in lengths:
        if beats != before:
            yield TimeSignature(tick, int(beats) * (3 if triple else 1), 8 if triple else 4)
            before = beats
        tick += int(beats) * beat_ticks


def _tempos(grid: BeatGrid, quarter: int) -> Iterator[Tempo]:
    for knot in range(len(grid.ticks) - 1):
        yield Tempo(int(grid.ticks[knot]), 60 * _pace(grid, knot, knot + 1) / quarter)


def _pace(grid: BeatGrid, one: int, other: int) -> float:
    """Return the ticks a second between two knots."""
    return float((grid.ticks[other] - grid.ticks[one]) / (grid.seconds[other] - grid.seconds[one]))


def _first_onset_s(score: Score) -> float:
    tempo = TempoMap.of(score)
    return min(tempo.seconds_at(note.start) for _, note in score.notes())
