"""The player: sends each message when it is due, and ends every note that it began.

It has no loop and no thread: the caller calls `step`, which returns when to call it again. The
clock is an argument, the caller attaches outputs, and `report` takes the events.
"""

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from math import ceil

from engine.messages import (
    AddNotes,
    ChangeScore,
    Command,
    Join,
    Message,
    Notice,
    Panic,
    Play,
    Playhead,
    PlayingBegan,
    PlayRecording,
    Seek,
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
from engine.playback import wire
from engine.playback.clocks.idle_clock import IdleClock
from engine.playback.clocks.time_code import TimeCodeWriter
from engine.playback.player.beside import Beside
from engine.playback.player.console import DEFAULT, Console
from engine.playback.player.jam_player import JamPlayer
from engine.playback.player.lateness import LatenessCount
from engine.playback.player.level_reporter import LevelReporter
from engine.playback.player.pace import Pace
from engine.playback.player.sender import Sender
from engine.playback.ports.outputs import PlayerOutput
from engine.playback.sending import pulses as clocks
from engine.playback.sending.agenda import NEVER
from engine.playback.sending.chasing import LEAST_HELD_S
from engine.playback.sending.cursor import Due, Loop, PlaybackCursor, count_in
from engine.playback.sending.joining import Joining
from engine.playback.sending.schedule import Schedule
from engine.sentence import said
from engine.values.hearing import Recording
from engine.values.score import Score
from engine.values.sound import TuningOut
from engine.values.time import TempoMap

_STOP = bytes((wire.STOP,))
_HORIZON_S = 0.1  # how far ahead of playing the schedule is read
_REPORT_S = 1 / 30  # interval of reporting the playhead
_LATENESS_S = 1.0  # interval of reporting the lateness
# Times of one moment differ by rounding.
_JUST_NOW_S = 0.001
# Time code is rounded: without a wait the loop would run until it is due.
_LEAST_WAIT_S = 0.0005
# After a larger jump of the clock the process was suspended: the music waits as long.
_JUMP_S = 0.5


class Player:
    """Plays a score on outputs, in time.

    Args:
        report: Takes events for the window.
        clock: Returns seconds, monotonic.
        report_s: Interval of reporting the playhead; the player takes a step at least so often.
        horizon_s: How far ahead of playing the schedule is read.

    Attributes:
        console: The outputs and the channels of each track.
        partner: Segue's part in a jam.
        external: Whether the player follows another device's clock.
    """

    def __init__(
        self,
        report: Callable[[Message], None],
        *,
        clock: Callable[[], float] = time.perf_counter,
        report_s: float = _REPORT_S,
        horizon_s: float = _HORIZON_S,
    ) -> None:
        self._report = report
        self._clock = clock
        self._report_s, self._horizon_s = report_s, horizon_s
        self.console = Console(report, clock)
        self._meters = LevelReporter(self.console, report)
        self._idle_clock = IdleClock(self.console.send_clock)
        self._time_code = TimeCodeWriter(self.console.send_time_code)
        self._pace = Pace()
        self._sender = Sender(self.console, self._pace, clock)
        self.partner = JamPlayer(self.console, self._sender, self._pace, report, clock)
        self._beside = Beside(self.console, report)
        self.external = False
        # The score as set; the schedule also has notes that were added later.
        self._score = Score()
        self._schedule = Schedule.of(self._score)
        self._loop = Loop()
        self._joining: Joining | None = None
        self._metronome = SetMetronome(enabled=False)
        self._tick = 0.0
        self._open_end = self._rests = False
        # Start of the music that was being made when a recording began, which waits for nothing.
        self._recorded_over = 0
        self._beats_counted = 0
        self._known_until = 0
        self._cursor: PlaybackCursor | None = None
        self._last_step_s = 0.0
        self._report_due_s = NEVER
        self._lateness_due_s = NEVER

    # --- what it is doing ----------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether the music moves."""
        return self._cursor is not None

    @property
    def tempo(self) -> TempoMap:
        """Ticks to seconds of the score at its written tempo."""
        return self._schedule.tempo

    @property
    def ticks_per_quarter(self) -> int:
        """Ticks of a quarter in the score."""
        return self._schedule.score.ticks_per_quarter

    def audible_tick(self, now_s: float) -> float:
        """Return the tick that is heard at a clock time."""
        if self._cursor is None:
            return self._tick
        heard_s = now_s - self.console.latency_s
        return self._cursor.shown_at(self._pace.music_clock.elapsed_at(heard_s))

    def played_tick(self, at_s: float) -> float | None:
        """Return the tick at which a key is played at a clock time; None while stopped.

        During the count-in it lies before the tick at which playing begins.
        """
        if self._cursor is None:
            return None
        elapsed_s = self._pace.music_clock.elapsed_at(at_s - self.console.latency_s)
        tick = self._cursor.tick_at(elapsed_s)
        if elapsed_s >= 0:
            return tick
        return tick + elapsed_s * self.tempo.bpm_at(int(tick)) * self.ticks_per_quarter / 60

    def played_lap(self, at_s: float) -> int:
        """Return how often the loop has jumped back in what is heard at a clock time."""
        if self._cursor is None:
            return 0
        return self._cursor.lap_at(self._pace.music_clock.elapsed_at(at_s - self.console.latency_s))

    def bar_line_from(self, pulse: int) -> int:
        """Return the number of the next pulse (24 a quarter), or this one, that begins a bar."""
        bars, grid = self._schedule.bars, self.ticks_per_quarter
        tick = ceil(pulse * grid / clocks.PULSES_A_QUARTER)
        line = bars.start_of(bars.bars_until(tick))
        return ceil(line * clocks.PULSES_A_QUARTER / grid)

    def tick_of_beat(self, bar: int, quarters: float) -> float:
        """Return the tick of some quarters after the beginning of a bar, from 0."""
        return self._schedule.bars.start_of(bar) + quarters * self.ticks_per_quarter

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
        """Return how many beats of the count-in are left, including the current one."""
        played = self.played_tick(now_s)
        if self._cursor is None or played is None:
            return 0
        tick = self.audible_tick(now_s)
        left = ceil((tick - played) / self._schedule.bars.beat_length_at(int(tick)))
        return min(max(0, left), self._beats_counted)

    # --- outputs -------------------------------------------------------------------------

    def attach(self, output: PlayerOutput, port: str = DEFAULT) -> None:
        """Send to this output from now on, and set up its channels."""
        before = self.console.places
        self.console.connect(output, port)
        routes = self.console.routes
        came = frozenset(i for i, route in enumerate(routes) if route.slot.port == port)
        self._catch_up(came, strike=came | self.console.moved_since(before))
        if self._cursor is not None and self.console.clock_ports:
            self._join_clock(self._cursor)

    def close(self) -> None:
        """End every note and close every output."""
        self.stop()
        self.console.close()

    # --- commands ------------------------------------------------------------------------

    def handle(self, command: Command) -> bool:
        """Run a command; return False if it is not for the player."""
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
            case Join():
                self.join(command)
            case PlayRecording():
                self.play_recording(command.recording)
            case SetTempoFactor():
                self.set_tempo_factor(command.factor)
            case SetMetronome():
                self.set_metronome(command)
            case _:
                return self.partner.handle(command)
        return True

    def play(
        self,
        tick: int,
        *,
        since: int | None = None,
        open_end: bool = False,
        counted_in: bool = True,
    ) -> None:
        """Play from a tick, after the count-in if there is one.

        Args:
            tick: First tick. Notes that have begun and sound on there are struck.
            since: Tick at which a device that is followed began; no note from there on is lost.
            open_end: Whether to keep time after the last note until stopped.
            counted_in: Whether to allow a count-in.
        """
        self._silence()
        self._meters.begin()
        self._open_end = open_end
        self._recorded_over = self._joining.start if open_end and self._joining else 0
        self._sender.lateness = LatenessCount()
        self._lateness_due_s = self._clock() + _LATENESS_S
        bars = self._metronome.count_in_bars if counted_in else 0
        self._start(max(0, tick), bars=min(4, max(0, bars)), since=since)

    def _start(self, tick: int, *, bars: int = 0, since: int | None = None) -> None:
        now_s, self._rests = self._clock(), False
        self._sender.clock_origin = self._clock_origin
        self._cursor = PlaybackCursor(
            self._schedule,
            tick=tick,
            loop=self._loop,
            metronome=self._metronome.enabled,
            clock=bool(self.console.clock_ports),
            joining=self._joining_now(),
        )
        self._tell_position(clocks.sixteenth_from(self.ticks_per_quarter, tick))
        before = count_in(self._schedule, tick=tick, bars=bars)
        self._beats_counted = len(before)
        first_s = before[0].elapsed_s if before else 0.0
        # The outputs need this much time before the first note.
        earliest_s = max(self.console.earliest_s, self._beside.early_s)
        start_s = now_s + self.console.lead_s + earliest_s
        self._pace.begin(clock_s=start_s, elapsed_s=first_s)
        if before:
            begins_s = self._pace.music_clock.clock_at(0.0)
            self._idle_clock.align(at_s=begins_s, now_s=now_s, bpm=self._bpm_at(tick))
        heard_s = self._pace.music_clock.clock_at(0.0) + self.console.latency_s
        self._report(PlayingBegan(tick=tick, heard_s=heard_s, factor=self._pace.factor))
        self._last_step_s = self._report_due_s = now_s
        self._catch_up(self._all_tracks)
        self._sender.wait_all((*before, *self._cursor.joined(since)))
        self.partner.join(self._cursor)

    def stop(self) -> None:
        """Stop, and end every note."""
        self._silence()
        self._halt()

    def rest(self, tick: int | None = None) -> None:
        """Pause: end every note and keep the place until `go_on`, `play` or `stop`.

        Args:
            tick: The place to keep; by default the one that is heard.
        """
        if self._cursor is None:
            return
        self._silence()
        self._tick = self.audible_tick(self._clock()) if tick is None else float(tick)
        self.partner.rest()
        self._cursor, self._rests = None, True
        self._report(self._playhead(self._clock()))
        self._report_due_s = self._lateness_due_s = NEVER

    @property
    def rests(self) -> bool:
        """Whether the music is paused by `rest`."""
        return self._rests

    def go_on(self, *, at_bar_line: bool) -> None:
        """Resume after a rest.

        Args:
            at_bar_line: Whether to resume at the next bar line, because a bar begins now.
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
        """Go to a tick, whether playing or not."""
        if self.playing:
            self._silence()
            self._start(max(0, tick))
        else:
            self._tick = float(max(0, tick))
            self._tell_position(clocks.sixteenth_from(self.ticks_per_quarter, self._tick))
            self._time_code.locate(self._seconds_for_others(self._tick))
            self._prepare_recording()
            self._report(self._playhead(self._clock()))

    def set_score(self, score: Score, mix: Iterable[TrackMix]) -> None:
        """Change the score, and play on from the same place."""
        self._score, self._schedule = score, Schedule.of(score)
        self._known_until = 0
        for notice in self._schedule.notices:
            self._report(Notice(message=notice))
        self.console.set_tracks(self._schedule, tuple(mix))
        if self._cursor is not None:
            self._cursor.change(schedule=self._schedule)
            self._sender.keep_only(self._schedule, self._holding(self._cursor))
            self.partner.tell_anchor()
        self._catch_up(self._all_tracks, strike=self._all_tracks)

    def _holding(self, cursor: PlaybackCursor) -> list[Due]:
        """Return the notes of the score that may have been sent and sound now."""
        # A track may be set to sound early or late, and a note sounds that began just now.
        now_s = self._pace.music_clock.elapsed_at(self._clock())
        first_s = now_s - self.console.latest_s - LEAST_HELD_S
        last_s = now_s + self.console.lead_s + self.console.earliest_s + _JUST_NOW_S
        return cursor.holding(last_s, since_s=first_s)

    def add_notes(self, command: AddNotes) -> None:
        """Add notes and their pedal to the score; what is long past is not played."""
        self._known_until = max(self._known_until, command.until)
        self._open_end = command.more
        notes = [(part.track, part.note) for part in command.notes]
        pedal = [(part.track, part.control) for part in command.pedal]
        if self._cursor is None:
            self._schedule = self._schedule.adding(notes, pedal)
            return
        self._sender.wait_all(self._cursor.add(notes, pedal))
        self._schedule = self._cursor.schedule

    def set_mix(self, mix: Iterable[TrackMix]) -> None:
        """Change the mix; notes of tracks that are no longer heard end, others are joined."""
        before = self.console.places
        changed = self.console.set_tracks(self._schedule, tuple(mix))
        self._catch_up(changed, strike=self.console.moved_since(before))

    def give_tracks_ports(self, *, on: bool) -> None:
        """Set whether each track has a port beside the one that other programs connect to."""
        if on != self.console.port_per_track:
            self.console.port_per_track = on
            self.set_mix(self.console.mix)

    def set_loop(self, loop: Loop) -> None:
        """Repeat a range from now on."""
        self._loop = loop
        if self._cursor is not None:
            self._cursor.change(loop=loop)

    def join(self, command: Join) -> None:
        """Lead playing into music that is being made, from now on."""
        self._joining = None
        if command.start > 0:
            self._joining = Joining(
                start=command.start, until=command.until, repeats=command.repeats
            )
        if self._cursor is not None:
            self._cursor.join(self._joining_now())

    def play_recording(self, recording: Recording | None) -> None:
        """Play a recording beside the notes from now on, or none."""
        if self._beside.choose(recording):
            self.set_mix(self.console.mix)
        self._prepare_recording()

    def _prepare_recording(self) -> None:
        if self._cursor is None:
            self._beside.prepare(self._schedule.tempo.seconds_at(self._tick))

    def _joining_now(self) -> Joining | None:
        """Return what playing leads into; another device would not wait for it."""
        joining = self._joining
        if joining is None or self.external or joining.start == self._recorded_over:
            return None
        return joining

    def set_metronome(self, metronome: SetMetronome) -> None:
        """Turn the metronome's clicks on or off."""
        self._metronome = metronome
        self._sender.click_volume = metronome.volume
        if self._cursor is not None:
            self._cursor.change(metronome=metronome.enabled)

    def set_latencies(self, latencies_s: Mapping[str, float]) -> None:
        """Set the measured seconds from sending to sounding of outputs, by name."""
        self.console.set_latencies(latencies_s)
        self._sender.retime()

    def set_tuning_out(self, how: TuningOut) -> None:
        """Choose how MIDI ports play a piece that has a tuning."""
        self.console.set_tuning_out(how)
        self._catch_up(self._all_tracks, strike=self._all_tracks)

    def set_time_code(self, ports: Iterable[str]) -> None:
        """Send MIDI time code to exactly these outputs from now on."""
        self.console.time_code_ports = frozenset(ports)
        self._time_code.stop()

    def run_clock(self, *, on: bool) -> None:
        """Set whether MIDI clock is also sent while the music is stopped or counted in."""
        self._idle_clock.runs = on

    def set_clock(self, ports: Iterable[str]) -> None:
        """Send MIDI clock to exactly these outputs from now on."""
        if self.playing:
            self.console.send_clock(_STOP)
        self.console.clock_ports = frozenset(ports)
        if self._cursor is not None:
            self._join_clock(self._cursor)

    def _join_clock(self, cursor: PlaybackCursor) -> None:
        """Start the devices that follow our clock at the next sixteenth."""
        self.console.send_clock(_STOP)
        self._tell_position(cursor.join_clock(on=bool(self.console.clock_ports)))

    def _tell_position(self, sixteenth: int) -> None:
        position = clocks.event(wire.POSITION, sixteenth=sixteenth)
        self.console.send_clock(clocks.message_of(position, origin=self._clock_origin))

    @property
    def _clock_origin(self) -> int:
        """The sixteenth from which devices that follow count: a jam begins after its count-in."""
        return clocks.sixteenth_from(self.ticks_per_quarter, self.partner.settings.begin)

    def _seconds_for_others(self, tick: float) -> float:
        """Return the time code of a tick; negative before a jam begins."""
        return self.tempo.seconds_at(tick) - self.tempo.seconds_at(self.partner.settings.begin)

    def follow_pulse(self, at_s: float, bpm: float) -> None:
        """Keep in step with another clock, one of whose pulses (24 a quarter) has arrived.

        Args:
            at_s: Time of the pulse.
            bpm: The clock's tempo; 0.0 if it is not known yet.
        """
        if self._cursor is None:
            return
        heard_s = at_s - self.console.latency_s
        self._pace.follow_pulse(self._cursor, heard_s=heard_s, bpm=bpm, now_s=self._clock())
        self._sender.retime()

    def follow_time(self, music_s: float, at_s: float, *, rate: float = 1.0) -> float:
        """Keep in step with another device's time; return the seconds of music behind it.

        More than `FARTHEST_S` is a jump of the device, which moves nothing.

        Args:
            music_s: Seconds from the beginning of the piece that the device has reached.
            at_s: Time at which it was there.
            rate: Seconds of music a second that the device plays.
        """
        if self._cursor is None:
            return 0.0
        heard_s = at_s - self.console.latency_s
        behind_s = self._pace.follow_time(
            self._cursor, music_s=music_s, heard_s=heard_s, now_s=self._clock(), rate=rate
        )
        self._sender.retime()
        return behind_s

    def set_tempo_factor(self, factor: float) -> None:
        """Play at some multiple of the written tempo from now on."""
        played = self._pace.set_factor(factor, self._clock())
        if played != factor:
            message = said(
                "{factor:g} times the tempo cannot be played; it is {played:g}.",
                factor=factor,
                played=played,
            )
            self._report(Notice(message=message))
        self._sender.retime()
        self.partner.tell_anchor()

    def panic(self) -> None:
        """Stop, and send every output all messages that silence a device."""
        self.console.panic()
        self.stop()

    # --- time ----------------------------------------------------------------------------

    def step(self) -> float:
        """Send what is due; return the clock time of the next step, `NEVER` if stopped."""
        now_s = self._clock()
        return min(
            self._play_on(now_s),
            self._tick_on(now_s),
            self._meters.step(now_s, playing=self.playing),
        )

    def _tick_on(self, now_s: float) -> float:
        """Send clock while no music plays; return the time of the next pulse, or `NEVER`."""
        wanted = self._idle_clock.runs and self.console.clock_ports and not self.external
        bpm = self._bpm_at(self.audible_tick(now_s))
        # The pulse of the first beat belongs to the music.
        half_s = 30.0 / bpm / clocks.PULSES_A_QUARTER
        plays = self.playing and self._pace.music_clock.clock_at(0.0) - now_s < half_s
        if plays or not wanted:
            self._idle_clock.pause()
            return NEVER
        return self._idle_clock.step(now_s, bpm=bpm)

    def _bpm_at(self, tick: float) -> float:
        return self._schedule.tempo.bpm_at(tick) * self._pace.factor

    def _play_on(self, now_s: float) -> float:
        if self._cursor is None:
            return NEVER
        self._wait_out_a_jump(now_s)
        # Send what is due first: reading ahead can wait, notes cannot.
        self._sender.send_due()
        elapsed_s = self._pace.music_clock.elapsed_at(now_s)
        horizon_s = self._horizon_s + self.console.lead_s + self.console.earliest_s
        until_s = elapsed_s + horizon_s * self._pace.music_clock.factor
        self._sender.wait_all(self._cursor.read(until_s))
        self._beside.step(self._cursor, self._pace.music_clock, now_s)
        partner_s = self.partner.step(until_s=until_s, now_s=now_s)
        self._sender.send_due()
        self._report_progress(now_s)
        return min(partner_s, self._say_time(now_s), self._next_step_s(elapsed_s))

    def _say_time(self, now_s: float) -> float:
        """Send time code; return the clock time of the next message, or `NEVER`."""
        if self._cursor is None or not self.console.time_code_ports:
            return NEVER
        music_clock = self._pace.music_clock
        elapsed_s = music_clock.elapsed_at(now_s + self.console.time_code_lead_s)
        if elapsed_s < 0.0:
            return now_s - elapsed_s / music_clock.factor
        place_s = self._seconds_for_others(self._cursor.tick_at(elapsed_s))
        wait_s = self._time_code.step(place_s) - place_s
        return now_s + max(_LEAST_WAIT_S, wait_s / music_clock.factor)

    def _next_step_s(self, elapsed_s: float) -> float:
        if self._cursor is None:
            return NEVER
        at_end = not self._open_end and elapsed_s >= self._cursor.end_s
        if at_end and self._beside.goes_on(self.tempo.seconds_at(self._cursor.tick_at(elapsed_s))):
            at_end = False
        if at_end and not self._sender.agenda.has_music and not self.partner.plays:
            self._sender.agenda.drain()
            self._beside.stop(self._clock())
            self.console.send_clock(_STOP)
            # Not before the messages that were sent ahead of time.
            self.console.sounding_notes.release(self._clock() + self.console.lead_s)
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
            self._report_due_s = now_s + self._report_s
            self._report(self._playhead(now_s))
        if now_s >= self._lateness_due_s:
            self._lateness_due_s = now_s + _LATENESS_S
            self._report(self._sender.lateness.report())

    # --- state ---------------------------------------------------------------------------

    def _silence(self) -> None:
        """End every note and the recording, and drop what waits to be sent."""
        self._beside.stop(self._clock())
        self._time_code.stop()
        self._sender.agenda.drain()
        if self.playing:
            self.console.send_clock(_STOP)
        self.console.silence()

    @property
    def _all_tracks(self) -> range:
        return range(len(self.console.routes))

    def _catch_up(self, tracks: Iterable[int], *, strike: Collection[int] = ()) -> None:
        """While playing, bring tracks to where the music is.

        Args:
            tracks: Those whose channels are set up for the place.
            strike: Those whose notes are struck that have begun there and do not sound.
        """
        if self._cursor is None:
            return
        elapsed_s = self._pace.music_clock.elapsed_at(self._clock())
        self.console.chase(self._schedule, self._cursor.tick_at(elapsed_s), tracks)
        if strike:
            self._sender.strike(self._cursor.in_force(elapsed_s), strike)
