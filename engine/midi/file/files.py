"""The bytes of a MIDI file, up to the size of one."""

from pathlib import Path

from engine.gate import files
from engine.ground.errors import LimitError, MidiFileError
from engine.midi.file.span import LIMITS, Limits


def read_file(path: Path, *, limits: Limits = LIMITS) -> bytes:
    """Return a regular file's bytes; never waits for a pipe, never reads a device.

    Raises:
        MidiFileError: It cannot be opened or is no regular file.
        LimitError: It is too large.
    """
    try:
        return files.read_file(path, most=limits.file_bytes)
    except files.UnreadableError as error:
        raise MidiFileError(str(error)) from error
    except files.TooLargeError as error:
        raise too_large(error, limits.file_bytes) from error


def too_large(error: files.TooLargeError, most: int) -> LimitError:
    """Return the sentence on a file that is larger than `most` bytes."""
    size = error.size / (1 << 20)
    return LimitError(
        "It has {size:,.0f} MiB; Segue reads MIDI files up to {most} MiB.",
        size=size,
        most=most >> 20,
    )
