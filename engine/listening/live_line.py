"""The pitch of a voice while it sings, to draw: soon and cheap, where `one_voice` is careful.

A pitch is the period after which a short stretch of sound is most like itself: the YIN estimator
(de Cheveigné and Kawahara 2002), its sums by Fourier transforms of many stretches at once. Half of
a stretch sounded before the time that it is for and half after it, so that a value comes 35 ms
after its sound.
"""

import numpy as np

from engine.listening.network import HOP, RATE, Floats
from engine.values.hearing import NO_PITCH

# Periods from 3.7 kHz to 65 Hz, and the samples that are compared.
_SHORTEST, _LONGEST, _COMPARED = 6, 340, 1024
_SPAN = _COMPARED + _LONGEST
_SIZE = 2048
# The share of a stretch that is unlike itself a period later: less is a pitch, in a voice that goes
# on a little more is one too. The first period that is nearly as good as the best one counts.
_UNLIKE, _UNLIKE_AFTER, _NEARLY = 0.15, 0.3, 0.05
# A quieter peak is silence; a jump by more cents in one step does not go on.
_QUIET, _GOES_ON_CENTS = 0.003, 150
_A4_HZ, _A4_CENTS = 440.0, 6900


class LiveLine:
    """Follows the pitch of one recording, block after block."""

    def __init__(self) -> None:
        self._waiting = np.zeros(_SPAN // 2, np.float32)
        self._last = NO_PITCH

    def feed(self, samples: Floats) -> list[int]:
        """Return the next values of the line, in cents as in `Sounded`.

        Value n of all that were returned is for the time n * `LINE_STEP_S`.

        Args:
            samples: One channel at `RATE`, -1 to 1, of any length.
        """
        self._waiting = np.concatenate([self._waiting, np.asarray(samples, np.float32)])
        frames = (len(self._waiting) - _SPAN) // HOP + 1
        if frames < 1:
            return []
        stretches = np.lib.stride_tricks.sliding_window_view(self._waiting, _SPAN)[::HOP][:frames]
        periods, unlike = _periods(stretches)
        cents = np.round(_A4_CENTS + 1200 * np.log2(RATE / periods / _A4_HZ))
        quiet = np.abs(stretches).max(axis=1) < _QUIET
        self._waiting = self._waiting[frames * HOP :].copy()
        return [
            self._next(int(pitch), 1.0 if silent else unsure)
            for pitch, unsure, silent in zip(cents, unlike.tolist(), quiet, strict=True)
        ]

    def _next(self, cents: int, unlike: float) -> int:
        goes_on = self._last != NO_PITCH and abs(cents - self._last) <= _GOES_ON_CENTS
        self._last = cents if unlike < (_UNLIKE_AFTER if goes_on else _UNLIKE) else NO_PITCH
        return self._last


def _periods(stretches: Floats) -> tuple[Floats, Floats]:
    """Return for each stretch its period in samples, and how unlike itself it is after it."""
    spectra = np.fft.rfft(stretches, _SIZE)
    spectra *= np.fft.rfft(stretches[:, :_COMPARED], _SIZE).conj()
    likeness = np.fft.irfft(spectra, _SIZE)[:, :_LONGEST]
    energy = np.cumsum(np.square(stretches, dtype=np.float64), axis=1)
    energy = np.pad(energy, ((0, 0), (1, 0)))
    energies = energy[:, _COMPARED : _COMPARED + _LONGEST] - energy[:, :_LONGEST]
    differences = np.maximum(energies[:, :1] + energies - 2 * likeness, 0)[:, 1:]
    means = np.cumsum(differences, axis=1) / np.arange(1, _LONGEST)
    unlike = differences / np.maximum(means, 1e-9)
    inner = unlike[:, 1:-1]
    valley = (inner < unlike[:, :-2]) & (inner <= unlike[:, 2:])
    valley[:, : _SHORTEST - 2] = False
    best = np.where(valley, inner, 1.0).min(axis=1)
    good = valley & (inner <= np.maximum(best + _NEARLY, _NEARLY)[:, None])
    found = good.any(axis=1)
    at = np.where(found, good.argmax(axis=1), _SHORTEST) + 1
    rows = np.arange(len(at))
    before, middle, after = (differences[rows, at + side] for side in (-1, 0, 1))
    bend = np.maximum(before - 2 * middle + after, 1e-12)
    return at + 1 + np.clip((before - after) / 2 / bend, -0.5, 0.5), np.where(
        found, unlike[rows, at], 1.0
    )
