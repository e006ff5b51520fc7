"""Effects: reverb, chorus, and the one-pole filter of brightness and DC; vectorised.

Each takes blocks of any length, in order, and returns as many frames. Blocks have the shape
(frames, 2) and lie in memory side after side: NumPy is ten times slower where the sides alternate.
"""

import numpy as np

from engine.playback.sound.tones import Block, Floats

PARTITION = 512
"""Frames of a convolution's partition, and its delay: a natural pre-delay (11.6 ms)."""

WHOLE = 32_768
"""Frames of a partition where every block is a multiple of it; then the convolution is cheapest."""

# Share of a response's energy above which a partition counts: -70 dB.
_INAUDIBLE = 1e-7
_CHORUS_S = (0.0113, 0.0167)  # mean delay of the two voices
_CHORUS_DEPTH_S = 0.0022
_CHORUS_HZ = (0.53, 0.81)
_CHORUS_GAIN = 0.7
# Frames that one product of matrices filters, and how many such rows another one joins; with
# more the linear algebra would start threads.
_ROW, _ROWS = 32, 128


class Convolver:
    """Convolution with a long response in the frequency domain, in partitions of equal length.

    Uniformly partitioned overlap-save (F. Wefers, "Partitioned convolution algorithms for
    real-time auralization", 2015, section 5.2).

    Args:
        response: (taps, 2), one column for each side.
        whole: Whether all blocks are multiples of `WHOLE`.
    """

    def __init__(self, response: Floats, *, whole: bool = False) -> None:
        if whole:
            # No block has to wait for the next one, so the pre-delay is part of the response.
            response = np.concatenate((np.zeros((PARTITION, 2), np.float32), response))
        self._whole = whole
        self._size = WHOLE if whole else PARTITION
        count = -(-len(response) // self._size)
        padded = np.zeros((2, count * self._size), np.float32)
        padded[:, : len(response)] = response.T
        # Axes: partition, side, frequency.
        parts = padded.reshape(2, count, self._size).transpose(1, 0, 2)
        self._answer = np.fft.rfft(parts, 2 * self._size)
        # Each spectrum is there twice, so that those from the newest on are one piece.
        self._spectra = np.zeros((2 * count, *self._answer.shape[1:]), np.complex64)
        # Of the late partitions only low frequencies are left: high ones decay first.
        self._low = self._size // 4
        bright = np.sum(np.abs(self._answer[:, :, self._low :]) ** 2, axis=(1, 2))
        self._early = 1 + int(np.flatnonzero(bright >= _INAUDIBLE * bright.sum()).max(initial=0))
        self._newest = 0
        self._window = np.zeros((2, 2 * self._size), np.float32)
        self._filled = 0
        self._made = np.zeros((2, self._size), np.float32)
        self._silent = count

    def process(self, block: Block) -> Block:
        """Return the convolved block, `PARTITION` frames late."""
        sound = block.T
        out = np.empty(sound.shape, np.float32)
        done = 0
        while done < len(block):
            count = min(self._size - self._filled, len(block) - done)
            piece = slice(self._filled, self._filled + count)
            self._window[:, self._size :][:, piece] = sound[:, done : done + count]
            if self._whole:
                self._convolve()
            out[:, done : done + count] = self._made[:, piece]
            self._filled += count
            done += count
            if self._filled == self._size:
                if not self._whole:
                    self._convolve()
                self._filled = 0
        return out.T

    def _convolve(self) -> None:
        count = len(self._answer)
        self._silent = self._silent + 1 if _is_silent(self._window) else 0
        if self._silent > count:
            self._made[:] = 0
            return
        self._newest = (self._newest - 1) % count
        self._spectra[self._newest] = np.fft.rfft(self._window)
        self._spectra[self._newest + count] = self._spectra[self._newest]
        there = self._spectra[self._newest : self._newest + count]
        early, low = self._early, self._low
        made = (there[:early] * self._answer[:early]).sum(axis=0)
        if early < count:
            late = there[early:, :, :low] * self._answer[early:, :, :low]
            made[:, :low] += late.sum(axis=0)
        self._made[:] = np.fft.irfft(made, 2 * self._size)[:, self._size :]
        self._window[:, : self._size] = self._window[:, self._size :]


def _is_silent(sound: Floats) -> bool:
    """Return whether (2, frames) are all zero; twenty times as fast as `any`."""
    return not np.vdot(sound, sound)


class Chorus:
    """Two delayed voices on each side, with slowly changing delays.

    Args:
        sample_rate: Frames a second.
    """

    def __init__(self, sample_rate: int) -> None:
        self._kept = round((max(_CHORUS_S) + _CHORUS_DEPTH_S) * sample_rate) + 2
        self._past = np.zeros((2, self._kept), np.float32)
        voices = np.arange(len(_CHORUS_HZ))[:, None, None]
        self._phases = np.pi / 2 * voices
        turns = 2 * np.pi * np.array(_CHORUS_HZ) / sample_rate
        # Rounded, as ever: the swing of a long piece would be another one.
        self._turns = turns[:, None, None].astype(np.float32).astype(np.float64)
        # Cosine and sine of how far the voices turn from a block's first frame on.
        self._turned = np.zeros((2, 2, 1, 0), np.float32)
        ahead = self._kept - np.array(_CHORUS_S) * sample_rate
        self._ahead = ahead[:, None, None].astype(np.float32)
        depth = np.float32(_CHORUS_DEPTH_S * sample_rate)
        self._depths = np.array([[-depth], [depth]])
        self._silent = self._kept

    def process(self, block: Block) -> Block:
        """Return the two voices without the dry sound."""
        frames = len(block)
        self._silent = self._silent + frames if _is_silent(block.T) else 0
        if self._silent > self._kept + frames:
            self._phases += self._turns * frames
            return np.zeros_like(block)
        sound = np.concatenate((self._past, block.T), axis=1)
        if self._turned.shape[-1] != frames:
            turned = self._turns * np.arange(frames)
            self._turned = np.stack((np.cos(turned), np.sin(turned))).astype(np.float32)
        begun = np.stack((np.sin(self._phases), np.cos(self._phases))).astype(np.float32)
        self._phases += self._turns * frames
        # Axes: voice, side, frame. The sides swing against each other.
        part = self._ahead + self._depths * (begun * self._turned).sum(axis=0)
        whole = np.floor(part)
        part -= whole
        # The sum with `at` would be too long for 32 bits; and the sides follow one another.
        places = whole.astype(np.int64)
        places += np.arange(frames) + np.array([[0], [sound.shape[1]]])
        made = sound.take(places)
        part *= sound.reshape(-1)[1:].take(places) - made
        made += part
        self._past = sound[:, -self._kept :].copy()
        out: Block = made.sum(axis=0).T
        out *= np.float32(_CHORUS_GAIN)
        return out


class OnePole:
    """A first-order low-pass: y[n] = (1 - p) x[n] + p y[n-1].

    The recursion is two products with triangular matrices: one within rows of frames, one that
    carries the end of each row to the next ones.

    Args:
        hertz: The corner.
        sample_rate: Frames a second.
    """

    def __init__(self, hertz: float, sample_rate: int) -> None:
        pole = float(np.exp(-2 * np.pi * hertz / sample_rate))
        self._within = ((1 - pole) * _falling(pole, _ROW)).astype(np.float32)
        self._across = _falling(pole**_ROW, _ROWS)
        self._share = (pole ** np.arange(1, _ROW + 1)).astype(np.float32)
        self._lost = pole ** (_ROW * np.arange(1, _ROWS + 1))
        self._last = np.zeros(2)

    def process(self, block: Block) -> Block:
        """Return what is below the corner."""
        frames = len(block)
        rows = min(_ROWS, -(-frames // _ROW))
        sound = block.T
        if frames % (rows * _ROW):
            rest = np.zeros((2, -frames % (rows * _ROW)), np.float32)
            sound = np.concatenate((sound, rest), axis=1)
        # Axes: side, section, row, frame.
        made = sound.reshape(2, -1, rows, _ROW) @ self._within
        ends = made[..., -1] @ self._across[:rows, :rows]
        last: Floats = self._last
        for section in range(ends.shape[1]):
            ends[:, section] += last[:, None] * self._lost[:rows]
            last = ends[:, section, -1]
        ends = ends.reshape(2, -1)
        carried = np.concatenate((self._last[:, None], ends[:, :-1]), axis=1, dtype=np.float32)
        made += carried.reshape(2, -1, rows, 1) * self._share
        out: Floats = made.reshape(2, -1)[:, :frames]
        self._last = out[:, -1].astype(np.float64)
        return out.T


def _falling(pole: float, size: int) -> Floats:
    """Return powers of a pole, (size, size): what frame i leaves of itself in frame j."""
    late = np.arange(size)[None] - np.arange(size)[:, None]
    return np.where(late >= 0, pole ** np.maximum(late, 0.0), 0.0)
