"""Files written so that at any moment the old one or the new one is whole, and durable when done.

The new file is written beside its place under a short name of its own, locked while it is written,
so that what a killed program left behind can be told from what another one is writing.
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

from engine.locking import CAN_LOCK_OPEN_FILES, lock

BACKUP = ".bak"
_LEFT_AFTER_S = 60.0
_LEFT_BEHIND = re.compile(r"\.segue-[0-9a-f]{8}\.saving|\..+\.segue\.\d+\.saving")
# What file systems that cannot make a folder durable answer.
_NOT_FOR_FOLDERS = {errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EACCES, errno.EBADF}


def write_atomically(
    path: Path,
    data: bytes,
    *,
    durable: bool = True,
    private: bool = False,
    make_folder: bool = False,
) -> None:
    """Write a file beside its place, make it durable, then put it there in one step.

    A file that was there keeps its mode, and a link what it leads to.

    Args:
        path: Where.
        data: What.
        durable: Wait until the disk has it. A program that is killed loses nothing without, a
            machine without power may.
        private: Whether nobody else may read it.
        make_folder: Whether its folder is made where there is none: for folders of the program's
            own. A folder that a user names must be there.

    Raises:
        OSError: It could not be written; what was there is as it was.
    """
    with replacing(path, durable=durable, private=private, make_folder=make_folder) as file:
        file.write(data)


@contextlib.contextmanager
def replacing(
    path: Path, *, durable: bool = True, private: bool = False, make_folder: bool = False
) -> Iterator[BinaryIO]:
    """Yield a file to write to, which takes the place of the one at a path when all went well.

    Args:
        path: Where.
        durable: Wait until the disk has it.
        private: Whether nobody else may read it.
        make_folder: As in `write_atomically`.

    Raises:
        OSError: It could not be written; what was there is as it was.
    """
    target = _place_of(path)
    if make_folder:
        target.parent.mkdir(parents=True, exist_ok=True)
    else:
        check_folder(target)
    temporary, file = _begun(target, private=private)
    try:
        with file:
            yield file
            file.flush()
            if durable:
                os.fsync(file.fileno())
            if CAN_LOCK_OPEN_FILES:
                # While it is locked: else it could be swept on its way to its place.
                temporary.replace(target)
        if not CAN_LOCK_OPEN_FILES:
            temporary.replace(target)
    finally:
        # What could not be written is said, not that it cannot be deleted either.
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    if durable:
        _make_durable(target.parent)


def check_folder(path: Path) -> None:
    """Refuse a file whose folder is not there.

    Raises:
        FileNotFoundError: It is not; its words name the folder, which the system's do not.
    """
    folder = path.parent
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder ‘{folder}’", str(folder))


def keep_previous(path: Path) -> None:
    """Keep the file that is about to be replaced as `NAME.bak`; where that cannot be, nothing."""
    target = _place_of(path)
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
    """Delete what programs that were killed while saving left in a folder."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _LEFT_BEHIND.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                _delete_unless_locked(Path(entry.path))


def _place_of(path: Path) -> Path:
    """Return where a file really is: saving through a link must not take the link's place.

    Raises:
        OSError: What is there may not be written to.
    """
    target = Path(os.path.realpath(path)) if path.is_symlink() else path
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    return target


def _begun(target: Path, *, private: bool) -> tuple[Path, BinaryIO]:
    """Return a new file beside a target, locked, and its path."""
    while True:
        temporary = target.with_name(f".segue-{secrets.token_hex(4)}.saving")
        try:
            file = _created(temporary, like=target, private=private)
        except BlockingIOError:
            continue  # someone swept it before it was locked
        if not CAN_LOCK_OPEN_FILES or os.fstat(file.fileno()).st_nlink:
            return temporary, file
        file.close()


def _created(temporary: Path, *, like: Path, private: bool) -> BinaryIO:
    """Return a new file, locked, that may be read by those who may read another one."""
    mode = 0o600 if private else None
    with contextlib.suppress(OSError):
        mode = 0o600 if private else stat.S_IMODE(like.stat().st_mode)
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    file = os.fdopen(os.open(temporary, flags, 0o666 if mode is None else mode), "w+b")
    try:
        if CAN_LOCK_OPEN_FILES:
            lock(file.fileno())
        if mode is not None and hasattr(os, "fchmod"):
            # What the process takes away from new files it takes from none that was there.
            os.fchmod(file.fileno(), mode)
    except BaseException:
        file.close()
        raise
    return file


def _delete_unless_locked(path: Path) -> None:
    with contextlib.suppress(OSError):
        if not CAN_LOCK_OPEN_FILES:
            # An open file cannot be deleted here, and one that was just closed is about to move.
            if time.time() - path.stat().st_mtime > _LEFT_AFTER_S:
                path.unlink()
            return
        with path.open("r+b") as file:
            lock(file.fileno())
            path.unlink()


def _make_durable(folder: Path) -> None:
    """Make a folder's names durable: a new name itself must survive a power cut."""
    if os.name != "posix":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        # A folder that may be written to but not listed.
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NOT_FOR_FOLDERS:
            raise
    finally:
        os.close(descriptor)
