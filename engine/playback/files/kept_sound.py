"""A recording as a piece keeps it: OGG Vorbis, small, and tried before it is played."""

import io
from pathlib import Path
from typing import Any

import numpy as np

from engine.gate.files import UnreadableError, open_regular
from engine.ground.errors import SoundError
from engine.piece.kept_recording import MOST_SOUND_BYTES
from engine.playback.sound.tape import UNPLAYABLE, second_of
from engine.playback.sound.tones import SAMPLE_RATE
from engine.values.hearing import LONGEST_RECORDING_S

# Of Vorbis, from 0, the best: 25 MB an hour for one side.
_COMPRESSION = 0.7
# libsndfile's Vorbis encoder needs stack space for each frame of a call.
_FRAMES_AT_ONCE = 4096
_BROKEN = (ImportError, OSError, RuntimeError, ValueError)


def kept_sound(path: Path) -> tuple[bytes, float]:
    """Return the sound of a file as OGG, and its seconds; with one side if both are the same.

    Raises:
        SoundError: It is no sound file, or longer than a piece keeps.
    """
    try:
        import soundfile  # noqa: PLC0415 - not on every system

        with open_regular(path) as file, soundfile.SoundFile(file) as sound:
            return _as_ogg(path, sound), sound.frames / sound.samplerate
    except UnreadableError as error:
        raise SoundError("‘{name}’ cannot be read.", name=path.name, hint=str(error)) from error
    except _BROKEN as error:
        raise SoundError("‘{name}’ cannot be read.", name=path.name, hint=UNPLAYABLE) from error


def _as_ogg(path: Path, sound: Any) -> bytes:
    import soundfile  # noqa: PLC0415 - not on every system

    seconds = min(sound.frames / sound.samplerate, LONGEST_RECORDING_S)
    channels = min(2, sound.channels)
    made = io.BytesIO()
    with soundfile.SoundFile(
        made,
        "w",
        samplerate=SAMPLE_RATE,
        channels=channels,
        format="OGG",
        subtype="VORBIS",
        compression_level=_COMPRESSION,
    ) as ogg:
        for number in range(int(seconds) + 1):
            block = np.clip(second_of(sound, number, SAMPLE_RATE), -1.0, 1.0)
            for start in range(0, len(block), _FRAMES_AT_ONCE):
                ogg.write(block[start : start + _FRAMES_AT_ONCE, :channels])
            _refuse_too_long(path, made)
    _refuse_too_long(path, made)
    return made.getvalue()


def _refuse_too_long(path: Path, made: io.BytesIO) -> None:
    if made.tell() > MOST_SOUND_BYTES:
        raise SoundError(
            "‘{name}’ is too long to be kept in a piece.",
            name=path.name,
            hint="It stays where it is.",
        )


def is_sound(data: bytes) -> bool:
    """Return whether a sound from outside can be decoded to its end.

    A piece plays in a process that must not end by it: call this in one that may.
    """
    try:
        import soundfile  # noqa: PLC0415 - not on every system

        with soundfile.SoundFile(io.BytesIO(data)) as sound:
            if (sound.format, sound.subtype) != ("OGG", "VORBIS") or sound.channels > 2:
                return False
            heard = 0
            while len(block := sound.read(1 << 16, dtype="float32")):
                heard += len(block)
                if heard > LONGEST_RECORDING_S * sound.samplerate:
                    return False
            return heard > 0
    except _BROKEN:
        return False
