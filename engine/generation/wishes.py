"""What a word of music asks for: what drawing leans to, bar by bar, and what is chosen by. Pure.

    busier   more notes than before, a little louder
    calmer   fewer, softer and longer ones
    build    more, louder and higher notes from bar to bar
    like     the bars that are named come back one after the other, varied
    answer   the first half begins as those bars did; it comes to rest on the tonic
    end      dominant and tonic; the last notes are held, and nothing comes after them

A word shapes what is drawn where the network finds both possible, and says which of the many that
are drawn are offered. That each does what it says is measured (`benchmarks/measures/wishes.py`,
`docs/experiments/2026-11-22-wishes.md`).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from statistics import fmean
from types import MappingProxyType
from typing import TypeVar

from engine.config import SteeringConfig
from engine.errors import RequestError
from engine.music.chord_symbols import Chord, pitch_classes
from engine.music.keys import Key, estimate_key
from engine.music.score import Score
from engine.music.time import BarMap
from engine.request import PartNote, Request, Wish, same_role

_T = TypeVar("_T")

Aim = Callable[[Sequence[PartNote]], float]
"""How well some notes do what was wished; only differences mean anything."""

AGAIN = 4.0
"""Nats of a bar that is wished for, for each that real songs lean to the bar four bars ago."""

_BARS = 4  # of a pattern that nobody named
_KEY_BARS = 16  # that tell the key
_LONGEST_PATTERN = 16
_RAMP_BARS = 16  # that an endless build takes
_CADENCE = 7  # semitones from a tonic to its dominant
_MOST_ALIKE = 0.7  # beyond that more of the same is no merit
_BUSIEST, _CALMEST = 2.0, 0.4  # times the notes a bar of before
_GRID_PER_QUARTER = 12
_LOUDER = 16  # velocities that count as much as twice the notes

_NEUTRAL = SteeringConfig()
_BUSIER = SteeringConfig(busy=2.0, loudness=0.4)
_CALMER = SteeringConfig(busy=-2.0, loudness=-0.8, note_length=0.8)
# From the first bar that is written to the last; of those that are at rest in the end the last
# bar alone is another.
_AT_LAST = frozenset({"answer", "end"})
# Of the piece's own ideas: what comes back whole is as full as it was, and is not other bars.
_ECHO: Mapping[Wish, float] = MappingProxyType({"busier": 0.3, "build": 0.3, "like": 0.6})
_LEANING: Mapping[Wish, tuple[SteeringConfig, SteeringConfig]] = MappingProxyType(
    {
        "none": (_NEUTRAL, _NEUTRAL),
        "busier": (_BUSIER, _BUSIER),
        "calmer": (_CALMER, _CALMER),
        "build": (
            SteeringConfig(busy=-0.6, loudness=-0.6),
            SteeringConfig(busy=1.5, register=0.8, loudness=1.5),
        ),
        "like": (_NEUTRAL, _NEUTRAL),
        "answer": (_NEUTRAL, SteeringConfig(busy=-1.0, note_length=1.0)),
        "end": (_NEUTRAL, SteeringConfig(busy=-2.0, note_length=2.0)),
    }
)
# Times what is usual, as the words busier and calmer and the ends of the slider ask for.
_FULLEST = 2.5
_MOST = 2.0  # of a slider
_FULLNESS: Mapping[Wish, tuple[float, float]] = MappingProxyType(
    {
        "none": (1.0, 1.0),
        "busier": (_FULLEST, _FULLEST),
        "calmer": (1 / _FULLEST, 1 / _FULLEST),
        "build": (0.8, 1.8),
        "like": (1.0, 1.0),
        "answer": (1.0, 0.6),
        "end": (1.0, 0.3),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """All bars that a wish is about, as it looks from a request that writes only some of them.

    A large gap is filled piece by piece, and what is drawn again from a bar on begins with what
    was there; what is wished for all of it is wished once.

    Attributes:
        before: Bars of it right before the request's.
        after: Bars of it right after them.
    """

    before: int = 0
    after: int = 0

    def bars(self, request: Request) -> int:
        """Return how many bars it has; 0 where it goes on until cancelled."""
        return self.before + request.bars + self.after if request.bars else 0


ALONE = Stretch()
"""Of a request that writes all bars that its wish is about."""


def check_wish(request: Request) -> None:
    """Refuse what cannot be wished for.

    Raises:
        RequestError: An end or an answer of something that goes on until it is stopped.
    """
    if request.wish in {"answer", "end"} and not request.bars:
        raise RequestError("What goes on until it is stopped has no end to ask for.")


def may_end(request: Request) -> bool:
    """Return whether the model may end the piece before all bars are written."""
    if request.wish in {"build", "end"} or request.fill:
        return False
    return request.bars > 0 and not request.following


def leaning(request: Request, stretch: Stretch = ALONE) -> tuple[SteeringConfig, ...]:
    """Return where each bar that is written leans to, sliders and wish together."""
    wished = _bar_by_bar(request, stretch, _LEANING, _between)
    return tuple(_added(request.steering, each) for each in wished)


def fullness(request: Request, stretch: Stretch = ALONE) -> tuple[float, ...]:
    """Return how full each bar that is written is to be, in what is usual before.

    A slider that leans to fewer notes did nothing where bars were kept as full as they were.
    """
    wished = _bar_by_bar(
        request, stretch, _FULLNESS, lambda one, other, at: one + at * (other - one)
    )
    by_slider = _FULLEST ** (request.steering.busy / _MOST)
    return tuple(each * by_slider for each in wished)


def usual_until(score: Score, request: Request, stretch: Stretch = ALONE) -> int:
    """Return the tick until which bars are as usual, in which `fullness` is told.

    Twice as full is so once: a piece of a large gap is not to be twice as full as the one before.
    Where nothing else is wished, what was filled is as usual as what it followed.
    """
    if not stretch.before or set(fullness(request, stretch)) == {1.0}:
        return request.start
    bars = BarMap.of(score)
    return bars.start_of(bars.bar_at(request.start) - stretch.before)


def echo(request: Request) -> float:
    """Return how often the piece's own ideas come back: less where it is to be another."""
    return request.sampling.echo * _ECHO.get(request.wish, 1.0)


