"""The player and its outputs: audition, panic, ports that vanish, bursts and lateness."""

import pytest

from engine.ground.errors import PortError
from engine.messages import (
    Lateness,
    LoadModel,
    OutputLost,
    Panic,
    Play,
    Playhead,
    SetMix,
    SoundNote,
    Stop,
    TrackMix,
)
from engine.playback import wire
from engine.playback.player.player import Player
from engine.playback.ports.outputs import RecordingOutput, unbalanced
from engine.values.score import Note, Track
from tests.playback.stage import QUARTERS, FakeClock, Stage, piece


def test_audition_has_a_channel_of_its_own_and_ends(stage: Stage) -> None:
    stage.player.handle(piece())

    def sound(pitch: int, *, on: bool, program: int = 40, drum: bool = False) -> None:
        command = SoundNote(pitch=pitch, velocity=90, program=program, is_drum=drum, on=on)
        stage.player.handle(command)

    sound(60, on=True)
    sound(60, on=True)
    sound(60, on=False)
    sound(61, on=False)
    sound(300, on=True)
    sound(38, on=True, program=0, drum=True)
    assert stage.output.messages == [
        b"\xcf\x28",
        b"\x9f\x3c\x5a",
        b"\x8f\x3c\x40",
        b"\x9f\x3c\x5a",
        b"\x8f\x3c\x40",
        b"\xc9\x00",
        b"\x99\x26\x5a",
    ]
    stage.player.handle(Stop())
    assert unbalanced(stage.output.messages) == []


def test_audition_shares_a_channel_of_its_program_when_none_is_free(stage: Stage) -> None:
    stage.player.handle(piece(*(Track(program=p, notes=QUARTERS) for p in range(15))))
    stage.player.handle(SoundNote(pitch=60, velocity=1, program=3, is_drum=False, on=True))
    assert stage.output.messages == [b"\x93\x3c\x01"]


def test_what_comes_in_sounds_through(stage: Stage) -> None:
    through = stage.player.console.pass_through
    through(b"\x92\x3c\x50", program=5)
    through(b"\xb2\x40\x7f", program=5)
    through(b"\xe2\x00\x50", program=5)
    through(b"\xd2\x10", program=5)
    through(b"\x92\x3c\x00", program=5)
    assert stage.output.messages == [
        b"\xcf\x05",
        b"\x9f\x3c\x50",
        b"\xbf\x40\x7f",
        b"\xef\x00\x50",
        b"\xdf\x10",
        b"\x8f\x3c\x40",
    ]


def test_a_pedal_and_the_wheel_are_let_go_where_they_were_pressed(stage: Stage) -> None:
    through = stage.player.console.pass_through
    for message in (b"\xb0\x40\x7f", b"\xb0\x45\x7f", b"\xe0\x00\x50", b"\xb0\x01\x7f"):
        through(message)
    stage.output.received.clear()
    # Every channel is a track's now: who plays shares the one of the same program.
    stage.player.handle(piece(Track(), *[Track(program=40)] * 14))
    assert stage.output.messages == [b"\xbf\x40\x00", b"\xbf\x45\x00", b"\xef\x00\x40"]
    stage.output.received.clear()
    through(b"\xb0\x40\x5f")
    assert stage.output.messages == [
        b"\xb0\x01\x7f",
        b"\xb0\x40\x7f",
        b"\xb0\x45\x7f",
        b"\xe0\x00\x50",
        b"\xb0\x40\x5f",
    ]


def test_panic_sends_the_full_list(stage: Stage) -> None:
    stage.player.handle(piece(Track(notes=(Note(0, 60, 9600),))))
    stage.player.handle(Play(tick=0))
    stage.run(0.5)
    stage.output.received.clear()
    stage.player.handle(Panic())
    sent = stage.output.messages
    assert not stage.player.playing
    for channel in range(16):
        for number in (120, 121, 123):
            assert bytes((0xB0 | channel, number, 0)) in sent
        assert bytes((0xE0 | channel, 0, 64)) in sent
    offs = [m[1] for m in sent if m[0] == 0x80]
    assert offs == [60, *range(128)]
    assert not [m for m in sent if m[0] == 0x81]


def test_another_output_takes_over_with_its_state_and_the_old_one_is_silent(stage: Stage) -> None:
    stage.player.handle(piece(Track(program=7, notes=QUARTERS)))
    stage.player.handle(Play(tick=0))
    stage.run(0.75)
    other = RecordingOutput(clock=stage.clock)
    stage.player.attach(other)
    assert stage.output.closed
    assert unbalanced(stage.output.messages) == []
    assert stage.output.messages[-5:] == list(wire.silence(0))
    stage.run(0.5)
    assert other.messages[0] == b"\xc0\x07"
    assert b"\x90\x3e\x50" in other.messages


