"""Writes WAV files: 16 bits with dither, 24 bits or floating point, with tags and markers."""

import struct
from collections.abc import Mapping, Sequence
from typing import IO

import numpy as np
from numpy.typing import NDArray

from engine.playback.riff import chunk
from engine.playback.sound.tones import PART, Block
from engine.values.sound import SampleFormat

# Stereo.
CHANNELS = 2
_BITS: dict[SampleFormat, int] = {"16": 16, "24": 24, "float": 32}
# Format tags of a WAV file.
_INTEGERS, _FLOATS = 1, 3
# RIFF's names of the tags.
_TAGS = {"title": b"INAM", "software": b"ISFT", "comment": b"ICMT"}
_SEED = 16


class Dither:
    """Triangular dither of one step, against the distortion of rounding.

    Each frame's noise is a random number less the one before, so most of it is high and soft.
    The same sound gets the same noise, so exports are reproducible. Silence stays silence.
    """

    def __init__(self) -> None:
        self._dice = np.random.default_rng(_SEED)

    def rounded(self, block: Block, bits: int) -> NDArray[np.signedinteger]:
        """Return a block as integers of some bits: int16 for 16, else int32."""
        full = 2 ** (bits - 1) - 1
        whole = np.empty(block.shape, np.int16 if bits == 16 else np.int32)
        for start in range(0, len(block), PART):
            # As many digits as the steps need; the sides as they lie in memory.
            sound = block[start : start + PART].T
            scaled = sound * (np.float32 if bits == 16 else np.float64)(full)
            if bits == 16 and sound.any():
                scaled += np.diff(self._dice.random((2, sound.shape[1] + 1), np.float32))
            np.clip(np.rint(scaled, out=scaled), -full - 1, full, out=scaled)
            for side in range(CHANNELS):
                whole[start : start + PART, side] = scaled[side]
        return whole


class WavFile:
    """A stereo file for writing.

    Args:
        file: Open for writing and seeking; the caller closes it.
        sample_rate: Frames a second.
        samples: Sample type.
        tags: `title`, `software` and `comment`, each optional.
        markers: (frame, text) of each.
    """

    def __init__(
        self,
        file: IO[bytes],
        *,
        sample_rate: int,
        samples: SampleFormat = "16",
        tags: Mapping[str, str] | None = None,
        markers: Sequence[tuple[int, str]] = (),
    ) -> None:
        self._file = file
        self._samples = samples
        self._dither = Dither()
        self._bytes = 0
        self._after = _info(tags or {}) + _cues(markers)
        bits = _BITS[samples]
        kind, frame = (_FLOATS if samples == "float" else _INTEGERS), CHANNELS * bits // 8
        shape = struct.pack(
            "<HHIIHH", kind, CHANNELS, sample_rate, sample_rate * frame, frame, bits
        )
        self._head = b"WAVE" + chunk(b"fmt ", shape)
        file.write(self._header())

    def _header(self) -> bytes:
        padding = self._bytes % 2
        size = len(self._head) + 8 + self._bytes + padding + len(self._after)
        return (
            struct.pack("<4sI", b"RIFF", size)
            + self._head
            + struct.pack("<4sI", b"data", self._bytes)
        )

    def write(self, block: Block) -> None:
        """Add frames, (n, 2) float32 from -1 to 1."""
        data = self._bytes_of(block)
        self._file.write(data)
        self._bytes += len(data)

    def _bytes_of(self, block: Block) -> bytes:
        if self._samples == "float":
            return block.astype("<f4").tobytes()
        whole = self._dither.rounded(block, _BITS[self._samples])
        if self._samples == "16":
            return whole.astype("<i2", copy=False).tobytes()
        # The three low bytes of four.
        return whole.astype("<i4").view(np.uint8).reshape(-1, 4)[:, :3].tobytes()

    def close(self) -> None:
        """Write the chunks after the samples, and the sizes in the header."""
        self._file.write(b"\0" * (self._bytes % 2) + self._after)
        self._file.seek(0)
        self._file.write(self._header())


def _info(tags: Mapping[str, str]) -> bytes:
    body = b"".join(
        chunk(_TAGS[name], text.encode() + b"\0")
        for name, text in tags.items()
        if text and name in _TAGS
    )
    return chunk(b"LIST", b"INFO" + body) if body else b""


def _cues(markers: Sequence[tuple[int, str]]) -> bytes:
    """Return the chunks with the places and names of markers."""
    if not markers:
        return b""
    points = b"".join(
        struct.pack("<II4sIII", number, frame, b"data", 0, 0, frame)
        for number, (frame, _) in enumerate(markers, 1)
    )
    names = b"".join(
        chunk(b"labl", struct.pack("<I", number) + text.encode() + b"\0")
        for number, (_, text) in enumerate(markers, 1)
    )
    count = struct.pack("<I", len(markers))
    return chunk(b"cue ", count + points) + chunk(b"LIST", b"adtl" + names)
