"""A score as events in order of time, and the controllers that are in force at any tick. Pure."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from engine.music.event_kinds import CONTROL, ON_CHANNEL, ChannelKind
from engine.music.events import Control, Note, Tempo, TimedEvent
from engine.music.score import Score, Track
from engine.music.time import BarMap, TempoMap
from engine.playback import wire

SLOWEST_BPM = 4.0  # the slowest tempo that a MIDI file can hold is 3.6
FASTEST_BPM = 1000.0
CLICK_TRACK = -1
_ACCENT_PITCH = 76  # high and low wood block of the General MIDI drum kit
_BEAT_PITCH = 77
_NOTES = 2
_AFTER_CONTROLS = tuple(kind for kind in ON_CHANNEL if kind is not CONTROL)
_E = TypeVar("_E", bound=TimedEvent)
_OF_PARAMETERS = wire.PARAMETER_DATA.union(*wire.PARAMETER_NUMBERS)


class ScheduledEvent(NamedTuple):
    """One message to send, without its channel; `in_order` sorts them.

    Attributes:
        tick: Place in the score.
        order: 0 for controllers, 1 for the pitch wheel, 2 for notes, at the same tick.
        track: Index of the track; `CLICK_TRACK` for the metronome.
        status: The message's status byte with channel 0.
        first: First data byte.
        second: Second data byte; 0 if there is none.
        end: Tick at which a note ends.
        plan: Number of the jam plan that holds the note, or 0.
    """

    tick: int
    order: int
    track: int
    status: int
    first: int
    second: int
    end: int = 0
    plan: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """A score prepared for playing from any tick; made by `Schedule.of`.

    Attributes:
        score: The score, with tempos and time signatures that can be played (see `notices`).
        tempo: Converts ticks to seconds at the written tempo.
        bars: Converts ticks to bars.
        events: All events, in order.
        ticks: The tick of each event.
        end: The tick after the last event and the last note.
        notices: One sentence for each change to the score.
    """

    score: Score
    tempo: TempoMap
    bars: BarMap
    events: list[ScheduledEvent]
    ticks: list[int]
    end: int
    notices: tuple[str, ...] = ()

    @classmethod
    def of(cls, score: Score) -> "Schedule":
        """Return the schedule of a score."""
        playable, notices = _playable(score)
        events = in_order(event for i, t in enumerate(playable.tracks) for event in _events(i, t))
        return cls(
            score=playable,
            tempo=TempoMap.of(playable),
            bars=BarMap.of(playable),
            events=events,
            ticks=[event.tick for event in events],
            end=max((max(event.tick, event.end) for event in events), default=0),
            notices=notices,
        )

    def between(self, start: float, end: float) -> list[ScheduledEvent]:
        """Return the events in [start, end), in order."""
        return self.events[bisect_left(self.ticks, start) : bisect_left(self.ticks, end)]

    def adding(self, notes: Iterable[tuple[int, Note]]) -> "Schedule":
        """Return the schedule with more notes, each with the index of its track.

        Notes for tracks that the score does not have are ignored.
        """
        new = self.events_of(notes)
        # A copy and a few insertions: a long piece takes a note in well under a millisecond.
        events, ticks = list(self.events), list(self.ticks)
        for event in new:
            i = bisect_left(events, event)
            events.insert(i, event)
            ticks.insert(i, event.tick)
        end = max((event.end for event in new), default=0)
        return replace(self, events=events, ticks=ticks, end=max(self.end, end))

    def events_of(self, notes: Iterable[tuple[int, Note]]) -> list[ScheduledEvent]:
        """Return the events of notes, each given with the index of its track."""
        known = [(track, n) for track, n in notes if 0 <= track < len(self.score.tracks)]
        return [event for track, note in known for event in _note_events(track, note)]

    def chase(self, tick: float, track: int) -> tuple[ScheduledEvent, ...]:
        """Return the events that make a track sound at a tick as if it was played from 0.

        The program, every controller and the pitch wheel get their last values before the tick, or
        their resting values if the track uses them only later; parameters are set again. Notes are
        not included.
        """
        if not 0 <= track < len(self.score.tracks):
            return ()
        part = self.score.tracks[track]
        at = int(tick)
        values = {e.number: _byte(e.value) for e in _held(CONTROL, part.controls, at=tick)}
        for number in _OF_PARAMETERS:
            values.pop(number, None)
        banks = sorted(number for number in values if number in wire.BANKS)
        others = sorted(number for number in values if number not in wire.BANKS)
        events = [
            *(
                ScheduledEvent(at, 0, track, wire.CONTROL, number, values[number])
                for number in banks
            ),
            ScheduledEvent(at, 0, track, wire.PROGRAM, _byte(part.program), 0),
            *(
                ScheduledEvent(at, 0, track, wire.CONTROL, number, value)
                for number, value in _parameters(c for c in part.controls if c.tick < tick)
            ),
            *(
                ScheduledEvent(at, 0, track, wire.CONTROL, number, values[number])
                for number in others
            ),
        ]
        for kind in _AFTER_CONTROLS:
            held = _held(kind, kind.of(part), at=tick)
            events += [_event(track, kind, replace(event, tick=at)) for event in held]
        return tuple(events)


def in_order(events: Iterable[ScheduledEvent]) -> list[ScheduledEvent]:
    """Return events in the order of sending.

    At one tick controllers keep their order in the score: the pedal may come up and go down, and a
    parameter is chosen, set and closed.
    """
    return sorted(events, key=_place)


def _place(event: ScheduledEvent) -> tuple[int, ...]:
    return event if event.order == _NOTES else event[:2]


def _parameters(controls: Iterable[Control]) -> list[tuple[int, int]]:
    """Return the controllers that set all parameters again, and leave the last one chosen.

    Each parameter needs its number before its data: a piece that sets the pitch wheel's range often
    chooses the null parameter afterwards.
    """
    numbers: dict[int, int] = {}
    chosen: tuple[tuple[int, int], ...] = ()
    data: dict[tuple[tuple[int, int], ...], dict[int, int]] = {}
    for control in controls:
        if control.number in wire.PARAMETER_DATA:
            data.setdefault(chosen, {})[control.number] = _byte(control.value)
        for pair in wire.PARAMETER_NUMBERS:
            if control.number in pair:
                numbers[control.number] = _byte(control.value)
                chosen = tuple((number, numbers[number]) for number in pair if number in numbers)
    # Old recordings sorted controllers by number, so data may come before its parameter number.
    data[chosen] = data.pop((), {}) | data.pop(chosen, {})
    return [say for which, values in data.items() for say in (*which, *sorted(values.items()))]


def clicks(bars: BarMap, start: float, end: float) -> Iterator[ScheduledEvent]:
    """Yield the metronome's clicks on each beat in [start, end), the bar's first one accented."""
    tick = bars.start_of(bars.bar_at(max(0, int(start))))
    while tick < end:
        beat = bars.beat_length_at(tick)
        bar = bars.bar_at(tick)
        if tick >= start:
            yield click(tick, beat, accented=tick == bars.start_of(bar))
        # A new meter begins a bar at its tick, even in the middle of a beat.
        tick = min(tick + beat, bars.start_of(bar + 1))


def click(tick: int, beat: int, *, accented: bool) -> ScheduledEvent:
    """Return one click: a wood block, a quarter of a beat long."""
    pitch, velocity = (_ACCENT_PITCH, 120) if accented else (_BEAT_PITCH, 90)
    return ScheduledEvent(
        tick, _NOTES, CLICK_TRACK, wire.NOTE_ON, pitch, velocity, tick + max(1, beat // 4)
    )


def _events(index: int, track: Track) -> Iterator[ScheduledEvent]:
    for note in track.notes:
        yield from _note_events(index, note)
    for kind in ON_CHANNEL:
        for event in filter(kind.holds, kind.of(track)):
            yield _event(index, kind, event)


def _event(track: int, kind: ChannelKind[Any], event: TimedEvent) -> ScheduledEvent:
    order = 0 if kind is CONTROL else 1
    return ScheduledEvent(
        event.tick, order, track, kind.message.status, *kind.message.write(kind.bounded(event))
    )


def _held(kind: ChannelKind[_E], events: Iterable[_E], *, at: float) -> list[_E]:
    """Return the last event of each lane before a tick, or a resting one if there is none."""
    lanes: dict[int, _E] = {}
    for event in filter(kind.holds, events):
        lane = kind.lane(event)
        if event.tick < at:
            lanes[lane] = event
        else:
            lanes.setdefault(lane, kind.resting(event, tick=event.tick))
    return list(lanes.values())


def _note_events(track: int, note: Note) -> Iterator[ScheduledEvent]:
    if 0 <= note.pitch <= 127:
        velocity = min(127, max(1, note.velocity))
        end = note.start + max(1, note.duration)
        yield ScheduledEvent(note.start, _NOTES, track, wire.NOTE_ON, note.pitch, velocity, end)


def _byte(value: int) -> int:
    return min(127, max(0, value))


def _playable(score: Score) -> tuple[Score, tuple[str, ...]]:
    """Return the score with tempos and time signatures that can be played, and the notices."""
    notices = []
    tempos = tuple(replace(tempo, bpm=playable_bpm(tempo.bpm)) for tempo in score.tempos)
    odd = next((old for old, new in zip(score.tempos, tempos, strict=True) if old != new), None)
    if odd is not None:
        notices.append(_tempo_notice(odd))
    meters = tuple(m for m in score.time_signatures if m.numerator > 0 and m.denominator > 0)
    if meters != score.time_signatures:
        notices.append("The piece has a time signature that makes no sense; it was left out.")
    playable = replace(
        score,
        tempos=tempos,
        time_signatures=meters,
        ticks_per_quarter=max(1, score.ticks_per_quarter),
    )
    return playable, tuple(notices)


def playable_bpm(bpm: float) -> float:
    """Return the nearest tempo that can be played; the slowest for an invalid one."""
    return min(FASTEST_BPM, bpm) if bpm > SLOWEST_BPM else SLOWEST_BPM


def _tempo_notice(tempo: Tempo) -> str:
    return (
        f"A tempo of {tempo.bpm:g} cannot be played; it is played at {playable_bpm(tempo.bpm):g}."
    )
