"""Computes the impulse responses of rooms for the reverb.

A response is a few early reflections and noise that decays, high frequencies faster than low ones.
Left and right get different noise, which makes the sound wide (J. A. Moorer, "About this
reverberation business", Computer Music Journal 3(2), 1979).
"""

from dataclasses import dataclass

import numpy as np

from engine.playback.sound.tones import Floats
from engine.values.sound import Room

# Octave bands. Below the first one there is no reverb: it would make the bass muddy.
_CENTRES_HZ = (125.0, 250.0, 500.0, 1000.0, 2000.0, 4000.0, 8000.0)
_LOWEST_HZ = 140.0
_SEED = 1707


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """Parameters of a room.

    Attributes:
        decay_s: Seconds of decay by 60 dB, by octave band from 125 Hz.
        first_s: Delay of the first reflection.
        reflections: Number of single reflections.
        spread_s: Time over which they come and the diffuse part fades in.
        early: Their share of the energy.
    """

    decay_s: tuple[float, ...]
    first_s: float
    reflections: int
    spread_s: float
    early: float


_SHAPES: dict[Room, _Shape] = {
    "room": _Shape(
        decay_s=(0.6, 0.62, 0.6, 0.55, 0.48, 0.38, 0.28),
        first_s=0.001,
        reflections=14,
        spread_s=0.035,
        early=0.35,
    ),
    "hall": _Shape(
        decay_s=(2.0, 2.1, 2.0, 1.85, 1.5, 1.05, 0.65),
        first_s=0.008,
        reflections=18,
        spread_s=0.08,
        early=0.16,
    ),
}


def impulse_response(room: Room, sample_rate: int) -> Floats:
    """Return the impulse response of a room, (frames, 2), with energy 1 on each side.

    Args:
        room: `room` or `hall`.
        sample_rate: Frames a second.
    """
    shape = _SHAPES[room]
    frames = round(max(shape.decay_s) * sample_rate)
    dice = np.random.default_rng(_SEED)
    diffuse = _diffuse(shape, frames, sample_rate, dice)
    early = _early(shape, frames, sample_rate, dice)
    answer = np.sqrt(1 - shape.early) * diffuse + np.sqrt(shape.early) * early
    return np.asarray(answer / np.sqrt(np.sum(answer**2, axis=0)), np.float32)


def _diffuse(shape: _Shape, frames: int, sample_rate: int, dice: np.random.Generator) -> Floats:
    """Return noise in octave bands, each with its own decay; energy 1 on each side."""
    spectrum = np.fft.rfft(dice.standard_normal((frames, 2)), axis=0)
    octave = np.log2(np.maximum(np.fft.rfftfreq(frames, 1 / sample_rate), 1.0) / _CENTRES_HZ[0])
    seconds = np.arange(frames) / sample_rate
    onset = np.minimum(1.0, seconds / shape.spread_s) ** 2
    total = np.zeros((frames, 2))
    for band, decay_s in enumerate(shape.decay_s):
        inside = np.clip(1 - np.abs(octave - band), 0, 1)
        if band == len(shape.decay_s) - 1:
            inside = np.where(octave > band, 1.0, inside)
        inside *= 1 / (1 + (_LOWEST_HZ / np.maximum(1.0, _CENTRES_HZ[0] * 2.0**octave)) ** 4)
        noise = np.fft.irfft(spectrum * np.sqrt(inside)[:, None], frames, axis=0)
        total += noise * (onset * 10 ** (-3 * seconds / decay_s))[:, None]
    return np.asarray(total / np.sqrt(np.sum(total**2, axis=0)))


def _early(shape: _Shape, frames: int, sample_rate: int, dice: np.random.Generator) -> Floats:
    """Return single reflections, each stronger on one side; energy 1 on each side."""
    echoes = np.zeros((frames, 2))
    share = np.arange(1, shape.reflections + 1) / shape.reflections
    for part in share:
        at_s = shape.first_s + shape.spread_s * part * dice.uniform(0.85, 1.0)
        side = dice.uniform(0.15, 0.85)
        gain = dice.choice((-1, 1)) * 10 ** (-0.6 * part)
        for channel, amount in enumerate((np.sqrt(1 - side), np.sqrt(side))):
            # The far ear hears it up to 0.6 ms later.
            frame = round((at_s + 0.0006 * dice.random()) * sample_rate)
            echoes[min(frame, frames - 1), channel] += gain * amount
    # Walls absorb high frequencies: average three frames, four times.
    for _ in range(4):
        echoes[1:-1] = (echoes[:-2] + 2 * echoes[1:-1] + echoes[2:]) / 4
    return np.asarray(echoes / np.sqrt(np.sum(echoes**2, axis=0)))
