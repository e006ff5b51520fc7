"""MIDI clock, given and followed, with literal numbers."""

from itertools import pairwise

import pytest

from engine.messages import Play, Seek, SetJam, SetLoop, SetMetronome, SetTempoFactor, Stop
from engine.playback import wire
from engine.playback.clocks.clock_follower import (
    Begin,
    ClockFollower,
    ClockPulse,
    Halt,
    Locate,
    TempoLock,
)
from engine.playback.ports.outputs import RecordingOutput
from engine.playback.sending.cursor import Loop, PlaybackCursor
from engine.playback.sending.pulses import pulses, sixteenth_from, tick_of
from engine.playback.sending.schedule import Schedule
from engine.values.score import Note, Score, Tempo, Track
from tests.playback.stage import Stage, piece

PULSE, START, CONTINUE, STOP = (bytes((n,)) for n in (0xF8, 0xFA, 0xFB, 0xFC))


def score(*tempos: Tempo, grid: int = 24, length: int = 96) -> Score:
    track = Track(notes=(Note(0, 60, length, 64),))
    return Score(ticks_per_quarter=grid, tempos=tempos or (Tempo(0, 120.0),), tracks=(track,))


def clock_of(output: RecordingOutput) -> list[tuple[float, bytes]]:
    """(seconds since 100, message) of the clock."""
    return [
        (round(r.received_s - 100.0, 4), r.message)
        for r in output.received
        if r.message[0] in wire.CLOCK_MESSAGES
    ]


# --- where pulses lie -----------------------------------------------------------------------


def test_pulses_lie_on_twenty_fourths_also_where_the_grid_has_none() -> None:
    assert list(pulses(480, 0, 60)) == [0, 20, 40]
    assert list(pulses(480, 20, 41)) == [20, 40]
    assert list(pulses(480, 20.5, 41)) == [40]
    assert list(pulses(10, 0, 2)) == pytest.approx([0, 10 / 24, 20 / 24, 30 / 24, 40 / 24])


def test_stretches_that_meet_have_each_pulse_once() -> None:
    edges = [0.0, 0.1, 3.75, 3.7500001, 9.9, 20.0, 33.333333, 50.0]
    parts = [t for a, b in pairwise(edges) for t in pulses(50, a, b)]
    assert parts == list(pulses(50, 0, 50))
    assert len(parts) == 24


def test_devices_begin_on_a_sixteenth() -> None:
    assert [sixteenth_from(480, t) for t in (0, 1, 120, 120.5, 480)] == [0, 1, 1, 2, 4]
    assert tick_of(480, 3) == 360
    assert sixteenth_from(50, tick_of(50, 7)) == 7


def test_the_cursor_gives_pulses_by_the_tempo_map() -> None:
    # 24 ticks a quarter: one pulse a tick. 120 to tick 3, then 60.
    schedule = Schedule.of(score(Tempo(0, 120.0), Tempo(3, 60.0)))
    got = [
        (round(d.elapsed_s, 5), d.event.status)
        for d in PlaybackCursor(schedule, clock=True).read(0.15)
        if d.event.status >= 0xF0
    ]
    assert got == [
        (0.0, wire.START),
        (0.0, wire.PULSE),
        (0.02083, wire.PULSE),
        (0.04167, wire.PULSE),
        (0.0625, wire.PULSE),
        (0.10417, wire.PULSE),
        (0.14583, wire.PULSE),
    ]


def test_a_loop_takes_devices_back_with_stop_position_and_continue() -> None:
    schedule = Schedule.of(score())
    cursor = PlaybackCursor(schedule, tick=12, loop=Loop(6, 14), clock=True)
    got = [
        (round(d.elapsed_s * 48), d.event.status, d.event.first)
        for d in cursor.read(4.5 / 48)
        if d.event.status >= 0xF0
    ]
    # From tick 12, at 48 ticks a second: two pulses, then tick 6 again, which is sixteenth 1.
    assert got == [
        (0, wire.CONTINUE, 2),
        (0, wire.PULSE, 0),
        (1, wire.PULSE, 0),
        (2, wire.STOP, 0),
        (2, wire.POSITION, 1),
        (2, wire.CONTINUE, 1),
        (2, wire.PULSE, 0),
        (3, wire.PULSE, 0),
        (4, wire.PULSE, 0),
    ]


