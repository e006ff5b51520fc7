"""Tunes sung with syllables that espeak-ng speaks: a voice that `benchmarks.singers` did not make.

Each syllable is spoken, taken apart by linear prediction (Makhoul 1975) into filters that change
every few milliseconds, and sung: pulses at the pitch of the tune go through these filters, the last
of them lasts as long as the note. A note is meant to begin where its vowel has half its loudness.
"""

import io
import shutil
import subprocess
import wave
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from benchmarks.singers import RATE, Floats, Manner, Note, pitches_of
from engine.ground.errors import SegueError

SYLLABLES = ("da", "la", "na", "mee", "so", "doo", "loo", "ray")
_HOP, _FRAME, _ORDER = 128, 512, 24
_PERIODS = slice(66, 250)


@dataclass(frozen=True, slots=True)
class Syllable:
    """A syllable as filters, `_HOP` samples apart.

    Attributes:
        filters: Coefficients of linear prediction, (frames, `_ORDER`).
        gains: How loud the source is, (frames,).
        noisy: The share of noise in the source, (frames,).
        vowel: The frame in which the vowel has half its loudness.
        steady: The frame that is held.
    """

    filters: Floats
    gains: Floats
    noisy: Floats
    vowel: int
    steady: int


def sing_syllables(
    notes: Sequence[Note], manner: Manner, random: np.random.Generator, *, voice: str
) -> Floats:
    """Return the sound of a tune, one channel at `RATE`, its peak at a half.

    Args:
        notes: One after the other.
        manner: Its pitch; vowels and consonants are espeak's.
        random: Draws syllables, and what differs from note to note.
        voice: One of espeak's.

    Raises:
        SegueError: espeak-ng is not installed.
    """
    frames = int((notes[-1].end_s + 0.4) * RATE / _HOP) + 1
    times = np.arange(frames) * _HOP / RATE
    hertz = 440 * 2 ** ((pitches_of(times, notes, manner, random) - 6900) / 1200)
    filters, gains, noisy = np.zeros((frames, _ORDER)), np.zeros(frames), np.zeros(frames)
    for number, note in enumerate(notes):
        spoken = _spoken(str(random.choice(SYLLABLES)), voice)
        at = round(note.start_s * RATE / _HOP)
        before = round(notes[number - 1].start_s * RATE / _HOP) + 6 if number else 0
        first = max(before, at - spoken.vowel)
        end = min(frames, round(note.end_s * RATE / _HOP))
        frame = np.minimum(np.arange(first, end) - at + spoken.vowel, spoken.steady)
        filters[first:end] = spoken.filters[frame]
        fade = np.clip((end - np.arange(first, end)) / 12, 0, 1)
        gains[first:end] = spoken.gains[frame] * fade * random.uniform(0.6, 1)
        noisy[first:end] = spoken.noisy[frame]
    sound = _filtered(_source(hertz, noisy, random), filters, gains)
    return np.asarray(sound / (2 * np.abs(sound).max()))


def _source(hertz: Floats, noisy: Floats, random: np.random.Generator) -> Floats:
    """Return pulses without harmonics above half the rate, and noise."""
    samples = np.arange(len(hertz) * _HOP) / _HOP
    pitch = np.interp(samples, np.arange(len(hertz)), hertz)
    phase = np.cumsum(pitch) * (2 * np.pi / RATE)
    harmonics = np.floor(0.45 * RATE / pitch)
    half = np.sin(phase / 2)
    near = np.abs(half) < 1e-4
    sums = np.sin((harmonics + 0.5) * phase) / (2 * np.where(near, 1, half)) - 0.5
    pulses = np.where(near, harmonics, sums) * np.sqrt(2 / harmonics)
    noise = np.interp(samples, np.arange(len(noisy)), noisy)
    return np.asarray(pulses * (1 - noise) + random.normal(0, 0.4, len(pulses)) * (noise + 0.03))


def _filtered(source: Floats, filters: Floats, gains: Floats) -> Floats:
    padded = np.pad(source, (_FRAME // 2, _FRAME))
    window = np.hanning(_FRAME + 1)[:-1] * 2 * _HOP / _FRAME
    made = np.zeros(len(padded) + _FRAME)
    for frame, (filter_, gain) in enumerate(zip(filters, gains, strict=True)):
        if gain <= 0:
            continue
        at = frame * _HOP
        spectrum = np.fft.rfft(padded[at : at + _FRAME] * window, 2 * _FRAME)
        spectrum *= gain / np.fft.rfft(np.concatenate([[1.0], -filter_]), 2 * _FRAME)
        made[at : at + 2 * _FRAME] += np.fft.irfft(spectrum)
    return made[_FRAME // 2 :][: len(source)]


@cache
def _spoken(syllable: str, voice: str) -> Syllable:
    sound = _said(syllable, voice)
    frames = 1 + (len(sound) - _FRAME) // _HOP
    filters, gains, noisy = np.zeros((frames, _ORDER)), np.zeros(frames), np.zeros(frames)
    window = np.hamming(_FRAME)
    fading = np.fft.irfft(np.abs(np.fft.rfft(window, 2 * _FRAME)) ** 2)
    for frame in range(frames):
        part = sound[frame * _HOP :][:_FRAME] * window
        lags = np.fft.irfft(np.abs(np.fft.rfft(part, 2 * _FRAME)) ** 2)
        places = np.abs(np.subtract.outer(np.arange(_ORDER), np.arange(_ORDER)))
        matrix = lags[places] + np.eye(_ORDER) * (lags[0] * 1e-4 + 1e-9)
        filters[frame] = np.linalg.solve(matrix, lags[1 : _ORDER + 1])
        left = lags[0] - filters[frame] @ lags[1 : _ORDER + 1]
        gains[frame] = np.sqrt(max(0.0, left) / _FRAME)
        # A period of 3 to 11 ms says that the frame has a voice.
        periodic = (lags / fading)[_PERIODS].max() / (lags[0] / fading[0] + 1e-9)
        noisy[frame] = float(np.clip(2.4 - 3 * periodic, 0, 1))
    loud = np.sqrt(np.convolve(sound**2, np.ones(_FRAME), "valid")[::_HOP][:frames])
    loudest = int(loud.argmax())
    vowel = int(np.flatnonzero(loud[: loudest + 1] < loud[loudest] / 2)[-1]) + 1
    return Syllable(filters, gains, noisy, vowel, loudest)


def _said(syllable: str, voice: str) -> Floats:
    """Return what espeak-ng says."""
    program = shutil.which("espeak-ng")
    if program is None:
        raise SegueError("espeak-ng is not installed.")
    made = subprocess.run(  # noqa: S603 - a fixed program, and syllables of this module
        [program, "-v", voice, "-s", "120", "--stdout", syllable], capture_output=True, check=True
    ).stdout
    with wave.open(io.BytesIO(made)) as file:
        sound = np.frombuffer(file.readframes(1 << 24), "<i2").astype(float)
        sound = sound[: len(sound) // 2 * 2] / 32768
        rate = file.getframerate()
    samples = np.arange(int(len(sound) * RATE / rate)) * rate / RATE
    return np.concatenate([np.interp(samples, np.arange(len(sound)), sound), np.zeros(_FRAME)])
