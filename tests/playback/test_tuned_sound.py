"""The built-in sound in a tuning: the pitch of what is heard is measured, in cents."""

import io
from dataclasses import replace

import numpy as np
import pytest
import soundfile

from engine.playback import wire
from engine.playback.files.exporting import render_wav
from engine.playback.sound.bank_synth import BankInstruments
from engine.playback.sound.tones import SAMPLE_RATE, Block
from engine.tunings.known_tunings import KNOWN_TUNINGS, known_tuning
from engine.values.score import Control, Note, PitchBend, Score, Track
from engine.values.sound import AudioOptions
from engine.values.tuning import Tuning, hz_of_pitch
from tests.banks import sines, sines_file

RATE = 48_000
NEAR_CENTS = 2.0
# Samples from one phase that is measured to the next: a difference of some Hertz turns slowly.
STEP = 48
MEANTONE = KNOWN_TUNINGS[2]
QUARTERS = known_tuning("24 equal steps, one a key")
DRY = AudioOptions(sample_rate=RATE, loudness=None, room="off", samples="float")
# An organ: its tone is steady, and its samples are in tune.
ORGAN = 19


def cents_between(sound: np.ndarray, expected_hz: float, *, rate: int) -> float:
    """Return how far the tone nearest to a frequency is from it.

    The phase of the fundamental is followed: what turns against the expected frequency is the
    difference.
    """
    time = np.arange(len(sound)) / rate
    turned = sound * np.exp(-2j * np.pi * expected_hz * time)
    # Whole periods, so that other harmonics fall out of the mean.
    window = max(1, round(round(0.1 * expected_hz) * rate / expected_hz))
    windows = np.lib.stride_tricks.sliding_window_view(turned, window)[::STEP]
    phase = np.unwrap(np.angle(windows @ (np.hanning(window) / (window / 2))))
    kept = slice(len(phase) // 8, -len(phase) // 8 or None)
    slope = np.polyfit(np.arange(len(phase))[kept] * STEP / rate, phase[kept], 1)[0]
    return float(1200 * np.log2(1 + slope / (2 * np.pi * expected_hz)))


def rendered(score: Score) -> np.ndarray:
    data = render_wav(score, bank=sines_file(), options=DRY)
    sound, rate = soundfile.read(io.BytesIO(data))
    assert rate == RATE
    return np.asarray(sound).mean(axis=1)


def second(sound: np.ndarray, number: int) -> np.ndarray:
    """Return the middle of a second."""
    return sound[int((number + 0.2) * RATE) : int((number + 0.9) * RATE)]


def test_the_measure_measures() -> None:
    time = np.arange(RATE) / RATE
    for cents in (-31.0, 0.0, 1.0, 44.0):
        wave = sum(np.sin(2 * np.pi * k * 330 * 2 ** (cents / 1200) * time) / k for k in (1, 2, 3))
        assert cents_between(np.asarray(wave), 330.0, rate=RATE) == pytest.approx(cents, abs=0.05)


@pytest.mark.slow
@pytest.mark.parametrize("tuning", [None, *KNOWN_TUNINGS], ids=lambda t: t.name if t else "equal")
def test_a_piece_is_rendered_within_two_cents_of_its_tuning(tuning: Tuning | None) -> None:
    keys = (60, 61, 63, 64, 66, 69, 70)
    notes = tuple(Note(960 * i, key, 950) for i, key in enumerate(keys))
    sound = rendered(Score(tracks=(Track(program=ORGAN, notes=notes),), tuning=tuning))
    for number, key in enumerate(keys):
        pitch = float(key) if tuning is None else tuning.pitches[key]
        assert pitch is not None
        off = cents_between(second(sound, number), hz_of_pitch(pitch), rate=RATE)
        assert abs(off) < NEAR_CENTS, (key, off)


def test_the_notes_of_a_chord_each_have_their_own_pitch() -> None:
    chord = tuple(Note(0, key, 960) for key in (60, 64, 67))
    # A square wave has no partial near the others' fundamentals, as the organ's low stops have.
    score = Score(tracks=(Track(program=80, notes=chord),), tuning=MEANTONE)
    sound = second(rendered(score), 0)
    for key in (60, 64, 67):
        off = cents_between(sound, hz_of_pitch(MEANTONE.pitches[key] or 0), rate=RATE)
        assert abs(off) < NEAR_CENTS, key


def test_wheel_and_bend_range_move_tuned_notes_as_well() -> None:
    wide = tuple(Control(0, n, v) for n, v in ((101, 0), (100, 0), (6, 12), (38, 0)))
    track = Track(
        program=ORGAN,
        notes=(Note(0, 64, 1910),),
        controls=wide,
        pitch_bends=(PitchBend(960, 2048),),
    )
    sound = rendered(Score(tracks=(track,), tuning=MEANTONE))
    pitch = MEANTONE.pitches[64] or 0
    assert abs(cents_between(second(sound, 0), hz_of_pitch(pitch), rate=RATE)) < NEAR_CENTS
    assert abs(cents_between(second(sound, 1), hz_of_pitch(pitch + 3), rate=RATE)) < NEAR_CENTS


def test_a_key_that_the_tuning_leaves_out_is_silent_and_drums_are_never_tuned() -> None:
    gone = Tuning(name="no E", pitches=tuple(None if k % 12 == 4 else float(k) for k in range(128)))
    piano, drums = Track(notes=(Note(0, 64, 960),)), Track(is_drum=True, notes=(Note(0, 40, 960),))
    assert not rendered(Score(tracks=(piano,), tuning=gone)).any()
    plain = rendered(Score(tracks=(drums,)))
    assert np.array_equal(rendered(Score(tracks=(drums,), tuning=gone)), plain)
    assert plain.any()


def heard(sound: BankInstruments, frames: int) -> Block:
    return sound.render(0, frames)


def test_a_new_tuning_holds_from_the_next_note_on_and_every_note_ends() -> None:
    sound = BankInstruments(sines())
    sound.receive(0, wire.program(0, ORGAN))
    for tuning in (None, QUARTERS, MEANTONE, None):
        sound.set_tuning(tuning)
        sound.receive(0, wire.note_on(0, 71, 100))
        heard(sound, SAMPLE_RATE // 10)
        pitch = 71.0 if tuning is None else tuning.pitches[71]
        block = heard(sound, SAMPLE_RATE).mean(axis=1)
        assert abs(cents_between(block, hz_of_pitch(pitch or 0), rate=SAMPLE_RATE)) < NEAR_CENTS
        sound.receive(0, wire.note_off(0, 71))
        heard(sound, SAMPLE_RATE)
        assert float(np.abs(heard(sound, SAMPLE_RATE)).max()) < 1e-4


def test_no_note_hangs_where_the_tuning_changes_under_the_pedal() -> None:
    sound = BankInstruments(sines())
    sound.receive(0, wire.program(0, ORGAN))
    sound.receive(0, wire.control(0, wire.SUSTAIN, 127))
    for tuning in (None, QUARTERS, MEANTONE, None, QUARTERS):
        sound.set_tuning(tuning)
        sound.receive(0, wire.note_on(0, 71, 100))
        heard(sound, 2000)
        sound.receive(0, wire.note_off(0, 71))
    sound.receive(0, wire.control(0, wire.SUSTAIN, 0))
    heard(sound, SAMPLE_RATE)
    assert float(np.abs(heard(sound, SAMPLE_RATE)).max()) < 1e-4


@pytest.mark.parametrize("message", [wire.ALL_SOUND_OFF, wire.ALL_NOTES_OFF])
def test_tuned_notes_are_silenced_as_all_others(message: int) -> None:
    sound = BankInstruments(sines())
    sound.receive(0, wire.program(0, ORGAN))
    sound.set_tuning(QUARTERS)
    for key in (60, 61, 64):
        sound.receive(0, wire.note_on(0, key, 100))
    assert heard(sound, SAMPLE_RATE // 5).any()
    sound.receive(0, wire.control(0, message, 0))
    heard(sound, SAMPLE_RATE)
    assert float(np.abs(heard(sound, SAMPLE_RATE)).max()) < 1e-4


def test_silence_ends_notes_that_the_pedal_holds_in_a_tuning() -> None:
    score = Score(
        tracks=(Track(program=ORGAN, notes=(Note(0, 61, 480),), controls=(Control(0, 64, 127),)),),
        tuning=MEANTONE,
    )
    assert len(rendered(score)) < 15 * RATE
    assert len(rendered(replace(score, tuning=None))) < 15 * RATE