def test_ticks_pass_through_loops_and_tempi() -> None:
    schedule = Schedule.of(score(Tempo(0, 120.0), Tempo(24, 60.0)))
    cursor = PlaybackCursor(schedule, tick=0)
    assert cursor.elapsed_after(0.25, 24) == pytest.approx(0.25 + 0.25 + 0.5)
    around = PlaybackCursor(schedule, tick=0, loop=Loop(0, 24))
    list(around.read(2.0))
    assert around.elapsed_after(0.25, 24) == pytest.approx(0.75)
    assert around.elapsed_after(0.75, 24) == pytest.approx(1.25)


# --- the player -----------------------------------------------------------------------------


def test_a_device_gets_start_pulses_and_stop(stage: Stage) -> None:
    stage.player.set_score(score(length=6), ())
    stage.player.set_clock(("",))
    stage.player.play(0)
    stage.run(1.0)
    got = clock_of(stage.output)
    assert got[:3] == [(0.0, b"\xf2\x00\x00"), (0.0, START), (0.0, PULSE)]
    times = [at for at, message in got if message == PULSE]
    assert times[:6] == pytest.approx([i / 48 for i in range(6)], abs=0.0001)
    # The last note ends after six pulses; then everything stops by itself.
    assert got[-1] == (pytest.approx(0.125, abs=0.04), STOP)
    assert not stage.player.playing
    assert [m for _, m in got].count(STOP) == 1


def test_in_the_middle_a_device_begins_at_the_next_sixteenth(stage: Stage) -> None:
    stage.player.set_score(score(grid=480, length=1920), ())
    stage.player.set_clock(("",))
    stage.player.play(470)
    stage.run(0.05)
    got = clock_of(stage.output)
    at_s = round(10 / 960, 4)
    assert got[:3] == [(0.0, b"\xf2\x04\x00"), (at_s, CONTINUE), (at_s, PULSE)]


def test_the_clock_runs_while_stopped_where_that_is_wanted(stage: Stage) -> None:
    stage.player.set_score(score(Tempo(0, 120.0), length=6), ())
    stage.player.set_clock(("",))
    stage.run(1.0)
    assert clock_of(stage.output) == []
    stage.player.run_clock(on=True)
    stage.player.set_clock(("",))
    stage.run(1.0)
    idle = clock_of(stage.output)
    assert {message for _, message in idle} == {PULSE}
    assert [at for at, _ in idle] == pytest.approx(
        [1 + i / 48 for i in range(len(idle))], abs=0.0001
    )
    assert len(idle) >= 48
    stage.player.set_tempo_factor(2.0)
    stage.output.received.clear()
    stage.run(1.0)
    assert 93 <= len(clock_of(stage.output)) <= 97
    # While it plays there are no more pulses than those of the music, and after it they go on.
    stage.output.received.clear()
    stage.player.play(0)
    stage.run(1.0)
    got = [message for _, message in clock_of(stage.output)]
    stop = got.index(STOP)
    assert got[:3] == [b"\xf2\x00\x00", START, PULSE]
    assert got[1:stop].count(PULSE) <= 8
    assert got[stop + 1 :].count(PULSE) > 80
    stage.player.run_clock(on=False)
    stage.output.received.clear()
    stage.run(1.0)
    assert clock_of(stage.output) == []


def test_the_clock_is_steady_through_a_count_in(stage: Stage) -> None:
    stage.player.set_score(score(Tempo(0, 120.0), length=48), ())
    stage.player.run_clock(on=True)
    stage.player.set_clock(("",))
    stage.player.set_metronome(SetMetronome(enabled=False, count_in_bars=1))
    stage.run(0.013)
    stage.player.play(0)
    stage.run(2.5)
    got = clock_of(stage.output)
    started = [message for _, message in got].index(START)
    counted = [at for at, message in got[:started] if message == PULSE and at > 0.013]
    times = [*counted, *(at for at, message in got[started:] if message == PULSE)]
    assert len(counted) >= 95
    assert all(b - a == pytest.approx(1 / 48, abs=0.0002) for a, b in pairwise(times[:140]))