def _bar_by_bar(
    request: Request,
    stretch: Stretch,
    course: Mapping[Wish, tuple[_T, _T]],
    between: Callable[[_T, _T, float], _T],
) -> list[_T]:
    """Return what holds in each bar: from one value to the other, or only in the last bar."""
    first, last = course[request.wish]
    bars = stretch.bars(request) or max(_RAMP_BARS, stretch.before + 1)
    own = range(stretch.before, bars - stretch.after)
    if request.wish in _AT_LAST:
        return [last if bar == bars - 1 else first for bar in own]
    return [between(first, last, bar / max(1, bars - 1)) for bar in own]


def bars_alike(request: Request, stretch: Stretch = ALONE) -> int:
    """Return how many bars lean to those that the wish is about."""
    bars = stretch.bars(request)
    wished = {"like": bars or _LONGEST_PATTERN, "answer": (bars + 1) // 2}.get(request.wish, 0)
    return min(request.bars or _LONGEST_PATTERN, max(0, wished - stretch.before))


def pattern_of(score: Score, request: Request, stretch: Stretch = ALONE) -> tuple[int, int]:
    """Return first tick and the tick after the last of the bars a wish is about, whole bars.

    Where none are named they are those before the start, as many as are written and four at most.
    """
    bars = BarMap.of(score)
    first, end = request.pattern
    if first == end:
        last = bars.bar_at(request.start) - stretch.before
        first_bar = max(0, last - min(_BARS, stretch.bars(request) or _BARS))
        return bars.start_of(first_bar), bars.start_of(last)
    first_bar = bars.bar_at(first)
    last = min(bars.bars_until(end), first_bar + _LONGEST_PATTERN)
    return bars.start_of(first_bar), bars.start_of(last)


def closing_chords(score: Score, request: Request, stretch: Stretch = ALONE) -> tuple[Chord, ...]:
    """Return the chords by which what is written comes to its end; none where it does not."""
    key = _key(score, request)
    if request.wish not in _AT_LAST or not request.bars or key is None:
        return ()
    bars = BarMap.of(score)
    first = bars.bar_at(request.start)
    past = first + request.bars
    cadence = request.wish == "end" and stretch.bars(request) > 1
    close = _close(bars, past + stretch.after - 1, key, cadence=cadence)
    return tuple(chord for chord in close if first <= bars.bar_at(chord.tick) < past)


def _close(bars: BarMap, last: int, key: Key, *, cadence: bool) -> tuple[Chord, ...]:
    """Return the tonic of a last bar, and its dominant before it where there is a cadence."""
    tonic = Chord(bars.start_of(last), key.tonic, "min" if key.minor else "maj", key.tonic)
    if not cadence:
        return (tonic,)
    before, dominant = bars.start_of(last - 1), (key.tonic + _CADENCE) % 12
    beats = bars.signature_at(before).numerator
    # In the middle of its bar, or where it has none on its second beat.
    middle = beats // 2 if beats % 2 == 0 else beats - 1
    into_bar = (tonic.tick - before) * middle // beats
    return (Chord(before + into_bar, dominant, "7", dominant), tonic)


def aim_of(score: Score, request: Request, stretch: Stretch = ALONE) -> Aim | None:
    """Return how well notes do what was wished; None where nothing was."""
    bars = _Bars(score, request, stretch)
    if request.wish == "busier":
        return lambda notes: min(bars.density(notes), _BUSIEST)
    if request.wish == "calmer":
        return lambda notes: -max(bars.density(notes), _CALMEST) - bars.force(notes) / _LOUDER
    if request.wish == "build":
        return bars.growth
    if request.wish == "like":
        return lambda notes: min(bars.alike(notes, pitches=True), _MOST_ALIKE)
    if request.wish == "answer":
        return lambda notes: bars.alike(notes, pitches=False) + bars.rest(notes)
    return bars.rest if request.wish == "end" else None


class _Bars:
    """What is written, bar by bar, beside the bars before it and those a wish is about."""

    def __init__(self, score: Score, request: Request, stretch: Stretch) -> None:
        self._bars, self._score, self._request = BarMap.of(score), score, request
        self._stretch = stretch
        self._roles = request.roles or same_role("write", len(score.tracks))
        self._first = self._bars.bar_at(request.start)
        self._quarter = score.ticks_per_quarter
        past = self._first - stretch.before
        since = max(request.since, self._bars.start_of(max(0, past - _KEY_BARS)))
        self._before = self._written_in(since, self._bars.start_of(past))
        self._pattern = self._by_bar(self._written_in(*pattern_of(score, request, stretch)))
        self._key = _key(score, request)

    def _written_in(self, first: int, end: int) -> tuple[PartNote, ...]:
        inside = self._score.between(first, end).notes()
        return tuple(PartNote(t, note) for t, note in inside if self._roles[t] == "write")

    def _by_bar(self, notes: Iterable[PartNote]) -> list[list[PartNote]]:
        """Return the bars that notes begin in, the first of them first."""
        found: dict[int, list[PartNote]] = defaultdict(list)
        for each in notes:
            found[self._bars.bar_at(each.note.start)].append(each)
        return [found[bar] for bar in range(min(found), max(found) + 1)] if found else []

    def density(self, notes: Sequence[PartNote]) -> float:
        """Return notes a bar, in those of a bar before."""
        before = len(self._before) / max(1, len(self._by_bar(self._before)))
        return len(notes) / (self._request.bars or _RAMP_BARS) / max(1.0, before)

    def force(self, notes: Sequence[PartNote]) -> float:
        """Return by how much louder than before notes are."""
        if not notes or not self._before:
            return 0.0
        return _force(notes) - _force(self._before)

    def growth(self, notes: Sequence[PartNote]) -> float:
        """Return by how much the second half is fuller and louder than the first."""
        middle = self._bars.start_of(self._first + (self._request.bars or _RAMP_BARS) // 2)
        first = [each for each in notes if each.note.start < middle]
        second = [each for each in notes if each.note.start >= middle]
        if not first or not second:
            return -1.0
        fuller = min(len(second) / len(first), _BUSIEST)
        return fuller + (_force(second) - _force(first)) / _LOUDER

    def alike(self, notes: Sequence[PartNote], *, pitches: bool) -> float:
        """Return how much bars have in common with those of the pattern, bar for bar."""
        count = bars_alike(self._request, self._stretch)
        if not self._pattern or not count:
            return 0.0
        made: dict[int, list[PartNote]] = defaultdict(list)
        for each in notes:
            made[self._bars.bar_at(each.note.start) - self._first].append(each)
        shares = []
        for index in range(count):
            place = (self._stretch.before + index) % len(self._pattern)
            wanted = self._marks(self._pattern[place], pitches=pitches)
            found = self._marks(made[index], pitches=pitches)
            shares.append(len(wanted & found) / len(wanted | found) if wanted | found else 1.0)
        return fmean(shares)

    def _marks(self, notes: Iterable[PartNote], *, pitches: bool) -> frozenset[tuple[int, ...]]:
        """Return where notes of a bar begin: track and place, and pitch where it is asked for."""
        return frozenset(
            (each.track, self._place(each), each.note.pitch if pitches else 0) for each in notes
        )

    def _place(self, each: PartNote) -> int:
        start = each.note.start
        into_bar = start - self._bars.start_of(self._bars.bar_at(start))
        return round(into_bar * _GRID_PER_QUARTER / self._quarter)

    def rest(self, notes: Sequence[PartNote]) -> float:
        """Return how much the last bar is at rest: 0 to 4; 0 of what is gone on with.

        Its lowest note is the tonic; what is struck last belongs to the tonic chord; it is struck
        early; it is held.
        """
        last = self._first + self._request.bars - 1
        begin, end = self._bars.start_of(last), self._bars.start_of(last + 1)
        drums = {index for index, track in enumerate(self._score.tracks) if track.is_drum}
        inside = [e.note for e in notes if e.note.start >= begin and e.track not in drums]
        if self._stretch.after or not inside or self._key is None:
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


def _key(score: Score, request: Request) -> Key | None:
    """Return the key of the bars before the start."""
    bars = BarMap.of(score)
    first = bars.bar_at(request.start)
    since = bars.start_of(max(0, first - _KEY_BARS))
    drums = {index for index, track in enumerate(score.tracks) if track.is_drum}
    heard = score.between(since, bars.start_of(first)).notes()
    return estimate_key([note for track, note in heard if track not in drums])


def _force(notes: Sequence[PartNote]) -> float:
    return fmean(each.note.velocity for each in notes)


def _between(one: SteeringConfig, other: SteeringConfig, share: float) -> SteeringConfig:
    """Return the leaning a share of the way from one to another."""
    return SteeringConfig(
        **{
            each.name: (1 - share) * getattr(one, each.name) + share * getattr(other, each.name)
            for each in fields(SteeringConfig)
        }
    )


def _added(one: SteeringConfig, other: SteeringConfig) -> SteeringConfig:
    """Return both together, each as far as a slider goes."""
    sums = {each.name: getattr(one, each.name) + getattr(other, each.name) for each in fields(one)}
    return replace(one, **{name: max(-2.0, min(2.0, value)) for name, value in sums.items()})
