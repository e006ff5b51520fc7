"""FluidSynth, a synthesizer that is not ours, plays tunings that Segue writes and sends.

It needs what `test_fluidsynth.py` needs. FluidSynth keeps tunings in whole cents, and its font is
not in tune by itself, so each note is compared with the same note in equal temperament.
"""

import io
from dataclasses import replace
from pathlib import Path

import mido
import numpy as np
import pytest

from engine.midi.file.midifile import write_midi
from engine.playback import wire
from engine.playback.ports.port_tuning import MpeTuner, MtsTuner, PortTuner
from engine.tunings.known_tunings import known_tuning
from engine.values.score import Note, Score, Track
from engine.values.tuning import Tuning, hz_of_pitch
from tests.midi.test_fluidsynth import RATE, pytestmark, rendered
from tests.playback.test_tuned_sound import cents_between

__all__ = ["pytestmark"]
KEYS = (60, 61, 64, 67, 69)
ORGAN = 19
PIECE = Score(
    tracks=(
        Track(program=ORGAN, notes=tuple(Note(960 * i, k, 950) for i, k in enumerate(KEYS))),
        Track(is_drum=True, notes=(Note(0, 38, 100),)),
    )
)
NEAR_CENTS = 2.0


def played_by(tuner: PortTuner) -> bytes:
    """Return what a port gets, as a file."""
    messages = [(0, wire.program(0, ORGAN))]
    for index, key in enumerate(KEYS):
        messages.append((960 * index, wire.note_on(0, key, 80)))
        messages.append((960 * index + 950, wire.note_off(0, key)))
    track, now = mido.MidiTrack(), 0
    track.extend(mido.Message.from_bytes(said, time=0) for said in tuner.begin())
    for tick, message in messages:
        for said in tuner.translate(message):
            track.append(mido.Message.from_bytes(said, time=tick - now))
            now = tick
    buffer = io.BytesIO()
    mido.MidiFile(type=0, ticks_per_beat=480, tracks=[track]).save(file=buffer)
    return buffer.getvalue()


def off(sound: np.ndarray, tuning: Tuning | None) -> np.ndarray:
    """Return by how many cents each note is away from its key's pitch."""
    found = []
    for second, key in enumerate(KEYS):
        pitch = float(key) if tuning is None else tuning.pitches[key]
        part = sound[int((second + 0.25) * RATE) : int((second + 0.9) * RATE)]
        found.append(cents_between(part, hz_of_pitch(pitch or 0), rate=RATE))
    return np.array(found)


@pytest.mark.parametrize("way", ["file", "mts", "mpe"])
@pytest.mark.parametrize("name", ["Quarter-comma meantone", "Werckmeister III"])
def test_fluidsynth_plays_the_tuning(name: str, way: str, tmp_path: Path) -> None:
    tuning = known_tuning(name)
    assert tuning is not None
    data = {
        "file": lambda: write_midi(replace(PIECE, tuning=tuning)),
        "mts": lambda: played_by(MtsTuner(tuning)),
        "mpe": lambda: played_by(MpeTuner(tuning)),
    }[way]()
    expected = off(rendered(write_midi(PIECE), tmp_path), None)
    assert np.abs(off(rendered(data, tmp_path), tuning) - expected).max() < NEAR_CENTS