def test_a_suspended_player_sends_no_burst_of_pulses(stage: Stage) -> None:
    stage.player.run_clock(on=True)
    stage.player.set_clock(("",))
    stage.run(0.1)
    stage.clock.now_s += 60.0
    stage.output.received.clear()
    stage.player.step()
    assert len(clock_of(stage.output)) == 1


def test_no_clock_runs_while_another_one_is_followed(stage: Stage) -> None:
    stage.player.external = True
    stage.player.run_clock(on=True)
    stage.player.set_clock(("",))
    stage.run(1.0)
    assert clock_of(stage.output) == []


def test_the_tempo_factor_moves_pulses_that_wait_too(stage: Stage) -> None:
    stage.player.set_score(score(length=960), ())
    stage.player.set_clock(("",))
    stage.player.play(0)
    stage.run(0.5)
    stage.output.received.clear()
    stage.player.handle(SetTempoFactor(factor=2.0))
    stage.run(0.25)
    times = [at for at, message in clock_of(stage.output) if message == PULSE]
    # What was due right now is not late; from there on twice as many.
    assert len(times) == pytest.approx(24, abs=1)
    gaps = [b - a for a, b in pairwise(times[1:])]
    assert gaps == pytest.approx([1 / 96] * len(gaps), abs=0.0002)


def test_seeking_stops_and_goes_on_elsewhere_and_is_told_while_stopped(stage: Stage) -> None:
    stage.player.set_score(score(length=960), ())
    stage.player.set_clock(("",))
    stage.player.seek(48)
    assert [m for _, m in clock_of(stage.output)] == [b"\xf2\x08\x00"]
    stage.player.play(0)
    stage.run(0.1)
    stage.output.received.clear()
    stage.player.seek(24)
    stage.run(0.01)
    messages = [m for _, m in clock_of(stage.output)]
    assert messages[:4] == [STOP, b"\xf2\x04\x00", CONTINUE, PULSE]
    stage.player.stop()
    assert clock_of(stage.output)[-1][1] == STOP


def test_a_loop_of_the_player_is_heard_by_devices(stage: Stage) -> None:
    stage.player.set_score(score(length=960), ())
    stage.player.set_clock(("",))
    stage.player.handle(SetLoop(start=24, end=48))
    stage.player.play(24)
    stage.run(1.2)
    messages = [m for _, m in clock_of(stage.output)]
    first = messages.index(STOP)
    assert messages[first : first + 4] == [STOP, b"\xf2\x04\x00", CONTINUE, PULSE]
    assert messages[:first].count(PULSE) == 24
    assert messages.count(CONTINUE) == 3


def test_only_chosen_ports_get_clock_and_a_removed_one_is_stopped(stage: Stage) -> None:
    drum_machine = RecordingOutput("Drums", clock=stage.clock)
    stage.player.set_score(score(length=960), ())
    stage.player.set_clock(("Drums",))
    assert stage.player.console.wanted_ports == {"Drums"}
    stage.player.attach(drum_machine, "Drums")
    stage.player.play(0)
    stage.run(0.2)
    assert clock_of(stage.output) == []
    assert [m for _, m in clock_of(drum_machine)].count(PULSE) >= 9
    stage.player.set_clock(())
    stage.run(0.2)
    assert clock_of(drum_machine)[-1] == (0.2, STOP)
    assert stage.player.console.wanted_ports == frozenset()


