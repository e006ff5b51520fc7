"""A look-ahead limiter, and a meter of sample peaks and true peaks."""

import numpy as np

from engine.playback.sound.tones import Block, Floats

LOOK_AHEAD = 64
"""Delay of the limiter in frames (1.5 ms)."""

RELEASE_DB_S = 60.0
"""How fast the limiter's gain rises after a peak, in dB a second."""

_PHASES, _TAPS = 4, 12
# Frames that are looked at, or skipped, together.
_HOP = 64
_LEAST_DB = 1e-3  # a gain nearer to 0 dB is none
_NEPERS = np.float32(np.log(10) / 20)  # of a decibel


def _interpolation() -> Floats:
    """Return the filters that interpolate between two frames, (3, 12): Annex 2 of BS.1770.

    A windowed sinc of 48 taps; its phase 0 is the frames themselves.
    """
    at = np.arange(_TAPS)[None] - (_TAPS // 2 - 1) - np.arange(1, _PHASES)[:, None] / _PHASES
    window = np.cos(np.pi * at / (_TAPS + 1)) ** 2
    filters = np.sinc(at) * window
    return np.asarray(filters / filters.sum(axis=1, keepdims=True), np.float32)


_BETWEEN = _interpolation()
# A value between frames is at most so many times the highest frame around it and so many times the
# strongest second difference there: the filters are a straight line and weights of bends.
_OF_LINE, _OF_BENDS = 1.01, 0.32
_AROUND = np.arange(_HOP + _TAPS - 1)


def _of_hop() -> Floats:
    """Return the filters as one matrix: (frames around a hop, 3 * frames of it)."""
    made = np.zeros((len(_AROUND), _PHASES - 1, _HOP), np.float32)
    for at in range(_HOP):
        made[at : at + _TAPS, :, at] = _BETWEEN[:, ::-1].T
    return made.reshape(len(_AROUND), -1)


_OF_HOP = _of_hop()
# With more the linear algebra would start threads.
_HOPS_AT_ONCE = 8


def heights_of(block: Block) -> Floats:
    """Return the higher side of each frame, (frames,), at least 0.0."""
    sides = np.abs(block)
    return np.asarray(np.maximum(sides[:, 0], sides[:, 1]))


class Peaks:
    """Measures the peak at each frame, including values between frames.

    Attributes:
        delay: Delay in frames.
    """

    delay = _TAPS // 2

    def __init__(self) -> None:
        self._past = np.zeros((2, _TAPS - 1), np.float32)

    def of(self, block: Block, *, over: float = 0.0) -> Floats:
        """Return the peaks, (frames,), each at least 0.0 and `delay` frames late.

        Args:
            block: The frames.
            over: Values between frames count only where they may be higher than this; elsewhere
                nobody asks for them.
        """
        sound = self._after_the_last(block)
        heights = heights_of(sound.T)
        high = np.flatnonzero(_most(sound, heights) > over)
        first = _TAPS - 1 - self.delay
        peaks = heights[first : first + sound.shape[1] - _HOP].reshape(-1, _HOP)
        for start in range(0, len(high), _HOPS_AT_ONCE):
            hops = high[start : start + _HOPS_AT_ONCE]
            peaks[hops] = np.maximum(peaks[hops], _between(sound, hops))
        return np.asarray(peaks.reshape(-1)[: len(block)])

    def highest(self, block: Block, *, over: float = 0.0) -> float:
        """Return the highest peak of a block, or `over`; the next call goes on after it."""
        sound = self._after_the_last(block)
        heights = heights_of(sound.T)
        over = max(over, float(heights.max()))
        most = _most(sound, heights)
        high = np.flatnonzero(most > over)
        # The likeliest first: after a few no other can be higher.
        likely = high[np.argsort(-most[high])]
        for start in range(0, len(likely), _HOPS_AT_ONCE):
            hops = likely[start : start + _HOPS_AT_ONCE]
            if most[hops[0]] <= over:
                break
            over = max(over, float(_between(sound, hops).max()))
        return over

    def _after_the_last(self, block: Block) -> Floats:
        """Return a block after the frames before it, (2, whole hops and one more)."""
        frames = len(block)
        sound = np.zeros((2, (-(-frames // _HOP) + 1) * _HOP), np.float32)
        sound[:, : _TAPS - 1] = self._past
        sound[:, _TAPS - 1 : _TAPS - 1 + frames] = block.T
        self._past = sound[:, frames : frames + _TAPS - 1].copy()
        return sound


def _most(sound: Floats, heights: Floats) -> Floats:
    """Return what no value between the frames of each hop exceeds, but for the last hop."""
    hops = np.arange(0, len(heights), _HOP)
    most = _OF_LINE * np.maximum.reduceat(heights, hops)
    most += _OF_BENDS * np.maximum.reduceat(heights_of(np.diff(sound, 2).T), hops)
    return np.asarray(np.maximum(most[:-1], most[1:]))


def _between(sound: Floats, hops: Floats) -> Floats:
    """Return the highest values between the frames of some hops, (hops, frames of a hop)."""
    around = sound[:, hops[:, None] * _HOP + _AROUND]
    between = np.abs(around @ _OF_HOP).reshape(2, len(hops), _PHASES - 1, _HOP)
    return np.asarray(between.max(axis=(0, 2)))


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
        self._rise_db = RELEASE_DB_S / sample_rate
        self._sound = np.zeros((self.delay, 2), np.float32, order="F")
        self._heights = np.zeros(LOOK_AHEAD, np.float32)
        self._gains_db = np.zeros(LOOK_AHEAD, np.float32)
        self.reduced_db = 0.0
        self.gain = np.ones(0, np.float32)

    def process(self, block: Block) -> Block:
        """Return as many frames, `delay` frames late."""
        frames = len(block)
        new = self._peaks.of(block, over=self._ceiling) if self._peaks else heights_of(block)
        heights = np.concatenate((self._heights, new))
        sound = np.concatenate((self._sound, block))
        self._heights, self._sound = heights[frames:], sound[frames:].copy(order="F")
        if heights.max(initial=0.0) <= self._ceiling and not self._gains_db.any():
            self.gain = np.ones(frames, np.float32)
            return sound[:frames]
        gains_db = np.concatenate((self._gains_db, self._asked(heights)))
        self._gains_db = gains_db[frames:]
        # The mean over the look-ahead reaches each peak's gain in time and has no steps.
        total = np.concatenate((np.zeros(1), np.cumsum(gains_db, dtype=np.float64)))
        mean = ((total[LOOK_AHEAD:] - total[:-LOOK_AHEAD])[1:] / LOOK_AHEAD).astype(np.float32)
        self.reduced_db = max(self.reduced_db, -float(mean.min(initial=0.0)))
        self.gain = np.exp(np.minimum(mean, 0.0) * _NEPERS)
        return np.asarray(sound[:frames] * self.gain[:, None])

    def _asked(self, heights: Floats) -> Floats:
        """Return the gain in dB that the highest frame ahead needs, (frames,)."""
        highest, width = heights, 1
        while width < LOOK_AHEAD:
            highest = np.maximum(highest[:-width], highest[width:])
            width *= 2
        highest = highest[1 : len(heights) - LOOK_AHEAD + 1]
        return rising(
            highest, self._ceiling_db, rise_db=self._rise_db, before_db=self._gains_db[-1]
        )


def rising(heights: Floats, ceiling_db: float, *, rise_db: float, before_db: float = 0.0) -> Floats:
    """Return the highest gain in dB under which each height fits, (n,) float32.

    Args:
        heights: (n,).
        ceiling_db: The height that none may exceed.
        rise_db: How much the gain may rise from one to the next.
        before_db: The gain before the first one.
    """
    needed = ceiling_db - 20 * np.log10(np.maximum(heights, np.float32(1e-9)))
    # gain[n] = min(needed[n], gain[n-1] + rise), as one running minimum.
    ramp = np.float32(rise_db) * np.arange(1, len(heights) + 1, dtype=np.float32)
    needed -= ramp
    needed[:1] = np.minimum(needed[:1], before_db)
    gains = np.minimum(np.minimum.accumulate(needed) + ramp, 0.0)
    return np.asarray(np.where(gains > -_LEAST_DB, np.float32(0), gains))
