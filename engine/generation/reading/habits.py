"""Statistics of the parts in the last bars of the piece: which play, and how much.

Pure, no model. `PartEntrances` compares each written bar with them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

from engine.tokens.parts import Parts
from engine.values.score import Note, Score
from engine.values.time import BarMap

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
    """

    parts: frozenset[int]
    notes: float
    each: Mapping[int, float] = field(default_factory=dict)
    steady: Mapping[int, float] = field(default_factory=dict)


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
