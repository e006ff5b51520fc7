"""Bytes of files that anything may be behind of: pipes, devices, five gigabytes, nothing any more.

Nothing here waits for a pipe, reads a device, or reads past a limit.
"""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from engine.errors import LimitError, MidiFileError
from engine.music.span import LIMITS, Limits

_READ_AT_ONCE = 1 << 20


def read_file(path: Path, *, limits: Limits = LIMITS) -> bytes:
    """Return a regular file's bytes; never waits for a pipe, never reads a device.

    Raises:
        MidiFileError: It cannot be opened or is no regular file.
        LimitError: It is too large.
    """
    with open_regular(path) as file:
        try:
            _check_size(os.fstat(file.fileno()).st_size, limits.file_bytes)
            return read_at_most(file.read, limits.file_bytes)
        except OSError as error:
            raise MidiFileError(why_unreadable(error)) from error


def open_regular(path: Path) -> BinaryIO:
    """Return a regular file, open for reading.

    Raises:
        MidiFileError: It cannot be opened or is no regular file.
    """
    # Without O_NONBLOCK, opening a named pipe waits for ever; O_NOCTTY is for terminals.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    try:
        descriptor = os.open(path, flags | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise MidiFileError(why_unreadable(error)) from error
    except ValueError as error:  # a NUL in the name
        raise MidiFileError("It has an impossible name.") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise MidiFileError("It is not a regular file.")
    return os.fdopen(descriptor, "rb")


def read_at_most(read: Callable[[int], bytes], most: int) -> bytes:
    """Read to the end, also of what grows meanwhile, but not past the limit.

    Raises:
        LimitError: There is more.
    """
    pieces = bytearray()
    while piece := read(_READ_AT_ONCE):
        pieces += piece
        _check_size(len(pieces), most)
    return bytes(pieces)


def _check_size(size: int, most: int) -> None:
    if size > most:
        raise LimitError(
            f"It has {size / (1 << 20):,.0f} MiB; Segue reads MIDI files up to {most >> 20} MiB."
        )


_REASONS = {
    errno.ENOENT: "It is no longer there.",
    errno.EACCES: "It may not be read (permission denied).",
    errno.EPERM: "It may not be read (permission denied).",
    errno.ELOOP: "It is a link that leads to itself.",
    errno.EISDIR: "It is a folder, not a file.",
    errno.ENXIO: "It is not a regular file.",
}


def why_unreadable(error: OSError) -> str:
    """Return one sentence for the user on why a file or folder cannot be read."""
    reason = os.strerror(error.errno) if error.errno else str(error)
    return _REASONS.get(error.errno or 0, f"It could not be read ({reason.lower()}).")
