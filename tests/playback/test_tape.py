"""A recording beside the notes: at the same frame as they, through loops, seeks and bad files."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from engine.messages import (
    BUILT_IN,
    Notice,
    Play,
    PlayRecording,
    Seek,
    SetLoop,
    SetTempoFactor,
)
from engine.playback.player.console import DEFAULT
from engine.playback.player.player import Player
from engine.playback.ports.outputs import RecordingOutput
from engine.playback.sound import synth
from engine.playback.sound.desk import Desk
from engine.playback.sound.synth import SynthOutput
from engine.playback.sound.tape import SoundReader, Tape
from engine.playback.sound.tones import SAMPLE_RATE, Block, Floats
from engine.values.events import Tempo
from engine.values.hearing import Recording
from engine.values.score import Note, Score, Track
from engine.values.track_mix import TrackMix
from tests.playback.stage import FakeClock
from tests.waiting import eventually

_BLOCK = 2205
# A bar of a second, and a slower one.
SCORE = Score(
    ticks_per_quarter=480,
    tempos=(Tempo(tick=0, bpm=240.0), Tempo(tick=1920, bpm=160.0)),
    tracks=(Track(notes=tuple(Note(480 * i, 60, 240) for i in range(8))),),
)
CLICKS_S = (0.0, 0.25, 0.5, 0.75, 1.0, 1.375, 1.75, 2.125)


class Clicks:
    """Instruments of which each note is one loud frame."""

    title = "Clicks"
    trims: Mapping[tuple[int, bool], float] = {}
    borrowed: frozenset[tuple[int, bool]] = frozenset()

    def __init__(self) -> None:
        self._struck: set[int] = set()

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None: ...

    def set_tuning(self, tuning: object) -> None: ...

    def receive(self, channel: int, message: bytes) -> None:
        if message[0] & 0xF0 == 0x90:
            self._struck.add(channel)

    def sounding(self) -> Sequence[int]:
        return tuple(self._struck)

    def render(self, channel: int, frames: int) -> Block:
        made = np.zeros((frames, 2), np.float32)
        if channel in self._struck:
            self._struck.discard(channel)
            made[0] = 0.5
        return made


class Room:
    """A player and the built-in sound on a device whose clock is the test's.

    Args:
        speed: Seconds of the clock for each second of the device.
    """

    def __init__(self, *, speed: float = 1.0, port: str = DEFAULT) -> None:
        self.clock, self.speed = FakeClock(), speed
        self.events: list[object] = []
        self.player = Player(self.events.append, clock=self.clock)
        desk = Desk(Clicks(), room="off", limits=False)
        self.output = SynthOutput(lambda: desk, clock=self.clock, buffer_ms=50)
        self.player.attach(self.output, port)
        self.player.set_score(SCORE, [TrackMix()])

    def run(self, seconds: float) -> tuple[list[float], list[float]]:
        """Play on; return the seconds of the clicks of the notes, and of the recording."""
        made = []
        for _ in range(round(seconds * SAMPLE_RATE / _BLOCK)):
            self.player.step()
            _wait_for(self.output.tape)
            made.append(self.output.block(_BLOCK))
            self.clock.now_s += _BLOCK / SAMPLE_RATE * self.speed
        sound = np.concatenate(made)
        return clicks_in(sound[:, 0]), clicks_in(sound[:, 1] - sound[:, 0])

    def play(self, **recording: Any) -> None:
        self.player.handle(PlayRecording(recording=Recording(**recording)))
        self.player.handle(Play(tick=0))

    @property
    def notices(self) -> list[str]:
        return [str(event.message) for event in self.events if isinstance(event, Notice)]


def _wait_for(tape: Tape) -> None:
    """Wait until the reader has read what it was asked for: the test's clock stands still."""
    reader = tape._reader
    if reader is not None:
        assert eventually(
            lambda: reader.trouble is not None or reader._missing() is None, pause_s=0.001
        )


def clicks_in(sound: Floats) -> list[float]:
    """Return the seconds of the clicks in a sound, (frames,)."""
    loud = np.flatnonzero(np.abs(sound) > 0.1)
    first = [each for n, each in enumerate(loud) if not n or each - loud[n - 1] > _BLOCK]
    return [float(each) / SAMPLE_RATE for each in first]


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Room]]:
    class Device:
        def start(self, blocks: object) -> None: ...

        def close(self) -> None: ...

    monkeypatch.setattr(synth, "_open_device", lambda *_: Device())
    made: list[Room] = []

    def make(**options: Any) -> Room:
        made.append(Room(**options))
        return made[-1]

    yield make
    for each in made:
        each.player.close()


def sound_file(
    path: Path, clicks_s: Sequence[float] = CLICKS_S, *, rate: int = 44_100, seconds: float = 4.0
) -> str:
    """Write a sound file with clicks on its right side."""
    sound = np.zeros((round(seconds * rate), 2), np.float32)
    for at_s in clicks_s:
        sound[round(at_s * rate), 1] = 0.9
    soundfile.write(path, sound, rate)
    return str(path)


