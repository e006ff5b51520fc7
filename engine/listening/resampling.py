"""Sound at another rate, block after block, without aliases."""

import math
from fractions import Fraction

import numpy as np

from engine.listening.network import RATE, Floats

# Zero crossings of the low pass on each side, and the shape of its Kaiser window: what lies beyond
# half the lower rate by 7 % is 90 dB softer, and up to 90 % of it nothing is.
_CROSSINGS, _BETA = 32, 8.9
_CUT = 0.98
# All usual rates up to 384 kHz are met exactly, any other to 0.02 %.
_MOST_STEPS = 2560
# Output samples of one product, at least: products with fewer columns keep BLAS waiting.
_COLUMNS = 64


class Resampler:
    """Changes sound of any rate to `RATE`.

    Output sample n stands at n / `RATE` seconds: the low pass delays nothing.

    Args:
        rate: Samples a second, more than 0.
    """

    def __init__(self, rate: int) -> None:
        step = _steps_between(rate)
        times = -(-_COLUMNS // step.denominator)
        self._taken, self._given = step.numerator * times, step.denominator * times
        # Input samples from one zero crossing to the next.
        self._wide = max(1.0, float(step)) / _CUT
        self._reach = math.ceil(_CROSSINGS * self._wide) + 1
        self._same = rate == RATE
        self._matrix = self._band(float(step))
        self._kept = np.zeros(self._reach, np.float32)
        self._samples = self._made = 0
        self._step = step

    def __call__(self, block: Floats) -> Floats:
        """Return the samples that these samples, (n,), complete."""
        self._samples += len(block)
        if self._same:
            return np.asarray(block, np.float32)
        sound = np.concatenate([self._kept, np.asarray(block, np.float32)])
        rows = max(0, (len(sound) - len(self._matrix)) // self._taken + 1)
        self._kept = sound[rows * self._taken :]
        if not rows:
            return np.zeros(0, np.float32)
        windows = np.lib.stride_tricks.sliding_window_view(sound, len(self._matrix))
        made = (windows[:: self._taken][:rows] @ self._matrix).ravel()
        self._made += len(made)
        return np.asarray(made, np.float32)

    def rest(self) -> Floats:
        """Return the samples up to the end of the sound; the last call."""
        if self._same:
            return np.zeros(0, np.float32)
        missing = math.ceil(self._samples / self._step) - self._made
        silence = np.zeros(len(self._matrix) + self._taken, np.float32)
        return self(silence)[: max(0, missing)]

    def _band(self, step: float) -> Floats:
        """Return the weight of each input sample of a window in each output sample."""
        columns = np.arange(self._given)[:, None]
        rows = (step * columns).astype(np.intp) + np.arange(2 * self._reach)
        away = (rows - self._reach - step * columns) / self._wide
        within = np.clip(1 - np.square(away / _CROSSINGS), 0, None)
        window = np.where(within > 0, np.i0(_BETA * np.sqrt(within)) / np.i0(_BETA), 0)
        band = np.zeros((self._taken + 2 * self._reach, self._given), np.float32)
        band[rows, columns] = np.sinc(away) * window / self._wide
        return band


def _steps_between(rate: int) -> Fraction:
    """Return input samples for each output sample."""
    exact = Fraction(rate, RATE)
    if exact < 1:
        return exact.limit_denominator(_MOST_STEPS)
    return 1 / (1 / exact).limit_denominator(_MOST_STEPS)
