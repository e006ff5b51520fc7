"""Reads a schedule forwards in time, with a loop and clicks. Pure, without a clock.

The time axis is `elapsed_s`: seconds of music at the written tempo since playing began. It goes on
through loops. A stretch of ticks without a jump is a `Pass`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import NamedTuple

from engine.playback import wire
from engine.playback.sending import pulses as clocks
from engine.playback.sending.chasing import LEAST_HELD_S, notes_at, state_at_tick
from engine.playback.sending.joining import Joining, Turn
from engine.playback.sending.schedule import (
    END_ORDER,
    Schedule,
    ScheduledEvent,
    click,
    clicks,
    in_order,
)
from engine.values.score import Control, Note
from engine.values.time import TempoMap

# A shorter loop would be a buzz, and reading could never get ahead of playing.
SHORTEST_LOOP_S = 0.02
_PASSES_KEPT = 64
# Reading is ahead of what sounds: when playing turns back, so much of the bar is read again.
_READ_AGAIN_S = 0.3


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
        turn: Where it ends and where playing goes on from there; None for no end.
        silent: Whether it has no notes: playing waits for what comes at its end.
        lap: Number of jumps back before the pass.
    """

    tempo: TempoMap
    start: float
    elapsed_s: float
    floor: float
    turn: Turn | None = None
    silent: bool = False
    lap: int = 0

    @property
    def end(self) -> float:
        """The tick past the last one; infinity for no end."""
        return float("inf") if self.turn is None else self.turn.end

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
        return float("inf") if self.turn is None else self.elapsed_at(self.turn.end)


