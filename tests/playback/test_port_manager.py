"""What keeps outputs open: sound devices that vanish, banks that are broken, gaps in the sound."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.ground.errors import PortError
from engine.messages import PortsChanged
from engine.playback.ports import port_manager as port_managers
from engine.playback.ports.port_manager import (
    OpeningFailed,
    OutputGone,
    OutputReady,
    OutputRequest,
    PortEvent,
    PortManager,
    ServerDied,
    SoundGaps,
)
from engine.playback.sound import synth
from engine.playback.sound.devices import BACKEND_VARIABLE
from engine.playback.sound.synth import SynthOutput

Wait = Callable[..., bool]
SYNTH = OutputRequest(port="", kind="synth")


class NoMidi:
    """A machine without MIDI ports."""

    is_dead = False
    makes_ports = False
    has_jack = False

    def outputs(self) -> tuple[str, ...]:
        return ()

    def inputs(self) -> tuple[str, ...]:
        return ()

    def close(self) -> None:
        pass


class Watch:
    """A port manager and the events that it posts."""

    def __init__(self) -> None:
        self.news: list[PortEvent] = []
        self.midi = NoMidi()
        self.port_manager = PortManager(self.news.append)

    def of(self, kind: type) -> list[PortEvent]:
        return [news for news in self.news if isinstance(news, kind)]

    @property
    def output(self) -> SynthOutput:
        opened = self.of(OutputReady)[-1]
        assert isinstance(opened, OutputReady)
        assert isinstance(opened.output, SynthOutput)
        return opened.output


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    monkeypatch.setenv(BACKEND_VARIABLE, "null")
    monkeypatch.setattr(port_managers, "POLL_S", 0.02)
    monkeypatch.setattr(port_managers, "_SOUND_RETRY_S", 0.05)
    midi = NoMidi()
    monkeypatch.setattr(port_managers, "MidiSystem", lambda *, watched: watched and midi)
    watch = Watch()
    watch.midi = midi
    watch.port_manager.start()
    yield watch
    watch.port_manager.close()
    for news in watch.of(OutputReady):
        assert isinstance(news, OutputReady)
        news.output.close()


def test_a_sound_device_that_falls_silent_is_given_up_and_opened_again(
    watch: Watch, monkeypatch: pytest.MonkeyPatch, eventually: Wait
) -> None:
    watch.port_manager.request(SYNTH)
    assert eventually(lambda: len(watch.of(OutputReady)) == 1)
    first = watch.output
    monkeypatch.setattr(synth, "_SILENT_DEVICE_S", 0.3)
    first._device.stop()  # what is left of a device that was pulled out: it asks no more
    assert eventually(lambda: watch.of(OutputGone) == [OutputGone(SYNTH)])
    monkeypatch.setattr(synth, "_SILENT_DEVICE_S", 60.0)
    assert eventually(lambda: len(watch.of(OutputReady)) == 2)
    assert watch.output is not first
    assert watch.output.alive
    # The bank is not loaded again: that takes seconds with a large one.
    assert watch.output._synthesizer is first._synthesizer


def test_without_the_bank_that_ships_one_sentence_says_so(
    watch: Watch, monkeypatch: pytest.MonkeyPatch, eventually: Wait
) -> None:
    monkeypatch.setattr(synth, "shipped_bank", lambda: Path("/nowhere"))
    watch.port_manager.request(OutputRequest(port="", kind="synth", name=""))
    assert eventually(lambda: bool(watch.of(OpeningFailed)))
    (told,) = watch.of(OpeningFailed)
    assert isinstance(told, OpeningFailed)
    assert str(told.error) == "Segue's own sound bank cannot be read. Install Segue again."


def test_a_broken_bank_is_told_once_and_another_one_plays(
    watch: Watch, tmp_path: Path, eventually: Wait
) -> None:
    bank = tmp_path / "mine.sf2"
    bank.write_bytes(bytes(range(256)) * 40)
    watch.port_manager.request(OutputRequest(port="", kind="synth", name=str(bank)))
    assert eventually(lambda: len(watch.of(OutputReady)) == 1)
    (told,) = watch.of(OpeningFailed)
    assert isinstance(told, OpeningFailed)
    assert told.error.message.startswith("‘mine.sf2’ is not a usable sound bank")
    assert told.error.hint == "The one that ships is used instead."
    assert told.request is None


def test_gaps_are_told_when_there_are_more(watch: Watch, eventually: Wait) -> None:
    watch.port_manager.request(SYNTH)
    assert eventually(lambda: len(watch.of(OutputReady)) == 1)
    watch.output.underruns = 4
    assert eventually(lambda: watch.of(SoundGaps) == [SoundGaps(4)])
    watch.output.underruns = 6
    assert not eventually(lambda: len(watch.of(SoundGaps)) > 1, 0.2)
    watch.output.underruns = 9
    assert eventually(lambda: watch.of(SoundGaps) == [SoundGaps(4), SoundGaps(9)])


def test_a_server_that_died_is_told(watch: Watch, eventually: Wait) -> None:
    assert eventually(lambda: len(watch.of(PortsChanged)) == 1)
    watch.midi.is_dead = True
    assert eventually(lambda: ServerDied() in watch.news)


class HeldInput(NoMidi):
    """A machine whose one input another program holds."""

    def __init__(self) -> None:
        self.asked = 0

    def inputs(self) -> tuple[str, ...]:
        return ("Keys",)

    def open_input(self, name: str, _hear: object) -> object:
        self.asked += 1
        raise PortError(f"‘{name}’ is held.")


def test_an_input_that_another_program_holds_is_told_once_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, eventually: Wait
) -> None:
    monkeypatch.setattr(port_managers, "POLL_S", 0.02)
    midi = HeldInput()
    monkeypatch.setattr(port_managers, "MidiSystem", lambda *, watched: watched and midi)
    watch = Watch()
    watch.port_manager.start()
    watch.port_manager.listen(["Keys"])
    assert eventually(lambda: midi.asked > 3)
    watch.port_manager.close()
    assert len(watch.of(OpeningFailed)) == 1


@pytest.mark.parametrize(
    ("asked_ms", "delay_s", "lead_s", "latency_s"),
    [
        (10, 0.012, 0.030, 0.032),
        (40, 0.042, 0.060, 0.122),
        (0, 0.005, 0.023, 0.011),
        (9999, 0.102, 0.120, 0.302),
    ],
)
def test_a_larger_buffer_sounds_later(
    monkeypatch: pytest.MonkeyPatch,
    asked_ms: int,
    delay_s: float,
    lead_s: float,
    latency_s: float,
) -> None:
    monkeypatch.setenv(BACKEND_VARIABLE, "null")
    output = SynthOutput(synth.load_synthesizer, buffer_ms=asked_ms)
    output.close()
    assert output._delay_s == pytest.approx(delay_s)
    assert output.lead_s == pytest.approx(lead_s)
    assert output.latency_s == pytest.approx(latency_s, abs=0.002)
