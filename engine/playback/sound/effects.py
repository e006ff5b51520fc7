"""Effects of the master bus: reverb, chorus and DC filter, vectorised.

Each takes blocks of any length, in order, and returns as many frames.
"""

import numpy as np

from engine.playback.sound.tones import Block, Floats

PARTITION = 512
"""Frames of a convolution's partition, and its delay: a natural pre-delay (11.6 ms)."""

_CHORUS_S = (0.0113, 0.0167)  # mean delay of the two voices
_CHORUS_DEPTH_S = 0.0022
_CHORUS_HZ = (0.53, 0.81)
_LOWEST_HZ = 10.0
# Frames per step: powers of the pole over more frames would leave the range of floats.
_AT_ONCE = 4096


class Convolver:
    """Convolution with a long response in the frequency domain, in partitions of equal length.

    Uniformly partitioned overlap-save (F. Wefers, "Partitioned convolution algorithms for
    real-time auralization", 2015, section 5.2).

    Args:
        response: (taps, 2), one column for each side.
    """

    def __init__(self, response: Floats) -> None:
        count = -(-len(response) // PARTITION)
        padded = np.zeros((count, PARTITION, 2), np.float32)
        padded.reshape(-1, 2)[: len(response)] = response
        # Axes: partition, frequency, side.
        self._answer = np.fft.rfft(padded, 2 * PARTITION, axis=1).astype(np.complex64)
        self._spectra = np.zeros_like(self._answer)
        self._newest = 0
        self._window = np.zeros((2 * PARTITION, 2), np.float32)
        self._filled = 0
        self._made = np.zeros((PARTITION, 2), np.float32)
        self._silent = count

    def process(self, block: Block) -> Block:
        """Return the convolved block, `PARTITION` frames late."""
        out = np.empty_like(block)
        done = 0
        while done < len(block):
            count = min(PARTITION - self._filled, len(block) - done)
            piece = slice(self._filled, self._filled + count)
            out[done : done + count] = self._made[piece]
            self._window[PARTITION:][piece] = block[done : done + count]
            self._filled += count
            done += count
            if self._filled == PARTITION:
                self._convolve()
                self._filled = 0
        return out

    def _convolve(self) -> None:
        count = len(self._answer)
        self._silent = 0 if self._window.any() else self._silent + 1
        if self._silent > count:
            self._made[:] = 0
            return
        self._newest = (self._newest - 1) % count
        self._spectra[self._newest] = np.fft.rfft(self._window, axis=0)
        older = count - self._newest
        made = np.einsum("pfc,pfc->fc", self._spectra[self._newest :], self._answer[:older])
        made += np.einsum("pfc,pfc->fc", self._spectra[: self._newest], self._answer[older:])
        self._made[:] = np.fft.irfft(made, 2 * PARTITION, axis=0)[PARTITION:]
        self._window[:PARTITION] = self._window[PARTITION:]


class Chorus:
    """Two delayed voices on each side, with slowly changing delays.

    Args:
        sample_rate: Frames a second.
    """

    def __init__(self, sample_rate: int) -> None:
        self._rate = sample_rate
        self._kept = round((max(_CHORUS_S) + _CHORUS_DEPTH_S) * sample_rate) + 2
        self._past = np.zeros((self._kept, 2), np.float32)
        self._frame = 0
        self._silent = self._kept

    def process(self, block: Block) -> Block:
        """Return the two voices without the dry sound."""
        frames = len(block)
        self._silent = 0 if block.any() else self._silent + frames
        if self._silent > self._kept + frames:
            self._frame += frames
            return np.zeros_like(block)
        sound = np.concatenate((self._past, block))
        at = np.arange(frames)
        out = np.zeros_like(block)
        for voice, (delay_s, hertz) in enumerate(zip(_CHORUS_S, _CHORUS_HZ, strict=True)):
            swing = 2 * np.pi * hertz / self._rate * (self._frame + at)
            for side in range(2):
                moved = _CHORUS_DEPTH_S * np.sin(swing + np.pi * (side + voice / 2))
                place = at + self._kept - (delay_s + moved) * self._rate
                whole = place.astype(np.int64)
                part = (place - whole).astype(np.float32)
                line = sound[:, side]
                out[:, side] += line[whole] * (1 - part) + line[whole + 1] * part
        self._past = sound[-self._kept :]
        self._frame += frames
        return np.asarray(out * np.float32(0.7))


class DcFilter:
    """A first-order high-pass at 10 Hz against DC.

    y[n] = x[n] - x[n-1] + p y[n-1] has the closed form y[n] = p^n (y[-1] + sum of p^-k d[k]).

    Args:
        sample_rate: Frames a second.
    """

    def __init__(self, sample_rate: int) -> None:
        pole = np.exp(-2 * np.pi * _LOWEST_HZ / sample_rate)
        self._falling: Floats = pole ** np.arange(1, _AT_ONCE + 1)
        self._last_in = np.zeros(2)
        self._last_out = np.zeros(2)

    def process(self, block: Block) -> Block:
        """Return the block without DC."""
        out = np.empty_like(block)
        for start in range(0, len(block), _AT_ONCE):
            out[start : start + _AT_ONCE] = self._process(block[start : start + _AT_ONCE])
        return out

    def _process(self, block: Block) -> Block:
        falling = self._falling[: len(block), None]
        steps = np.diff(block, axis=0, prepend=self._last_in[None])
        made = falling * (self._last_out + np.cumsum(steps / falling, axis=0))
        self._last_in, self._last_out = block[-1].astype(np.float64), made[-1]
        return made.astype(np.float32)