class PlaybackCursor:
    """The place up to which a schedule has been read.

    Args:
        schedule: The schedule to read.
        tick: First tick.
        loop: The range to repeat.
        metronome: Whether to add clicks.
        clock: Whether to add MIDI clock.
        joining: Music that is being made, into which playing leads.
    """

    def __init__(
        self,
        schedule: Schedule,
        *,
        tick: int = 0,
        loop: Loop = Loop(),
        metronome: bool = False,
        clock: bool = False,
        joining: Joining | None = None,
    ) -> None:
        self.schedule = schedule
        self._loop = loop
        # Music that was whole before playing began is played like any other.
        self._joining = joining if joining is not None and joining.until else None
        self._entered = joining is not None and tick >= joining.start
        self._metronome = metronome
        self._clock = clock
        # The sixteenth at which MIDI clock begins; None once it has begun.
        self._clock_begins: int | None = self._sixteenth_from(tick)
        self._passes = [self._new_pass(tick, 0.0, floor=tick)]
        self._read_to = float(tick)

    def _new_pass(
        self,
        tick: float,
        elapsed_s: float,
        *,
        floor: float,
        lap: int = 0,
        silent_until: float | None = None,
    ) -> Pass:
        turn = self._turn(tick)
        if silent_until is not None:
            turn = Turn(end=silent_until, then=silent_until)
        return Pass(
            tempo=self.schedule.tempo,
            start=tick,
            elapsed_s=elapsed_s,
            floor=floor,
            turn=turn,
            silent=silent_until is not None,
            lap=lap,
        )

    def _turn(self, tick: float) -> Turn | None:
        """Return the next turn of the loop or of the music that is being made."""
        turns = (self._loop_turn(tick), self._joining_turn(tick))
        return min((t for t in turns if t is not None), key=lambda t: t.end, default=None)

    def _loop_turn(self, tick: float) -> Turn | None:
        loop = self._loop
        if not self._is_long(loop.start, loop.end) or tick >= loop.end:
            return None
        joining = self._joining
        if joining is None or self._entered or self._loop_holds(joining.start):
            return Turn(end=loop.end, then=loop.start)
        if loop.start >= joining.start:
            return None
        # The loop has no bar of the new music: playing leaves it.
        before = joining.first_of_bar_before(joining.start, self.schedule.bars)
        return Turn(end=loop.end, then=before) if loop.end < before else None

    def _joining_turn(self, tick: float) -> Turn | None:
        joining, bars = self._joining, self.schedule.bars
        if joining is None:
            return None
        gate = joining.until if self._entered and joining.until else joining.start
        if not self._is_long(joining.first_of_bar_before(gate, bars), gate):
            return None
        return joining.turn(tick, entered=self._entered, bars=bars, end=self.schedule.end)

    def _loop_holds(self, tick: int) -> bool:
        return self._loop.start < tick < self._loop.end

    def _is_long(self, start: float, end: float) -> bool:
        tempo = self.schedule.tempo
        return tempo.seconds_at(end) - tempo.seconds_at(start) >= SHORTEST_LOOP_S

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
        return float("inf") if self._pass.turn is not None else self._pass.elapsed_at(end)

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
        at_s, now = self.read_s, self._pass
        self.schedule = schedule or self.schedule
        self._loop = loop if loop is not None else self._loop
        self._metronome = self._metronome if metronome is None else metronome
        silent_until = now.end if now.silent else None
        self._begin_pass(
            self._read_to, at_s, floor=now.floor, lap=now.lap, silent_until=silent_until
        )

    def join(self, joining: Joining | None) -> None:
        """Lead into music that is being made, or into none, from the same place on."""
        before, self._joining = self._joining, joining
        if joining is not None and (before is None or before.start != joining.start):
            # Whole music that playing has passed is not gone back to.
            self._entered = not joining.until and self._read_to > joining.start
        self.change()

    def _begin_pass(
        self,
        tick: float,
        elapsed_s: float,
        *,
        floor: float,
        lap: int,
        silent_until: float | None = None,
    ) -> None:
        new = self._new_pass(tick, elapsed_s, floor=floor, lap=lap, silent_until=silent_until)
        self._passes = [*self._passes[-_PASSES_KEPT:], new]
        self._read_to = tick

    def read(self, until_s: float) -> Iterator[Due]:
        """Yield the events before a time that were not read yet, in order."""
        while self.read_s < until_s:
            now = self._pass
            if now.turn is None or now.end_s > until_s:
                yield from self._read_pass(now.tick_at(until_s))
                return
            yield from self._read_pass(now.turn.end)
            yield from self._go_on_after(now, now.turn)

    def _go_on_after(self, now: Pass, turn: Turn) -> Iterator[Due]:
        """Begin the pass after a turn."""
        jumps = turn.then != turn.end
        floor, lap = (turn.then, now.lap + 1) if jumps else (now.floor, now.lap)
        if jumps and turn.holds:
            yield from self._cut(now, turn.end)
        self._begin_pass(turn.then, now.end_s, floor=floor, lap=lap, silent_until=turn.silent_until)
        if jumps:
            yield from self._chase(turn.then)
            yield from self._clock_jump(turn.then)
        if turn.silent_until is None:
            # Reading is ahead of what sounds: where the music waits, notes were just missed.
            since = self._read_again_from(turn.then) if turn.holds else turn.then
            if jumps:
                yield from self._struck(self._pass, since)
            if turn.holds:
                between = self.schedule.between(since, turn.then)
                yield from (self._due(self._pass, event) for event in between if event.end)

    def _read_again_from(self, tick: float) -> float:
        tempo, bars = self.schedule.tempo, self.schedule.bars
        lately = tempo.tick_at(tempo.seconds_at(tick) - _READ_AGAIN_S)
        return max(lately, bars.start_of(bars.bar_at(int(tick))))

    def _struck(
        self,
        now: Pass,
        tick: float,
        *,
        since: float | None = None,
        not_before_s: float | None = None,
    ) -> Iterator[Due]:
        """Yield the notes that were begun before a tick of a pass and sound on there."""
        first_s = now.elapsed_at(tick) if not_before_s is None else not_before_s
        for event in notes_at(self.schedule, tick, since=since):
            yield self._due(now, event, not_before_s=first_s)

    def joined(self, since: float | None = None) -> list[Due]:
        """Return the notes that playing joins where it begins.

        Args:
            since: The tick at which playing should have begun; each note from there on counts.
        """
        return list(self._struck(self._passes[0], self._passes[0].start, since=since))

    def in_force(self, elapsed_s: float) -> Iterator[Due]:
        """Yield the notes that sound at a time as if just struck, and what was read after it.

        They have the times that reading gave them, by which the caller knows those that wait.
        """
        first = self._passes.index(self._pass_at(elapsed_s))
        ends = [p.tick_at(n.elapsed_s) for p, n in pairwise(self._passes[first:])]
        for now, end in zip(self._passes[first:], (*ends, self._read_to), strict=True):
            is_here = now is self._passes[first]
            if now.silent:
                continue
            tick = max(now.start, now.tick_at(elapsed_s)) if is_here else now.start
            if is_here or now.start == now.floor:
                yield from self._struck(now, tick, not_before_s=now.elapsed_at(now.floor))
            between = self.schedule.between(tick, end)
            yield from (self._due(now, event) for event in between if event.end)

    def holding(self, elapsed_s: float, *, since_s: float) -> list[Due]:
        """Return the notes of the score that have begun by a time and end after another one."""
        now = self._pass_at(elapsed_s)
        begun = self.schedule.between(float("-inf"), now.tick_at(elapsed_s))
        end = now.tick_at(since_s)
        return [self._due(now, event) for event in begun if event.end > end]

    def _cut(self, now: Pass, tick: float) -> Iterator[Due]:
        """Yield the ends of the notes that would sound past a tick."""
        for event in self.schedule.between(float("-inf"), tick):
            if event.end > tick:
                yield _at(now.end_s, event._replace(status=wire.NOTE_OFF, order=END_ORDER))

    def _read_pass(self, end: float) -> Iterator[Due]:
        start, self._read_to = self._read_to, max(self._read_to, end)
        now = self._pass
        events = [] if now.silent else self.schedule.between(start, end)
        if self._metronome:
            events = in_order((*events, *clicks(self.schedule.bars, start, end)))
        if self._joining is not None and start <= self._joining.start < end:
            self._entered = True
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
            begins, self._clock_begins = self._clock_begins, None
            start = max(start, first)
            event = clocks.event(clocks.go(begins), tick=first, sixteenth=begins)
            yield _at(now.elapsed_at(first), event)
        for tick in clocks.pulses(grid, start, end):
            yield _at(now.elapsed_at(tick), clocks.event(wire.PULSE, tick=tick))

    def _clock_jump(self, tick: float) -> Iterator[Due]:
        """Yield the messages that move MIDI clock to where playing jumps."""
        if not self._clock:
            return
        self._clock_begins = begins = self._sixteenth_from(tick)
        yield _at(self._pass.elapsed_s, clocks.event(wire.STOP, tick=tick))
        yield _at(self._pass.elapsed_s, clocks.event(wire.POSITION, tick=tick, sixteenth=begins))

    def _due(self, now: Pass, event: ScheduledEvent, *, not_before_s: float = -inf) -> Due:
        written_s = now.elapsed_at(event.tick)
        at_s = max(written_s, not_before_s)
        if not event.end:
            return Due(at_s, at_s, event)
        # Notes do not sound past the loop's end. Whether music that waits goes on is known later.
        loops = now.turn is not None and not now.turn.holds
        end_s = now.elapsed_at(min(event.end, now.end) if loops else event.end)
        # A note that is struck late is heard, even if its time is over.
        return Due(at_s, max(end_s, at_s + min(end_s - written_s, LEAST_HELD_S)), event)

    def _chase(self, tick: float) -> Iterator[Due]:
        """Yield controllers and pitch wheel with their values where playing jumps."""
        at_s = self._pass.elapsed_s
        for track in range(len(self.schedule.score.tracks)):
            for event in state_at_tick(self.schedule, tick, track):
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
        return self._pass_at(elapsed_s).tick_at(elapsed_s)

    def shown_at(self, elapsed_s: float) -> float:
        """Return the tick to show at a time: while playing waits in silence, where it waits."""
        here = self._pass_at(elapsed_s)
        return here.end if here.silent else self.tick_at(elapsed_s)

    def _pass_at(self, elapsed_s: float) -> Pass:
        return next(
            (p for p in reversed(self._passes) if p.elapsed_s <= elapsed_s), self._passes[0]
        )

    def stretches(self, elapsed_s: float) -> Iterator[tuple[float, float | None]]:
        """Yield where playing is at a time, and where it goes on at each jump that was read.

        Yields:
            The time, and the seconds of the piece that sound from then on; None where playing
            waits in silence.
        """
        first = self._passes.index(self._pass_at(elapsed_s))
        for now in self._passes[first:]:
            at_s = max(now.elapsed_s, elapsed_s)
            seconds = now.tempo.seconds_at(now.start) + at_s - now.elapsed_s
            yield at_s, None if now.silent else seconds

    def lap_at(self, elapsed_s: float) -> int:
        """Return how often the loop has jumped back until a time."""
        passed = [p.lap for p in self._passes if p.elapsed_s <= elapsed_s]
        return passed[-1] if passed else 0

    def elapsed_after(self, elapsed_s: float, ticks: float) -> float:
        """Return the time after some ticks, through loops and tempo changes."""
        here = self._pass_at(elapsed_s)
        tick = here.tick_at(elapsed_s) + ticks
        if here.turn is None or tick <= here.end:
            return here.elapsed_at(tick)
        then = here.turn.then
        again = then + tick - here.end
        return here.end_s + here.tempo.seconds_at(again) - here.tempo.seconds_at(then)

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
