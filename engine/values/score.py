"""Track and Score: frozen values; an edit returns a new one. All times are integer ticks."""

from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.values.encodings import TextCoding
from engine.values.event_kinds import IN_TRACK, ON_CHANNEL, ON_RULER, Events, by_field, in_order
from engine.values.events import (
    ChannelPressure,
    Control,
    Direction,
    KeySignature,
    Marker,
    Note,
    Other,
    PitchBend,
    SilentMessage,
    Tempo,
    TimedEvent,
    TimeSignature,
    WrittenBar,
)
from engine.values.ranges import Port, SevenBits, TicksPerQuarter
from engine.values.tuning import Tuning

__all__ = [
    "TICKS_PER_QUARTER",
    "Control",
    "Direction",
    "KeySignature",
    "Marker",
    "Note",
    "Other",
    "PitchBend",
    "Score",
    "Tempo",
    "TimeSignature",
    "Track",
    "WrittenBar",
    "common_ends",
]

# Divisible by 32 and by 3 and 5; the usual resolution of DAWs.
TICKS_PER_QUARTER = 480
# Up to this share of a track's notes, finding each by halving is quicker than asking all.
_FEW = 1 / 64


class _Remembering:
    """Room beside the fields for what is worked out once; a copy works it out anew."""

    __slots__ = ("_end",)
    _end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Track(_Remembering):
    """One part.

    Attributes:
        name: The user's name for it.
        program: General MIDI program, 0 to 127; for drums the kit.
        is_drum: Whether pitches mean drums (channel 10).
        notes: Sorted by start, then pitch.
        controls: Sorted by tick.
        pitch_bends: Sorted by tick.
        channel_pressures: Sorted by tick.
        directions: Dynamics, hairpins and words as its page has them, sorted by tick.
        others: Events of the file that no field holds, sorted by tick.
        port: The MIDI port that a file had it on; another one where channels run out.
    """

    name: str = ""
    program: SevenBits = 0
    is_drum: bool = False
    notes: tuple[Note, ...] = ()
    controls: tuple[Control, ...] = ()
    pitch_bends: tuple[PitchBend, ...] = ()
    channel_pressures: tuple[ChannelPressure, ...] = ()
    directions: tuple[Direction, ...] = ()
    others: tuple[Other, ...] = ()
    port: Port = 0

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
        return self.with_notes(self.notes).with_events(in_order)

    def with_events(self, change: Callable[[Events], Events]) -> "Track":
        """Return the track with a change made to the events of each kind, its notes as they are."""
        changes: dict[str, Any] = {kind.field: change(kind.of(self)) for kind in IN_TRACK}
        return replace(self, **changes)

    def with_channel_events(self, events: Iterable[TimedEvent]) -> "Track":
        """Return the track with these events instead of all others on its channel."""
        changes: dict[str, Any] = by_field(ON_CHANNEL, events)
        return replace(self, **changes)

    @property
    def channel_events(self) -> Events:
        """All events on its channel beside the notes: controllers, bends."""
        return tuple(event for kind in ON_CHANNEL for event in kind.of(self))

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
                note if note.end <= end else replace(note, duration=end - note.start)
                for note in self.notes
                if start <= note.start < end
            ),
        ).with_events(lambda events: tuple(e for e in events if start <= e.tick < end))


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
        composer: Its composer, or empty.
        others: Events of the file beside its parts that no field holds, sorted by tick.
        silent_messages: The file's messages on channels that play no note, sorted by tick.
        written_bars: The bars of the page that it was read from, by the ticks where each is
            played; empty where the page has no repeats.
        tuning: The tuning of all parts but drums; None is equal temperament.
        coding: In which encoding the texts of the piece's file were; None for UTF-8.
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
    silent_messages: tuple[SilentMessage, ...] = ()
    written_bars: tuple[WrittenBar, ...] = ()
    tuning: Tuning | None = None
    coding: TextCoding | None = None

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
        return ((index, note) for index, track in enumerate(self.tracks) for note in track.notes)

    def pitched_notes(self) -> Iterator[Note]:
        """Yield the notes of all tracks but drums, track by track."""
        return (note for track in self.tracks if not track.is_drum for note in track.notes)

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
        tracks = tuple(track.in_order() for track in self.tracks)
        return replace(self, tracks=tracks).with_ruler_events(in_order)

    def with_ruler_events(self, change: Callable[[Events], Events]) -> "Score":
        """Return the score with a change made to the events of each kind on the ruler."""
        changes: dict[str, Any] = {kind.field: change(kind.of(self)) for kind in ON_RULER}
        return replace(self, **changes)

    def at_ticks(
        self, at: Callable[[int], int], *, note: Callable[[Note], Note] | None = None
    ) -> "Score":
        """Return the score with everything at other ticks.

        Of several tempos, meters or keys that come to one tick the last one holds, as it held
        before.

        Args:
            at: Returns the new tick of an old one; later ones never come before earlier ones.
            note: Returns a note in its new place; its own moves follow. None moves where it starts
                and keeps its length.
        """

        def moved(events: Events) -> Events:
            return tuple(replace(event, tick=at(event.tick)) for event in events)

        def placed(old: Note) -> Note:
            if note is None:
                return replace(old, start=at(old.start))
            new = note(old)
            if not old.moves:
                return new
            after = [max(0, at(old.start + move.after) - new.start) for move in old.moves]
            moves = zip(old.moves, after, strict=True)
            return replace(new, moves=tuple(replace(move, after=tick) for move, tick in moves))

        tracks = tuple(
            track.with_notes(map(placed, track.notes)).with_events(moved) for track in self.tracks
        )
        ruler: dict[str, Any] = {
            kind.field: kind.arranged(moved(kind.of(self))) for kind in ON_RULER
        }
        return replace(self, tracks=tracks, **ruler)

    def resampled(self, ticks_per_quarter: int) -> "Score":
        """Return the same music on another tick grid; times are rounded, no note vanishes."""
        if ticks_per_quarter == self.ticks_per_quarter:
            return self
        source, target = self.ticks_per_quarter, ticks_per_quarter

        def at(tick: int) -> int:
            # Round half up: Python's banker's rounding would send equal distances two ways.
            return (2 * tick * target + source) // (2 * source)

        def note(old: Note) -> Note:
            return replace(old, start=at(old.start), duration=max(1, at(old.end) - at(old.start)))

        return replace(self.at_ticks(at, note=note), ticks_per_quarter=target)
