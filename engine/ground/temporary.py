"""Temporary folders, and deleting those that killed processes left behind.

The system's temporary folder is shared. `sweep_temporary` deletes only folders with the program's
prefix that belong to this user, are closed to others, and have a lock file that no process holds.
"""

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from engine.ground.locking import OwnerLock, is_held

_PREFIX = "segue-"
_LOCK = "owner.lock"


@contextlib.contextmanager
def temporary_folder(purpose: str) -> Iterator[Path]:
    """Yield a folder that only this user may enter; delete it after the `with`.

    Args:
        purpose: Part of its name; short, because the path of a socket is limited to 108 bytes.

    Raises:
        OSError: The folder cannot be created.
    """
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{purpose}-"))
    owner = OwnerLock(folder / _LOCK)
    try:
        owner.take()
        yield folder
    finally:
        # The lock file goes last, so that a concurrent sweep leaves the folder alone.
        for entry in _entries(folder):
            _delete(Path(entry.path))
        owner.release()
        with contextlib.suppress(OSError):
            folder.rmdir()


def sweep_temporary() -> int:
    """Delete the folders that killed processes of this user left; return their number."""
    swept = 0
    for entry in _entries(Path(tempfile.gettempdir())):
        if entry.name.startswith(_PREFIX) and _is_ours(entry) and _is_left(Path(entry.path)):
            shutil.rmtree(entry.path, ignore_errors=True)
            swept += 1
    return swept


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        return [entry for entry in entries if entry.name != _LOCK]
    return []


def _is_ours(entry: os.DirEntry[str]) -> bool:
    """Return whether a folder belongs to this user alone; a link to one does not count."""
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:
        return False
    if not stat.S_ISDIR(found.st_mode):
        return False
    return os.name != "posix" or (found.st_uid == os.getuid() and not found.st_mode & 0o077)


def _is_left(folder: Path) -> bool:
    # A folder without a lock file may belong to another program that is running.
    return (folder / _LOCK).is_file() and is_held(folder / _LOCK) is False


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
        return
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
