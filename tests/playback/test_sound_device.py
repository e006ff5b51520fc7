"""The built-in sound on a device: when messages sound, gaps, meters, devices that are not there."""

import threading
import time
from collections.abc import Callable, Generator, Sequence
from pathlib import Path

import numpy as np
import pytest

from engine.ground.errors import SoundError
from engine.messages import Levels, Play, SoundNote
from engine.playback import wire
from engine.playback.player.player import Player as ScorePlayer
from engine.playback.sending.agenda import NEVER
from engine.playback.sound import synth, tones
from engine.playback.sound.bank import shipped_bank
from engine.playback.sound.devices import BACKEND_VARIABLE, audio_devices
from engine.playback.sound.synth import SynthOutput, load_synthesizer
from engine.playback.sound.tape import Tape
from engine.playback.sound.tones import Block, FrameMessage
from engine.values.score import Control, Note, Track
from engine.values.sound import Room
from engine.values.tuning import Tuning
from tests.playback.stage import FakeClock
from tests.playback.stage import piece as told

SHIPPED = str(shipped_bank())


class Counting:
    """A synthesizer whose sound is how many messages it has got."""

    borrowed: frozenset[tuple[int, bool]] = frozenset()

    def __init__(self) -> None:
        self.messages: list[tuple[int, bytes]] = []
        self.tape = Tape()

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None:
        assert wanted

    def set_room(self, room: Room) -> None:
        assert room

    def set_tuning(self, _tuning: Tuning | None) -> None: ...

    def set_level(self, decibels: float) -> None: ...

    def heard(self) -> tones.Heard:
        return tones.Heard()

    def play(self, placed: Sequence[FrameMessage], start: int, frames: int) -> Block:
        block = np.full((frames, 2), len(self.messages), np.float32)
        for frame, _, channel, message in placed:
            self.messages.append((channel, message))
            block[max(0, frame - start) :] = len(self.messages)
        return block


# --- the device ----------------------------------------------------------------------------


@pytest.fixture
def null_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BACKEND_VARIABLE, "null")


@pytest.mark.usefixtures("null_device")
def test_messages_sound_at_their_time_on_a_device(eventually: Callable[..., bool]) -> None:
    blocks: list[tuple[float, int]] = []

    class Timed(Counting):
        def play(self, placed: Sequence[FrameMessage], start: int, frames: int) -> Block:
            blocks.extend((time.perf_counter(), one.channel) for one in placed)
            return super().play(placed, start, frames)

    output = SynthOutput(Timed)
    try:
        assert output.alive
        now_s = time.perf_counter()
        output.send(b"\x92\x3c\x64", now_s + 0.1, bank=1)
        assert eventually(lambda: len(blocks) == 1)
        assert blocks[0][1] == 18
        # The NULL device asks in steps of some 10 ms; how late depends on what else runs here.
        assert blocks[0][0] - now_s > 0.1 - 0.08
        output.send(b"\x92\x3c\x64", now_s + 60.0)
        output.send(b"\x82\x3c\x40", now_s + 60.0)
        output.cancel()
        assert eventually(lambda: len(blocks) == 2)
    finally:
        output.close()
        output.close()


@pytest.mark.usefixtures("null_device")
def test_devices_are_listed_and_a_missing_one_is_refused() -> None:
    assert len(audio_devices()) == 1
    with pytest.raises(SoundError, match="‘Nope’ is not there"):
        SynthOutput(Counting, device="Nope")


@pytest.mark.usefixtures("null_device")
def test_a_device_is_let_go_when_the_bank_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "b.sf2"
    path.write_bytes(b"x")
    before = threading.active_count()
    with pytest.raises(SoundError, match="not a usable sound bank"):
        SynthOutput(lambda: load_synthesizer(str(path)))
    assert threading.active_count() <= before + 1


class Asked:
    """A device whose clock is the test's: it asks for a block of 441 frames when told to."""

    def __init__(self) -> None:
        self.now_s = 10.0

    def start(self, blocks: Generator[bytes, int, None]) -> None:
        self._blocks = blocks

    def ask(self, *, after_s: float = 0.01) -> Block:
        self.now_s += after_s
        return np.frombuffer(self._blocks.send(441), np.float32).reshape(441, 2)

    def close(self) -> None:
        self._blocks.close()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    device = Asked()
    monkeypatch.setattr(synth, "_open_device", lambda *_: device)
    return device


