"""How what was played gets into a track: besides what is there or in its place, in takes. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.midi.played import KEY_PRESSURE
from engine.values.event_kinds import ON_CHANNEL, ChannelKind, Events, in_order
from engine.values.events import Note, TimedEvent
from engine.values.ranges import Tick
from engine.values.score import Track

RecordingMode = Literal["overdub", "replace"]
_Lane = Callable[[TimedEvent], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingStyle:
    """How is recorded.

    Attributes:
        mode: `overdub` adds to what is in the track; `replace` takes its place, where it plays.
        punch_in: Tick from which on something is recorded.
        punch_out: Tick up to which it is; the same as `punch_in` sets no bounds.
        takes: Whether each round of a loop is a take of its own, of which the last one counts;
            otherwise all rounds go into the track together.
    """

    mode: RecordingMode = "overdub"
    punch_in: Tick = 0
    punch_out: Tick = 0
    takes: bool = False

    @property
    def punches(self) -> bool:
        """Whether recording has bounds."""
        return self.punch_out > self.punch_in


def recorded(
    track: Track, laps: Sequence[Track], style: RecordingStyle, *, start: int, end: int
) -> tuple[Track, ...]:
    """Return the track with what was played, once for each take; the last one counts.

    Args:
        track: The track before the recording.
        laps: The notes that were played in each round of a loop; one without a loop.
        style: How it goes into the track.
        start: Tick where recording began.
        end: Tick where it ended; in a loop, the loop's.
    """
    if style.punches:
        start, end = max(start, style.punch_in), min(end, style.punch_out)
        laps = [punched(lap, start=start, end=end) for lap in laps]
    if not style.takes:
        laps = [together(laps)]
    return tuple(
        replaced(track, lap, start=start, end=end)
        if style.mode == "replace"
        else overdubbed(track, lap)
        for lap in laps
    )


def punched(played: Track, *, start: int, end: int) -> Track:
    """Return what was played between two ticks; what sounds over an edge is cut there.

    A note that began before the first tick is left out: who punches in hears what was there. A
    pedal that was pressed before it is down from there on.
    """
    notes = (
        replace(note, duration=min(note.end, end) - note.start)
        for note in played.notes
        if start <= note.start < end
    )
    return replace(
        played,
        notes=tuple(notes),
        others=tuple(event for event in played.others if start <= event.tick < end),
        **_each_kind(lambda kind: _between(kind.of(played), start, end, lane=kind.lane)),
    )


def _each_kind(events_of: Callable[[ChannelKind[Any]], Events]) -> dict[str, Any]:
    """Return what a track's fields of channel events become."""
    return {kind.field: events_of(kind) for kind in ON_CHANNEL}


def _between(events: Events, start: int, end: int, *, lane: _Lane) -> Events:
    held: dict[int, TimedEvent] = {}
    within: list[TimedEvent] = []
    for event in events:
        if event.tick < start:
            held[lane(event)] = replace(event, tick=start)
        elif event.tick < end:
            within.append(event)
    return (*sorted(held.values()), *within)


def together(laps: Iterable[Track]) -> Track:
    """Return all rounds of a loop as one: their notes side by side, the last one's controllers."""
    known = list(laps)
    if not known:
        return Track()
    notes = sorted(note for lap in known for note in lap.notes)
    moved = next((lap for lap in reversed(known) if lap.channel_events), known[-1])
    others = in_order(event for lap in known for event in lap.others)
    whole = replace(known[-1], notes=tuple(notes), others=others)
    return whole.with_channel_events(moved.channel_events)


def overdubbed(track: Track, played: Track) -> Track:
    """Return the track with what was played besides.

    A controller takes the place of the same one in the stretch in which it was moved.
    """
    both = replace(
        track,
        notes=(*track.notes, *played.notes),
        others=(*track.others, *played.others),
        **_each_kind(lambda kind: _overdubbed(kind.of(track), kind.of(played), lane=kind.lane)),
    )
    return both.in_order()


def _overdubbed(there: Events, played: Events, *, lane: _Lane) -> Events:
    if not played:
        return there
    lanes, ticks = {lane(event) for event in played}, [event.tick for event in played]
    first, last = min(ticks), max(ticks)
    kept = (e for e in there if lane(e) not in lanes or not first <= e.tick <= last)
    return (*kept, *played)


def replaced(track: Track, played: Track, *, start: int, end: int) -> Track:
    """Return the track with what was played in place of all that is between two ticks.

    Notes that sound into the stretch are cut where it begins; those that begin in it go, and so do
    its controllers: what they were when it ends, they are again from there on.
    """
    kept: list[Note] = []
    for note in track.notes:
        if note.start < start < note.end:
            kept.append(replace(note, duration=start - note.start))
        elif not start <= note.start < end:
            kept.append(note)
    pressed = (e for e in track.others if e.kind != KEY_PRESSURE or not start <= e.tick < end)
    return replace(
        track,
        notes=tuple(sorted((*kept, *played.notes))),
        others=in_order((*pressed, *played.others)),
        **_each_kind(
            lambda kind: _around(kind.of(track), kind.of(played), start, end, lane=kind.lane)
        ),
    )


def _around(there: Events, played: Events, start: int, end: int, *, lane: _Lane) -> Events:
    outside: list[TimedEvent] = []
    last: dict[int, TimedEvent] = {}
    for event in there:
        if not start <= event.tick < end:
            outside.append(event)
        if event.tick <= end:
            last[lane(event)] = event
    again = {replace(event, tick=end) for event in last.values() if event.tick >= start}
    # Those of one tick stay in their order: a pedal that goes down and comes up is up.
    return in_order((*outside, *sorted(again.difference(outside)), *played))
