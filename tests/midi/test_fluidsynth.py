"""FluidSynth, a synthesizer that is not ours, plays a file and what Segue writes of it alike.

It needs `fluidsynth`, and plays the sound bank that ships.
FluidSynth ignores ports, so each port is rendered by itself, and the sounds are added.
"""

import io
import shutil
import subprocess
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import mido
import numpy as np
import pytest
import soundfile

from engine.midi.file.midifile import read_midi, write_midi
from engine.playback.sound.bank import shipped_bank
from tests.midi.files import FILES, control, file_of, program, tune

RATE = 22_050
WINDOW = 2048
LONGEST_S = 20
NEAR_DB = 0.1  # two instruments differ by 2 dB and more

# These cannot be compared with themselves: FluidSynth 2.3 does not hear them as their formats say,
# or (sixteen parts) their tracks contradict each other, which the one track of `by_port` decides.
# Here is each in messages that leave no doubt: drums on channel 10, a note-off instead of mono
# mode, a channel for each part.
PLAINLY = {
    "XG drums by part mode": file_of(tune(36, 38, start=480, channel=9)),
    "GM2 drums, and channel 10 melodic": file_of(
        [program(0, 0, channel=9), *tune(36, 38, channel=9)],
        [program(0, 12), *tune(60, 62)],
    ),
    "GS drums on another channel, and bank 127": file_of(
        [program(0, 16, channel=9), *tune(36, 38, channel=9)],
        [control(0, 0, 127), program(0, 40), *tune(60, 62)],
    ),
    "mono mode ends notes": file_of([*tune(60, step=200), *tune(64, start=480)]),
}
# FluidSynth knows no MPE zones: it bends each channel by its own range, plays member channel 10 as
# drums, and does not give the master channel's program to the others. `test_state.py` has them.
ZONES = {name for name in FILES if name.startswith("MPE")}
# Without the messages that announce them these sound the same in FluidSynth: it ignores them.
IGNORED = sorted(name for name in PLAINLY if "drums" in name)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("fluidsynth") is None, reason="needs fluidsynth"),
]


class Port(NamedTuple):
    """A port, by its number and the name of its device."""

    number: int = 0
    device: str = ""


def _placed(track: mido.MidiTrack) -> Iterator[tuple[int, int, Port, mido.Message]]:
    """Yield (tick, order, port, message): at one tick, what sets the state goes before notes.

    What stands behind a note-on of its own track acts on the next note only, so it goes last.
    """
    tick, struck, port = 0, -1, Port()
    for message in track:
        tick += message.time
        if message.type == "midi_port":
            port = port._replace(number=message.port)
        elif message.type == "device_name":
            port = port._replace(device=message.name)
        begins = message.type == "note_on" and message.velocity > 0
        yield tick, 1 if begins else 2 if struck == tick else 0, port, message
        struck = tick if begins else struck


def by_port(data: bytes) -> list[bytes]:
    """Return one file of one track for each port, of what is compared of it."""
    file = mido.MidiFile(file=io.BytesIO(data), clip=True)
    placed = sorted(chain(*map(_placed, file.tracks)), key=lambda each: each[:2])
    ports = sorted({port for _, _, port, message in placed if message.type == "note_on"})
    files = []
    for wanted in ports:
        track, now, now_s, tempo = mido.MidiTrack(), 0, 0.0, 500_000
        for tick, _, own, message in placed:
            if own == wanted or message.type in {"set_tempo", "sysex"}:
                now_s += mido.tick2second(tick - now, file.ticks_per_beat, tempo)
                if now_s > LONGEST_S:
                    break
                track.append(message.copy(time=tick - now))
                now = tick
                tempo = message.tempo if message.type == "set_tempo" else tempo
        part = mido.MidiFile(type=0, ticks_per_beat=file.ticks_per_beat, tracks=[track])
        buffer = io.BytesIO()
        part.save(file=buffer)
        files.append(buffer.getvalue())
    return files


