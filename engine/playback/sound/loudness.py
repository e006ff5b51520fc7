"""Loudness as in broadcasting: ITU-R BS.1770-5, EBU Tech 3342.

`LoudnessMeter` takes blocks and gives figures at any time. It keeps one number for each 0.1 s.
"""

import numpy as np

from engine.playback.sound.limiter import RELEASE_DB_S, Peaks, heights_of, rising
from engine.playback.sound.tones import Block, Floats

SILENT_LUFS = -70.0
"""Softer sound does not count: the absolute gate."""

_STEP_S = 0.1  # all windows are whole numbers of steps
_GATING_STEPS = 4  # 400 ms, every 100 ms
_SHORT_STEPS = 30  # 3 s
_RELATIVE_LU, _RANGE_RELATIVE_LU = -10.0, -20.0
_OFFSET_LUFS = -0.691
# Frames of a window, and those over which it is faded in and out: there the next one overlaps it.
_WINDOW, _FADE = 4096, 512
_HOP = _WINDOW - _FADE
# Frames whose peak and power are kept together.
_PART = 64


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
        response *= np.polyval(above[::-1], late) / np.polyval(below[::-1], late)
    return np.asarray(response)


class LoudnessMeter:
    """Measures a stereo programme; keeps a few numbers for each hop, so an hour fits in memory.

    The weighting is applied to the spectra of windows. They are faded by a sine, so the squares of
    two that overlap sum to one, and no power is lost or counted twice.

    Args:
        sample_rate: Frames a second.
        true_peaks: Whether to measure peaks between frames, which is slower.
        fft: Frames that are weighted together, a power of 2 from 8,192 on.

    Attributes:
        peak: The highest peak so far.
    """

    def __init__(self, sample_rate: int, *, true_peaks: bool = True) -> None:
        self._rate = sample_rate
        weights = np.abs(weighting(sample_rate, _WINDOW)) ** 2 / (_WINDOW * _HOP)
        # Twice for the frequencies that a real FFT leaves out; for real and imaginary parts.
        weights[1:-1] *= 2
        self._weights = np.repeat(weights, 2).astype(np.float32)
        self._window = np.ones(_WINDOW, np.float32)
        self._window[:_FADE] = np.sin(np.pi / 2 * (np.arange(_FADE) + 0.5) / _FADE)
        self._window[-_FADE:] = self._window[_FADE - 1 :: -1]
        self._sound = np.zeros((2, _FADE), np.float32)
        self._powers: list[Floats] = []
        self._heights: list[Floats] = []
        self._plain: list[Floats] = []
        self._peaks = Peaks() if true_peaks else None
        self.peak = 0.0

    @property
    def peak_db(self) -> float:
        """The highest peak in decibels of full scale; -inf for silence."""
        return float(20 * np.log10(self.peak)) if self.peak > 0 else float("-inf")

    def add(self, block: Block) -> None:
        """Add the next frames, (n, 2)."""
        if self._peaks:
            self.peak = self._peaks.highest(block, over=self.peak)
        else:
            self.peak = max(self.peak, float(np.abs(block).max(initial=0.0)))
        self._sound = np.concatenate((self._sound, block.T), axis=1)
        count = (self._sound.shape[1] - _FADE) // _HOP
        if count > 0:
            self._powers.append(self._weighed(self._sound, count))
            if self._peaks:
                sound = self._sound[:, _FADE : _FADE + count * _HOP]
                parts = sound.reshape(2, -1, _PART)
                starts = np.arange(0, count * _HOP, _PART)
                self._heights.append(np.maximum.reduceat(heights_of(sound.T), starts))
                self._plain.append(np.einsum("sip,sip->i", parts, parts))
            self._sound = self._sound[:, count * _HOP :].copy()

    def _weighed(self, sound: Floats, count: int) -> Floats:
        """Return the weighted power of windows that begin at each hop, (count,)."""
        starts = range(0, count * _HOP, _HOP)
        windows = np.stack([sound[:, at : at + _WINDOW] for at in starts]) * self._window
        parts = np.fft.rfft(windows).view(np.float32)
        parts *= parts
        return np.asarray((parts @ self._weights).sum(axis=1))

    def _steps(self, shares: Floats | None = None) -> Floats:
        """Return the power of each complete tenth of a second.

        Args:
            shares: Factors of the windows' power, from the first one on.
        """
        rest = self._sound.shape[1] - _FADE
        padded = np.pad(self._sound, ((0, 0), (0, 2 * _HOP - rest)))
        # As one array, so that the next call is fast, too.
        self._powers = [np.concatenate(self._powers)] if self._powers else []
        powers = np.concatenate((*self._powers, self._weighed(padded, 2)))
        frames = (len(powers) - 2) * _HOP + rest
        if shares is not None:
            powers[: len(shares)] *= shares
        # From the middle of one fade to that of the next one.
        edges = np.arange(len(powers) + 1) * _HOP - _FADE / 2
        total = np.concatenate((np.zeros(1), np.cumsum(powers, dtype=np.float64))) * _HOP
        step = round(_STEP_S * self._rate)
        return np.diff(np.interp(np.arange(frames // step + 1) * step, edges, total)) / step

    def integrated(self) -> float:
        """Return the gated loudness in LUFS; `SILENT_LUFS` for silence and very short sound."""
        return _integrated(self._steps())

    def limited(self, gain_db: float, ceiling_db: float) -> float:
        """Return what `integrated` would be after a gain and a limiter, within about 0.1 LU.

        Only a meter of true peaks knows it.

        Args:
            gain_db: The gain.
            ceiling_db: The height that no peak may exceed; the limiter rises as `Limiter` does.
        """
        if not self._powers:
            return self.integrated() + gain_db
        factor = 10 ** (gain_db / 20)
        rise_db = RELEASE_DB_S * _PART / self._rate
        heights = np.concatenate(self._heights) * np.float32(factor)
        gains = 10 ** (rising(heights, ceiling_db, rise_db=rise_db) / 10)
        plain = np.concatenate(self._plain)
        pairs = np.stack((plain, plain * gains)).reshape(2, -1, _HOP // _PART)
        whole, kept = pairs.sum(axis=2, dtype=np.float64)
        shares = np.divide(kept, whole, out=np.ones_like(kept), where=whole > 0)
        return _integrated(self._steps(shares) * factor**2)

    def recent(self) -> float:
        """Return the loudness of the last 3 s, or of less at the start, in LUFS."""
        last = self._steps()[-_SHORT_STEPS:]
        power = float(last.mean()) if last.size else 0.0
        return max(SILENT_LUFS, _lufs(power)) if power > 0 else SILENT_LUFS

    def range(self) -> float:
        """Return the loudness range in LU: from the 10th to the 95th percentile of 3 s."""
        loud = _gated(_means(self._steps(), _SHORT_STEPS), _RANGE_RELATIVE_LU)
        if not loud.size:
            return 0.0
        low, high = np.percentile(10 * np.log10(loud), (10, 95))
        return float(high - low)


def _integrated(steps: Floats) -> float:
    loud = _gated(_means(steps, _GATING_STEPS), _RELATIVE_LU)
    return _lufs(loud.mean()) if loud.size else SILENT_LUFS


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
