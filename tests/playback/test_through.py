"""What a person plays goes through the current track: its instrument, its port, its channel."""

import pytest

from engine.messages import Notice, Play, PlayKeysAs, SetScore, Stop, TrackMix
from engine.midi.channels.keys import Key
from engine.playback.keyboards.echoes import EchoGuard
from engine.playback.keyboards.input_router import InputRouter
from engine.playback.ports.outputs import RecordingOutput, unbalanced
from engine.values.score import Note, Score, Track
from engine.values.sound import KeyboardShape, Sound
from tests.playback.stage import FakeClock, Stage

ON, OFF = b"\x90\x3c\x50", b"\x80\x3c\x40"
TRACKS = (
    Track(name="Lead", program=80, notes=(Note(0, 72, 480),)),
    Track(name="Bass", program=32, notes=(Note(0, 36, 480),)),
    Track(name="Drums", is_drum=True, notes=(Note(0, 38, 480),)),
)
LEAD = PlayKeysAs(program=80, track=0)
BASS = PlayKeysAs(program=32, track=1)
KEYS = Sound(inputs=("Keys", "Other"))


class Band:
    """A player with a port for each of three tracks, and who plays on it."""

    def __init__(self, clock: FakeClock) -> None:
        self.clock = clock
        output = RecordingOutput("Segue", clock=clock)
        output.kind = "virtual"
        self.stage = Stage.with_output(output, clock)
        self.events: list[object] = []
        self.router = InputRouter(self.stage.player, self.events.append, clock)
        self.stage.player.console.port_per_track = True
        self.stage.player.handle(SetScore(score=Score(tracks=TRACKS), mix=(TrackMix(),) * 3))
        self.ports = {}
        for name, label in self.stage.player.console.port_labels.items():
            port = RecordingOutput(label, clock=clock)
            port.kind = "virtual"
            self.ports[label] = port
            self.stage.player.attach(port, name)
        for port in self.ports.values():
            port.received.clear()
        self.router.set_inputs(KEYS, LEAD)

    def play(self, *messages: bytes, port: str = "Keys") -> None:
        for message in messages:
            self.router.take(message, self.clock(), port)

    def notes(self, label: str) -> list[bytes]:
        port = self.ports.get(label, self.stage.output)
        return [m for m in port.messages if m[0] & 0xE0 == 0x80]

    def sounding(self) -> list[object]:
        ports = (*self.ports.values(), self.stage.output)
        return [note for port in ports for note in unbalanced(port.messages)]


@pytest.fixture
def band(clock: FakeClock) -> Band:
    return Band(clock)


def test_it_plays_on_the_port_and_channel_of_the_current_track(band: Band) -> None:
    band.play(ON, OFF)
    assert band.notes("Lead") == [ON, OFF]
    band.router.set_inputs(KEYS, BASS)
    band.play(ON, OFF)
    assert band.notes("Bass") == [ON, OFF]
    band.router.set_inputs(KEYS, PlayKeysAs(is_drum=True, track=2))
    band.play(ON, OFF)
    assert band.notes("Drums") == [b"\x99\x3c\x50", b"\x89\x3c\x40"]
    assert not band.notes("all")
    assert not band.sounding()


def test_no_program_is_chosen_on_the_channel_of_a_track(band: Band) -> None:
    band.play(ON, b"\xb0\x40\x7f", OFF)
    assert [m[0] & 0xF0 for m in band.ports["Lead"].messages] == [0x90, 0xB0, 0x80]


@pytest.mark.parametrize(
    ("sound", "keys"),
    [
        (KEYS, BASS),
        (KEYS, PlayKeysAs(program=80, track=1)),
        (Sound(inputs=("Keys", "Other"), through=False), LEAD),
        (Sound(inputs=("Other",)), LEAD),
    ],
)
def test_what_is_held_is_released_when_the_track_changes_or_it_is_switched_off(
    band: Band, sound: Sound, keys: PlayKeysAs
) -> None:
    band.play(ON, b"\xb0\x40\x7f")
    band.router.set_inputs(sound, keys)
    assert not band.sounding()
    assert b"\xb0\x40\x00" in band.ports["Lead"].messages
    band.play(OFF)
    assert band.notes("Bass") == []


def test_switched_off_it_is_recorded_and_not_heard(band: Band) -> None:
    band.router.set_inputs(Sound(inputs=("Keys",), through=False), LEAD)
    band.play(ON, OFF)
    assert band.notes("Lead") == []
    assert len(band.events) == 2


def test_who_has_a_track_of_their_own_plays_through_it(band: Band) -> None:
    keys = PlayKeysAs(program=80, track=0, own={"Other": (32, False)}, own_tracks={"Other": 1})
    band.router.set_inputs(KEYS, keys)
    band.play(ON, port="Other")
    band.play(ON)
    band.play(OFF, port="Other")
    assert (band.notes("Lead"), band.notes("Bass")) == ([ON], [ON, OFF])


def test_an_instrument_of_its_own_does_not_take_the_channel_of_the_track(band: Band) -> None:
    shape = KeyboardShape(split=60, low_program=48)
    band.router.set_inputs(Sound(inputs=("Keys",), keyboards={"Keys": shape}), LEAD)
    band.play(b"\x90\x30\x50", ON)
    assert band.notes("Lead") == [ON]
    assert len(band.notes("all")) == 1


def test_the_piece_and_the_player_on_one_channel_leave_no_note(band: Band) -> None:
    band.stage.player.handle(Play(tick=0))
    band.stage.run(0.1)
    band.play(b"\x90\x48\x50")  # the note of the piece that sounds
    band.stage.run(1.0)
    band.play(b"\x80\x48\x40")
    band.stage.player.handle(Stop())
    assert not band.sounding()


@pytest.mark.parametrize("transpose", [0, 12])
def test_a_program_that_sends_everything_back_makes_no_loop(band: Band, transpose: int) -> None:
    shape = KeyboardShape(transpose=transpose)
    band.router.set_inputs(Sound(inputs=("Keys",), keyboards={"Keys": shape}), LEAD)
    returned = 0
    for message in (ON, OFF, ON, OFF):
        band.play(message)
        for _ in range(20):
            band.clock.now_s += 0.01
            new = band.notes("Lead")[returned:]
            returned += len(new)
            band.play(*new)
        band.clock.now_s += 0.3
    sent = 60 + transpose
    assert [(m[0] & 0xF0, m[1]) for m in band.notes("Lead")] == [(0x90, sent), (0x80, sent)] * 2
    assert len([e for e in band.events if isinstance(e, Notice)]) == 1
    assert not band.sounding()


def test_a_program_with_a_port_of_its_own_is_found_at_its_second_note(band: Band) -> None:
    for message in (ON, OFF) * 4:
        band.play(message)
        band.clock.now_s += 0.02
        band.play(message, port="Other")
        band.clock.now_s += 0.3
    assert [m[0] & 0xF0 for m in band.notes("Lead")].count(0x90) == 4 + 1
    assert not band.sounding()


def test_what_nobody_sent_is_no_echo() -> None:
    guard = EchoGuard()
    assert not guard.is_echo("Keys", 60, 80, 1.0)
    key = Key("Keys", 0, 60)
    guard.sent(60, 80, key, 1.0)
    # Another velocity, another pitch, much later, or after the key is up: somebody plays.
    assert not guard.is_echo("Keys", 60, 79, 1.01)
    assert not guard.is_echo("Keys", 61, 80, 1.01)
    assert not guard.is_echo("Keys", 60, 80, 1.2)
    guard.released(key)
    assert not guard.is_echo("Keys", 60, 80, 1.01)
