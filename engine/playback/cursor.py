"""Reads a schedule forwards in time, with a loop and clicks. Pure, without a clock.

The time axis is `elapsed_s`: seconds of music at the written tempo since playing began. It goes on
through loops. A stretch of ticks without a jump is a `Pass`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.music.score import Control, Note
from engine.music.time import TempoMap
from engine.playback import clock as clocks
from engine.playback import wire
from engine.playback.schedule import Schedule, ScheduledEvent, click, clicks, in_order

# A shorter loop would be a buzz, and reading could never get ahead of playing.
SHORTEST_LOOP_S = 0.02
_PASSES_KEPT = 64


class Due(NamedTuple):
    """An event and the times at which it sounds.

    Attributes:
        elapsed_s: Time of the event.
        end_s: Time at which a note ends; `elapsed_s` for other events.
        event: The event.
    """

    elapsed_s: float
    end_s: float
    event: ScheduledEvent


@dataclass(frozen=True, slots=True)
class Loop:
    """The range [start, end) to repeat; an empty range means no loop."""

    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """A stretch of ticks that is played without a jump.

    Attributes:
        tempo: Converts ticks to seconds.
        start: First tick; a fraction if it continues another pass.
        elapsed_s: Time of the first tick.
        floor: Tick before which no event belongs to the pass.
        end: Tick past the last one; None for no end.
        lap: Number of jumps back before the pass.
    """

    tempo: TempoMap
    start: float
    elapsed_s: float
    floor: float
    end: int | None = None
    lap: int = 0

    def elapsed_at(self, tick: float) -> float:
        """Return the time of a tick in this pass."""
        return self.elapsed_s + self.tempo.seconds_at(tick) - self.tempo.seconds_at(self.start)

    def tick_at(self, elapsed_s: float) -> float:
        """Return the tick at a time."""
        seconds = self.tempo.seconds_at(self.start) + elapsed_s - self.elapsed_s
        return self.tempo.tick_at(seconds)

    @property
    def end_s(self) -> float:
        """Time at which the pass ends."""
        return float("inf") if self.end is None else self.elapsed_at(self.end)


class PlaybackCursor:
    """The place up to which a schedule has been read.

    Args:
        schedule: The schedule to read.
        tick: First tick.
        loop: The range to repeat.
        metronome: Whether to add clicks.
        clock: Whether to add MIDI clock.
    """

    def __init__(
        self,
        schedule: Schedule,
        *,
        tick: int = 0,
        loop: Loop = Loop(),
        metronome: bool = False,
        clock: bool = False,
    ) -> None:
        self.schedule = schedule
        self._loop = loop
        self._metronome = metronome
        self._clock = clock
        # The sixteenth at which MIDI clock begins; None once it has begun.
        self._clock_begins: int | None = self._sixteenth_from(tick)
        self._passes = [self._new_pass(tick, 0.0, floor=tick)]
        self._read_to = float(tick)

    def _new_pass(self, tick: float, elapsed_s: float, *, floor: float, lap: int = 0) -> Pass:
        tempo = self.schedule.tempo
        loop = self._loop
        length_s = tempo.seconds_at(loop.end) - tempo.seconds_at(loop.start)
        repeats = length_s >= SHORTEST_LOOP_S and tick < loop.end
        return Pass(
            tempo=tempo,
            start=tick,
            elapsed_s=elapsed_s,
            floor=floor,
            end=loop.end if repeats else None,
            lap=lap,
        )

    @property
    def _pass(self) -> Pass:
        return self._passes[-1]

    @property
    def read_s(self) -> float:
        """The time up to which everything has been read."""
        return self._pass.elapsed_at(self._read_to)

    @property
    def end_s(self) -> float:
        """Time at which the music ends; infinity for a loop."""
        end = self.schedule.end
        return float("inf") if self._pass.end is not None else self._pass.elapsed_at(end)

    def join_clock(self, *, on: bool) -> int:
        """Turn MIDI clock on or off; return the sixteenth at which it begins."""
        self._clock = on
        self._clock_begins = begins = self._sixteenth_from(self._read_to)
        return begins

    def _sixteenth_from(self, tick: float) -> int:
        return clocks.sixteenth_from(self.schedule.score.ticks_per_quarter, tick)

    def change(
        self,
        *,
        schedule: Schedule | None = None,
        loop: Loop | None = None,
        metronome: bool | None = None,
    ) -> None:
        """Read on from the same place with another schedule, loop or metronome."""
        at_s = self.read_s
        self.schedule = schedule or self.schedule
        self._loop = loop if loop is not None else self._loop
        self._metronome = self._metronome if metronome is None else metronome
        self._begin_pass(self._read_to, at_s, floor=self._pass.floor, lap=self._pass.lap)

    def _begin_pass(self, tick: float, elapsed_s: float, *, floor: float, lap: int) -> None:
        new = self._new_pass(tick, elapsed_s, floor=floor, lap=lap)
        self._passes = [*self._passes[-_PASSES_KEPT:], new]
        self._read_to = tick

    def read(self, until_s: float) -> Iterator[Due]:
        """Yield the events before a time that were not read yet, in order."""
        while self.read_s < until_s:
            now = self._pass
            if now.end is not None and now.end_s <= until_s:
                yield from self._read_pass(float(now.end))
                start = self._loop.start
                self._begin_pass(start, now.end_s, floor=start, lap=now.lap + 1)
                yield from self._chase(self._loop.start)
                yield from self._clock_jump(self._loop.start)
            else:
                yield from self._read_pass(now.tick_at(until_s))
                return

    def _read_pass(self, end: float) -> Iterator[Due]:
        start, self._read_to = self._read_to, max(self._read_to, end)
        events = self.schedule.between(start, end)
        if self._metronome:
            events = in_order((*events, *clicks(self.schedule.bars, start, end)))
        now = self._pass
        dues = [self._due(now, event) for event in events]
        if self._clock:
            dues = sorted((*dues, *self._clock_dues(now, start, end)), key=_place)
        yield from dues

    def _clock_dues(self, now: Pass, start: float, end: float) -> Iterator[Due]:
        """Yield the MIDI clock of [start, end)."""
        grid = self.schedule.score.ticks_per_quarter
        if self._clock_begins is not None:
            first = clocks.tick_of(grid, self._clock_begins)
            if first >= end:
                return
            status, self._clock_begins = clocks.go(self._clock_begins), None
            start = max(start, first)
            yield _at(now.elapsed_at(first), clocks.event(status, tick=first))
        for tick in clocks.pulses(grid, start, end):
            yield _at(now.elapsed_at(tick), clocks.event(wire.PULSE, tick=tick))

    def _clock_jump(self, tick: int) -> Iterator[Due]:
        """Yield the messages that move MIDI clock to the loop's start."""
        if not self._clock:
            return
        self._clock_begins = begins = self._sixteenth_from(tick)
        yield _at(self._pass.elapsed_s, clocks.event(wire.STOP, tick=tick))
        yield _at(self._pass.elapsed_s, clocks.event(wire.POSITION, tick=tick, sixteenth=begins))

    def _due(self, now: Pass, event: ScheduledEvent) -> Due:
        at_s = now.elapsed_at(event.tick)
        # Notes do not sound past the loop's end.
        end = event.end if now.end is None else min(event.end, now.end)
        return Due(at_s, now.elapsed_at(end) if event.end else at_s, event)

    def _chase(self, tick: int) -> Iterator[Due]:
        """Yield controllers and pitch wheel with their values at the loop's start."""
        at_s = self._pass.elapsed_s
        for track in range(len(self.schedule.score.tracks)):
            for event in self.schedule.chase(tick, track):
                yield Due(at_s, at_s, event)

    def add(
        self,
        notes: Iterable[tuple[int, Note]],
        controls: Iterable[tuple[int, Control]] = (),
    ) -> list[Due]:
        """Add notes and controllers, each with its track; return what reading has passed."""
        added, moved = list(notes), list(controls)
        now = self._pass
        self.schedule = self.schedule.adding(added, moved)
        missed = [(track, n) for track, n in added if now.floor <= n.start < self._read_to]
        late = [(track, c) for track, c in moved if now.floor <= c.tick < self._read_to]
        return [self._due(now, event) for event in self.schedule.events_of(missed, late)]

    def tick_at(self, elapsed_s: float) -> float:
        """Return the tick at a time; the first one before the beginning."""
        if elapsed_s <= self._passes[0].elapsed_s:
            return self._passes[0].start
        passed = [p for p in self._passes if p.elapsed_s <= elapsed_s]
        return passed[-1].tick_at(elapsed_s)

    def lap_at(self, elapsed_s: float) -> int:
        """Return how often the loop has jumped back until a time."""
        passed = [p.lap for p in self._passes if p.elapsed_s <= elapsed_s]
        return passed[-1] if passed else 0

    def elapsed_after(self, elapsed_s: float, ticks: float) -> float:
        """Return the time after some ticks, through loops and tempo changes."""
        here = next((p for p in reversed(self._passes) if p.elapsed_s <= elapsed_s), None)
        here = here or self._passes[0]
        tick = here.tick_at(elapsed_s) + ticks
        if here.end is None or tick <= here.end:
            return here.elapsed_at(tick)
        again = self._loop.start + tick - here.end
        return here.end_s + here.tempo.seconds_at(again) - here.tempo.seconds_at(self._loop.start)

    def elapsed_at(self, tick: float) -> float:
        """Return the time of a tick in the current pass."""
        return self._pass.elapsed_at(tick)


def _at(elapsed_s: float, event: ScheduledEvent) -> Due:
    return Due(elapsed_s, elapsed_s, event)


def _place(due: Due) -> tuple[float, int]:
    return due.elapsed_s, due.event.order


def count_in(schedule: Schedule, *, tick: int, bars: int) -> tuple[Due, ...]:
    """Return the clicks of whole bars before a tick, at negative times.

    The clicks have the meter and tempo of the tick.
    """
    beat = schedule.bars.beat_length_at(tick)
    beats_a_bar = schedule.bars.signature_at(tick).numerator
    beat_s = beat * 60.0 / (schedule.tempo.bpm_at(tick) * schedule.score.ticks_per_quarter)
    return tuple(
        Due(
            -left * beat_s, (0.25 - left) * beat_s, click(tick, beat, accented=i % beats_a_bar == 0)
        )
        for i, left in enumerate(range(bars * beats_a_bar, 0, -1))
    )
