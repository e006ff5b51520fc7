"""File locks that show that their owner is alive: the system releases them when a process ends.

A process id would not do, because the system gives it to other processes later.
"""

import contextlib
import os
import sys
from pathlib import Path

# Windows locks ranges of bytes, and it refuses to delete or replace an open file anyway.
CAN_LOCK_OPEN_FILES = os.name == "posix"
_FLAGS = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def lock(descriptor: int) -> bool:
    """Lock an open file until it is closed or this process ends.

    Args:
        descriptor: Of the file, open for writing.

    Returns:
        Whether the file is locked; False if the file system has no locks.

    Raises:
        BlockingIOError: Another owner holds the lock, in this process or in another one.
    """
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - on Windows alone

        os.lseek(descriptor, 0, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
        return True
    import fcntl  # noqa: PLC0415 - not on Windows

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return False
    return True


class OwnerLock:
    """A lock file that marks a folder as owned by a living process.

    Args:
        path: The file; `take` creates it, `release` deletes it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor = -1

    def take(self) -> None:
        """Create and lock the file; do nothing where it cannot be created.

        Raises:
            BlockingIOError: Another owner holds the lock.
        """
        while self._descriptor < 0:
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                descriptor = os.open(self._path, _FLAGS | os.O_CREAT, 0o600)
            except OSError:
                return
            try:
                lock(descriptor)
            except BlockingIOError:
                os.close(descriptor)
                raise
            if os.fstat(descriptor).st_nlink or not CAN_LOCK_OPEN_FILES:
                self._descriptor = descriptor
            else:
                # A sweep deleted the file after it was created and before it was locked.
                os.close(descriptor)

    def release(self) -> None:
        """Unlock and delete the file."""
        if self._descriptor < 0:
            return
        with contextlib.suppress(OSError):
            if CAN_LOCK_OPEN_FILES:
                # Deleted while locked: after unlocking the file could belong to another owner.
                self._path.unlink(missing_ok=True)
        self._close()
        with contextlib.suppress(OSError):
            if not CAN_LOCK_OPEN_FILES:
                self._path.unlink(missing_ok=True)

    def _close(self) -> None:
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    def __del__(self) -> None:
        # An owner that was garbage-collected must not keep the lock.
        self._close()


def is_held(path: Path) -> bool | None:
    """Return whether the owner of a lock is alive; None if the file system has no locks.

    Args:
        path: The file of an `OwnerLock`; if it is missing there is no owner.
    """
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError:
        return False
    try:
        return False if lock(descriptor) else None
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
