"""Tones made by arithmetic, and what the network might hear of notes."""

from collections.abc import Sequence

import numpy as np

from engine.listening.network import BINS, KEYS, LOWEST, RATE, Floats
from engine.listening.salience import STEP_S, Salience

_PARTIALS, _FADING = 5, 2.0
_QUIET = 0.1


def plucked(notes: Sequence[tuple[float, float]], *, samples: int) -> Floats:
    """Return tones that fade: each begins at its seconds and has its hertz and four overtones."""
    times = np.arange(samples) / RATE
    sound = np.zeros(samples)
    for start, hertz in notes:
        at = times - start
        tone = sum(np.sin(2 * np.pi * hertz * n * at) / n for n in range(1, _PARTIALS + 1))
        sound += np.where(at >= 0, np.exp(-_FADING * at) * tone, 0)
    return (0.2 * sound).astype(np.float32)


def heard(
    notes: Sequence[tuple[float, float, int]], *, seconds: float, chance: float = 0.8
) -> Salience:
    """Return what the network might hear of notes: start and end in seconds, and a MIDI number."""
    frames = round(seconds / STEP_S)
    begins, sounds = (np.full((frames, KEYS), _QUIET) for _ in range(2))
    contours = np.full((frames, BINS * KEYS), _QUIET)
    levels = np.full(frames, 1e-3, np.float32)
    for start, end, pitch in notes:
        first, last, key = round(start / STEP_S), round(end / STEP_S), pitch - LOWEST
        begins[first - 1 : first + 2, key] = (0.7 * chance, 1.1 * chance, 0.7 * chance)
        sounds[first:last, key] = chance
        contours[first:last, BINS * key : BINS * (key + 1)] = (0.5 * chance, chance, 0.5 * chance)
        levels[first:last] = 0.5
    steps = (np.round(255 * each).astype(np.uint8) for each in (contours, sounds, begins))
    return Salience(0, *steps, levels)
