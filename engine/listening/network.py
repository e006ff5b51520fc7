"""The network that hears notes in sound: Basic Pitch, computed in NumPy.

Bittner et al. (2022), "A Lightweight Instrument-Agnostic Model for Polyphonic Note Transcription
and Multipitch Estimation", ICASSP. The weights are Spotify's (`assets/listening`). A window of
two seconds becomes a constant-Q spectrogram (three bins a semitone), eight copies of it are laid
over each other so that the harmonics of a pitch meet, and small convolutions give the chance of
each pitch, note and beginning of a note.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file

from engine.ground.errors import ModelFileError

Floats = NDArray[np.float32]
_Made = TypeVar("_Made")

# Samples a second, and samples from frame to frame.
RATE, HOP = 22_050, 256
WINDOW = 2 * RATE - HOP
FRAMES = 172
# The lowest pitch that is heard, a MIDI number; keys of a piano; contour bins a semitone.
LOWEST, KEYS, BINS = 21, 88, 3
_OCTAVES, _BINS_AN_OCTAVE = 9, 36
_WAVELET = 256
# Bins that a frequency of half, one, two … seven times the pitch lies above it.
_HARMONICS = (-36, 0, 36, 57, 72, 84, 93, 101)
_PITCHES = KEYS * BINS
# Output frequencies that one matrix product makes. A convolution over frequency is a product with a
# band matrix; 24 columns waste little of the band and keep BLAS busy.
_BLOCK = 24


@dataclass(frozen=True, slots=True)
class Heard:
    """The network's answer to one stretch of sound, `HOP` / `RATE` seconds a frame.

    Attributes:
        contours: Chance that a pitch sounds, (frames, 264); bin `BINS` * k + 1 is key k in tune.
        notes: Chance that a key of the piano sounds, (frames, 88).
        onsets: Chance that a key begins to sound, (frames, 88).
    """

    contours: Floats
    notes: Floats
    onsets: Floats


class _Convolution:
    """A convolution over frames and frequency that keeps the number of frames.

    Args:
        weight: (out, in, frames, frequencies).
        bias: (out,).
        step: Input frequencies from output to output.
        before: Frequencies of silence that are put before the lowest one.
    """

    def __init__(self, weight: Floats, bias: Floats, *, step: int, before: int) -> None:
        self._out, self._in, self._taps, width = weight.shape
        self._step, self._before, self._bias = step, before, bias
        self._span = (_BLOCK - 1) * step + width
        band = np.zeros((self._taps, self._in, self._span, self._out, _BLOCK), np.float32)
        for column in range(_BLOCK):
            at = column * step
            band[:, :, at : at + width, :, column] = weight.transpose(2, 1, 3, 0)
        self._band = band.reshape(self._taps * self._in * self._span, self._out * _BLOCK)

    def __call__(self, x: Floats) -> Floats:
        """Return (out, frames, frequencies / step) from (in, frames, frequencies)."""
        channels, frames, width = x.shape
        wide = -(-width // self._step)
        blocks = -(-wide // _BLOCK)
        room = (blocks - 1) * _BLOCK * self._step + self._span
        padded = np.zeros((channels, frames + self._taps - 1, room), np.float32)
        half = self._taps // 2
        padded[:, half : half + frames, self._before : self._before + width] = x[
            :, :, : room - self._before
        ]
        c, t, f = padded.strides
        seen = np.lib.stride_tricks.as_strided(
            padded,
            (frames, blocks, self._taps, channels, self._span),
            (t, _BLOCK * self._step * f, t, c, f),
            writeable=False,
        )
        made = seen.reshape(frames * blocks, -1) @ self._band
        made = made.reshape(frames, blocks, self._out, _BLOCK).transpose(2, 0, 1, 3)
        return np.asarray(
            made.reshape(self._out, frames, blocks * _BLOCK)[:, :, :wide]
            + self._bias[:, None, None]
        )


def _relu(x: Floats) -> Floats:
    return np.maximum(x, 0)


def _sigmoid(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -60, 60))))


def made_of(path: Path, make: Callable[[dict[str, Floats]], _Made]) -> _Made:
    """Return something that is made of the weights in a file of safetensors that ships.

    Raises:
        ModelFileError: The file is missing, damaged or of another version.
    """
    try:
        return make(load_file(path))
    except (OSError, SafetensorError, KeyError) as error:
        raise ModelFileError(
            "‘{name}’, which hears notes, cannot be read.",
            name=path.name,
            hint="Install Segue again.",
        ) from error


class PitchNetwork:
    """Hears pitches, notes and onsets in windows of sound.

    Args:
        weights: By name, as in `assets/listening/basic-pitch.safetensors`.
    """

    def __init__(self, weights: dict[str, Floats]) -> None:
        self._wavelets = np.concatenate(
            [weights["wavelets.real"], weights["wavelets.imaginary"]]
        ).T.copy()
        self._scale = weights["wavelets.scale"]
        self._halving = _halving_matrix(weights["halving"])
        self._level = (weights["level.scale"][0], weights["level.offset"][0])

        def layer(name: str, step: int, before: int) -> _Convolution:
            return _Convolution(
                weights[f"{name}.weight"], weights[f"{name}.bias"], step=step, before=before
            )

        self._contour_hidden = layer("contour.hidden", 1, 19)
        self._contour = layer("contour", 1, 2)
        self._note_hidden = layer("note.hidden", BINS, 2)
        self._note = layer("note", 1, 1)
        self._onset_hidden = layer("onset.hidden", BINS, 1)
        self._onset = layer("onset", 1, 1)

    @classmethod
    def load(cls, path: Path) -> "PitchNetwork":
        """Return the network in a file of safetensors.

        Raises:
            ModelFileError: The file is missing or damaged.
        """
        return made_of(path, cls)

    def hear(self, window: Floats) -> Heard:
        """Return `FRAMES` frames for `WINDOW` samples, -1 to 1, one channel, at `RATE`."""
        stacked = self._harmonics(self._spectrogram(window))
        contours = _sigmoid(self._contour(_relu(self._contour_hidden(stacked))))
        notes = _sigmoid(self._note(_relu(self._note_hidden(contours))))
        beginnings = np.concatenate([notes, _relu(self._onset_hidden(stacked))])
        return Heard(contours[0], notes[0], _sigmoid(self._onset(beginnings))[0])

    def _spectrogram(self, window: Floats) -> Floats:
        """Return the loudness of (frames, 309) bins, 0 to 1 within this window, normalized."""
        octaves = []
        sound = np.asarray(window, np.float32)
        for octave in range(_OCTAVES):
            padded = np.pad(sound, _WAVELET // 2, mode="reflect")
            frames = np.lib.stride_tricks.sliding_window_view(padded, _WAVELET)
            parts = frames[:: HOP >> octave] @ self._wavelets
            real, imaginary = parts[:, :_BINS_AN_OCTAVE], parts[:, _BINS_AN_OCTAVE:]
            octaves.append(np.square(real) + np.square(imaginary))
            sound = _halved(sound, self._halving)
        power = np.concatenate(octaves[::-1], axis=1)[:, -len(self._scale) :]
        loudness = 10 * np.log10(power * np.square(self._scale) + 1e-10)
        loudness -= loudness.min()
        loudest = loudness.max()
        if loudest > 0:
            loudness /= loudest
        scale, offset = self._level
        return np.asarray(loudness * scale + offset)

    def _harmonics(self, spectrogram: Floats) -> Floats:
        """Return (8, frames, 264): at each pitch the loudness of its harmonics."""
        frames, bins = spectrogram.shape
        stacked = np.zeros((len(_HARMONICS), frames, _PITCHES), np.float32)
        for number, above in enumerate(_HARMONICS):
            first, last = max(0, -above), min(_PITCHES, bins - above)
            stacked[number, :, first:last] = spectrogram[:, first + above : last + above]
        return stacked


# Output samples of one product in `_halved`.
_HALF_BLOCK = 64


def _halving_matrix(filter_: Floats) -> Floats:
    span = 2 * (_HALF_BLOCK - 1) + len(filter_)
    matrix = np.zeros((span, _HALF_BLOCK), np.float32)
    for column in range(_HALF_BLOCK):
        matrix[2 * column : 2 * column + len(filter_), column] = filter_
    return matrix


def _halved(sound: Floats, matrix: Floats) -> Floats:
    """Return the sound at half its rate, through the low pass of `matrix`."""
    edge = _WAVELET // 2 - 1
    length = (len(sound) + 2 * edge - _WAVELET) // 2 + 1
    blocks = -(-length // _HALF_BLOCK)
    padded = np.zeros((blocks - 1) * 2 * _HALF_BLOCK + len(matrix), np.float32)
    kept = min(len(sound), len(padded) - edge)
    padded[edge : edge + kept] = sound[:kept]
    frames = np.lib.stride_tricks.as_strided(
        padded,
        (blocks, len(matrix)),
        (2 * _HALF_BLOCK * padded.itemsize, padded.itemsize),
        writeable=False,
    )
    return np.asarray((frames @ matrix).ravel()[:length])
