"""Note, Track and Score: frozen values; an edit returns a new one. All times are integer ticks."""

from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from engine.music.ranges import (
    Bend,
    Bpm,
    Denominator,
    EventKind,
    Fifths,
    Numerator,
    Origin,
    Pitch,
    SevenBits,
    Tick,
    Ticks,
    TicksPerQuarter,
    Velocity,
)

TICKS_PER_QUARTER = 480
DRUM_CHANNEL = 9
# Up to this share of a track's notes, finding each by halving is quicker than asking all.
_FEW = 1 / 64


@dataclass(frozen=True, slots=True, order=True)
class Note:
    """One note.

    Attributes:
        start: Tick where it begins.
        pitch: MIDI number, 60 is middle C.
        duration: Ticks it sounds, at least 1.
        velocity: 1 to 127.
        origin: A label of who made it that music passes on and never reads;
            `engine.piece.composition` gives it a meaning.
    """

    start: Tick
    pitch: Pitch
    duration: Ticks
    velocity: Velocity = 80
    origin: Origin = 0

    @property
    def end(self) -> int:
        """The first tick at which it no longer sounds."""
        return self.start + self.duration


@dataclass(frozen=True, slots=True, order=True)
class Control:
    """A controller's value from a tick on."""

    tick: Tick
    number: SevenBits
    value: SevenBits


@dataclass(frozen=True, slots=True, order=True)
class PitchBend:
    """The pitch wheel from a tick on: -8192 to 8191, 0 at rest."""

    tick: Tick
    value: Bend


@dataclass(frozen=True, slots=True, order=True)
class Tempo:
    """Quarter notes a minute from a tick on."""

    tick: Tick
    bpm: Bpm


@dataclass(frozen=True, slots=True, order=True)
class TimeSignature:
    """The meter from a tick on."""

    tick: Tick
    numerator: Numerator
    denominator: Denominator


@dataclass(frozen=True, slots=True, order=True)
class KeySignature:
    """The key from a tick on.

    Attributes:
        tick: Where it begins.
        fifths: Sharps (positive) or flats (negative), -7 to 7.
        minor: Whether it is a minor key.
    """

    tick: Tick
    fifths: Fifths
    minor: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Marker:
    """A text at a tick."""

    tick: Tick
    text: str


@dataclass(frozen=True, slots=True, order=True)
class Other:
    """An event of a MIDI file that nothing here understands; it is only passed on.

    Attributes:
        tick: Where it stands.
        kind: Meta event type below 0x80, 0xA0 key pressure, 0xD0 channel pressure, 0xF0 system
            exclusive.
        data: Its bytes without status and length; channels are the writer's.
    """

    tick: Tick
    kind: EventKind
    data: bytes


class _Timed(Protocol):
    @property
    def tick(self) -> int: ...


_Event = TypeVar("_Event", bound=_Timed)


