"""Reading files that may turn out to be pipes, devices, huge or missing.

These functions never wait for a pipe, read a device, or read past a limit.
"""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from engine.gate.file_names import long_path
from engine.gate.refusal import RefusedError
from engine.sentence import said

# Bytes; a file that grows while it is read is found out after each.
_READ_AT_ONCE = 1 << 20


class TooLargeError(RefusedError):
    """The file is larger than the limit.

    Attributes:
        size: Its size so far, in bytes.
    """

    def __init__(self, size: int) -> None:
        super().__init__(f"it has more than {size} bytes")
        self.size = size


class UnreadableError(RefusedError):
    """The file cannot be read or is not a regular file; the text is a whole sentence."""


def open_regular(path: Path) -> BinaryIO:
    """Return a regular file, open for reading.

    Raises:
        UnreadableError: It cannot be opened or is no regular file.
    """
    # Without O_NONBLOCK, opening a named pipe blocks; without O_NOCTTY, a terminal takes over.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    try:
        descriptor = os.open(long_path(path), flags | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise UnreadableError(why_unreadable(error)) from error
    except ValueError as error:  # a NUL in the name
        raise UnreadableError("It has an impossible name.") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise UnreadableError("It is not a regular file.")
    return os.fdopen(descriptor, "rb")


def read_file(path: Path, *, most: int) -> bytes:
    """Return the bytes of a regular file.

    Raises:
        UnreadableError: It cannot be opened or is no regular file.
        TooLargeError: It has more than `most` bytes.
    """
    with open_regular(path) as file:
        try:
            size = os.fstat(file.fileno()).st_size
            if size > most:
                raise TooLargeError(size)
            return read_at_most(file.read, most)
        except OSError as error:
            raise UnreadableError(why_unreadable(error)) from error


def read_at_most(read: Callable[[int], bytes], most: int) -> bytes:
    """Read to the end, which may grow meanwhile.

    Raises:
        TooLargeError: There are more than `most` bytes.
    """
    pieces = bytearray()
    while piece := read(_READ_AT_ONCE):
        pieces += piece
        if len(pieces) > most:
            raise TooLargeError(len(pieces))
    return bytes(pieces)


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
    return _REASONS.get(error.errno or 0) or said(
        "It could not be read ({reason}).", reason=reason.lower()
    )