def test_a_message_sounds_at_its_very_frame_whenever_the_device_asks(asked: Asked) -> None:
    output = SynthOutput(Counting, clock=lambda: asked.now_s, buffer_ms=10)
    output.send(b"\x90\x3c\x64", 10.05)
    # 50 ms, a buffer of 10 and a margin of 2; the device comes up to 9 ms late or early.
    sound = np.concatenate(
        [asked.ask(after_s=0.01 + late_s) for late_s in (0, 0.009, -0.009, 0.003, -0.003, 0, 0, 0)]
    )
    assert np.flatnonzero(sound[:, 0])[0] == pytest.approx(0.062 * 44_100, abs=15)


def test_a_device_whose_clock_jumps_is_followed(asked: Asked) -> None:
    output = SynthOutput(Counting, clock=lambda: asked.now_s)
    for _ in range(3):
        asked.ask()
    asked.ask(after_s=1.0)
    output.send(b"\x90\x3c\x64", asked.now_s + 0.02)
    # 20 ms, a buffer of 10 and a margin of 2: within the block that begins after 30.
    assert [bool(asked.ask()[-1, 0]) for _ in range(3)] == [False, False, True]


def test_a_note_that_is_sent_while_the_device_stalls_ends(asked: Asked) -> None:
    made = Counting()
    output = SynthOutput(lambda: made, clock=lambda: asked.now_s)
    for _ in range(3):
        asked.ask()
    asked.now_s += 0.3
    output.send(b"\x90\x3c\x64", asked.now_s + 0.02)
    output.send(b"\x90\x3d\x64", asked.now_s + 0.02)
    # By the clock that the device has from now on these are due earlier.
    asked.ask()
    output.send(b"\x80\x3c\x40", asked.now_s + 0.03)
    output.send(b"\x90\x3d\x00", asked.now_s + 0.03)
    for _ in range(60):
        asked.ask()
    for pitch in (0x3C, 0x3D):
        played = [message for _, message in made.messages if message[1] == pitch]
        assert [wire.lets_go(message) for message in played] == [False, True]


def test_a_pedal_is_never_moved_before_what_was_sent_of_it_earlier(asked: Asked) -> None:
    made = Counting()
    output = SynthOutput(lambda: made, clock=lambda: asked.now_s)
    asked.ask()
    output.send(b"\xb0\x45\x7f", asked.now_s + 0.01)
    output.send(b"\xb0\x45\x00", asked.now_s)
    output.send(b"\xb1\x45\x7f", asked.now_s)
    for _ in range(5):
        asked.ask()
    assert [message for _, message in made.messages] == [
        b"\xb1\x45\x7f",
        b"\xb0\x45\x7f",
        b"\xb0\x45\x00",
    ]


def test_what_is_sent_last_of_a_piece_sounds_before_its_end(
    monkeypatch: pytest.MonkeyPatch, clock: FakeClock
) -> None:
    device, made = Asked(), Counting()
    monkeypatch.setattr(synth, "_open_device", lambda *_: device)
    device.now_s = clock.now_s
    player = ScorePlayer(lambda _: None, clock=clock)
    player.attach(SynthOutput(lambda: made, clock=clock, buffer_ms=100))
    late = Control(478, 69, 127)
    player.handle(told(Track(controls=(late,), notes=(Note(0, 60, 480),))))
    player.handle(Play(tick=0))
    for _ in range(120):
        clock.now_s += 0.01
        player.step()
        device.ask()
    last = [message for _, message in made.messages if message[0] in {0x80, 0xB0}][-6:]
    assert last == [wire.control(0, 69, 127), wire.note_off(0, 60), *wire.silence(0)[:-1]]