def test_a_jam_begins_at_the_first_bar_of_devices_whatever_its_count_in(stage: Stage) -> None:
    stage.player.set_score(score(length=96 * 8), ())  # bars of 96 ticks, of 2 s
    stage.player.handle(SetMetronome(enabled=False, count_in_bars=1))
    stage.player.handle(SetJam(begin=96))
    stage.player.set_clock(("",))
    stage.player.set_time_code(("",))
    stage.player.handle(Play(tick=96, open_end=True))
    stage.run(2.5)
    got = [(at, m) for at, m in clock_of(stage.output) if m[0] != wire.QUARTER_FRAME]
    assert got[:3] == [(0.0, b"\xf2\x00\x00"), (2.0, START), (2.0, PULSE)]
    full = next(m for m in stage.output.messages if m[0] == wire.SYSEX)
    assert full[5:9] == bytes((0x20, 0, 0, 0))
    # Back to its second bar.
    stage.player.handle(Seek(tick=2 * 96))
    stage.run(0.1)
    later = [m for _, m in clock_of(stage.output)][len(got) :]
    assert wire.song_position(16) in later
    assert later[later.index(wire.song_position(16)) + 1] == CONTINUE
    # A piece begins at its first bar again.
    stage.player.handle(Stop())
    stage.player.handle(SetJam())
    stage.player.handle(Seek(tick=96))
    assert clock_of(stage.output)[-1][1] == wire.song_position(16)


def test_a_port_that_appears_while_playing_joins_at_a_sixteenth(stage: Stage) -> None:
    stage.player.set_score(score(length=960), ())
    stage.player.set_clock(("Drums",))
    stage.player.play(0)
    stage.run(0.3)
    late = RecordingOutput("Drums", clock=stage.clock)
    stage.player.attach(late, "Drums")
    stage.run(0.5)
    got = [m for _, m in clock_of(late)]
    position = next(m for m in got if m[0] == wire.POSITION)
    begun_at = next(at for at, m in clock_of(late) if m == CONTINUE)
    assert begun_at == pytest.approx(position[1] * 0.125, abs=0.001)
    assert got[got.index(CONTINUE) + 1] == PULSE


# --- following ------------------------------------------------------------------------------


def fed(follower: ClockFollower, *messages: bytes, at_s: float = 0.0) -> list[object]:
    return [follower.take(message, at_s) for message in messages]


def test_a_clock_begins_with_the_first_pulse_after_start() -> None:
    follower = ClockFollower()
    assert fed(follower, PULSE, START) == [None, None]
    assert fed(follower, PULSE, at_s=0.02) == [Begin(0)]
    assert fed(follower, PULSE, at_s=0.04) == [ClockPulse(0.0, 0.04)]
    assert fed(follower, STOP, PULSE) == [Halt(), None]


def test_continue_goes_on_from_the_position_told_or_from_where_it_stands() -> None:
    follower = ClockFollower()
    assert fed(follower, b"\xf2\x04\x01", CONTINUE, PULSE) == [Locate(132), None, Begin(132)]
    assert fed(follower, STOP, CONTINUE, PULSE) == [Halt(), None, Begin(None)]
    follower.halt()
    follower.arm()
    assert fed(follower, PULSE) == [Begin(None)]


def test_the_tempo_is_taken_over_a_quarter_so_that_jitter_does_not_count() -> None:
    follower = ClockFollower()
    for i in range(40):
        jitter_s = 0.003 if i % 2 else -0.003
        follower.take(PULSE, i / 48 + jitter_s)  # 120 beats a minute
        if i < 5:
            assert follower.bpm == 0.0
    assert follower.bpm == pytest.approx(120.0, rel=0.002)
    for i in range(25):
        follower.take(PULSE, 40 / 48 + i / 40)  # 100
    assert follower.bpm == pytest.approx(100.0, rel=0.002)
    follower.take(PULSE, 30.0)  # after a pause the past says nothing
    assert follower.bpm == 0.0


def test_a_clock_that_stalls_and_makes_up_for_it_keeps_its_tempo() -> None:
    follower = ClockFollower()
    fed(follower, START)
    for i in range(48):
        follower.take(PULSE, i / 48)  # 120 beats a minute
    # Half a second of nothing, and then at once what was owed: 24 pulses within 5 ms.
    told = [follower.take(PULSE, 48 / 48 + 0.5 + i * 0.0002) for i in range(24)]
    assert follower.bpm == pytest.approx(120.0, rel=0.01)
    assert all(isinstance(pulse, ClockPulse) and 119 < pulse.bpm < 121 for pulse in told)
    for i in range(48):
        follower.take(PULSE, 1.5 + i / 48)
        assert follower.bpm == pytest.approx(120.0, rel=0.03)