def rendered(data: bytes, folder: Path, *, banks: str = "gs") -> np.ndarray:
    """Return the sound of a file, mono, (N,).

    Args:
        data: The file.
        folder: Where to work.
        banks: How FluidSynth takes bank numbers, `gs` or `xg`.
    """
    sound = np.zeros(0)
    for part in by_port(data):
        (folder / "part.mid").write_bytes(part)
        options = ["-ni", "-q", "-R0", "-C0", "-g0.3", f"-r{RATE}", "-F", "part.wav"]
        options += ["-o", "synth.dynamic-sample-loading=1"]  # decodes what is played
        options += ["-o", f"synth.midi-bank-select={banks}", str(shipped_bank()), "part.mid"]
        command = ["fluidsynth", *options]
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=300)
        one = soundfile.read(folder / "part.wav")[0].mean(axis=1)[: LONGEST_S * RATE]
        length = max(len(sound), len(one))
        sound = np.pad(sound, (0, length - len(sound))) + np.pad(one, (0, length - len(one)))
    return sound


def spectrum(sound: np.ndarray) -> np.ndarray:
    """Return decibels by window and third of an octave, (windows, bands)."""
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(sound, (0, WINDOW)), WINDOW)[
        :: WINDOW // 2
    ]
    power = np.abs(np.fft.rfft(windows * np.hanning(WINDOW))) ** 2
    edges = np.unique(np.geomspace(4, WINDOW // 2, 28).astype(int))
    bands = np.add.reduceat(power, edges[:-1], axis=1)
    return np.asarray(10 * np.log10(bands + 1e-4))


def distance_db(one: np.ndarray, other: np.ndarray) -> float:
    """Return the mean difference of two sounds' spectra, in decibels."""
    length = max(len(one), len(other))
    first, second = (spectrum(np.pad(s, (0, length - len(s)))) for s in (one, other))
    return float(np.abs(first - second).mean())


# FluidSynth would be started 512 times for all ports; `test_state.py` has them.
PORTS = {"ports 0 to 255"}


@pytest.mark.parametrize("name", sorted(FILES.keys() - PLAINLY.keys() - ZONES - PORTS))
def test_fluidsynth_plays_what_segue_writes_as_it_plays_the_file(name: str, tmp_path: Path) -> None:
    data, banks = FILES[name], "xg" if "XG" in name else "gs"
    before = rendered(data, tmp_path, banks=banks)
    after = rendered(write_midi(read_midi(data).score), tmp_path, banks=banks)
    if (found := distance_db(before, after)) > NEAR_DB:  # FluidSynth may differ from itself
        assert found <= distance_db(before, rendered(data, tmp_path, banks=banks)) + NEAR_DB


@pytest.mark.parametrize("name", sorted(PLAINLY))
def test_what_fluidsynth_does_not_hear_is_written_so_that_it_does(
    name: str, tmp_path: Path
) -> None:
    meant = rendered(PLAINLY[name], tmp_path)
    assert distance_db(meant, rendered(FILES[name], tmp_path)) > 1
    written = rendered(write_midi(read_midi(FILES[name]).score), tmp_path)
    assert distance_db(meant, written) <= NEAR_DB


@pytest.mark.parametrize("name", IGNORED)
def test_fluidsynth_ignores_what_announces_these_drum_parts(name: str, tmp_path: Path) -> None:
    file = mido.MidiFile(file=io.BytesIO(FILES[name]))
    for track in file.tracks:
        # None of them stands behind a pause that others need.
        track[:] = [m for m in track if m.type != "sysex" and not m.is_cc(0)]
    buffer = io.BytesIO()
    file.save(file=buffer)
    whole = rendered(FILES[name], tmp_path)
    assert distance_db(whole, rendered(buffer.getvalue(), tmp_path)) == 0


def test_another_instrument_is_heard(tmp_path: Path) -> None:
    sounds = []
    for number in (0, 40):
        track = mido.MidiTrack([mido.Message("program_change", program=number)])
        track += [mido.Message("note_on", note=60), mido.Message("note_off", note=60, time=960)]
        buffer = io.BytesIO()
        mido.MidiFile(tracks=[track]).save(file=buffer)
        sounds.append(rendered(buffer.getvalue(), tmp_path))
    assert distance_db(*sounds) > 2
