"""Loudness as in broadcasting: ITU-R BS.1770-5, EBU Tech 3342.

`LoudnessMeter` takes blocks and gives figures at any time. It keeps one number for each 0.1 s.
"""

import numpy as np

from engine.playback.sound.limiter import Peaks
from engine.playback.sound.tones import Block, Floats

SILENT_LUFS = -70.0
"""Softer sound does not count: the absolute gate."""

_STEP_S = 0.1  # all windows are whole numbers of steps
_GATING_STEPS = 4  # 400 ms, every 100 ms
_SHORT_STEPS = 30  # 3 s
_RELATIVE_LU, _RANGE_RELATIVE_LU = -10.0, -20.0
_OFFSET_LUFS = -0.691
_FFT = 1 << 15
# One in so many frames of the FFT is for the weighting's impulse response: it has fallen by 300 dB
# after 8,192 frames, by 95 dB after 2,048.
_TAPS_SHARE = 4


def weighting(sample_rate: int, size: int) -> Floats:
    """Return the K-weighting's response at the frequencies of a real FFT, (size // 2 + 1,) complex.

    A second-order high shelf and high-pass for any sample rate; at 48 kHz they are the standard's
    (B. De Man, "Evaluation of implementations of the EBU R128 loudness measurement", AES 145,
    2018).

    Args:
        sample_rate: Frames a second.
        size: Size of the FFT.
    """
    late = np.exp(-1j * np.pi * np.arange(size // 2 + 1) / (size / 2))
    powers = np.stack((np.ones_like(late), late, late**2))
    k, q = np.tan(np.pi * 1681.974450955533 / sample_rate), 0.7071752369554196
    high = 10 ** (3.999843853973347 / 20)
    band = high**0.4996667741545416
    shelf = (
        (high + band * k / q + k**2, 2 * (k**2 - high), high - band * k / q + k**2),
        (1 + k / q + k**2, 2 * (k**2 - 1), 1 - k / q + k**2),
    )
    k, q = np.tan(np.pi * 38.13547087602444 / sample_rate), 0.5003270373238773
    scale = 1 + k / q + k**2
    low_cut = (
        (scale, -2 * scale, scale),
        (scale, 2 * (k**2 - 1), 1 - k / q + k**2),
    )
    response = np.ones_like(late)
    for above, below in (shelf, low_cut):
        response *= (np.array(above) @ powers) / (np.array(below) @ powers)
    return np.asarray(response)


class LoudnessMeter:
    """Measures a stereo programme.

    Args:
        sample_rate: Frames a second.
        true_peaks: Whether to measure peaks between frames, which is slower.
        fft: Frames that are weighted together, a power of 2 from 8,192 on.

    Attributes:
        peak: The highest peak so far.
    """

    def __init__(self, sample_rate: int, *, true_peaks: bool = True, fft: int = _FFT) -> None:
        self._fft, self._before = fft, fft // _TAPS_SHARE - 1
        taps = np.fft.irfft(weighting(sample_rate, 2 * fft), 2 * fft)[: self._before + 1]
        # Single precision is 140 dB below the sound, and takes half the time.
        self._answer = np.fft.fft(taps, fft).astype(np.complex64)
        # Left and right are the parts of one complex signal, so that one FFT serves both.
        self._window = np.zeros(fft, np.complex64)
        self._filled = self._before
        self._step = round(_STEP_S * sample_rate)
        self._rest: Floats = np.zeros(0)
        self._powers: list[float] = []
        self._peaks = Peaks() if true_peaks else None
        self.peak = 0.0

    @property
    def peak_db(self) -> float:
        """The highest peak in decibels of full scale; -inf for silence."""
        return float(20 * np.log10(self.peak)) if self.peak > 0 else float("-inf")

    def add(self, block: Block) -> None:
        """Add the next frames, (n, 2)."""
        heights = self._peaks.of(block) if self._peaks else np.abs(block)
        self.peak = max(self.peak, float(heights.max(initial=0.0)))
        done = 0
        while done < len(block):
            count = min(self._fft - self._filled, len(block) - done)
            fresh = self._window[self._filled : self._filled + count]
            fresh.real, fresh.imag = block[done : done + count].T
            self._filled += count
            done += count
            if self._filled == self._fft:
                self._weigh(self._fft - self._before)

    def _weigh(self, fresh: int) -> None:
        """Apply the weighting to the frames that are new in the window."""
        before = self._before
        weighted = np.fft.ifft(np.fft.fft(self._window) * self._answer)
        heard = weighted[before : before + fresh]
        power = heard.real**2 + heard.imag**2
        power = np.concatenate((self._rest, power))
        steps = len(power) // self._step
        whole, self._rest = power[: steps * self._step], power[steps * self._step :]
        self._powers += whole.reshape(steps, self._step).mean(axis=1).tolist()
        self._window[:before] = self._window[fresh : fresh + before]
        self._filled = before

    def _finished(self) -> Floats:
        """Return the power of each complete tenth of a second."""
        fresh = self._filled - self._before
        if fresh:
            self._window[self._filled :] = 0
            self._weigh(fresh)
        return np.array(self._powers)

    def integrated(self) -> float:
        """Return the gated loudness in LUFS; `SILENT_LUFS` for silence and very short sound."""
        loud = _gated(_means(self._finished(), _GATING_STEPS), _RELATIVE_LU)
        return _lufs(loud.mean()) if loud.size else SILENT_LUFS

    def recent(self) -> float:
        """Return the loudness of the last 3 s, or of less at the start, in LUFS."""
        last = self._finished()[-_SHORT_STEPS:]
        power = float(last.mean()) if last.size else 0.0
        return max(SILENT_LUFS, _lufs(power)) if power > 0 else SILENT_LUFS

    def range(self) -> float:
        """Return the loudness range in LU: from the 10th to the 95th percentile of 3 s."""
        loud = _gated(_means(self._finished(), _SHORT_STEPS), _RANGE_RELATIVE_LU)
        if not loud.size:
            return 0.0
        low, high = np.percentile(10 * np.log10(loud), (10, 95))
        return float(high - low)


def _means(powers: Floats, steps: int) -> Floats:
    """Return the mean over each window of consecutive steps."""
    total = np.concatenate((np.zeros(1), np.cumsum(powers)))
    return np.asarray((total[steps:] - total[:-steps]) / steps)


def _gated(powers: Floats, relative_lu: float) -> Floats:
    audible = powers[powers > 10 ** ((SILENT_LUFS - _OFFSET_LUFS) / 10)]
    if not audible.size:
        return audible
    return np.asarray(audible[audible > audible.mean() * 10 ** (relative_lu / 10)])


def _lufs(power: float) -> float:
    return float(_OFFSET_LUFS + 10 * np.log10(power))