class _Remembering:
    """Room beside the fields for what is worked out once; a copy works it out anew."""

    __slots__ = ("_end",)
    _end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Track(_Remembering):
    """One part.

    Attributes:
        name: What the user calls it.
        program: General MIDI program, 0 to 127; for drums the kit.
        is_drum: Whether pitches mean drums (channel 10).
        notes: Sorted by start, then pitch.
        controls: Sorted by tick.
        pitch_bends: Sorted by tick.
        others: What else a file had in it, sorted by tick.
    """

    name: str = ""
    program: SevenBits = 0
    is_drum: bool = False
    notes: tuple[Note, ...] = ()
    controls: tuple[Control, ...] = ()
    pitch_bends: tuple[PitchBend, ...] = ()
    others: tuple[Other, ...] = ()

    @property
    def end(self) -> int:
        """The tick where its last note ends; 0 without notes."""
        try:
            return self._end
        except AttributeError:
            end = max([note.start + note.duration for note in self.notes], default=0)
            object.__setattr__(self, "_end", end)
            return end

    def with_notes(self, notes: Iterable[Note]) -> "Track":
        """Return the track with these notes instead, sorted."""
        return replace(self, notes=tuple(sorted(notes)))

    def in_order(self) -> "Track":
        """Return the track with everything in it sorted."""
        return replace(
            self,
            notes=tuple(sorted(self.notes)),
            controls=_in_order(self.controls),
            pitch_bends=_in_order(self.pitch_bends),
            others=_in_order(self.others),
        )

    def adding(self, notes: Iterable[Note]) -> "Track":
        """Return the track with these notes as well."""
        return self.exchanging((), notes)

    def exchanging(self, removed: Collection[Note], added: Iterable[Note]) -> "Track":
        """Return the track without some notes and with others; a few in a long track cost little.

        Args:
            removed: Notes that go, each as often as it stands there.
            added: Notes that come.
        """
        coming, few = list(added), len(self.notes) * _FEW
        left = _without_few(self.notes, removed) if len(removed) <= few else _without(self, removed)
        if len(coming) > few:
            return self.with_notes([*left, *coming])
        for note in coming:
            insort(left, note)
        return replace(self, notes=tuple(left))

    def with_part(self, notes: Iterable[Note], *, start: int, end: int | None = None) -> "Track":
        """Return the track with these notes in place of those that begin in [start, end).

        Args:
            notes: In any order.
            start: First tick.
            end: Tick past the last; None for everything from `start` on.
        """
        first = bisect_left(self.notes, Note(start, -1, 0))
        last = len(self.notes) if end is None else bisect_left(self.notes, Note(end, -1, 0))
        head, part, tail = self.notes[:first], sorted(notes), self.notes[max(first, last) :]
        fits = not part or (head[-1:] <= (part[0],) and (not tail or part[-1] <= tail[0]))
        if fits:
            return replace(self, notes=(*head, *part, *tail))
        return replace(self, notes=head + tail).adding(part)

    def between(self, start: int, end: int) -> "Track":
        """Return what begins in [start, end), at its own ticks; notes are cut at `end`."""
        return replace(
            self,
            notes=tuple(
                replace(note, duration=min(note.duration, end - note.start))
                for note in self.notes
                if start <= note.start < end
            ),
            controls=tuple(c for c in self.controls if start <= c.tick < end),
            pitch_bends=tuple(b for b in self.pitch_bends if start <= b.tick < end),
            others=tuple(o for o in self.others if start <= o.tick < end),
        )


def _in_order(events: tuple[_Event, ...]) -> tuple[_Event, ...]:
    """Return events sorted by tick; those at one tick stay as they stand."""
    return tuple(sorted(events, key=lambda event: event.tick))


def common_ends(before: tuple[Note, ...], after: tuple[Note, ...]) -> tuple[int, int]:
    """Return how many notes at the beginning and at the end of two tracks are the same."""
    head = _common_head(before, after)
    rest = min(len(before), len(after)) - head
    return head, _common_tail(before, after, rest)


