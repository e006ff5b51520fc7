"""Files that commands write, with the sentence for a disk that does not take them."""

import contextlib
import errno
import os
from pathlib import Path

from engine.errors import PortError
from engine.saving import replacing, write_atomically


def write_file(path: Path, data: bytes, *, make_folder: bool = False) -> None:
    """Write a file, whole or not at all.

    Args:
        path: Where.
        data: What.
        make_folder: Whether its folder is made, where the user named a folder to write to.

    Raises:
        PortError: The disk does not take it.
    """
    try:
        write_atomically(path, data, make_folder=make_folder)
    except OSError as error:
        raise _refused(path, error) from error


def check_place(path: Path) -> None:
    """Begin a file where one is to be written later; what stands there stays.

    A command that makes something that cannot be made again fails before it, not after.

    Raises:
        PortError: The disk does not take it.
    """
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with contextlib.suppress(_DiscardedError), replacing(path, durable=False):
            raise _DiscardedError
    except OSError as error:
        raise _refused(path, error) from error


class _DiscardedError(Exception):
    """Leaves `replacing` before the new file replaces the old one."""


def _refused(path: Path, error: OSError) -> PortError:
    return PortError(f"Could not write ‘{path}’ ({error.strerror or error}).")
