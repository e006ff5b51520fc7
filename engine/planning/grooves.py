"""Plans what drums play beside other parts: a groove, fills where phrases end, and crashes.

Drums that a network draws from nothing, one hit at a time, are no beat: the first hit decides the
rest, so a snare in sixteenths goes on to the end. A drummer first chooses a groove by the meter,
the feel and the bass, keeps it for a section, and announces the next one. The rule
`rules/beat.py` leans to these hits and forbids nothing.

All grooves are built from the beats of the bar, so that each meter has one.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from itertools import pairwise, product
from statistics import median
from types import MappingProxyType

from engine.form.passage_figures import share_in_common
from engine.harmony.chords import beats_in_bar
from engine.planning.phrases import BLOCK, PHRASE, first_bar_of
from engine.planning.sections import sections_of
from engine.values.score import Note, Score
from engine.values.time import BarMap

Hits = Mapping[tuple[int, int], int]
"""By tick and drum: the velocity."""

NO_HITS: Hits = MappingProxyType({})


class Drum(IntEnum):
    """Keys of General MIDI's drum kit."""

    KICK = 36
    SIDE_STICK = 37
    SNARE = 38
    CLOSED_HAT = 42
    LOW_TOM = 45
    OPEN_HAT = 46
    MIDDLE_TOM = 47
    HIGH_TOM = 48
    CRASH = 49
    RIDE = 51


SWUNG = 0.3
"""Share of the onsets off the beat that lie on thirds of it from which music is swung."""

IN_SIXTEENTHS = 0.35
"""Share of them on its first or third quarter from which it moves in sixteenths."""

SLOW_BPM = 100.0
"""Tempo below which the hi-hat plays the sixteenths, too."""

SOFT = 0.7
"""Share of the usual onsets of a bar below which a phrase is soft: no snare is struck."""

WITH_BASS = 0.4
"""Share of the bars of a phrase in which the bass begins at a place for the kick to play it."""

_MOST_KICKS = 2  # off the beat in a bar
_SAME_PLACE = 0.06  # of a beat
_DOWN, _BACK, _ON, _OFF, _ACCENT = 100, 98, 80, 62, 108  # velocities
_FILL_STARTS, _FILL_GROWS = 78, 30  # velocities of a fill: its first, and how much louder its last
_THIRDS, _QUARTERS = (1 / 3, 2 / 3), (1 / 4, 3 / 4)


@dataclass(frozen=True, slots=True)
class Style:
    """The choices in which two drummers differ.

    Attributes:
        steps: Beats between the notes of the hi-hat, 1 or, for all divisions of a beat, 0.
        offbeats: Kicks off the beat where no bass says any: places in beats.
        fill: Which fill is played, 0 to 2.
        crashes: Whether a phrase that brings no new section begins with a crash, too.
    """

    steps: int
    offbeats: tuple[float, ...]
    fill: int
    crashes: bool


STYLES: tuple[Style, ...] = tuple(
    Style(steps, offbeats, fill, crashes)
    for fill, offbeats, steps, crashes in product(
        range(3), ((2.5,), (1.5, 2.5), ()), (0, 1), (False, True)
    )
    if not (steps and crashes)
)
"""All styles; a row has one of them by its seed."""


