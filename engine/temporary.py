"""Folders for a while that a program which was killed leaves behind, and the next one sweeps.

The folder for such things is shared with other users and other programs: only what has this user's
name on it, is nobody else's to enter, and has a lock that no living process holds is swept.
"""

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from engine.locking import OwnerLock, is_held

_PREFIX = "segue-"
_LOCK = "owner.lock"


@contextlib.contextmanager
def temporary_folder(purpose: str) -> Iterator[Path]:
    """Yield a folder that only this user may enter, for as long as a `with`.

    Args:
        purpose: A short word of its name: the path of a socket in it must be short.

    Raises:
        OSError: None can be made.
    """
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{purpose}-"))
    owner = OwnerLock(folder / _LOCK)
    try:
        owner.take()
        yield folder
    finally:
        # The lock last: whoever sweeps meanwhile sees that this one lives.
        for entry in _entries(folder):
            _delete(Path(entry.path))
        owner.release()
        with contextlib.suppress(OSError):
            folder.rmdir()


def sweep_temporary() -> int:
    """Delete the folders that killed processes of this user left; return how many."""
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
    """Return whether a folder is this user's and nobody else may enter it; never through a link."""
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:
        return False
    if not stat.S_ISDIR(found.st_mode):
        return False
    return os.name != "posix" or (found.st_uid == os.getuid() and not found.st_mode & 0o077)


def _is_left(folder: Path) -> bool:
    # One without a lock is of an older version or of another program, which may live.
    return (folder / _LOCK).is_file() and is_held(folder / _LOCK) is False


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
        return
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
