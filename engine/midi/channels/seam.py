"""The state of a channel where music is written into a part: at the seam, and where it ends.

A part keeps the state of its channel: a fade leaves the volume low, a pedal stays down, a wheel
stays bent. Music after it would sound so too. `with_written` therefore begins the new
music with the pedal up, the wheel at rest, and volume and expression as in the body of the piece.
Where old music follows, it begins in the state in which it began before. New notes of a part that
uses the sustain pedal have one of their own (`engine.midi.channels.pedalling`).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median_low
from types import MappingProxyType
from typing import Any, TypeVar

from engine.form.bars_to_come import with_bars_until
from engine.form.carried_marks import with_carried_marks
from engine.midi.channels.pedalling import habits_of, pedal_for
from engine.midi.channels.state import SUSTAIN
from engine.values.event_kinds import BEND, CHANNEL_PRESSURE, CONTROL, ON_CHANNEL, ChannelKind
from engine.values.events import Control, Note, TimedEvent
from engine.values.score import Score, Track
from engine.values.time import BarMap

# Controllers.
_SOSTENUTO, _SOFT, _HOLD_2 = 66, 67, 69
_MODULATION, _BREATH, _VOLUME, _EXPRESSION = 1, 2, 7, 11
# At the end of a fade a level is below this share of what it was in the body of the piece.
_FADED = 0.8
# A level below this share is never a quiet passage, even where both sides of a gap have it.
_SILENT = 0.4

# How many notes on each side tell what the body of a piece is like.
_SAMPLED = 256
NOTHING: Mapping[int, Sequence[Note]] = MappingProxyType({})

_E = TypeVar("_E", bound=TimedEvent)
_Events = tuple[TimedEvent, ...]


@dataclass(frozen=True, slots=True)
class _Lane:
    """A value of a channel that the seam sets.

    Attributes:
        kind: The kind of its events.
        number: A controller's number; 0 for wheel and pressure.
        is_level: Whether it is set as in the body of the piece instead of at rest.
    """

    kind: ChannelKind[Any]
    number: int = 0
    is_level: bool = False

    @property
    def rest(self) -> int:
        """The value where nothing was written."""
        return self.kind.at_rest(self.event(0, 0))

    def value(self, event: TimedEvent) -> int:
        """Return the value that an event sets."""
        value: int = getattr(event, self.kind.value)
        return value

    def event(self, tick: int, value: int) -> TimedEvent:
        """Return the event that sets a value at a tick."""
        made: TimedEvent = (
            Control(tick, self.number, value)
            if self.kind is CONTROL
            else self.kind.event(tick, value)
        )
        return made


_LANES = (
    *(_Lane(CONTROL, number) for number in (SUSTAIN, _SOSTENUTO, _SOFT, _HOLD_2)),
    *(
        _Lane(CONTROL, number, is_level=True)
        for number in (_MODULATION, _BREATH, _VOLUME, _EXPRESSION)
    ),
    _Lane(BEND),
    _Lane(CHANNEL_PRESSURE),
)


def with_written(
    score: Score,
    made: Mapping[int, Sequence[Note]],
    *,
    start: int,
    end: int | None = None,
    staying: Mapping[int, Sequence[Note]] = NOTHING,
    growing: bool = False,
) -> Score:
    """Return a score with music written into some of its tracks.

    The notes of these tracks that begin in [start, end) give way, and so do pedals, wheel, pressure
    and levels there. In a track where old notes stay, the old state is theirs and stays too. Where
    the music goes beyond the piece, its pattern of meters and its rubato go on. When all notes are
    there, they have the marks that notes like them have in their track.

    Args:
        score: The piece.
        made: The new notes of each track that is written, by its index.
        start: First tick.
        end: Tick past the last; None for everything from `start` on.
        staying: Notes in [start, end) of these tracks that stay.
        growing: Whether more notes will come: the last press of the pedal then has no end yet.
    """
    reach = end or max((note.end for notes in made.values() for note in notes), default=start)
    score = with_bars_until(score, start=start, end=reach)
    tracks, bars = list(score.tracks), BarMap.of(score)
    for index, notes in made.items():
        stay = staying.get(index, ())
        marked = notes
        if not growing:
            marked = with_carried_marks(
                tracks[index],
                notes,
                bars,
                quarter=score.ticks_per_quarter,
                start=start,
                end=end,
                staying=stay,
            )
        placed = tracks[index].with_part((*marked, *stay), start=start, end=end)
        if not stay:
            stretch = start, end
            pedal = pedal_of(score, tracks[index], notes, stretch, growing=growing)
            placed = with_pedal(reset(placed, start=start, end=end), pedal, start=start)
        tracks[index] = placed
    return replace(score, tracks=tuple(tracks))


def with_pedal(track: Track, pedal: tuple[Control, ...], *, start: int) -> Track:
    """Return a track with the pedal of new notes, which begin at a tick."""
    if not pedal:
        return track
    # It is up before the first press, also for a player that has heard other events.
    is_said = any((c.tick, c.number) == (start, SUSTAIN) for c in track.controls)
    up = () if is_said else (Control(start, SUSTAIN, 0),)
    return replace(track, controls=_exchanged(track.controls, (), (*up, *pedal)))


def pedal_of(
    score: Score,
    track: Track,
    notes: Sequence[Note],
    stretch: tuple[int, int | None],
    *,
    growing: bool,
) -> tuple[Control, ...]:
    """Return the pedal of new notes of a track, as the track uses it elsewhere.

    Args:
        score: With the meters of the bars that are written.
        track: Before it is written.
        notes: The new notes.
        stretch: First tick, and the tick past the last; None for everything from there on.
        growing: Whether more notes will come.
    """
    start, end = stretch
    if track.is_drum or not notes or not track.controls:
        return ()
    before = track.notes[: _first_at(track.notes, start)]
    after = track.notes[_first_at(track.notes, end) :]
    habits = (
        habits_of(before, track.controls, score)
        or habits_of(after, track.controls, score)
        or habits_of(before, track.controls, score, guessing=True)
    )
    if habits is None:
        return ()
    last = None if growing else max(note.end for note in notes)
    up = min((tick for tick in (last, end) if tick is not None), default=None)
    return pedal_for(notes, habits, BarMap.of(score), end=up)


def added(track: Track, notes: Iterable[Note]) -> Track:
    """Return a track with more notes, beside those that it has.

    Notes that are added where nothing sounds are heard as written ones are, until the next note of
    the track. Beside other notes they take over the state of these.
    """
    new = sorted(notes)
    both = track.adding(new)
    if not new:
        return both
    start = new[0].start
    following = _first_at(track.notes, start)
    if any(note.end > start for note in track.notes[:following]):
        return both
    end = track.notes[following].start if following < len(track.notes) else None
    return both if end == start else reset(both, start=start, end=end)


def reset(track: Track, *, start: int, end: int | None = None) -> Track:
    """Return a track with the state of new music in [start, end), and the old state after it.

    Args:
        track: With the notes that it will have.
        start: First tick.
        end: Tick past the last; None for everything from `start` on. The old state is only
            brought back where notes follow.
    """
    if end is not None and not (track.notes and track.notes[-1].start >= end):
        end = None
    before = track.notes[: _first_at(track.notes, start)]
    after = track.notes[_first_at(track.notes, end) :]
    stretch = _Stretch(start, end, before, after)
    changes: dict[str, Any] = {}
    for kind in ON_CHANNEL:
        events: _Events = kind.of(track)
        for lane, own in _by_lane(kind, events):
            events = stretch.reset(lane, own, events)
        if events is not kind.of(track):
            changes[kind.field] = events
    return replace(track, **changes) if changes else track


def _by_lane(kind: ChannelKind[Any], events: _Events) -> Iterator[tuple[_Lane, _Events]]:
    """Yield the lanes of a kind that have events, with these."""
    lanes = {lane.number: lane for lane in _LANES if lane.kind is kind}
    own: dict[int, list[TimedEvent]] = {}
    for event in events:
        number = kind.lane(event)
        if number in lanes:
            own.setdefault(number, []).append(event)
    for number, found in own.items():
        yield lanes[number], tuple(found)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Ticks of a track that get new music.

    Attributes:
        start: First tick.
        end: Tick past the last; None where no old note follows.
        before: The old notes before it.
        after: The old notes after it.
    """

    start: int
    end: int | None
    before: Sequence[Note]
    after: Sequence[Note]

    def reset(self, lane: _Lane, own: _Events, events: _Events) -> _Events:
        """Return the events of a track with one of its lanes set for the new music.

        Args:
            lane: The lane.
            own: The events of the lane, at least one.
            events: Those of its kind, the lane's among them.
        """
        new = self._level(lane, own) if lane.is_level else lane.rest
        if new is None:
            return events
        first = bisect_left(own, self.start, key=_tick)
        past = len(own) if self.end is None else bisect_left(own, self.end, key=_tick)
        inside = own[first:past]
        before = lane.value(own[first - 1]) if first else lane.rest
        # Also where the value stays: a player that comes from the tail has heard the old events.
        setting = (lane.event(self.start, new),) if new != before or inside else ()
        restoring: _Events = ()
        if self.end is not None:
            old = lane.value(own[past - 1]) if past else lane.rest
            is_said = past < len(own) and own[past].tick == self.end
            restoring = (lane.event(self.end, old),) if old != new and not is_said else ()
        if setting == inside and not restoring:
            return events
        # An event that is right already keeps its place among those of its tick.
        right = int(bool(setting) and inside[:1] == setting)
        return _exchanged(events, inside[right:], (*setting[right:], *restoring))

    def _level(self, lane: _Lane, own: _Events) -> int | None:
        """Return the value that a level has in the new music; None to leave it.

        After the end of a fade it is the value of the body of the piece, and between old notes on
        both sides it is theirs, so that a quiet passage stays quiet.
        """
        around = (*_some(self.before), *_some(self.after))
        if not around:
            return None
        body = median_low(_value_at(lane, own, note.start + note.duration // 2) for note in around)
        at_start = _value_at(lane, own, self.start)
        if lane.number == _MODULATION:
            return min(at_start, body)
        if not self.after:
            return at_start if at_start >= _FADED * body else body
        following = _value_at(lane, own, self.after[0].start)
        beside = at_start if self.before and at_start >= _FADED * following else following
        return beside if beside >= _SILENT * body else body


def _exchanged(
    events: tuple[_E, ...], removed: Collection[TimedEvent], new: Iterable[_E]
) -> tuple[_E, ...]:
    """Return events without some and with others, each of these before all of its tick."""
    gone = set(map(id, removed))
    kept = [event for event in events if id(event) not in gone]
    for event in new:
        kept.insert(bisect_left(kept, event.tick, key=_tick), event)
    return tuple(kept)


def _some(notes: Sequence[Note]) -> Sequence[Note]:
    """Return a few hundred notes from all over a sequence."""
    return notes[:: max(1, len(notes) // _SAMPLED)]


def _value_at(lane: _Lane, own: _Events, tick: int) -> int:
    index = bisect_right(own, tick, key=_tick)
    return lane.value(own[index - 1]) if index else lane.rest


def _first_at(notes: Sequence[Note], tick: int | None) -> int:
    """Return the index of the first note at or after a tick; past the last one for None."""
    return len(notes) if tick is None else bisect_left(notes, Note(tick, -1, 0))


def _tick(event: TimedEvent) -> int:
    return event.tick