def _common_head(before: tuple[Note, ...], after: tuple[Note, ...]) -> int:
    """By halving: tuples of the very same notes are compared in no time."""
    low, high = 0, min(len(before), len(after))
    while low < high:
        middle = (low + high + 1) // 2
        if before[low:middle] == after[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_tail(before: tuple[Note, ...], after: tuple[Note, ...], most: int) -> int:
    low, high = 0, most
    old, new = len(before), len(after)
    while low < high:
        middle = (low + high + 1) // 2
        if before[old - middle : old - low] == after[new - middle : new - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _without_few(notes: tuple[Note, ...], removed: Iterable[Note]) -> list[Note]:
    left = list(notes)
    for note in removed:
        index = bisect_left(left, note)
        while index < len(left) and left[index] == note:
            del left[index]
    return left


def _without(track: Track, removed: Iterable[Note]) -> list[Note]:
    leaving = frozenset(removed)
    return [note for note in track.notes if note not in leaving]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A piece of music.

    Attributes:
        ticks_per_quarter: Ticks in a quarter note.
        tracks: The parts.
        tempos: Sorted by tick; empty means 120 throughout.
        time_signatures: Sorted by tick; empty means 4/4 throughout.
        key_signatures: Sorted by tick; empty means unknown.
        markers: Sorted by tick.
        title: The piece's name, or empty.
        composer: Who wrote it, or empty.
        others: What else a file had beside its parts, sorted by tick.
    """

    ticks_per_quarter: TicksPerQuarter = TICKS_PER_QUARTER
    tracks: tuple[Track, ...] = ()
    tempos: tuple[Tempo, ...] = ()
    time_signatures: tuple[TimeSignature, ...] = ()
    key_signatures: tuple[KeySignature, ...] = ()
    markers: tuple[Marker, ...] = ()
    title: str = ""
    composer: str = ""
    others: tuple[Other, ...] = ()

    @property
    def end(self) -> int:
        """The tick where the last note ends; 0 without notes."""
        return max((track.end for track in self.tracks), default=0)

    @property
    def note_count(self) -> int:
        """Notes in all tracks."""
        return sum(len(track.notes) for track in self.tracks)

    def notes(self) -> Iterator[tuple[int, Note]]:
        """Yield (track index, note), track by track."""
        for index, track in enumerate(self.tracks):
            for note in track.notes:
                yield index, note

    def with_track(self, index: int, track: Track) -> "Score":
        """Return the score with another track at this index."""
        tracks = list(self.tracks)
        tracks[index] = track
        return replace(self, tracks=tuple(tracks))

    def between(self, start: int, end: int) -> "Score":
        """Return what begins in [start, end) of every track, at its own ticks.

        Tempo, meter and key events are all kept: they are the ruler, not the music.
        """
        return replace(self, tracks=tuple(track.between(start, end) for track in self.tracks))

    def in_order(self) -> "Score":
        """Return the score with everything in it sorted, as whatever looks it up relies on."""
        return replace(
            self,
            tracks=tuple(track.in_order() for track in self.tracks),
            tempos=_in_order(self.tempos),
            time_signatures=_in_order(self.time_signatures),
            key_signatures=_in_order(self.key_signatures),
            markers=_in_order(self.markers),
            others=_in_order(self.others),
        )

    def resampled(self, ticks_per_quarter: int) -> "Score":
        """Return the same music on another tick grid; times are rounded, no note vanishes."""
        if ticks_per_quarter == self.ticks_per_quarter:
            return self
        return _resample(self, ticks_per_quarter)


def _resample(score: Score, target: int) -> Score:
    source = score.ticks_per_quarter

    def at(tick: int) -> int:
        # Round half up: Python's banker's rounding would send equal distances two ways.
        return (2 * tick * target + source) // (2 * source)

    def track(old: Track) -> Track:
        return replace(
            old,
            notes=tuple(
                sorted(
                    replace(n, start=at(n.start), duration=max(1, at(n.end) - at(n.start)))
                    for n in old.notes
                )
            ),
            controls=tuple(replace(c, tick=at(c.tick)) for c in old.controls),
            pitch_bends=tuple(replace(b, tick=at(b.tick)) for b in old.pitch_bends),
            others=tuple(replace(o, tick=at(o.tick)) for o in old.others),
        )

    return replace(
        score,
        ticks_per_quarter=target,
        tracks=tuple(track(t) for t in score.tracks),
        tempos=tuple(replace(t, tick=at(t.tick)) for t in score.tempos),
        time_signatures=tuple(replace(t, tick=at(t.tick)) for t in score.time_signatures),
        key_signatures=tuple(replace(k, tick=at(k.tick)) for k in score.key_signatures),
        markers=tuple(replace(m, tick=at(m.tick)) for m in score.markers),
        others=tuple(replace(o, tick=at(o.tick)) for o in score.others),
    )
