"""Reads sound files block by block: WAV, FLAC, MP3, OGG, Opus and AIFF, by libsndfile."""

import contextlib
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from engine.gate.files import UnreadableError, open_regular
from engine.ground.closing import Closing
from engine.ground.errors import SoundError
from engine.listening.intake import Intake
from engine.listening.network import RATE, Floats
from engine.values.formats import RECORDINGS
from engine.values.hearing import LONGEST_RECORDING_S

# Samples of all channels that are read at once. After a damaged place up to so many are lost.
_AT_ONCE = 1 << 14
# Rates that some machine records at.
_RATES = range(4_000, 400_001)
_LONGEST_SAMPLES = LONGEST_RECORDING_S * RATE
# A WAV file of a program that was still writing says one of these.
_UNKNOWN_SIZES = frozenset({0, 0xFFFF_FFFF})


class SoundFile(Closing):
    """A sound file from outside; read it in a process with a limit on memory.

    Args:
        path: The file; its contents, not its name, say what it is.

    Attributes:
        total_s: Its length as its header says, in seconds; 0 if that does not say.
        broke_off: Whether it ended before the length that its header says, known after `blocks`.

    Raises:
        SoundError: It cannot be read, is no sound, or lasts longer than `LONGEST_RECORDING_S`.
    """

    def __init__(self, path: Path) -> None:
        self._name = path.name
        try:
            self._file = open_regular(path)
        except UnreadableError as error:
            raise SoundError("‘{name}’ cannot be read.", name=path.name, hint=str(error)) from error
        try:
            self.broke_off = _is_cut(self._file)
            self._sound = _opened(self._file, path.name)
            frames = self._sound.frames
            self._frames = frames if 0 < frames < np.iinfo(np.int64).max else 0
            self.total_s = self._frames / self._sound.samplerate
            if self.total_s > LONGEST_RECORDING_S:
                raise self._too_long()
        except SoundError:
            self._file.close()
            raise

    def blocks(self) -> Iterator[Floats]:
        """Yield the sound, one channel at `RATE`, in blocks of any length.

        The sound before a damaged place counts.

        Raises:
            SoundError: There is no sound in it, or more than its header says and too much.
        """
        intake = Intake(self._sound.samplerate)
        frames = samples = 0
        for read in self._read():
            frames += len(read)
            block = intake(read)
            samples += len(block)
            if samples > _LONGEST_SAMPLES:
                raise self._too_long()
            yield block
        if not frames:
            raise SoundError("There is no sound in ‘{name}’.", name=self._name)
        self.broke_off |= frames + _AT_ONCE < self._frames
        yield intake.rest()

    def close(self) -> None:
        """Close the file."""
        self._sound.close()
        self._file.close()

    def _read(self) -> Iterator[Floats]:
        at_once = max(1, _AT_ONCE // self._sound.channels)
        # A damaged place is an error of the library's that a sentence of ours replaces.
        with contextlib.suppress(RuntimeError):
            while len(read := self._sound.read(at_once, dtype="float32", always_2d=True)):
                yield read

    def _too_long(self) -> SoundError:
        return SoundError(
            "‘{name}’ is longer than {hours} hours, or its header says so.",
            name=self._name,
            hours=LONGEST_RECORDING_S // 3600,
            hint="Listen to a part of it.",
        )


def _opened(file: BinaryIO, name: str) -> Any:
    """Return the library's reader, if it knows what the file is and may read that.

    The library knows 25 formats; those that nobody needs here stay closed.
    """
    head = file.read(12)
    if not _is_known(head):
        raise _no_sound(name)
    try:
        import soundfile  # noqa: PLC0415 - not on every system
    except (ImportError, OSError) as error:
        raise SoundError("Sound files cannot be read on this system.") from error
    os.lseek(file.fileno(), 0, os.SEEK_SET)
    try:
        # The library reads the file itself: it would lose an exception of a callback.
        sound = soundfile.SoundFile(file.fileno(), closefd=False)
    except RuntimeError as error:
        raise _no_sound(name) from error
    if sound.samplerate not in _RATES:
        raise SoundError(
            "‘{name}’ says that it has {rate:,} samples a second, which is no sound.",
            name=name,
            rate=sound.samplerate,
        )
    return sound


def _is_known(head: bytes) -> bool:
    kind, inner = head[:4], head[8:12]
    if kind in {b"RIFF", b"RIFX", b"RF64"}:
        return inner == b"WAVE"
    if kind == b"FORM":
        return inner in {b"AIFF", b"AIFC"}
    # Frames of MPEG audio begin with eleven ones; those without a layer are AAC.
    mpeg = head[:1] == b"\xff" and head[1:2] > b"\xe0" and head[1] & 0x06 != 0
    return kind in {b"fLaC", b"OggS"} or kind[:3] == b"ID3" or mpeg


def _is_cut(file: BinaryIO) -> bool:
    """Return whether a WAV file is shorter than its first eight bytes say."""
    head = file.read(8)
    file.seek(0)
    if head[:4] != b"RIFF" or len(head) < 8:
        return False
    (claimed,) = struct.unpack("<I", head[4:])
    return claimed not in _UNKNOWN_SIZES and os.fstat(file.fileno()).st_size < claimed + 8


def _no_sound(name: str) -> SoundError:
    formats = ", ".join(each.shown for each in RECORDINGS)
    return SoundError(
        "‘{name}’ is no recording that Segue reads.",
        name=name,
        formats=formats,
        hint="It reads {formats}.",
    )
