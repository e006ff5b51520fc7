"""A jam on real ports of a MIDI system: keyboard and output go without a word, and come back."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from benchmarks.jam.stand import Keyboard, Receiver
from engine import messages
from engine.playback import wire
from engine.playback.ports.closing import finish_closing
from engine.playback.ports.system_ports import MidiSystem
from engine.playback.sound.devices import BACKEND_VARIABLE
from tests.app.clients.test_jam_survives import Stage
from tests.playback.conftest import _jack_server, midi_system
from tests.playback.jack import is_connected

__all__ = ["_jack_server", "midi_system"]
# Real processes, of which one imports torch, and a server of the tests' own.
pytestmark = [pytest.mark.slow, pytest.mark.midi, pytest.mark.timeout(400)]
NUMBER = 7


class Cables:
    """What is plugged in."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.system = MidiSystem()
        self.keys: Keyboard | None = None
        self.ears: Receiver | None = None
        self.ports = messages.PortsChanged(outputs=(), inputs=())
        stage.playing.ports_changed.connect(self._on_ports)

    def _on_ports(self, ports: messages.PortsChanged) -> None:
        self.ports = ports

    def plug_in_keys(self) -> None:
        self.keys = Keyboard(self.system, NUMBER)
        name = self.keys.name
        self.stage.until(lambda: any(port.startswith(name) for port in self.ports.inputs))
        port = next(port for port in self.ports.inputs if port.startswith(name))
        self.stage.playing.audio.choose(inputs=(port,))
        self.stage.until(lambda: is_connected(os.environ["JACK_DEFAULT_SERVER"], name))

    def unplug_keys(self) -> None:
        assert self.keys is not None
        name = self.keys.name
        self.keys.unplug()
        self.stage.until(lambda: not any(port.startswith(name) for port in self.ports.inputs))

    def plug_in_ears(self) -> None:
        self.ears = Receiver(self.system, "Loop-back of a jam")
        name = self.ears.name
        self.stage.until(lambda: any(name in port for port in self.ports.outputs))

    def play(self, *messages_: bytes) -> None:
        assert self.keys is not None
        self.keys.send(*messages_)
        self.stage.qtbot.wait(150)

    def close(self) -> None:
        if self.keys is not None:
            self.keys.unplug()
        if self.ears is not None:
            self.ears.close()
        self.system.close()
        finish_closing()


@pytest.fixture
def cables(
    midi_system: str,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Cables]:
    assert midi_system
    monkeypatch.setenv(BACKEND_VARIABLE, "null")
    stage = Stage(tmp_path, qtbot)
    made = Cables(stage)
    yield made
    stage.close()
    made.close()


def held(cables: Cables) -> list[int]:
    return sorted(cables.stage.jam.record.held)


def test_a_keyboard_that_is_pulled_out_lets_its_keys_go_and_plays_on_when_it_is_back(
    cables: Cables,
) -> None:
    stage = cables.stage
    cables.plug_in_keys()
    stage.start()
    cables.play(wire.note_on(0, 60, 80))
    cables.play(wire.note_on(0, 64, 80), wire.control(0, wire.SUSTAIN, 127))
    stage.until(lambda: held(cables) == [60, 64])
    cables.unplug_keys()
    stage.until(lambda: held(cables) == [])
    assert stage.jam.phase == "playing"
    cables.plug_in_keys()
    cables.play(wire.note_on(0, 67, 80))
    cables.play(wire.note_off(0, 67))
    stage.until(lambda: any(note.pitch == 67 for note in stage.jam.record.me(0)))
    stage.give_turn(1)
    over = stage.stop()
    assert [note.pitch for note in over.score.tracks[0].notes] == [60, 64, 67]


def test_a_jam_goes_on_while_its_output_is_away_and_is_heard_when_it_is_back(
    cables: Cables,
) -> None:
    stage = cables.stage
    lost: list[str] = []
    stage.playing.output_lost.connect(lost.append)
    cables.plug_in_ears()
    assert cables.ears is not None
    name = next(port for port in cables.ports.outputs if cables.ears.name in port)
    stage.playing.audio.choose_output("port", name)
    stage.until(lambda: stage.playing.output is not None and stage.playing.output.kind == "port")
    stage.start()
    stage.play(60, 62)
    cables.ears.close()
    stage.until(lambda: bool(lost))
    stage.play(64)
    assert stage.jam.phase == "playing"
    cables.plug_in_ears()
    stage.until(lambda: stage.playing.output is not None)
    heard = cables.ears
    until_s = time.monotonic() + 60
    while not any(message[1] == 65 for _, message in heard.look() if len(message) > 1):
        assert time.monotonic() < until_s, "it was not heard again"
        stage.play(65)
    over = stage.stop()
    assert {60, 62, 64, 65} <= {note.pitch for note in over.score.tracks[0].notes}
