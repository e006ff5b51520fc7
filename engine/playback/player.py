"""The player: sends what is due, when it is due, and ends every note that it began.

It has no loop and no thread of its own: `step` does what is due and says when it wants to be called
again. The clock is an argument, outputs are given to it, events go out through `report`.
"""

import time
from collections.abc import Callable, Iterable
from math import ceil

from engine.messages import (
    AddNotes,
    ChangeScore,
    Command,
    Message,
    Notice,
    Panic,
    Play,
    Playhead,
    Seek,
    SetClock,
    SetLoop,
    SetMetronome,
    SetMix,
    SetScore,
    SetTempoFactor,
    SoundNote,
    Stop,
    TrackMix,
    changed,
)
from engine.music.score import Score
from engine.music.time import TempoMap
from engine.playback import clock as clocks
from engine.playback import wire
from engine.playback.agenda import NEVER
from engine.playback.console import DEFAULT, Console
from engine.playback.cursor import Cursor, Loop, count_in
from engine.playback.jam_player import JamPlayer
from engine.playback.lateness import LatenessCount
from engine.playback.meters import Meters
from engine.playback.outputs import Output
from engine.playback.pace import Pace
from engine.playback.schedule import Schedule
from engine.playback.sender import Sender

_STOP = bytes((wire.STOP,))
_HORIZON_S = 0.1
_REPORT_S = 1 / 30
_LATENESS_S = 1.0
# A clock that jumps further than this was asleep (suspended, stopped): the music waits with it.
_JUMP_S = 0.5


