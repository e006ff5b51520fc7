"""Outputs whose latency was measured are sent to earlier, so that all sound together."""

import pytest

from engine.messages import Play, SetScore, Stop, TrackMix
from engine.playback import wire
from engine.playback.ports.outputs import RecordingOutput, unbalanced
from engine.values.score import Note, Score, Track
from tests.playback.stage import FakeClock, Stage, piece

TWO = tuple(Track(notes=(Note(0, pitch, 480), Note(480, pitch, 480))) for pitch in (60, 64))


def begun_s(output: RecordingOutput) -> list[float]:
    """Seconds since 100 at which notes were sent."""
    return [
        round(r.received_s - 100, 3) for r in output.received if r.message[0] & 0xF0 == wire.NOTE_ON
    ]


@pytest.mark.parametrize("latency_s", [0.0, 0.012, 0.2])
def test_another_port_sounds_together_with_the_built_in_sound(
    clock: FakeClock, latency_s: float
) -> None:
    synth = RecordingOutput("Built-in", clock=clock)
    synth.lead_s, synth.latency_s = 0.04, 0.03
    device = RecordingOutput("Device", clock=clock)
    stage = Stage.with_output(synth, clock)
    stage.player.set_latencies({"Device": latency_s, "Other": 0.5})
    mix = (TrackMix(), TrackMix(port="Device"))
    stage.player.handle(SetScore(score=Score(tracks=TWO), mix=mix))
    stage.player.attach(device, "Device")
    stage.player.handle(Play(tick=0))
    stage.run(3.0)
    sounds_s = [round(r.at_s - 100 + 0.03, 3) for r in synth.received if r.message[0] == 0x90]
    assert [round(at_s + latency_s, 3) for at_s in begun_s(device)] == sounds_s
    assert unbalanced(device.messages) == unbalanced(synth.messages) == []


def test_a_port_whose_latency_is_not_known_is_sent_to_as_before(clock: FakeClock) -> None:
    stage = Stage.with_output(RecordingOutput("Device", clock=clock), clock)
    stage.player.set_latencies({"Other": 0.1})
    stage.player.handle(piece(*TWO))
    stage.player.handle(Play(tick=0))
    stage.run(1.2)
    assert begun_s(stage.output) == [0.0, 0.0, 0.5, 0.5]


def test_notes_and_clock_of_the_default_port_are_sent_earlier_by_the_same(
    clock: FakeClock,
) -> None:
    stage = Stage.with_output(RecordingOutput("DAW", clock=clock), clock)
    stage.player.set_clock(("DAW",))
    stage.player.set_latencies({"DAW": 0.02})
    stage.player.handle(piece(TWO[0]))
    stage.player.handle(Play(tick=0))
    stage.run(0.9)
    pulses_s = [round(r.received_s - 100, 3) for r in stage.output.received if r.message[0] == 0xF8]
    # The first note and the first pulse come at once, and the playhead 20 ms later.
    assert begun_s(stage.output) == [0.0, 0.5]
    assert pulses_s[0] == 0.0
    assert 0.5 in pulses_s
    assert stage.player.audible_tick(clock.now_s) == pytest.approx(960 * 0.88)


def test_a_latency_that_changes_while_it_plays_loses_no_note(clock: FakeClock) -> None:
    stage = Stage.with_output(RecordingOutput("DAW", clock=clock), clock)
    notes = tuple(Note(120 * i, 60, 100) for i in range(16))
    stage.player.handle(piece(Track(notes=notes)))
    stage.player.handle(Play(tick=0))
    stage.run(0.51)
    stage.player.set_latencies({"DAW": 0.03})
    stage.run(0.5)
    stage.player.set_latencies({})
    stage.run(3.0)
    assert len(begun_s(stage.output)) == 16
    assert begun_s(stage.output)[5:9] == [0.595, 0.72, 0.845, 0.97]
    stage.player.handle(Stop())
    assert unbalanced(stage.output.messages) == []


def test_ports_of_single_tracks_have_the_latency_of_the_port_for_all(clock: FakeClock) -> None:
    output = RecordingOutput("Segue", clock=clock)
    output.kind = "virtual"
    stage = Stage.with_output(output, clock)
    stage.player.console.port_per_track = True
    stage.player.set_latencies({"Segue": 0.05})
    stage.player.handle(piece(*TWO))
    ports = {name: RecordingOutput(name, clock=clock) for name in ("Segue 1", "Segue 2")}
    for name, port in ports.items():
        stage.player.attach(port, name)
    stage.player.handle(Play(tick=0))
    stage.run(0.6)
    assert [begun_s(port) for port in ports.values()] == [[0.0, 0.5]] * 2
    assert stage.player.audible_tick(clock.now_s) == pytest.approx(960 * 0.55)
