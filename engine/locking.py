"""Locks that a process holds for as long as it lives: the system lets go of them when it ends.

The number of a process is used again by others; a lock tells that its owner lives.
"""

import contextlib
import os
import sys
from pathlib import Path

# Windows locks bytes, and keeps an open file from being deleted or replaced by itself.
CAN_LOCK_OPEN_FILES = os.name == "posix"
_FLAGS = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def lock(descriptor: int) -> bool:
    """Lock an open file until it is closed or this process ends.

    Args:
        descriptor: Of the file, open for writing.

    Returns:
        Whether it is locked now; False where the file system has no locks.

    Raises:
        BlockingIOError: Somebody has locked it, in this process or in another one.
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
    """A file beside something, locked by its owner for as long as the owner lives.

    Args:
        path: The file; made when it is taken, deleted when it is released.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor = -1

    def take(self) -> None:
        """Say that the owner lives; where no file can be made nothing is said.

        Raises:
            BlockingIOError: Somebody else has it.
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
                # Somebody swept it between its making and its locking.
                os.close(descriptor)

    def release(self) -> None:
        """Say no more that the owner lives."""
        if self._descriptor < 0:
            return
        with contextlib.suppress(OSError):
            if CAN_LOCK_OPEN_FILES:
                # While it is locked: else it could be another owner's by now.
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
        # An owner that is no more does not live, in whichever process it was.
        self._close()


def is_held(path: Path) -> bool | None:
    """Return whether the owner of a lock lives; None where the file system has no locks.

    Args:
        path: The file of an `OwnerLock`; without one there is no owner.
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
