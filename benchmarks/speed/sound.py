"""`python -m benchmarks sound`: how what Segue plays and exports sounds, in figures.

The demo pieces are written as audio and measured as anyone's files would be: ITU-R BS.1770 for
loudness and true peaks, correlation of left and right in octaves, DC, how they end.
"""

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from engine.ground.errors import ProcessError
from engine.messages import ChooseSound, Failed, Levels, SoundNote, TrackMix
from engine.midi.file.midifile import read_midi
from engine.playback.files.exporting import export_audio
from engine.playback.files.rendering import render
from engine.playback.sound.desk import Desk
from engine.playback.sound.devices import BACKEND_VARIABLE
from engine.playback.sound.loudness import LoudnessMeter
from engine.playback.sound.synth import load_instruments, load_synthesizer
from engine.playback.sound.tones import SAMPLE_RATE, Block, Floats, FrameMessage, Instruments
from engine.processes.process import Child
from engine.values.score import Score
from engine.values.sound import AudioOptions, Sound

Figures = dict[str, Any]
PIECES = 10
OCTAVES_HZ = (125, 250, 500, 1000, 2000, 4000, 8000)
_BLOCK = 441
_VOICES = 64
_LOAD_S = 10
_LAST_S = 0.005
_PATIENCE_S = 30.0


def measure(pieces: Sequence[Path], *, bank: str = "") -> Iterator[tuple[float, Figures]]:
    """Yield the share that is done, and all figures so far.

    Args:
        pieces: MIDI files.
        bank: Path of a sound bank, or empty for the one that ships.

    Raises:
        SegueError: A piece cannot be read, the bank cannot be played, the player does not answer.
    """
    instruments = load_instruments(bank)
    figures: Figures = {"what": "sound", "bank": instruments.title, "pieces": []}
    for number, path in enumerate(pieces, 1):
        score = read_midi(path.read_bytes()).score
        made = {"name": path.stem, **_of_file(score, bank), **_of_parts(score, instruments)}
        figures["pieces"].append(made)
        yield number / (len(pieces) + 1), figures
    figures |= {
        "velocity_db": _velocity_db(bank),
        "core_share_64_notes": _core_share(bank),
        "start_s": _start_s(bank),
    }
    yield 1.0, figures


def _of_file(score: Score, bank: str) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "piece.wav"
        began_s, began_cpu_s = time.perf_counter(), time.process_time()
        for _ in export_audio(score, target, bank=bank, options=AudioOptions(samples="float")):
            pass
        took_s, cpu_s = time.perf_counter() - began_s, time.process_time() - began_cpu_s
        sound = _read(target)
    meter = _measured(sound)
    seconds = len(sound) / SAMPLE_RATE
    return {
        "seconds": round(seconds, 1),
        "times_real_time": round(seconds / took_s, 1),
        "times_real_time_cpu": round(seconds / cpu_s, 1),
        "lufs": round(meter.integrated(), 2),
        "range_lu": round(meter.range(), 1),
        "true_peak_db": round(meter.peak_db, 2),
        "dc_db": _db(float(np.abs(sound.mean(axis=0, dtype=np.float64)).max())),
        "end_db": _db(float(np.abs(sound[-round(_LAST_S * SAMPLE_RATE) :]).max())),
        "correlation": correlation(sound),
    }


def _read(path: Path) -> Block:
    """Return the frames of a WAV file of floating-point samples, as `WavFile` writes it."""
    data = path.read_bytes()
    at = data.index(b"data") + 8
    size = int.from_bytes(data[at - 4 : at], "little")
    return np.frombuffer(data, np.float32, size // 4, at).reshape(-1, 2)


def _measured(sound: Block) -> LoudnessMeter:
    meter = LoudnessMeter(SAMPLE_RATE)
    for start in range(0, len(sound), 1 << 16):
        meter.add(sound[start : start + (1 << 16)])
    return meter


def correlation(sound: Block) -> dict[str, float]:
    """Return the correlation of left and right in octaves, by their middle in Hz."""
    left, right = (np.fft.rfft(side) for side in sound.T)
    hertz = np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE)
    made = {}
    for middle in OCTAVES_HZ:
        inside = (hertz > middle / 2**0.5) & (hertz < middle * 2**0.5)
        made[str(middle)] = round(_coherence(left[inside], right[inside]), 2)
    return made