class Player:
    """Plays a score on outputs, in time.

    Args:
        report: Takes the events that the window is to see.
        clock: Seconds, monotonic.

    Attributes:
        console: The outputs and who sounds where.
        partner: Segue's part in a jam.
        external: Whether another device's clock is followed.
    """

    def __init__(
        self, report: Callable[[Message], None], *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._report = report
        self._clock = clock
        self.console = Console(report, clock)
        self._meters = Meters(self.console, report)
        self._pace = Pace()
        self._sender = Sender(self.console, self._pace, clock)
        self.partner = JamPlayer(self.console, self._sender, self._pace, report, clock)
        self.external = False
        # As it was told; the schedule has notes that were added besides.
        self._score = Score()
        self._schedule = Schedule.of(self._score)
        self._loop = Loop()
        self._metronome = SetMetronome(enabled=False)
        self._tick = 0.0
        self._open_end = self._rests = False
        self._beats_counted = 0
        self._known_until = 0
        self._cursor: Cursor | None = None
        self._last_step_s = 0.0
        self._report_due_s = NEVER
        self._lateness_due_s = NEVER

    # --- what it is doing ----------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether time moves."""
        return self._cursor is not None

    @property
    def tempo(self) -> TempoMap:
        """Ticks to seconds of the score at its written tempo."""
        return self._schedule.tempo

    @property
    def ticks_per_quarter(self) -> int:
        """The score's grid."""
        return self._schedule.score.ticks_per_quarter

    def audible_tick(self, now_s: float) -> float:
        """Return the place in the music that is heard at a clock time."""
        if self._cursor is None:
            return self._tick
        heard_s = now_s - self.console.latency_s
        return self._cursor.tick_at(self._pace.transport.elapsed_at(heard_s))

    def played_tick(self, at_s: float) -> float | None:
        """Return the place of what was played live at a clock time; None while stopped.

        Before the first note, while the count-in is heard, it lies before where playing began.
        """
        if self._cursor is None:
            return None
        elapsed_s = self._pace.transport.elapsed_at(at_s - self.console.latency_s)
        tick = self._cursor.tick_at(elapsed_s)
        if elapsed_s >= 0:
            return tick
        return tick + elapsed_s * self.tempo.bpm_at(int(tick)) * self.ticks_per_quarter / 60

    def played_lap(self, at_s: float) -> int:
        """Return how often the loop had jumped back in what was heard at a clock time."""
        if self._cursor is None:
            return 0
        return self._cursor.lap_at(self._pace.transport.elapsed_at(at_s - self.console.latency_s))

    def _playhead(self, now_s: float) -> Playhead:
        tick = self.audible_tick(now_s)
        tempo = self._schedule.tempo
        known = max(self._schedule.end, self._known_until, self.partner.known_until)
        ahead_s = (tempo.seconds_at(known) - tempo.seconds_at(tick)) / self._pace.factor
        return Playhead(
            tick=tick,
            playing=self.playing or self._rests,
            ahead_s=max(0.0, ahead_s),
            external=self.external,
            rests=self._rests,
            count_in=self._beats_of_count_in(now_s),
        )

    def _beats_of_count_in(self, now_s: float) -> int:
        """Return how many beats of the count-in are still to be heard, with that of now."""
        played = self.played_tick(now_s)
        if self._cursor is None or played is None:
            return 0
        tick = self.audible_tick(now_s)
        left = ceil((tick - played) / self._schedule.bars.beat_length_at(int(tick)))
        return min(max(0, left), self._beats_counted)

    # --- outputs -------------------------------------------------------------------------

    def attach(self, output: Output, port: str = DEFAULT) -> None:
        """Send to this output from now on; its channels are told what they must know."""
        self.console.connect(output, port)
        routes = self.console.routes
        self._chase(i for i, route in enumerate(routes) if route.slot.port == port)
        if self._cursor is not None and self.console.clock_ports:
            self._join_clock(self._cursor)

    def close(self) -> None:
        """End every note and close every output."""
        self.stop()
        self.console.close()

    # --- commands ------------------------------------------------------------------------

    def handle(self, command: Command) -> bool:
        """Do what a command asks for; return False for one that is not the player's."""
        match command:
            case Stop():
                self.stop()
            case Play():
                self.play(command.tick, open_end=command.open_end, counted_in=command.count_in)
            case Seek():
                self.seek(command.tick)
            case SetScore():
                self.set_score(command.score, command.mix)
            case ChangeScore():
                self.set_score(changed(self._score, command.change), command.mix)
            case AddNotes():
                self.add_notes(command)
            case Panic():
                self.panic()
            case SoundNote():
                self.console.sound_note(command)
            case _:
                return self._handle_setting(command)
        return True

    def _handle_setting(self, command: Command) -> bool:
        match command:
            case SetMix():
                self.set_mix(command.mix)
            case SetLoop():
                self.set_loop(Loop(command.start, command.end))
            case SetTempoFactor():
                self.set_tempo_factor(command.factor)
            case SetMetronome():
                self.set_metronome(command)
            case SetClock():
                self.set_clock(command.out)
            case _:
                return self.partner.handle(command)
        return True

    def play(self, tick: int, *, open_end: bool = False, counted_in: bool = True) -> None:
        """Play from a tick, after the count-in if there is one.

        Args:
            tick: Where to begin.
            open_end: Keep time after the last note until stopped.
            counted_in: Whether there may be a count-in.
        """
        self._silence()
        self._open_end = open_end
        self._sender.lateness = LatenessCount()
        self._lateness_due_s = self._clock() + _LATENESS_S
        bars = self._metronome.count_in_bars if counted_in else 0
        self._start(max(0, tick), bars=min(4, max(0, bars)))

    def _start(self, tick: int, *, bars: int = 0) -> None:
        now_s, self._rests = self._clock(), False
        self._cursor = Cursor(
            self._schedule,
            tick=tick,
            loop=self._loop,
            metronome=self._metronome.enabled,
            clock=bool(self.console.clock_ports),
        )
        self._tell_position(clocks.sixteenth_from(self.ticks_per_quarter, tick))
        before = count_in(self._schedule, tick=tick, bars=bars)
        self._beats_counted = len(before)
        first_s = before[0].elapsed_s if before else 0.0
        # What wants to be sent ahead of its time needs that much time before the first note.
        start_s = now_s + self.console.lead_s + self.console.earliest_s
        self._pace.begin(clock_s=start_s, elapsed_s=first_s)
        self._last_step_s = self._report_due_s = now_s
        self._chase(range(len(self.console.routes)))
        self._sender.wait_all(before)
        self.partner.join(self._cursor)

    def stop(self) -> None:
        """Stop, and end every note."""
        self._silence()
        self._halt()

    def rest(self) -> None:
        """Let time stand where it is, every note ended, until it goes on or is stopped."""
        if self._cursor is None:
            return
        self._silence()
        self._tick = self.audible_tick(self._clock())
        self.partner.rest()
        self._cursor, self._rests = None, True
        self._report(self._playhead(self._clock()))
        self._report_due_s = self._lateness_due_s = NEVER

    @property
    def rests(self) -> bool:
        """Whether time stands until it goes on."""
        return self._rests

    def go_on(self, *, at_bar_line: bool) -> None:
        """Let time go on after a rest.

        Args:
            at_bar_line: From the next bar line, where whoever keeps time begins a bar now.
        """
        bars, tick = self._schedule.bars, ceil(self._tick)
        bar = bars.bar_at(tick)
        if at_bar_line and bars.start_of(bar) < tick:
            tick = bars.start_of(bar + 1)
        self._start(tick)

    def _halt(self) -> None:
        now_s = self._clock()
        if self._cursor is not None or self._rests:
            self._tick = self.audible_tick(now_s)
            self.partner.leave()
            self._cursor, self._rests = None, False
            self._report(self._playhead(now_s))
            self._report(self._sender.lateness.report())
        self._report_due_s = self._lateness_due_s = NEVER

    def seek(self, tick: int) -> None:
        """Go to a tick, playing or not."""
        if self.playing:
            self._silence()
            self._start(max(0, tick))
        else:
            self._tick = float(max(0, tick))
            self._tell_position(clocks.sixteenth_from(self.ticks_per_quarter, self._tick))
            self._report(self._playhead(self._clock()))

    def set_score(self, score: Score, mix: Iterable[TrackMix]) -> None:
        """Play this score from now on, from the same place if playing."""
        self._score, self._schedule = score, Schedule.of(score)
        self._known_until = 0
        for notice in self._schedule.notices:
            self._report(Notice(message=notice))
        self.console.set_tracks(self._schedule.score, tuple(mix))
        if self._cursor is not None:
            self._cursor.change(schedule=self._schedule)
            self.partner.tell_anchor()
        self._chase(range(len(self.console.routes)))

    def add_notes(self, command: AddNotes) -> None:
        """Add notes to the score; those that should have sounded long ago are left out."""
        self._known_until = max(self._known_until, command.until)
        self._open_end = command.more
        notes = [(part.track, part.note) for part in command.notes]
        if self._cursor is None:
            self._schedule = self._schedule.adding(notes)
            return
        self._sender.wait_all(self._cursor.add(notes))
        self._schedule = self._cursor.schedule

    def set_mix(self, mix: Iterable[TrackMix]) -> None:
        """Change how tracks are heard; the notes of tracks no longer heard are ended."""
        self._chase(self.console.set_tracks(self._schedule.score, tuple(mix)))

    def set_loop(self, loop: Loop) -> None:
        """Repeat a range from now on."""
        self._loop = loop
        if self._cursor is not None:
            self._cursor.change(loop=loop)

    def set_metronome(self, metronome: SetMetronome) -> None:
        """Click or do not click, from now on."""
        self._metronome = metronome
        self._sender.click_volume = metronome.volume
        if self._cursor is not None:
            self._cursor.change(metronome=metronome.enabled)

    def set_clock(self, ports: Iterable[str]) -> None:
        """Send MIDI clock to these outputs from now on, and no more to others."""
        if self.playing:
            self.console.send_clock(_STOP)
        self.console.clock_ports = frozenset(ports)
        if self._cursor is not None:
            self._join_clock(self._cursor)

    def _join_clock(self, cursor: Cursor) -> None:
        """Let devices on our clock begin at the next sixteenth."""
        self.console.send_clock(_STOP)
        self._tell_position(cursor.join_clock(on=bool(self.console.clock_ports)))

    def _tell_position(self, sixteenth: int) -> None:
        position = clocks.event(wire.POSITION, sixteenth=sixteenth)
        self.console.send_clock(clocks.message_of(position))

    def follow_pulse(self, at_s: float, bpm: float) -> None:
        """Keep in step with a clock whose pulse came: a 24th of a quarter since the last one.

        Args:
            at_s: When it came.
            bpm: Its tempo, or 0.0 if that is not known yet.
        """
        if self._cursor is None:
            return
        heard_s = at_s - self.console.latency_s
        self._pace.follow_pulse(self._cursor, heard_s=heard_s, bpm=bpm, now_s=self._clock())
        self._sender.retime()

    def set_tempo_factor(self, factor: float) -> None:
        """Play so many times as fast from now on."""
        played = self._pace.set_factor(factor, self._clock())
        if played != factor:
            message = f"{factor:g} times the tempo cannot be played; it is {played:g}."
            self._report(Notice(message=message))
        self._sender.retime()
        self.partner.tell_anchor()

    def panic(self) -> None:
        """Stop, and send everything that silences a device, to every open output."""
        self.console.panic()
        self.stop()

    # --- time ----------------------------------------------------------------------------

    def step(self) -> float:
        """Send what is due; return the clock time at which to step again, `NEVER` if stopped."""
        now_s = self._clock()
        return min(self._play_on(now_s), self._meters.step(now_s))

    def _play_on(self, now_s: float) -> float:
        if self._cursor is None:
            return NEVER
        self._wait_out_a_jump(now_s)
        # First what is due now; reading ahead can wait a moment, notes cannot.
        self._sender.send_due()
        elapsed_s = self._pace.transport.elapsed_at(now_s)
        horizon_s = _HORIZON_S + self.console.lead_s + self.console.earliest_s
        until_s = elapsed_s + horizon_s * self._pace.transport.factor
        self._sender.wait_all(self._cursor.read(until_s))
        partner_s = self.partner.step(until_s=until_s, now_s=now_s)
        self._sender.send_due()
        self._report_progress(now_s)
        return min(partner_s, self._next_step_s(elapsed_s))

    def _next_step_s(self, elapsed_s: float) -> float:
        if self._cursor is None:
            return NEVER
        at_end = not self._open_end and elapsed_s >= self._cursor.end_s
        if at_end and not self._sender.agenda.has_music and not self.partner.plays:
            self._sender.agenda.drain()
            self.console.send_clock(_STOP)
            # Not before what was sent ahead of its time.
            self.console.voices.release(self._clock() + self.console.lead_s)
            self._halt()
            return NEVER
        return min(self._sender.agenda.next_s, self._report_due_s)

    def _wait_out_a_jump(self, now_s: float) -> None:
        gap_s = now_s - self._last_step_s
        self._last_step_s = now_s
        if gap_s > _JUMP_S:
            self._pace.wait(gap_s)
            self._sender.retime()
            self.partner.tell_anchor()

    def _report_progress(self, now_s: float) -> None:
        if now_s >= self._report_due_s:
            self._report_due_s = now_s + _REPORT_S
            self._report(self._playhead(now_s))
        if now_s >= self._lateness_due_s:
            self._lateness_due_s = now_s + _LATENESS_S
            self._report(self._sender.lateness.report())

    # --- state ---------------------------------------------------------------------------

    def _silence(self) -> None:
        """End every note; what waits to be sent is dropped."""
        self._sender.agenda.drain()
        if self.playing:
            self.console.send_clock(_STOP)
        self.console.silence()

    def _chase(self, tracks: Iterable[int]) -> None:
        """While playing, send what the tracks' channels must know to go on from here."""
        if self._cursor is not None:
            elapsed_s = self._pace.transport.elapsed_at(self._clock())
            self.console.chase(self._schedule, self._cursor.tick_at(elapsed_s), tracks)