class DrumPlanner:
    """Plans the drums of a piece.

    Args:
        score: The piece; its drums do not count.
        past: The bar after the last that drums may play in.
    """

    def __init__(self, score: Score, *, past: int) -> None:
        self._score = score
        self._bars = BarMap.of(score)
        self._notes = sorted(score.pitched_notes(), key=lambda note: (note.start, note.pitch))
        self._first, self._past = self._after_upbeat(first_bar_of(score)), past

    def _after_upbeat(self, bar: int) -> int:
        """Return the next bar where this one is an upbeat with a meter of its own."""
        begin, end = self._bars.start_of(bar), self._bars.start_of(bar + 1)
        return bar + (self._bars.start_of(bar + 2) - end > end - begin)

    @cached_property
    def _onsets(self) -> Mapping[int, tuple[Note, ...]]:
        """The notes that begin in each bar."""
        found: dict[int, list[Note]] = {}
        for note in self._notes:
            found.setdefault(self._bars.bar_at(note.start), []).append(note)
        return {bar: tuple(notes) for bar, notes in found.items()}

    @cached_property
    def _sounding_until(self) -> int:
        """The bar after the last in which anything sounds."""
        end = max((note.end for note in self._notes), default=0)
        return min(self._past, self._bars.bars_until(end)) if end else 0

    @cached_property
    def _letters(self) -> Mapping[int, str]:
        """The letter of the section of each phrase, by the bar that it begins with."""
        tracks = tuple(t.with_notes(()) if t.is_drum else t for t in self._score.tracks)
        score = replace(self._score, tracks=tracks)
        found = sections_of(score, past=self._past)
        # They are counted from an upbeat, too.
        return {self._first + each.first - found[0].first: each.letter for each in found}

    @cached_property
    def _usual(self) -> float:
        """Onsets of a usual bar: the median of those that have any."""
        return float(median(self._moments(bar) for bar in self._onsets))

    def _moments(self, bar: int) -> int:
        return len({note.start for note in self._onsets.get(bar, ())})

    @cached_property
    def _feel(self) -> int:
        """Into how many equal parts a beat of a simple meter is divided: 2, 3 or 4."""
        shares: Counter[int] = Counter()
        for bar in self._onsets:
            begin, beats, end = self._beats(bar)
            for note in {note.start: note for note in self._onsets[bar]}.values():
                place = _place(note.start - begin, beats, end - begin)
                within = place - int(place)
                if _near(within, _THIRDS):
                    shares[3] += 1
                elif _near(within, _QUARTERS):
                    shares[4] += 1
                elif _near(within, (0.5,)):
                    shares[2] += 1
        off = sum(shares.values())
        if off and shares[3] >= SWUNG * off:
            return 3
        slow = self._score.tempos[0].bpm < SLOW_BPM if self._score.tempos else False
        return 4 if off and slow and shares[4] >= IN_SIXTEENTHS * off else 2

    def _beats(self, bar: int) -> tuple[int, list[int], int]:
        """Return where a bar begins, its beats as ticks from there, and where it ends."""
        begin, end = self._bars.start_of(bar), self._bars.start_of(bar + 1)
        meter = self._bars.signature_at(begin)
        quarter = self._score.ticks_per_quarter
        return begin, beats_in_bar(meter.numerator, meter.denominator, quarter), end

    def _is_compound(self, bar: int) -> bool:
        meter = self._bars.signature_at(self._bars.start_of(bar))
        return meter.denominator >= 8 and meter.numerator % 3 == 0

    def style_of(self, played: Sequence[Note], *, first: int, past: int) -> int:
        """Return the style that comes nearest to what drums played.

        Args:
            played: The notes of the drums.
            first: The first bar that is compared.
            past: The bar after the last.
        """
        begin, end = self._bars.start_of(first), self._bars.start_of(past)
        known = {(note.start, note.pitch) for note in played if begin <= note.start < end}

        def likeness(style: int) -> float:
            hits = {hit for bar in range(first, past) for hit in self.hits(bar, style=style)}
            return share_in_common(hits, known)

        return max(range(len(STYLES)), key=likeness)

    def hits(self, bar: int, *, style: int) -> Hits:
        """Return what drums play in a bar.

        Args:
            bar: Of the piece.
            style: Index of a style.
        """
        if not self._first <= bar < self._sounding_until or not self._notes:
            return NO_HITS
        begin, beats, end = self._beats(bar)
        if bar == self._sounding_until - 1 and self._is_close(bar):
            return {(begin, Drum.KICK): _ACCENT, (begin, Drum.CRASH): _ACCENT}
        chosen, found = STYLES[style], dict[tuple[int, int], int]()
        into = (bar - self._first) % PHRASE
        fill = self._fill_from(bar, beats) if into == PHRASE - 1 else len(beats)
        until = begin + beats[fill] if fill < len(beats) else end
        for tick, drum, velocity in self._groove(bar, chosen):
            if tick < until:
                found[tick, drum] = velocity
        if fill < len(beats):
            found |= self._fill(bar, beats[fill:], chosen)
        elif into % BLOCK == BLOCK - 1 and not self._is_soft(bar):
            _open(found, beats[-1] + begin)
        if into == 0 and not self._is_soft(bar) and (chosen.crashes or self._is_new(bar)):
            for drum in (Drum.CLOSED_HAT, Drum.RIDE, Drum.OPEN_HAT):
                found.pop((begin, drum), None)
            found[begin, Drum.CRASH] = _ACCENT
        return found

    def _is_close(self, bar: int) -> bool:
        """Return whether everything in a bar begins on its first beat."""
        begin, _, _ = self._beats(bar)
        return all(note.start == begin for note in self._onsets.get(bar, ()))

    def _is_new(self, bar: int) -> bool:
        """Return whether a section begins with a bar that is not the one before it."""
        phrase = self._phrase(bar)
        return self._letters.get(phrase) != self._letters.get(phrase - PHRASE)

    def _phrase(self, bar: int) -> int:
        return bar - (bar - self._first) % PHRASE

    def _is_soft(self, bar: int) -> bool:
        """Return whether the phrase of a bar has far fewer onsets than is usual."""
        phrase = range(self._phrase(bar), min(self._phrase(bar) + PHRASE, self._sounding_until))
        return sum(map(self._moments, phrase)) < SOFT * self._usual * len(phrase)

    def _groove(self, bar: int, style: Style) -> Iterator[tuple[int, int, int]]:
        """Yield tick, drum and velocity of the groove in a bar."""
        begin, beats, end = self._beats(bar)
        kicks, backs = _strong_and_weak(len(beats))
        if len(beats) == 1 and (bar - self._first) % 2:
            kicks, backs = backs, kicks  # bars of one beat are strong and weak by turns
        soft = self._is_soft(bar)
        edges = [*beats, end - begin]
        for beat in kicks:
            yield begin + beats[beat], Drum.KICK, _DOWN if beat == 0 else _DOWN - 6
        for beat in backs:
            yield begin + beats[beat], Drum.SIDE_STICK if soft else Drum.SNARE, _BACK
        if not soft:
            for place in self._kicks_off_the_beat(bar, style):
                yield begin + _tick(place, edges), Drum.KICK, _DOWN - 14
        keeper = Drum.RIDE if self._has_ride(bar) else Drum.CLOSED_HAT
        compound = self._is_compound(bar)
        parts = 3 if compound else self._feel
        for beat, (tick, after) in enumerate(pairwise(edges)):
            yield begin + tick, keeper, _ON
            if soft or (style.steps and not compound):
                continue
            swung = parts == 3 and not compound
            if swung and keeper == Drum.RIDE and beat not in backs:
                continue  # the ride has its skip on weak beats alone
            # Swung: the second third of a beat is left out.
            places = range(2, 3) if swung else range(1, parts)
            for place in places:
                yield begin + tick + (after - tick) * place // parts, keeper, _OFF

    def _has_ride(self, bar: int) -> bool:
        """Return whether the time is kept on the ride: in every second section."""
        letter = self._letters.get(self._phrase(bar), "A")
        return bool((ord(letter) - ord("A")) % 2)

    def _kicks_off_the_beat(self, bar: int, style: Style) -> tuple[float, ...]:
        """Return places of kicks, in beats: those of the bass, else of the style."""
        _, beats, _ = self._beats(bar)
        if len(beats) != 4 or self._is_compound(bar):
            return ()
        late = 2 / 3 if self._feel == 3 else 1 / 2
        own = tuple(int(place) + late for place in style.offbeats)
        places = self._bass_places.get(self._phrase(bar), own)
        # Every second bar answers the one before with one more.
        answers = (bar - self._first) % 2
        return places if answers else places[: max(1, len(places) - 1)]

    @cached_property
    def _bass_places(self) -> Mapping[int, tuple[float, ...]]:
        """Places off the beat, in beats, that the bass of each phrase plays again and again."""
        found: dict[int, Counter[float]] = {}
        for bar, notes in self._onsets.items():
            begin, beats, end = self._beats(bar)
            lowest: dict[int, Note] = {}
            for note in notes:
                lowest.setdefault(note.start, note)
            ceiling = min(note.pitch for note in notes) + 12
            for note in lowest.values():
                place = round(_place(note.start - begin, beats, end - begin) * 12) / 12
                if note.pitch <= ceiling and place != int(place):
                    found.setdefault(self._phrase(bar), Counter())[place] += 1
        often = {
            phrase: tuple(
                sorted(
                    place
                    for place, count in places.most_common(_MOST_KICKS)
                    if count >= WITH_BASS * PHRASE
                )
            )
            for phrase, places in found.items()
        }
        return {phrase: places for phrase, places in often.items() if places}

    def _fill_from(self, bar: int, beats: Sequence[int]) -> int:
        """Return the beat from which a fill is played in the last bar of a phrase."""
        if self._is_soft(bar) or bar + 1 >= self._sounding_until:
            return len(beats)
        if self._is_new(bar + 1):
            return max(1, len(beats) - 2)
        return max(1, len(beats) - 1)

    def _fill(self, bar: int, beats: Sequence[int], style: Style) -> Hits:
        """Return the hits of a fill from the first of some beats to the end of the bar."""
        begin, _, end = self._beats(bar)
        edges = [*beats, end - begin]
        parts = 3 if self._is_compound(bar) or self._feel == 3 else 4
        ticks = [
            begin + tick + (after - tick) * part // parts
            for tick, after in pairwise(edges)
            for part in range(parts)
        ]
        drums = _FILLS[style.fill]
        found: dict[tuple[int, int], int] = {}
        for index, tick in enumerate(ticks):
            # Each drum has its share of the fill, from high to low.
            drum = drums[index * len(drums) // len(ticks)]
            if drum is not None:
                found[tick, drum] = _FILL_STARTS + _FILL_GROWS * index // max(1, len(ticks) - 1)
        for tick in beats:
            found[begin + tick, Drum.KICK] = _ON
        return found


_FILLS: tuple[tuple[Drum | None, ...], ...] = (
    (Drum.SNARE, Drum.HIGH_TOM, Drum.MIDDLE_TOM, Drum.LOW_TOM),
    (Drum.SNARE, None, Drum.SNARE, Drum.SNARE),
    (Drum.SNARE, Drum.SNARE, Drum.HIGH_TOM, Drum.LOW_TOM),
)
"""The drums of each fill, in equal shares of its time; None is a rest."""


def _strong_and_weak(beats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the beats of the kick and those of the snare."""
    if beats == 3:
        return (0,), (1, 2)
    if beats == 5:
        return (0, 3), (2, 4)
    return tuple(range(0, beats, 2)), tuple(range(1, beats, 2))


def _place(tick: int, beats: Sequence[int], length: int) -> float:
    """Return a place in a bar in beats.

    Args:
        tick: From the bar line.
        beats: Ticks from the bar line.
        length: Of the bar, in ticks.
    """
    beat = max(index for index, begin in enumerate(beats) if begin <= tick)
    edges = [*beats, length]
    return beat + (tick - edges[beat]) / max(1, edges[beat + 1] - edges[beat])


def _tick(place: float, edges: Sequence[int]) -> int:
    """Return the tick from the bar line of a place in beats; the opposite of `_place`."""
    beat = int(place)
    return round(edges[beat] + (place - beat) * (edges[beat + 1] - edges[beat]))


def _near(within: float, places: Sequence[float]) -> bool:
    return any(abs(within - place) <= _SAME_PLACE for place in places)


def _open(hits: dict[tuple[int, int], int], since: int) -> None:
    """Open the hi-hat where it is struck last in a bar, from a tick on."""
    last = max((hit for hit in hits if hit[1] == Drum.CLOSED_HAT), default=None)
    if last is not None and last[0] > since:
        hits[last[0], Drum.OPEN_HAT] = hits.pop(last) + 10
