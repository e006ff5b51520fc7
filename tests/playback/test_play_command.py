"""`segue play` follows a clock, and sends one."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.cli.clocks import check_clocks, with_clocks
from engine.cli.main import parser
from engine.ground.errors import PortError
from engine.ground.paths import demo_pieces
from engine.messages import JACK_TRANSPORT, PortsChanged
from engine.midi.file.midifile import write_midi
from engine.values.score import Note, Score, Track
from engine.values.sound import Sound
from tests.waiting import eventually

FOUND = PortsChanged(outputs=("Drums:in",), inputs=("Box:out",), devices=(), clocks=())


def chosen(*words: str, sound: Sound = Sound()) -> Sound:  # noqa: B008 - frozen
    arguments = parser(["play"]).parse_args(["play", str(demo_pieces() / "lullaby.mid"), *words])
    return with_clocks((sound,), arguments)[0]


def test_the_options_are_the_windows_choices() -> None:
    sound = chosen(
        *("--follow", "Box:out", "--send-clock", "A", "--send-clock", "B"),
        *("--send-time-code", "C", "--clock-runs"),
    )
    assert sound.clock_in == "Box:out"
    assert (sound.clock_out, sound.time_code_out) == (("A", "B"), ("C",))
    assert sound.clock_runs
    assert chosen("--follow", "jack").clock_in == JACK_TRANSPORT
    assert chosen() == Sound()


def test_a_clock_of_a_port_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(PortError, match="no clock called ‘Boks’") as error:
        check_clocks((chosen("--follow", "Boks"),), FOUND)
    assert "Box:out" in (error.value.hint or "")
    with pytest.raises(PortError, match="no MIDI output called ‘Dums’"):
        check_clocks((chosen("--send-time-code", "Dums"),), FOUND)
    own = Sound(output_kind="virtual", output_name="Stage")
    check_clocks((chosen("--send-clock", "Stage", "--follow", "Box:out", sound=own),), FOUND)


@contextmanager
def plays(song: Path, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A `segue play` of its own."""
    command = [sys.executable, "-m", "engine", "play", str(song), "--silent", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def song(tmp_path: Path) -> Path:
    path = tmp_path / "song.mid"
    score = Score(tracks=(Track(notes=(Note(0, 60, 480), Note(480, 62, 480))),))
    path.write_bytes(write_midi(score))
    return path


def received(port: Any) -> list[int]:
    """The first bytes of what has come."""
    found = []
    while (got := port.get_message()) is not None:
        found.append(got[0][0])
    return found


@pytest.mark.midi
@pytest.mark.slow
def test_another_program_starts_what_is_played(midi_system: str, song: Path) -> None:
    assert midi_system
    rtmidi = pytest.importorskip("rtmidi")
    out = rtmidi.MidiOut(rtmidi.API_UNIX_JACK, name=f"Master {os.getpid()}")
    out.open_virtual_port("clock")
    with plays(song, "--follow", f"Master {os.getpid()}:clock") as process:
        time.sleep(4.0)  # it plays somebody who is slow
        assert process.poll() is None
        out.send_message([0xFA])
        for _ in range(24 * 4):
            out.send_message([0xF8])
            time.sleep(0.5 / 24)
            if process.poll() is not None:
                break
        assert eventually(lambda: process.poll() is not None)
        assert process.returncode == 0
        assert b"Waiting for" in process.communicate()[1]
    out.delete()


@pytest.mark.midi
@pytest.mark.slow
def test_a_device_gets_clock_and_time_code(midi_system: str, song: Path) -> None:
    assert midi_system
    rtmidi = pytest.importorskip("rtmidi")
    ear = rtmidi.MidiIn(rtmidi.API_UNIX_JACK, name=f"Slave {os.getpid()}", queue_size_limit=10_000)
    ear.ignore_types(sysex=False, timing=False)
    ear.open_virtual_port("clock")
    name = f"Slave {os.getpid()}:clock"
    with plays(song, "--send-clock", name, "--send-time-code", name) as process:
        assert eventually(lambda: process.poll() is not None)
        assert process.returncode == 0
    kinds = received(ear)
    assert kinds.count(0xFA) == 1
    assert 40 <= kinds.count(0xF8) <= 50
    assert kinds.count(0xF1) > 60
    ear.delete()
