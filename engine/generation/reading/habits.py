"""Statistics of the parts in the last bars of the piece: which play, how much, and where.

Pure, no model. The rules of `rules/deficit.py` compare each written bar with these statistics.

Legend: L positions of a bar, W most notes that a part strikes at once.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from operator import attrgetter
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.generation.reading.bars import Grid
from engine.music.score import Note, Score
from engine.music.time import BarMap
from engine.tokens.parts import Parts

LOOK_BACK = 8
"""Bars before a continuation that count: the current music, not an introduction."""

USUAL_SHARE = 0.5
"""Share of those bars in which a part must play to be expected in the next one."""


@dataclass(frozen=True, slots=True)
class BarStatistics:
    """Statistics of the last bars.

    Attributes:
        parts: Parts that are written and play in at least half of the bars.
        notes: Notes of a bar, in all tracks; the median of the bars that have any.
        each: The same for each of `parts`.
        steady: The certainty that each of `parts` sounds in a bar: 1 for a part that sounded in
            every bar since it entered, 0 for one that sounded in half of them.
        silent: Parts that are written and began no note in these bars.
    """

    parts: frozenset[int]
    notes: float
    each: Mapping[int, float] = field(default_factory=dict)
    steady: Mapping[int, float] = field(default_factory=dict)
    silent: frozenset[int] = frozenset()


OnsetPattern = Mapping[int, NDArray[np.float64]]
"""By part, the certainty that it begins w + 1 notes or more at each position of a bar, (L, W).

Values are 0 to 1 and fall along each row.
"""


def bar_statistics(
    score: Score, parts: Parts, written: Iterable[int], *, start: int, since: int = 0
) -> BarStatistics:
    """Return statistics of the last bars before a tick.

    Args:
        score: The piece.
        parts: The part of each track.
        written: Numbers of the parts that are written.
        start: Tick at which the continuation begins.
        since: Tick before which the piece does not count.
    """
    bars = BarMap.of(score)
    lately = bars_before(bars, start=start, since=since)
    heard = {
        part: _activity(notes, bars, bars.start_of(lately.start), start)
        for part, notes in parts.notes_of(score.tracks).items()
    }
    enough = max(1, USUAL_SHARE * len(lately))
    usual = {p: heard[p] for p in written if p in heard and len(heard[p].begun) >= enough}
    full = sum((each.begun for each in heard.values()), Counter[int]())
    return BarStatistics(
        frozenset(usual),
        median(full.values()) if full else 0.0,
        {part: float(median(each.begun.values())) for part, each in usual.items()},
        {part: steadiness(each.sounding, lately.stop - 1) for part, each in usual.items()},
        frozenset(p for p in written if p in heard and not heard[p].begun),
    )


def bars_before(bars: BarMap, *, start: int, since: int = 0) -> range:
    """Return the last bars before a tick: `LOOK_BACK` at most, none that does not count.

    Args:
        bars: Of the piece.
        start: Tick at which the continuation begins; its bar is the last where it is inside one.
        since: Tick before which the piece does not count.
    """
    past = bars.bar_at(max(0, start - 1)) + 1
    return range(max(bars.bar_at(since), past - LOOK_BACK), past)


class _Activity(NamedTuple):
    """Notes that a part began in each bar, and the bars in which it sounded."""

    begun: Counter[int]
    sounding: frozenset[int]


def _activity(notes: Iterable[Note], bars: BarMap, begin: int, end: int) -> _Activity:
    begun: Counter[int] = Counter()
    sounding: set[int] = set()
    for note in notes:
        if note.end > begin and note.start < end:
            bar = bars.bar_at(max(begin, note.start))
            sounding.update(range(bar, bars.bar_at(min(end, note.end) - 1) + 1))
            begun[bar] += note.start >= begin
    return _Activity(+begun, frozenset(sounding))


def steadiness(sounding: AbstractSet[int], last: int) -> float:
    """Return the certainty that a part sounds in a bar, 0 to 1.

    Bars before its first do not count, so that all voices of a canon have the same certainty.

    Args:
        sounding: Bars in which it sounded, at least one.
        last: The last bar that counts.
    """
    share = len(sounding) / (last + 1 - min(sounding))
    return max(0.0, share - USUAL_SHARE) / (1.0 - USUAL_SHARE)


def onset_pattern(
    score: Score,
    parts: Parts,
    written: Container[int],
    *,
    grid: Grid,
    start: int,
    since: int = 0,
) -> OnsetPattern:
    """Return the pattern of onsets in the last bars, those of the length of the last one.

    Args:
        score: The piece.
        parts: The part of each track.
        written: Numbers of the parts that are written.
        grid: Converts ticks of the piece to positions of the vocabulary.
        start: Tick at which the continuation begins.
        since: Tick before which the piece does not count.
    """
    bars = list(_whole_bars_before(score, start, since))
    if not bars:
        return {}
    length = grid.position_at(bars[-1].end - bars[-1].begin)
    equal = [bar for bar in bars if grid.position_at(bar.end - bar.begin) == length]
    found = {}
    for part, notes in parts.notes_of(score.tracks).items():
        if part not in written or parts.is_drums(part):
            continue
        sure = _sure(notes, equal, length, grid)
        if sure.any():
            found[part] = sure
    return found


class _Bar(NamedTuple):
    begin: int
    end: int


def _whole_bars_before(score: Score, start: int, since: int) -> Iterator[_Bar]:
    bars = BarMap.of(score)
    for bar in bars_before(bars, start=start, since=since):
        found = _Bar(bars.start_of(bar), bars.start_of(bar + 1))
        if found.end <= start:
            yield found


def _sure(notes: Sequence[Note], bars: list[_Bar], length: int, grid: Grid) -> NDArray[np.float64]:
    """Return the certainty of each position since the part entered, (L, W); 0 for few bars."""
    struck = np.zeros((len(bars), length), np.int64)
    for row, bar in enumerate(bars):
        first, end = (bisect_left(notes, tick, key=_start) for tick in bar)
        for note in notes[first:end]:
            struck[row, min(length - 1, grid.nearest(note.start - bar.begin))] += 1
    played = np.flatnonzero(struck.any(axis=1))
    since = len(bars) - int(played[0]) if len(played) else 0
    at_least = struck[:, :, None] > np.arange(max(1, struck.max()))
    share: NDArray[np.float64] = at_least.sum(axis=0) / (since + 1)
    return np.maximum(0.0, share - USUAL_SHARE) / (1.0 - USUAL_SHARE)


_start = attrgetter("start")