def test_a_clock_that_pauses_and_goes_on_is_not_taken_for_one_that_makes_up() -> None:
    follower = ClockFollower()
    fed(follower, START)
    for i in range(48):
        follower.take(PULSE, i / 48)
    for i in range(48):
        follower.take(PULSE, 1.5 + i / 40)  # 100, after half a second
        assert 99 < follower.bpm < 121
    assert follower.bpm == pytest.approx(100.0, rel=0.002)


def test_notes_are_not_early_after_the_clock_stalled(stage: Stage) -> None:
    quarters = tuple(Note(480 * i, 60, 100) for i in range(64))
    stage.player.handle(piece(Track(notes=quarters)))
    follower = ClockFollower()
    follower.arm()
    follow(stage, bpm=120, quarters=8, follower=follower)
    stage.run(0.5)  # the 24 pulses of this time come at its end
    for _ in range(24):
        pulse = follower.take(PULSE, stage.clock.now_s)
        assert isinstance(pulse, ClockPulse)
        stage.player.follow_pulse(pulse.at_s, pulse.bpm)
    follow(stage, bpm=120, quarters=8, follower=follower)
    began = [at for at, on, _, _ in stage.notes() if on]
    off = [at - i / 2 for i, at in enumerate(began)]
    assert len(began) >= 16
    assert max(abs(each) for each in off) < 0.03


def test_a_clock_that_falls_silent_is_noticed_once() -> None:
    follower = ClockFollower()
    fed(follower, START, PULSE)
    assert not follower.fell_silent(0.9)
    assert follower.fell_silent(1.1)
    assert not follower.fell_silent(1.2)


def test_the_lock_draws_gently() -> None:
    assert TempoLock().factor(rate=1.0, error_s=0.0) == 1.0
    assert 1.0 < TempoLock().factor(rate=1.0, error_s=0.1) < 1.05
    assert TempoLock().factor(rate=2.0, error_s=1000.0) == 2.5
    assert TempoLock().factor(rate=2.0, error_s=-1000.0) == 1.5


def follow(stage: Stage, *, bpm: float, quarters: int, follower: ClockFollower) -> None:
    """Be a clock for so many quarters, jittering by 2 ms."""
    pulse_s = 60 / bpm / 24
    began_s = stage.clock.now_s
    for i in range(quarters * 24):
        stage.run(max(0.0, began_s + i * pulse_s + (0.002 if i % 3 else 0) - stage.clock.now_s))
        match follower.take(PULSE, stage.clock.now_s):
            case Begin():
                stage.player.play(0)
            case ClockPulse(tempo, due_s):
                stage.player.follow_pulse(due_s, tempo)


@pytest.mark.parametrize("bpm", [90.0, 120.0, 150.0])
def test_the_music_keeps_step_with_another_devices_tempo(stage: Stage, bpm: float) -> None:
    stage.player.set_score(score(grid=480, length=480 * 100), ())
    follower = ClockFollower()
    follower.arm()
    follow(stage, bpm=bpm, quarters=16, follower=follower)
    # The last pulse was that of 16 quarters less a 24th.
    off_quarters = stage.player.audible_tick(stage.clock.now_s) / 480 - (16 - 1 / 24)
    assert abs(off_quarters * 60 / bpm) < 0.006
    follow(stage, bpm=bpm * 1.1, quarters=8, follower=follower)
    off_quarters = stage.player.audible_tick(stage.clock.now_s) / 480 - (24 - 1 / 24)
    assert abs(off_quarters * 60 / bpm) < 0.03


def test_the_playhead_says_that_time_is_not_ours(stage: Stage) -> None:
    stage.player.external = True
    stage.player.set_score(score(length=960), ())
    stage.player.play(0)
    stage.run(0.1)
    assert all(event.external for event in stage.events if hasattr(event, "external"))