@pytest.mark.parametrize(
    ("name", "rate", "speed"),
    [("a.wav", 44_100, 1.0), ("a.flac", 48_000, 1.0), ("a.wav", 22_050, 1.004)],
)
def test_a_recording_sounds_with_the_notes_whatever_its_rate_and_the_devices_speed(
    room: Callable[..., Room], tmp_path: Path, name: str, rate: int, speed: float
) -> None:
    file = sound_file(tmp_path / name, [each + 0.3 for each in CLICKS_S], rate=rate)
    here = room(speed=speed)
    here.play(file=file, begins_s=-0.3)
    notes, sung = here.run(2.6)
    assert len(notes) == len(sung) == len(CLICKS_S)
    assert np.abs(np.subtract(notes, sung)).max() <= 0.005
    assert np.subtract(notes, notes[0]) == pytest.approx(CLICKS_S, abs=0.012)


def test_a_recording_follows_loops_and_seeks(room: Callable[..., Room], tmp_path: Path) -> None:
    here = room()
    here.player.handle(SetLoop(start=0, end=1440))
    here.play(file=sound_file(tmp_path / "a.wav"))
    notes, sung = here.run(1.9)
    assert len(notes) == len(sung) == 8
    assert sung == pytest.approx(notes, abs=0.001)
    here.player.handle(SetLoop(start=0, end=0))
    here.player.handle(Seek(tick=2400))
    notes, sung = here.run(1.0)
    assert sung == pytest.approx(notes, abs=0.001)
    assert np.diff(sung) == pytest.approx([0.375, 0.375], abs=0.001)


def test_either_is_heard_alone_and_the_recording_alone_to_its_end(
    room: Callable[..., Room], tmp_path: Path
) -> None:
    file = sound_file(tmp_path / "a.wav", [*CLICKS_S, 3.4], seconds=3.5)
    here = room()
    here.play(file=file, heard="recording")
    notes, sung = here.run(3.7)
    assert (notes, len(sung)) == ([], 9)
    assert not here.player.playing
    here.play(file=file, heard="notes")
    notes, sung = here.run(2.7)
    assert (len(notes), sung) == (8, [])
    assert not here.player.playing
    here.player.handle(PlayRecording())
    here.player.handle(Play(tick=0))
    notes, sung = here.run(0.6)
    assert (len(notes), sung) == (2, [])


def test_a_recording_has_its_level(room: Callable[..., Room], tmp_path: Path) -> None:
    here = room()
    here.play(file=sound_file(tmp_path / "a.wav"), level_db=-6.0)
    here.player.step()
    _wait_for(here.output.tape)
    sound = np.concatenate([here.output.block(_BLOCK) for _ in range(4)])
    assert (sound[:, 1] - sound[:, 0]).max() == pytest.approx(0.9 * 10 ** (-6 / 20), rel=0.02)


def test_at_another_tempo_a_recording_is_silent_and_says_so_once(
    room: Callable[..., Room], tmp_path: Path
) -> None:
    here = room()
    here.player.handle(SetTempoFactor(factor=2.0))
    here.play(file=sound_file(tmp_path / "a.wav"))
    notes, sung = here.run(1.0)
    assert (len(notes) >= 7, sung) == (True, [])
    assert here.notices == ["The recording is heard at the written tempo only."]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (None, "It is no longer there."),
        (b"no sound" * 99, "It is no sound file"),
        (b"", "no sound"),
    ],
)
def test_a_file_that_is_gone_or_broken_is_one_sentence_and_the_notes_play_on(
    room: Callable[..., Room], tmp_path: Path, data: bytes | None, why: str
) -> None:
    path = tmp_path / "a.wav"
    if data is not None:
        path.write_bytes(data)
    here = room()
    here.play(file=str(path))
    notes, sung = here.run(2.6)
    assert (len(notes), sung) == (8, [])
    assert len(here.notices) == 1
    assert why in here.notices[0]


def test_beside_a_midi_port_the_built_in_sound_opens_for_the_recording_alone(
    room: Callable[..., Room], tmp_path: Path
) -> None:
    here = room(port=BUILT_IN)
    port = RecordingOutput("Piano", clock=here.clock)
    port.kind = "port"
    here.player.attach(port)
    assert BUILT_IN not in here.player.console.wanted_ports
    here.play(file=sound_file(tmp_path / "a.wav"))
    assert BUILT_IN in here.player.console.wanted_ports
    begins_s = here.clock.now_s
    notes, sung = here.run(2.6)
    assert notes == []
    struck = [r.at_s - begins_s for r in port.received if r.message[0] & 0xF0 == 0x90]
    # The device sounds later than it is asked by what it tells as its latency.
    late_s = here.output.latency_s - 0.05 - synth._MARGIN_S
    assert sung == pytest.approx([each - late_s for each in struck], abs=0.005)
    here.player.handle(PlayRecording())
    assert BUILT_IN not in here.player.console.wanted_ports


def test_a_long_file_takes_no_more_memory_than_a_short_one(tmp_path: Path) -> None:
    reader = SoundReader(Path(sound_file(tmp_path / "a.wav", rate=8000, seconds=90.0)))
    for first in range(0, 80, 10):
        reader.want(range(first, first + 40))
        assert eventually(lambda: reader._missing() is None, pause_s=0.001)
        assert len(reader._seconds) <= 12
    reader.close()
    assert eventually(lambda: not reader._thread.is_alive())
    assert reader.end == 90 * SAMPLE_RATE
