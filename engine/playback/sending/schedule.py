"""A score as events in order of time. Pure."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.midi.channels.parts import moves_of, patch_rows, patches_of
from engine.midi.channels.state import Row
from engine.midi.channels.voices import on_one_channel, voices_of, with_one_voice_plain
from engine.playback import wire
from engine.sentence import said
from engine.values.events import USUAL_RELEASE, Control, Note, Tempo
from engine.values.score import Score, Track
from engine.values.time import BarMap, TempoMap

SLOWEST_BPM = 4.0  # the slowest tempo that a MIDI file can hold is 3.6
FASTEST_BPM = 1000.0
CLICK_TRACK = -1
_ACCENT_PITCH = 76  # high and low wood block of the General MIDI drum kit
_BEAT_PITCH = 77
_NOTES = 2
# Ends of notes come before all events of their tick.
END_ORDER = -1


class ScheduledEvent(NamedTuple):
    """One message to send, without its channel; `in_order` sorts them.

    Attributes:
        tick: When.
        order: 0 for controllers and programs, 1 for what they act on (the pitch wheel), 2 for
            notes, at the same tick.
        track: Whose; `CLICK_TRACK` for the metronome.
        status: The message's status byte with channel 0.
        first: First data byte.
        second: Second data byte; 0 if there is none.
        end: Tick at which a note ends.
        plan: Number of the jam plan that holds the note, or 0.
        voice: Which voice of a track whose notes move by themselves, from 1; 0 for the track's own
            channel.
        release: The velocity with which a note ends.
    """

    tick: int
    order: int
    track: int
    status: int
    first: int
    second: int
    end: int = 0
    plan: int = 0
    voice: int = 0
    release: int = USUAL_RELEASE


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
        voices: Of each track whose notes move by themselves its voices as parts, without it none.
        notices: One sentence for each change to the score.
    """

    score: Score
    tempo: TempoMap
    bars: BarMap
    events: list[ScheduledEvent]
    ticks: list[int]
    end: int
    voices: tuple[tuple[Track, ...], ...] = ()
    notices: tuple[str, ...] = ()

    @classmethod
    def of(cls, score: Score) -> "Schedule":
        """Return the schedule of a score."""
        playable, notices = _playable(score)
        voices = tuple(map(_voices, playable.tracks))
        parts = enumerate(zip(playable.tracks, voices, strict=True))
        events = in_order(event for i, (t, own) in parts for event in _events(i, t, own))
        return cls(
            score=playable,
            tempo=TempoMap.of(playable),
            bars=BarMap.of(playable),
            events=events,
            ticks=[event.tick for event in events],
            end=max((max(event.tick, event.end) for event in events), default=0),
            voices=voices,
            notices=notices,
        )

    def between(self, start: float, end: float) -> list[ScheduledEvent]:
        """Return the events in [start, end), in order."""
        return self.events[self.index_of(start) : self.index_of(end)]

    def index_of(self, tick: float) -> int:
        """Return the index of the first event at or after a tick."""
        return bisect_left(self.ticks, tick)

    def adding(
        self,
        notes: Iterable[tuple[int, Note]],
        controls: Iterable[tuple[int, Control]] = (),
    ) -> "Schedule":
        """Return the schedule with more notes and controllers, each with the index of its track.

        Those for tracks that the score does not have are ignored.
        """
        new = self.events_of(notes, controls)
        # A copy and a few insertions: a long piece takes a note in well under a millisecond.
        events, ticks = list(self.events), list(self.ticks)
        for event in new:
            # A controller comes after those that stand at its tick.
            i = bisect_right(events, _place(event), key=_place)
            events.insert(i, event)
            ticks.insert(i, event.tick)
        end = max((event.end for event in new), default=0)
        return replace(self, events=events, ticks=ticks, end=max(self.end, end))

    def events_of(
        self,
        notes: Iterable[tuple[int, Note]],
        controls: Iterable[tuple[int, Control]] = (),
    ) -> list[ScheduledEvent]:
        """Return the events of notes and controllers, each given with the index of its track."""
        known = range(len(self.score.tracks))
        moves = [
            event_of(track, control.tick, (wire.CONTROL, control.number, control.value))
            for track, control in controls
            if track in known
        ]
        struck = [(track, note) for track, note in notes if track in known]
        return [*moves, *(event for track, note in struck for event in _note_events(track, note))]


def in_order(events: Iterable[ScheduledEvent]) -> list[ScheduledEvent]:
    """Return events in the order of sending.

    At one tick controllers keep their order in the score: the pedal may come up and go down, and a
    parameter is chosen, set and closed.
    """
    return sorted(events, key=_place)


def _place(event: ScheduledEvent) -> tuple[int, ...]:
    return event if event.order == _NOTES else event[:2]


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


def _voices(track: Track) -> tuple[Track, ...]:
    """Return the voices of a track whose notes move by themselves, each as a part."""
    return tuple(on_one_channel(track, notes) for notes in voices_of(track))


def _events(index: int, track: Track, voices: tuple[Track, ...]) -> Iterator[ScheduledEvent]:
    yield from _move_events(index, track, voice=0)
    for voice, part in enumerate(voices or (track,), bool(voices)):
        for note in part.notes:
            yield from _note_events(index, note, voice=voice)
        if voice:
            yield from _move_events(index, part, voice=voice)


def _move_events(index: int, track: Track, *, voice: int) -> Iterator[ScheduledEvent]:
    before, *later = patches_of(track)
    for tick, patch in later:
        for row in patch_rows(patch, after=before[1]):
            yield event_of(index, tick, row, voice)
    for tick, row in moves_of(track):
        yield event_of(index, tick, row, voice)


def event_of(track: int, tick: int, row: Row, voice: int = 0) -> ScheduledEvent:
    """Return a controller, a program, pressure or the wheel as an event."""
    status, first, second = row
    order = 0 if status in {wire.CONTROL, wire.PROGRAM} else 1
    return ScheduledEvent(tick, order, track, status, first, second, voice=voice)


def _note_events(track: int, note: Note, *, voice: int = 0) -> Iterator[ScheduledEvent]:
    if 0 <= note.pitch <= 127:
        yield ScheduledEvent(
            note.start,
            _NOTES,
            track,
            wire.NOTE_ON,
            note.pitch,
            second=min(127, max(1, note.velocity)),
            end=note.start + max(1, note.duration),
            voice=voice,
            release=min(127, max(0, note.release)),
        )


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
        tracks=tuple(map(with_one_voice_plain, score.tracks)),
        ticks_per_quarter=max(1, score.ticks_per_quarter),
    )
    return playable, tuple(notices)


def playable_bpm(bpm: float) -> float:
    """Return the nearest tempo that can be played; the slowest for an invalid one."""
    return min(FASTEST_BPM, bpm) if bpm > SLOWEST_BPM else SLOWEST_BPM


def _tempo_notice(tempo: Tempo) -> str:
    return said(
        "A tempo of {bpm:g} cannot be played; it is played at {played:g}.",
        bpm=tempo.bpm,
        played=playable_bpm(tempo.bpm),
    )
