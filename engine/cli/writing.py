"""Write files for commands, with one sentence if the disk fails."""

import contextlib
import errno
import os
from pathlib import Path

from engine.ground.errors import PortError
from engine.ground.saving import replacing, write_atomically


def write_file(path: Path, data: bytes, *, make_folder: bool = False) -> None:
    """Write a file, whole or not at all.

    Args:
        path: The file.
        data: Its contents.
        make_folder: Whether to create its folder, if the user named a folder to write to.

    Raises:
        PortError: The disk does not take it.
    """
    try:
        write_atomically(path, data, make_folder=make_folder)
    except OSError as error:
        raise _refused(path, error) from error


def check_place(path: Path) -> None:
    """Test that a file can be written later; an existing file stays.

    A command that runs for minutes calls this first, so that its result is not lost.

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
