"""SQLite files beside the user's music: opened, put aside when damaged, closed.

What is in them can be made again, so a damaged one is never in the way. Does not know what that is.
"""

import contextlib
import errno
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

BUSY_S = 20.0
_SUFFIXES = ("", "-wal", "-shm")


class Database:
    """An open file that is closed where a `with` ends.

    Attributes:
        connection: To the file.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def close(self) -> None:
        """Close it."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def connected(
    path: Path,
    prepare: Callable[[sqlite3.Connection], object],
    *,
    isolation_level: Literal["DEFERRED"] | None = "DEFERRED",
) -> sqlite3.Connection:
    """Return a connection to a file; it is made, with its folder, if there is none.

    With WAL a power cut may undo the last commits, never damage the file. A file that is no
    database any more is put aside under another name.

    Args:
        path: The file.
        prepare: Makes what tables there are to be.
        isolation_level: As in `sqlite3`: None where the code begins every transaction itself.

    Raises:
        sqlite3.Error: It cannot be opened.
        OSError: Its folder cannot be made, or nothing can be written there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # SQLite says no more than that it is unable to open the file.
    for place in (path.parent, path):
        if place.exists() and not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(place))
    try:
        return _opened(path, prepare, isolation_level)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        put_aside(path)
        return _opened(path, prepare, isolation_level)


def put_aside(path: Path) -> Path:
    """Rename a damaged file, its journal with it, and return its new name."""
    aside = path.with_name(f"{path.name}.damaged-{time.time_ns()}")
    for suffix in _SUFFIXES:
        source = path.with_name(path.name + suffix)
        with contextlib.suppress(FileNotFoundError):
            os.replace(source, aside.with_name(aside.name + suffix))  # noqa: PTH105
    return aside


def _opened(
    path: Path,
    prepare: Callable[[sqlite3.Connection], object],
    isolation_level: Literal["DEFERRED"] | None,
) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=isolation_level)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection
