"""Small sounds and files of sound for the tests."""

import struct
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Sound = NDArray[np.float32]


def tones(pitches: Sequence[int], *, rate: int = 22_050, each_s: float = 0.5) -> Sound:
    """Return notes of a plain instrument, one after another; 0 is a rest."""
    time = np.arange(round(each_s * rate)) / rate
    fade = np.minimum(1, np.minimum(time / 0.02, (each_s - time) / 0.08))
    played = [
        sum(np.sin(2 * np.pi * n * 440 * 2 ** ((pitch - 69) / 12) * time) / n for n in range(1, 6))
        * fade
        * (0.2 if pitch else 0)
        for pitch in pitches
    ]
    return np.concatenate(played).astype(np.float32)


def wav(
    data: bytes,
    *,
    rate: int = 22_050,
    channels: int = 1,
    bits: int = 16,
    kind: int = 1,
    size: int | None = None,
    riff: int | None = None,
) -> bytes:
    """Return a WAV file, whose header may lie about its sizes."""
    frame = channels * bits // 8
    shape = struct.pack("<HHIIHH", kind, channels, rate, rate * frame % 2**32, frame, bits)
    said = len(data) if size is None else size
    whole = 36 + len(data) if riff is None else riff
    return (
        b"RIFF"
        + struct.pack("<I", whole)
        + b"WAVEfmt "
        + struct.pack("<I", len(shape))
        + shape
        + b"data"
        + struct.pack("<I", said)
        + data
    )


def floats(sound: Sound | Iterable[float], **header: int) -> bytes:
    """Return sound as a WAV file of floating point."""
    return wav(np.asarray(sound, np.float32).tobytes(), bits=32, kind=3, **header)


def written(path: Path, sound: Sound, *, rate: int, **library: str) -> Path:
    """Write a file by the library that reads it too."""
    import soundfile

    soundfile.write(path, sound, rate, **library)
    return path
