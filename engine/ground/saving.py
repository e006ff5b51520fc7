"""Atomic, durable replacement of files.

The new file is written beside its target under a temporary name and then renamed. It is locked
meanwhile, so that `sweep` can tell the remains of a killed program from a file being written.
"""

import contextlib
import errno
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from engine.gate.file_names import long_path
from engine.ground.locking import CAN_LOCK_OPEN_FILES, lock

BACKUP = ".bak"
# Another process may still write a younger file.
_LEFT_AFTER_S = 60.0
_LEFT_BEHIND = re.compile(r"\.segue-[0-9a-f]{8}\.saving|\..+\.segue\.\d+\.saving")
# Errors of file systems that do not support fsync on folders.
_NOT_FOR_FOLDERS = {errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EACCES, errno.EBADF}


def write_atomically(
    path: Path,
    data: bytes,
    *,
    durable: bool = True,
    private: bool = False,
    make_folder: bool = False,
) -> None:
    """Replace a file by one with new contents in one step.

    An existing file keeps its mode. A symbolic link keeps its target, which is replaced.

    Args:
        path: The file.
        data: Its new contents.
        durable: Wait until the disk has the data, so that they survive a power cut; they survive
            a killed program in any case.
        private: Whether only this user may read the file.
        make_folder: Whether to create a missing folder: for the program's own folders. A folder
            that the user names must exist.

    Raises:
        OSError: The file could not be written; the old one is unchanged.
    """
    with replacing(path, durable=durable, private=private, make_folder=make_folder) as file:
        file.write(data)


@contextlib.contextmanager
def replacing(
    path: Path, *, durable: bool = True, private: bool = False, make_folder: bool = False
) -> Iterator[BinaryIO]:
    """Yield a file to write to; it replaces the one at `path` unless the `with` raises.

    Args:
        path: The file.
        durable: As in `write_atomically`.
        private: As in `write_atomically`.
        make_folder: As in `write_atomically`.

    Raises:
        OSError: The file could not be written; the old one is unchanged.
    """
    target = _target_of(path)
    if make_folder:
        target.parent.mkdir(parents=True, exist_ok=True)
    else:
        check_folder(target)
    temporary, file = _new_temporary(target, private=private)
    try:
        with file:
            yield file
            file.flush()
            if durable:
                os.fsync(file.fileno())
            if CAN_LOCK_OPEN_FILES:
                # Renamed while locked: `sweep` could delete an unlocked one before the rename.
                temporary.replace(target)
        if not CAN_LOCK_OPEN_FILES:
            temporary.replace(target)
    finally:
        # The first error is the one to report, not that of deleting the temporary file.
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    if durable:
        _make_durable(target.parent)


def check_folder(path: Path) -> None:
    """Check that the folder of a file exists.

    Raises:
        FileNotFoundError: It does not; the message names the folder, unlike the system's.
    """
    folder = path.parent
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder ‘{folder}’", str(folder))


def keep_previous(path: Path) -> None:
    """Copy the file that is about to be replaced to `NAME.bak`; ignore a failure."""
    target = _target_of(path)
    temporary = target.with_name(f".segue-{secrets.token_hex(4)}.saving")
    with contextlib.suppress(OSError):
        if not target.is_file():
            return
        try:
            os.link(target, temporary)
        except OSError:
            # A file system without hard links.
            shutil.copy2(target, temporary)
        try:
            temporary.replace(target.with_name(target.name + BACKUP))
        finally:
            temporary.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Delete the temporary files that killed programs left in a folder."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _LEFT_BEHIND.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                _delete_unless_locked(Path(entry.path))


def _target_of(path: Path) -> Path:
    """Return the file that a path leads to: saving must not replace a symbolic link.

    Raises:
        PermissionError: The file is read-only.
    """
    target = long_path(Path(os.path.realpath(path)) if path.is_symlink() else path)
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    return target


def _new_temporary(target: Path, *, private: bool) -> tuple[Path, BinaryIO]:
    """Return the path of a new, locked file beside a target, and the file."""
    while True:
        temporary = target.with_name(f".segue-{secrets.token_hex(4)}.saving")
        try:
            file = _create_locked(temporary, like=target, private=private)
        except BlockingIOError:
            continue  # a sweep locked it first
        if not CAN_LOCK_OPEN_FILES or os.fstat(file.fileno()).st_nlink:
            return temporary, file
        file.close()


def _create_locked(temporary: Path, *, like: Path, private: bool) -> BinaryIO:
    """Return a new, locked file with the mode of another one."""
    mode = 0o600 if private else None
    with contextlib.suppress(OSError):
        mode = 0o600 if private else stat.S_IMODE(like.stat().st_mode)
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    file = os.fdopen(os.open(temporary, flags, 0o666 if mode is None else mode), "w+b")
    try:
        if CAN_LOCK_OPEN_FILES:
            lock(file.fileno())
        if mode is not None and hasattr(os, "fchmod"):
            # os.open applied the umask, which must not change the mode of an existing file.
            os.fchmod(file.fileno(), mode)
    except BaseException:
        file.close()
        raise
    return file


def _delete_unless_locked(path: Path) -> None:
    with contextlib.suppress(OSError):
        if not CAN_LOCK_OPEN_FILES:
            # Windows does not delete an open file; a closed one may be about to be renamed.
            if time.time() - path.stat().st_mtime > _LEFT_AFTER_S:
                path.unlink()
            return
        with path.open("r+b") as file:
            lock(file.fileno())
            path.unlink()


def _make_durable(folder: Path) -> None:
    """Flush a folder, so that a renamed file keeps its new name after a power cut."""
    if os.name != "posix":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        # The folder may be written to but not listed.
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NOT_FOR_FOLDERS:
            raise
    finally:
        os.close(descriptor)