def _coherence(left: Floats, right: Floats) -> float:
    power = np.vdot(left, left).real * np.vdot(right, right).real
    return float(np.vdot(left, right).real / np.sqrt(power)) if power > 0 else 0.0


def _of_parts(score: Score, instruments: Instruments) -> Figures:
    """Return how loud each track is by itself, before the master."""
    heard = {}
    for index, track in enumerate(score.tracks):
        if not track.notes:
            continue
        mix = tuple(TrackMix(mute=other != index) for other in range(len(score.tracks)))
        desk = Desk(instruments, limits=False)
        meter = LoudnessMeter(SAMPLE_RATE, true_peaks=False)
        for block in render(score, desk, mix=mix, sample_rate=SAMPLE_RATE):
            meter.add(block)
        heard[f"{index + 1} {track.name}"] = round(meter.integrated(), 1)
    return {
        "parts_lufs": heard,
        "parts_apart_lu": round(max(heard.values()) - min(heard.values()), 1),
    }


def _velocity_db(bank: str) -> dict[str, float]:
    """Return how loud a piano's middle C is by velocity, in dB below 127."""
    made = {}
    for velocity in (127, 90, 50, 10):
        desk = load_synthesizer(bank, room="off", limits=False)
        block = desk.play([FrameMessage(0, 0, 0, bytes((0x90, 60, velocity)))], 0, SAMPLE_RATE)
        made[str(velocity)] = float(20 * np.log10(np.sqrt(np.mean(block.astype(float) ** 2))))
    return {name: round(level - made["127"], 1) for name, level in made.items()}


def _core_share(bank: str) -> float:
    """Return the share of a core that 64 held notes of strings in a hall take, by CPU time."""
    desk = load_synthesizer(bank, room="hall")
    notes = [bytes((0x90 | i % 4, 36 + i, 80)) for i in range(_VOICES)]
    changes = [bytes((0xC0 | channel, 48)) for channel in range(4)]
    sends = [bytes((0xB0 | channel, 93, 60)) for channel in range(4)]
    messages = enumerate((*changes, *sends, *notes))
    desk.play([FrameMessage(0, i, message[0] & 15, message) for i, message in messages], 0, _BLOCK)
    began_s = time.process_time()
    for number in range(_LOAD_S * SAMPLE_RATE // _BLOCK):
        desk.play([], number * _BLOCK, _BLOCK)
    return round((time.process_time() - began_s) / _LOAD_S, 3)


def _start_s(bank: str) -> float:
    """Return the seconds from starting the player's process to the first sound of a note."""
    before = os.environ.get(BACKEND_VARIABLE)
    os.environ[BACKEND_VARIABLE] = "null"
    began_s = time.perf_counter()
    try:
        with Child("player") as child:
            child.send(ChooseSound(sound=Sound(bank=bank)))
            note = SoundNote(pitch=60, velocity=100, program=0, is_drum=False, on=True)
            child.send(note)
            while time.perf_counter() - began_s < _PATIENCE_S:
                event = child.next_event(0.05)
                if isinstance(event, Levels) and max(event.master) > 0:
                    return round(time.perf_counter() - began_s, 2)
                if isinstance(event, Failed):
                    raise ProcessError(event.message)
                if event is not None and type(event).__name__ == "OutputOpened":
                    child.send(msgspec.structs.replace(note, on=False))
                    child.send(note)
    finally:
        if before is None:
            del os.environ[BACKEND_VARIABLE]
        else:
            os.environ[BACKEND_VARIABLE] = before
    raise ProcessError("The player made no sound.")


def _db(amplitude: float) -> float:
    return round(20 * float(np.log10(max(amplitude, 1e-7))), 1)
