"""A look-ahead limiter, and a meter of sample peaks and true peaks."""

import numpy as np

from engine.playback.sound.tones import Block, Floats

LOOK_AHEAD = 64
"""Delay of the limiter in frames (1.5 ms)."""

_RELEASE_DB_S = 60.0  # how fast the gain rises after a peak
_PHASES, _TAPS = 4, 12


def _interpolation() -> Floats:
    """Return the filters that interpolate between two frames, (3, 12): Annex 2 of BS.1770.

    A windowed sinc of 48 taps; its phase 0 is the frames themselves.
    """
    at = np.arange(_TAPS)[None] - (_TAPS // 2 - 1) - np.arange(1, _PHASES)[:, None] / _PHASES
    window = np.cos(np.pi * at / (_TAPS + 1)) ** 2
    filters = np.sinc(at) * window
    return np.asarray(filters / filters.sum(axis=1, keepdims=True), np.float32)


_BETWEEN = _interpolation()


class Peaks:
    """Measures the peak at each frame, including values between frames.

    Attributes:
        delay: Delay in frames.
    """

    delay = _TAPS // 2

    def __init__(self) -> None:
        self._past = np.zeros((_TAPS - 1, 2), np.float32)

    def of(self, block: Block) -> Floats:
        """Return the peaks, (frames,), each at least 0.0 and `delay` frames late."""
        sound = np.concatenate((self._past, block))
        self._past = sound[len(block) :]
        windows = np.lib.stride_tricks.sliding_window_view(sound, _TAPS, axis=0)
        between = np.abs(windows @ _BETWEEN[:, ::-1].T).max(axis=(1, 2))
        here = np.abs(sound[_TAPS - 1 - self.delay : len(sound) - self.delay]).max(axis=1)
        return np.asarray(np.maximum(here, between))


class Limiter:
    """Keeps peaks under a ceiling; quieter sound passes unchanged.

    The gain falls in a straight line before a peak and rises by 60 dB a second after it.

    Args:
        sample_rate: Frames a second.
        ceiling_db: Decibels of full scale.
        true_peaks: Whether peaks between frames count: slower, for files.

    Attributes:
        delay: Delay in frames.
        reduced_db: The largest reduction so far.
        gain: Gain of the last returned frames, (frames,) float32.
    """

    def __init__(
        self, sample_rate: int, *, ceiling_db: float = -1.0, true_peaks: bool = False
    ) -> None:
        self._ceiling_db = ceiling_db
        self._ceiling = 10 ** (ceiling_db / 20)
        self._peaks = Peaks() if true_peaks else None
        self.delay = LOOK_AHEAD + (Peaks.delay if true_peaks else 0)
        self._rise_db = _RELEASE_DB_S / sample_rate
        self._sound = np.zeros((self.delay, 2), np.float32)
        self._heights = np.zeros(LOOK_AHEAD, np.float32)
        self._gains_db = np.zeros(LOOK_AHEAD)
        self.reduced_db = 0.0
        self.gain = np.ones(0, np.float32)

    def process(self, block: Block) -> Block:
        """Return as many frames, `delay` frames late."""
        frames = len(block)
        new = self._peaks.of(block) if self._peaks else np.abs(block).max(axis=1, initial=0.0)
        heights = np.concatenate((self._heights, new))
        sound = np.concatenate((self._sound, block))
        self._heights, self._sound = heights[frames:], sound[frames:]
        if heights.max(initial=0.0) <= self._ceiling and not self._gains_db.any():
            self.gain = np.ones(frames, np.float32)
            return sound[:frames]
        gains_db = np.concatenate((self._gains_db, self._gains(heights)))
        self._gains_db = gains_db[frames:]
        # The mean over the look-ahead reaches each peak's gain in time and has no steps.
        total = np.concatenate((np.zeros(1), np.cumsum(gains_db)))
        mean = (total[LOOK_AHEAD:] - total[:-LOOK_AHEAD])[1:] / LOOK_AHEAD
        self.reduced_db = max(self.reduced_db, -float(mean.min(initial=0.0)))
        self.gain = np.asarray(10 ** (np.minimum(mean, 0.0) / 20), np.float32)
        return np.asarray(sound[:frames] * self.gain[:, None], np.float32)

    def _gains(self, heights: Floats) -> Floats:
        """Return the gain in dB that the highest frame ahead needs, (frames,)."""
        highest, width = heights, 1
        while width < LOOK_AHEAD:
            highest = np.maximum(highest[:-width], highest[width:])
            width *= 2
        frames = len(heights) - LOOK_AHEAD
        asked = self._ceiling_db - 20 * np.log10(np.maximum(highest[1 : frames + 1], 1e-9))
        # gain[n] = min(needed[n], gain[n-1] + rise), as one running minimum.
        ramp = self._rise_db * np.arange(1, frames + 1)
        begun = np.minimum.accumulate(np.concatenate(([self._gains_db[-1]], asked - ramp)))[1:]
        gains = np.minimum(begun + ramp, 0.0)
        return np.where(gains > -1e-3, 0.0, gains)