@pytest.mark.parametrize("vanishes", [False, True])
def test_a_note_that_is_held_while_the_device_changes_does_not_sound_on(
    monkeypatch: pytest.MonkeyPatch, clock: FakeClock, *, vanishes: bool
) -> None:
    desk = load_synthesizer(SHIPPED, room="off")
    player = ScorePlayer(lambda _: None, clock=clock)

    def connect() -> Asked:
        device = Asked()
        monkeypatch.setattr(synth, "_open_device", lambda *_: device)
        player.attach(SynthOutput(lambda: desk, clock=clock))
        return device

    def heard(device: Asked) -> float:
        clock.now_s += 0.01
        return float(np.abs(device.ask()).max())

    first = connect()
    player.handle(SoundNote(pitch=60, velocity=100, program=16, is_drum=False, on=True))
    assert max(heard(first) for _ in range(20)) > 0.01
    if vanishes:
        player.console.lose("")
    second = connect()
    assert max([heard(second) for _ in range(20)][-5:]) < 1e-4
    player.handle(SoundNote(pitch=60, velocity=100, program=16, is_drum=False, on=True))
    assert max(heard(second) for _ in range(20)) > 0.01, "the bank is as it was"


def test_a_device_leaves_the_synthesizer_alone_until_something_is_sent(asked: Asked) -> None:
    class Busy(Counting):
        def play(self, placed: Sequence[FrameMessage], start: int, frames: int) -> Block:
            assert placed, "the device before it still plays"
            return super().play(placed, start, frames)

    output = SynthOutput(Busy, clock=lambda: asked.now_s)
    assert not asked.ask().any()
    output.send(b"\x90\x3c\x64", asked.now_s)
    assert asked.ask().any()


def test_a_gap_is_one_when_something_sounds(asked: Asked) -> None:
    output = SynthOutput(Counting, clock=lambda: asked.now_s)
    for after_s in (0.01, 1.0, 0.01, 1.0):
        asked.ask(after_s=after_s)
    assert output.underruns == 0, "nobody hears a gap in silence"
    output.send(b"\x90\x3c\x64", asked.now_s)
    for after_s in (0.01, 0.01, 0.01, 1.0, 0.01):
        asked.ask(after_s=after_s)
    assert output.underruns == 1


# --- played now, and meters ------------------------------------------------------------------


def test_what_is_played_now_sounds_with_the_next_block(asked: Asked) -> None:
    output = SynthOutput(Counting, clock=lambda: asked.now_s, buffer_ms=40)
    asked.ask()
    output.send(b"\x90\x3c\x64", asked.now_s)
    assert asked.ask()[0, 0] == 1, "and not a buffer later"
    # Two periods of the device, and what the limiter looks ahead.
    assert output.live_latency_s == pytest.approx(0.08 + 0.0015, abs=1e-4)


def test_a_note_that_is_ended_before_it_began_never_begins(asked: Asked) -> None:
    output = SynthOutput(Counting, clock=lambda: asked.now_s)
    output.send(b"\x90\x3c\x64", asked.now_s + 0.02)
    output.send(b"\x90\x3d\x64", asked.now_s + 0.02)
    output.send(b"\x80\x3c\x40", asked.now_s)
    heard = [asked.ask()[-1, 0] for _ in range(8)]
    assert heard[-1] == 2, "its end, and the other note"


def test_meters_move_while_it_sounds_and_then_rest(
    monkeypatch: pytest.MonkeyPatch, clock: FakeClock
) -> None:
    device = Asked()
    monkeypatch.setattr(synth, "_open_device", lambda *_: device)
    device.now_s = clock.now_s
    output = SynthOutput(lambda: load_synthesizer(SHIPPED), clock=clock)
    events: list[object] = []
    player = ScorePlayer(events.append, clock=clock)
    player.attach(output)
    player.handle(told(Track(program=16, notes=(Note(0, 60, 480),)), Track(program=40)))
    player.handle(Play(tick=0))
    for _ in range(400):
        player.step()
        clock.now_s += 0.01
        device.ask()
    levels = [event for event in events if isinstance(event, Levels)]
    assert len(levels) > 5
    assert max(level.tracks[0] for level in levels) > 0.005
    assert all(level.tracks[1] == 0 for level in levels)
    assert all(max(level.sides[0]) == level.tracks[0] for level in levels)
    measured = [level.loudness for level in levels if level.loudness]
    assert 2 <= len(measured) < len(levels) / 2
    assert -60 < measured[-1].whole < -10
    assert max(max(level.master) for level in levels) > 0.005
    assert max(levels[-1].master) < 1e-4, "at the end they are down"
    assert player.step() == NEVER