class VanishingOutput(RecordingOutput):
    """An output that is unplugged after so many messages."""

    left = 10

    def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:
        if self.left == 0:
            raise PortError("gone")
        self.left -= 1
        super().send(message, at_s, bank=bank)


@pytest.mark.parametrize("left", range(12))
def test_a_vanished_output_is_told_once_and_time_goes_on(clock: FakeClock, left: int) -> None:
    events: list[object] = []
    player = Player(events.append, clock=clock)
    output = VanishingOutput("KeyStep", clock=clock)
    output.left = left
    player.attach(output)
    player.handle(piece())
    player.handle(Play(tick=0))
    stage = Stage(clock, output, player)
    stage.run(1.75)
    player.handle(Stop())
    assert [e for e in events if isinstance(e, OutputLost)] == [OutputLost(name="KeyStep")]
    assert output.closed
    head = [e for e in events if isinstance(e, Playhead)][-1]
    assert head.tick == pytest.approx(1680, abs=1)


def test_a_port_of_its_own_for_a_track(stage: Stage) -> None:
    other = RecordingOutput(clock=stage.clock)
    stage.player.handle(piece(Track(notes=QUARTERS), Track(notes=QUARTERS)))
    stage.player.handle(SetMix(mix=(TrackMix(), TrackMix(port="B"))))
    assert stage.player.console.wanted_ports == {"B"}
    stage.player.attach(other, "B")
    stage.player.handle(Play(tick=0))
    stage.run(0.1)
    assert [m for m in other.messages if m[0] == 0x90] == [b"\x90\x3c\x50"]
    assert [n[2] for n in stage.notes()] == [0]
    stage.player.close()
    assert other.closed
    assert stage.output.closed
    assert unbalanced(other.messages) == unbalanced(stage.output.messages) == []


def test_a_port_that_comes_is_told_its_own_tracks_and_no_other_port_is_told_again(
    stage: Stage,
) -> None:
    first, second = (RecordingOutput(clock=stage.clock) for _ in range(2))
    stage.player.handle(piece(Track(notes=QUARTERS), Track(notes=QUARTERS, program=7)))
    stage.player.handle(SetMix(mix=(TrackMix(port="A"), TrackMix(port="B"))))
    stage.player.handle(Play(tick=0))
    stage.player.attach(second, "B")
    told = len(second.messages)
    assert any(message[0] & 0xF0 == 0xC0 and message[1] == 7 for message in second.messages)
    stage.player.attach(first, "A")
    assert first.messages
    assert len(second.messages) == told


def test_a_track_whose_port_is_not_there_is_silent_and_time_goes_on(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(SetMix(mix=(TrackMix(port="not there"),)))
    stage.player.handle(Play(tick=0))
    stage.run(3.0)
    assert stage.notes() == []
    assert not stage.player.playing


@pytest.mark.slow
def test_ten_thousand_notes_at_once_all_end(stage: Stage) -> None:
    notes = tuple(Note(0, i % 128, 480) for i in range(10_000))
    stage.player.handle(piece(Track(notes=notes)))
    stage.player.handle(Play(tick=0))
    stage.player.step()
    assert len(stage.output.messages) < 1000  # a stop would be heard now
    stage.run(1.0)
    assert unbalanced(stage.output.messages) == []
    assert not stage.player.playing


def test_a_computer_that_slept_does_not_wake_with_a_burst(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    stage.run(0.75)
    stage.clock.now_s += 3600.0
    stage.run(0.2)
    assert [n[3] for n in stage.notes() if n[1]] == [60, 61]
    stage.run(1.2)
    assert [n[3] for n in stage.notes() if n[1]] == [60, 61, 62, 63]


def test_lateness_is_counted_and_told_every_second(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    stage.run(0.1)
    stage.clock.now_s = 100.55  # the second note is 50 ms late
    stage.run(1.95)
    figures = [e for e in stage.events if isinstance(e, Lateness)]
    # Once a second and once at the end, not at each step.
    assert 2 <= len(figures) <= 4
    assert figures[-1].sent == 8
    assert figures[-1].late == 2
    assert figures[-1].max_ms == pytest.approx(50.0, abs=0.1)
    assert figures[-1].p50_ms <= 0.02


def test_a_note_that_is_much_too_late_is_left_out(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    stage.run(0.45)
    stage.clock.now_s += 0.4
    stage.run(2.0)
    assert [n[3] for n in stage.notes() if n[1]] == [60, 62, 63]
    assert unbalanced(stage.output.messages) == []


def test_what_is_not_for_the_player_is_not_handled(stage: Stage) -> None:
    assert not stage.player.handle(LoadModel(folder="x"))
    assert stage.player.handle(Stop())
