"""How bars go on from a prompt: plain figures, for a critic that compares candidates.

A critic (`benchmarks.evaluation.critic`) compares candidates after one prompt, so only differences
between candidates have a meaning. Pure functions; no model but counts of chords.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import fmean
from types import MappingProxyType
from typing import NamedTuple

from benchmarks.evaluation.passages import Passage
from engine.music.figures import upper_line
from engine.music.keys import Key, estimate_key, share_in_key
from engine.music.passage_figures import GRID_PER_QUARTER
from engine.music.score import Note
from engine.music.time import BarMap
from engine.planning.chord_model import ChordModel
from engine.planning.harmony import chords_of_bars
from engine.planning.phrases import PHRASE

Figures = dict[str, float]

_NEAR = 4  # bars on either side of the seam that are also compared alone
_LAGS = (1, 2, 4)
_FIGURE_NOTES = (2, 3, 4)
_VELOCITIES = 4  # velocities that count as the same loudness
_FOURTH = 5  # semitones that count as the same register
_FEW = 0.1  # added to notes a bar, so that silence has a logarithm
_FAR = 12.0  # semitones; also where a part does not go on
_LONG_REST = 8.0  # quarters; also where a part does not go on
_LOUD = 32.0  # velocities, where a side is silent at the seam
_SHORT = 2  # ticks that a note may reach over a bar line without being held
_MOST = 3.0  # logarithm of a ratio: silence has no larger one


class Placed(NamedTuple):
    """A note and where it stands.

    Attributes:
        track: Its track.
        is_drum: Whether that is a drum track.
        bar: The bar that it begins in.
        place: Where in the bar, in `GRID_PER_QUARTER`.
        note: The note.
    """

    track: int
    is_drum: bool
    bar: int
    place: int
    note: Note


Mark = Callable[[Placed], Hashable]


def _any_drum(each: Placed, mark: Hashable) -> Hashable:
    return None if each.is_drum else mark


VIEWS: Mapping[str, Mark] = MappingProxyType(
    {
        "notes": lambda each: (each.track, each.place, each.note.pitch),
        "rhythm": lambda each: (each.track, each.place),
        "classes": lambda each: _any_drum(each, (each.place, each.note.pitch % 12)),
    }
)
"""Ways to compare two bars: by what their notes have in common."""

MARKS: Mapping[str, Mark] = MappingProxyType(
    {
        "class": lambda each: _any_drum(each, each.note.pitch % 12),
        "length": lambda each: _any_drum(each, (each.track, _octaves(each.note.duration))),
        "place": lambda each: (each.track, each.place),
        "time": lambda each: each.place,
        "kit": lambda each: each.note.pitch if each.is_drum else None,
        "loudness": lambda each: (each.track, each.note.velocity // _VELOCITIES),
        "pitch": lambda each: _any_drum(each, (each.track, each.note.pitch)),
        "register": lambda each: _any_drum(each, (each.track, each.note.pitch // _FOURTH)),
        "part": lambda each: each.track,
    }
)
"""Distributions of notes whose common part is taken; None does not count."""


@dataclass(frozen=True)
class Sides:
    """A prompt and what follows.

    Attributes:
        before: Notes of the prompt, ascending.
        after: Notes that follow, ascending.
        begin: First bar of the prompt.
        first: First bar that follows.
        past: The bar after the last.
        start: Tick where `first` begins.
        quarter: Ticks of a quarter.
    """

    before: tuple[Placed, ...]
    after: tuple[Placed, ...]
    begin: int
    first: int
    past: int
    start: int
    quarter: int

    @classmethod
    def of(cls, passage: Passage) -> "Sides":
        """Return the sides of a passage."""
        bars, quarter = BarMap.of(passage.score), passage.score.ticks_per_quarter
        return cls(
            before=_placed(passage, bars, passage.begin, passage.start),
            after=_placed(passage, bars, passage.start, passage.end),
            begin=bars.bar_at(passage.begin),
            first=bars.bar_at(passage.start),
            past=bars.bars_until(passage.end),
            start=passage.start,
            quarter=quarter,
        )

    @property
    def last_before(self) -> tuple[Placed, ...]:
        """Notes of the last `_NEAR` bars before the seam."""
        return tuple(each for each in self.before if each.bar >= self.first - _NEAR)

    @property
    def first_after(self) -> tuple[Placed, ...]:
        """Notes of the first `_NEAR` bars after the seam."""
        return tuple(each for each in self.after if each.bar < self.first + _NEAR)

    @property
    def bar_count(self) -> int:
        """How many bars follow."""
        return self.past - self.first

    @cached_property
    def tracks_before(self) -> frozenset[int]:
        """Tracks that play in the prompt."""
        return frozenset(each.track for each in self.before)


def continuity(passage: Passage, chords: ChordModel) -> Figures:
    """Return the figures of the bars that follow a prompt, the same names for all.

    Args:
        passage: A prompt and what follows.
        chords: Counts of chords that follow chords.
    """
    sides = Sides.of(passage)
    return {
        **_likeness(sides),
        **_shares(sides),
        **_lines(sides),
        **_seam(sides),
        **_amounts(sides),
        **_harmony(passage, sides, chords),
    }


def _likeness(sides: Sides) -> Figures:
    """Return how bars repeat those of the prompt, and those some bars before."""
    found: Figures = {}
    for name, mark in VIEWS.items():
        bars = _by_bar((*sides.before, *sides.after), mark)
        old = [bars[bar] for bar in range(sides.begin, sides.first) if bar in bars]
        new = [bars[bar] for bar in range(sides.first, sides.past) if bar in bars]
        near = [_nearest(bar, old) for bar in new]
        own = [_nearest(bar, [*old[:at], *old[at + 1 :]]) for at, bar in enumerate(old)]
        found |= {
            f"{name} near": _mean(near),
            f"{name} near, first": _mean(near[:_NEAR]),
            f"{name} seam": _mean(_back(bars, sides.first, sides.first + 1, 1)),
            f"{name} near, own": abs(_mean(near) - _mean(own)),
            f"{name} phrase": _mean(_back(bars, sides.first, sides.first + PHRASE, PHRASE)),
            f"{name} phrase, second": _mean(_back(bars, sides.first + PHRASE, sides.past, PHRASE)),
            f"{name} two phrases": _mean(_back(bars, sides.first + PHRASE, sides.past, 2 * PHRASE)),
        }
        for lag in _LAGS:
            usual = _mean(_back(bars, sides.begin + lag, sides.first, lag))
            apart = _mean(_back(bars, sides.first, sides.past, lag)) - usual
            found[f"{name} {lag} before, own"] = abs(apart)
    return found


def _shares(sides: Sides) -> Figures:
    """Return the common part of distributions, of all bars and of those next to the seam."""
    found: Figures = {}
    for name, mark in MARKS.items():
        found[name] = _common(map(mark, sides.before), map(mark, sides.after))
        first = map(mark, sides.first_after)
        found[f"{name}, first"] = _common(map(mark, sides.before), first)
        first = map(mark, sides.first_after)
        found[f"{name}, seam"] = _common(map(mark, sides.last_before), first)
    return found


def _lines(sides: Sides) -> Figures:
    """Return what the upper lines have in common: runs of intervals and of times."""
    before, after = _upper(sides.before), _upper(sides.after)
    found: Figures = {}
    for count in _FIGURE_NOTES:
        for name, figure in _RUNS.items():
            both = (_runs(lines, count, figure) for lines in (before, after))
            found[f"{name} of {count}"] = _common(*both)
    return found


def _seam(sides: Sides) -> Figures:
    """Return how the first bar follows the last: steps of lines, rests, parts, notes, loudness."""
    last = [each for each in sides.before if each.bar == sides.first - 1]
    next_ = [each for each in sides.after if each.bar == sides.first]
    rests = _rests(sides)
    ended = max((each.note.end for each in sides.before), default=sides.start)
    begun = min((each.note.start for each in sides.after), default=math.inf)
    held = {(each.track, each.note.pitch) for each in last if each.note.end > sides.start + _SHORT}
    early = [each for each in sides.after if each.note.start < sides.start + sides.quarter]
    playing = [{each.track for each in some} for some in (last, next_)]
    loud = [_mean(each.note.velocity for each in some) for some in (last, next_)]
    return {
        "step": _step(_upper(sides.before), _upper(sides.after)),
        "bass step": _step(_lower(sides.before), _lower(sides.after)),
        "rest": min(_LONG_REST, max(0.0, (begun - ended) / sides.quarter)),
        "rest of a part": _mean(max(0.0, rest) for rest in rests),
        "overlap of a part": _mean(max(0.0, -rest) for rest in rests),
        "struck again": float(sum((each.track, each.note.pitch) in held for each in early)),
        "parts at the seam": _shared(*playing),
        "density at the seam": abs(math.log((len(next_) + 1) / (len(last) + 1))),
        "loudness at the seam": abs(loud[1] - loud[0]) if next_ and last else _LOUD,
        "loudness of a part": _loudness_step(sides),
        "class at the seam": _common(map(MARKS["class"], last), map(MARKS["class"], next_)),
        "breath": _breath(sides, PHRASE),
        "breath of four": _breath(sides, PHRASE // 2),
    }


def _step(before: Mapping[int, Sequence[Note]], after: Mapping[int, Sequence[Note]]) -> float:
    """Return how far the lines of parts move at the seam, in semitones, the mean over parts."""
    steps = [
        min(_FAR, abs(line[0].pitch - before[track][-1].pitch))
        for track, line in after.items()
        if track in before
    ]
    return _mean(steps) if steps else _FAR


def _loudness_step(sides: Sides) -> float:
    """Return how far the loudness of parts moves from the last note to the first, in velocities."""
    last = {each.track: each.note.velocity for each in sides.before}
    first = {each.track: each.note.velocity for each in reversed(sides.after)}
    both = last.keys() & first
    return _mean(abs(last[track] - first[track]) for track in both) if both else _LOUD


def _rests(sides: Sides) -> list[float]:
    """Return for each part of both sides how long it rests at the seam, in quarters.

    A negative rest is an overlap.
    """
    ended: dict[int, int] = {}
    begun: dict[int, int] = {}
    for each in sides.before:
        ended[each.track] = max(each.note.end, ended.get(each.track, 0))
    for each in reversed(sides.after):
        begun[each.track] = each.note.start
    rests = [(begun[track] - ended[track]) / sides.quarter for track in ended.keys() & begun]
    return [max(-_LONG_REST, min(_LONG_REST, rest)) for rest in rests]


def _breath(sides: Sides, bars: int) -> float:
    """Return the share of the notes that stand in the last bars of phrases, as of all bars: 1."""
    ends = range(sides.first + bars - 1, sides.past, bars)
    inside = sum(each.bar in ends for each in sides.after)
    return inside * sides.bar_count / max(1, len(ends) * len(sides.after))


def _amounts(sides: Sides) -> Figures:
    """Return by how much the bars are fuller, higher, louder, or have other parts."""
    bars = sides.first - sides.begin
    rate = len(sides.before) / bars + _FEW, len(sides.after) / sides.bar_count + _FEW
    after = frozenset(each.track for each in sides.after)
    heights = [_heights(some) for some in (sides.before, sides.after)]
    shift = [
        min(_FAR, abs(heights[0][track] - heights[1].get(track, math.inf))) for track in heights[0]
    ]
    loud = [_mean(each.note.velocity for each in some) for some in (sides.before, sides.after)]
    return {
        "density": abs(math.log(rate[1] / rate[0])),
        "sounding": min(_MOST, abs(_sounding(sides, bars))),
        "height": _mean(shift),
        "loudness apart": abs(loud[0] - loud[1]),
        "entering": float(len(after - sides.tracks_before)),
        "lost": float(len(sides.tracks_before - after)),
        "silent bars": 1.0 - len({each.bar for each in sides.after}) / sides.bar_count,
    }


def _harmony(passage: Passage, sides: Sides, model: ChordModel) -> Figures:
    """Return how chords go on, and how many notes are in the key; 0 without a key."""
    notes = [
        [each.note for each in some if not each.is_drum] for some in (sides.before, sides.after)
    ]
    key = estimate_key(notes[0])
    if key is None or not notes[1]:
        return dict.fromkeys(_HARMONY, 0.0)
    inside = [share_in_key(some, key) for some in notes]
    found = _chords(passage, sides, key)
    old, new = found[: sides.first - sides.begin], found[sides.first - sides.begin :]
    table = model.table(minor=key.minor)
    after = list(zip((*old[-2:], *new), (*old[-1:], *new), new, strict=False))
    nats = [
        -math.log(table.after(before, last, place=at % PHRASE)[chord])
        for at, (before, last, chord) in enumerate(after)
    ]
    return dict(
        zip(
            _HARMONY,
            (
                inside[1],
                abs(inside[1] - inside[0]),
                float(estimate_key(notes[1]) == key),
                _mean(nats),
                nats[0],
                _common(old, new),
                _mean(float(a == b) for a, b in zip(old[-PHRASE:], new, strict=False)),
            ),
            strict=True,
        )
    )


_HARMONY = (
    "in key",
    "in key, own",
    "key found",
    "nats a chord",
    "nats of the first chord",
    "chords",
    "chords of the phrase before",
)


def _chords(passage: Passage, sides: Sides, key: Key) -> list[int]:
    heard = passage.score.between(passage.begin, passage.end)
    found = chords_of_bars(heard, key, first=sides.begin, past=sides.past)
    return [bar.first for bar in found]


def _placed(passage: Passage, bars: BarMap, start: int, end: int) -> tuple[Placed, ...]:
    found = []
    quarter = passage.score.ticks_per_quarter
    for index, track in enumerate(passage.score.tracks):
        for note in track.between(start, end).notes:
            bar = bars.bar_at(note.start)
            place = round((note.start - bars.start_of(bar)) * GRID_PER_QUARTER / quarter)
            found.append(Placed(index, track.is_drum, bar, place, note))
    return tuple(sorted(found, key=lambda each: (each.note.start, each.track, each.note.pitch)))


def _by_bar(notes: Iterable[Placed], mark: Mark) -> dict[int, set[Hashable]]:
    found: dict[int, set[Hashable]] = {}
    for each in notes:
        if (value := mark(each)) is not None:
            found.setdefault(each.bar, set()).add(value)
    return found


def _back(bars: Mapping[int, set[Hashable]], first: int, past: int, lag: int) -> list[float]:
    pairs = ((bars.get(bar), bars.get(bar - lag)) for bar in range(first, past))
    return [_shared(new, old) for new, old in pairs if new and old]


def _nearest(bar: Set[Hashable], others: Iterable[Set[Hashable]]) -> float:
    return max((_shared(bar, other) for other in others), default=0.0)


def _shared(one: Set[Hashable], other: Set[Hashable]) -> float:
    return len(one & other) / len(one | other) if one or other else 1.0


def _common(before: Iterable[Hashable], after: Iterable[Hashable]) -> float:
    """Return the common part of two distributions; 0 where either is empty."""
    old, new = Counter(before), Counter(after)
    del old[None], new[None]
    if not old or not new:
        return 0.0
    return sum(min(old[key] / old.total(), new[key] / new.total()) for key in old.keys() & new)


def _octaves(ticks: int) -> int:
    """Return a length in half octaves; only differences have a meaning."""
    return round(2 * math.log2(max(1, ticks)))


def _upper(notes: Iterable[Placed]) -> dict[int, list[Note]]:
    """Return the upper line of each pitched track."""
    tracks: dict[int, list[Note]] = {}
    for each in notes:
        if not each.is_drum:
            tracks.setdefault(each.track, []).append(each.note)
    return {track: upper_line(some) for track, some in tracks.items()}


def _lower(notes: Iterable[Placed]) -> dict[int, list[Note]]:
    """Return the lower line of each pitched track."""
    lowest: dict[int, dict[int, Note]] = {}
    for each in notes:
        if not each.is_drum:
            line = lowest.setdefault(each.track, {})
            here = line.get(each.note.start, each.note)
            line[each.note.start] = min(here, each.note, key=lambda note: note.pitch)
    return {track: [line[start] for start in sorted(line)] for track, line in lowest.items()}


Figure = Callable[[int, Sequence[Note]], Hashable]


def _intervals(_track: int, part: Sequence[Note]) -> Hashable:
    steps = tuple(b.pitch - a.pitch for a, b in pairwise(part))
    return steps if any(steps) else None


def _times(track: int, part: Sequence[Note]) -> Hashable:
    return (track, *(b.start - a.start for a, b in pairwise(part)))


_RUNS: Mapping[str, Figure] = MappingProxyType({"intervals": _intervals, "times": _times})


def _runs(lines: Mapping[int, Sequence[Note]], count: int, figure: Figure) -> Iterator[Hashable]:
    for track, line in lines.items():
        for first in range(len(line) - count + 1):
            yield figure(track, line[first : first + count])


def _heights(notes: Iterable[Placed]) -> dict[int, float]:
    """Return the mean pitch of each pitched track."""
    pitches: dict[int, list[int]] = {}
    for each in notes:
        if not each.is_drum:
            pitches.setdefault(each.track, []).append(each.note.pitch)
    return {track: fmean(some) for track, some in pitches.items()}


def _sounding(sides: Sides, bars: int) -> float:
    """Return by how much more sounds at once, as a logarithm; bars are taken as equally long."""
    held = [
        sum(each.note.duration for each in some if not each.is_drum) / count
        for some, count in ((sides.before, bars), (sides.after, sides.bar_count))
    ]
    return math.log((held[1] + 1.0) / (held[0] + 1.0))


def _mean(values: Iterable[float]) -> float:
    """Return the mean; 0 without values."""
    return fmean(known) if (known := list(values)) else 0.0
