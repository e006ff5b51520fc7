"""SQLite files of derived data: open them, and replace a damaged one by an empty one.

Segue can compute their contents again, so that a damaged file is renamed and never blocks the user.
"""

import contextlib
import errno
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from engine.ground.closing import Closing
from engine.ground.errors import LibraryError, why_closed

# Another process writes for seconds when it imports; a write waits rather than fails.
BUSY_S = 20.0
# The pause between two tries, where SQLite does not wait by itself.
_PAUSE_S = 0.01
_SUFFIXES = ("", "-wal", "-shm")


class Database(Closing):
    """An open SQLite file.

    Attributes:
        connection: The connection to the file.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()


def connected(
    path: Path,
    prepare: Callable[[sqlite3.Connection], object],
    *,
    isolation_level: Literal["DEFERRED"] | None = "DEFERRED",
) -> sqlite3.Connection:
    """Return a connection to a file; create the file and its folder if there is none.

    The journal mode is WAL: a power cut may undo the last commits but does not damage the file. A
    file that is not a database is renamed (`put_aside`).

    Args:
        path: The file.
        prepare: Creates the tables.
        isolation_level: As in `sqlite3`; None if the caller begins each transaction itself.

    Raises:
        sqlite3.Error: The file cannot be opened.
        OSError: The folder cannot be made or is read-only.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # Checked here because SQLite only says "unable to open database file".
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


@contextlib.contextmanager
def database_errors(unusable: Callable[[sqlite3.Error], LibraryError]) -> Iterator[None]:
    """Turn the errors of SQLite and of the disk into a sentence for the user.

    Args:
        unusable: Returns the error to raise for one of SQLite; it names the contents of the file.

    Raises:
        LibraryError: The code within the `with` raised `sqlite3.Error` or `OSError`.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise unusable(error) from error
    except OSError as error:
        raise not_writable(error) from error


def not_writable(error: OSError) -> LibraryError:
    """Return the error for a folder of the program's own that the system refuses to write to."""
    return LibraryError(
        "Segue cannot write to its folder ‘{filename}’ ({why}).",
        filename=error.filename,
        why=why_closed(error),
    )


def put_aside(path: Path) -> Path:
    """Rename a damaged file and its journal; return the new path."""
    aside = path.with_name(f"{path.name}.damaged-{time.time_ns()}")
    for suffix in _SUFFIXES:
        source = path.with_name(path.name + suffix)
        with contextlib.suppress(FileNotFoundError):
            source.replace(aside.with_name(aside.name + suffix))
    return aside


def _opened(
    path: Path,
    prepare: Callable[[sqlite3.Connection], object],
    isolation_level: Literal["DEFERRED"] | None,
) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=isolation_level)
    try:
        _keep_a_journal(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _keep_a_journal(connection: sqlite3.Connection) -> None:
    # SQLite does not wait where two connections change the mode of a new file at once: one of them
    # fails at once, because the file is locked.
    end_s = time.monotonic() + BUSY_S
    while not _changed_mode(connection, must=time.monotonic() > end_s):
        time.sleep(_PAUSE_S)


def _changed_mode(connection: sqlite3.Connection, *, must: bool) -> bool:
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        if must or error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True
