"""The store of the fingerprints of songs: one SQLite file beside the catalogue.

The key is the hash of the bytes of a song, so that a moved, renamed or re-imported song keeps its
fingerprint. All fingerprints can be computed again, so that a damaged file is replaced.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.copying.windows import SongWindows
from engine.ground.database import Database, connected, database_errors
from engine.ground.errors import LibraryError

# SQLite before 3.32 takes at most 999 parameters in one statement.
_PARAMETERS = 500
_TABLE = """
CREATE TABLE IF NOT EXISTS prints (
  content BLOB PRIMARY KEY,
  name TEXT NOT NULL,
  windows BLOB NOT NULL
) WITHOUT ROWID
"""


class PrintStore(Database):
    """The fingerprints of one user's songs.

    Args:
        path: The SQLite file; created with its folder if there is none.

    Raises:
        LibraryError: The file cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        with database_errors(_unusable):
            super().__init__(connected(path, _make_tables))

    def add(self, songs: Iterable[tuple[bytes, str, bytes]]) -> None:
        """Store (content hash, name, packed windows) of songs in one transaction.

        Raises:
            LibraryError: The file cannot be written.
        """
        rows = list(songs)
        if rows:
            with database_errors(_unusable), self.connection:
                self.connection.executemany("INSERT OR REPLACE INTO prints VALUES (?, ?, ?)", rows)

    def known(self, contents: Iterable[bytes]) -> set[bytes]:
        """Return the hashes of those songs that have a fingerprint."""
        return {row[0] for row in self._rows("content", contents)}

    def songs(self, contents: Iterable[bytes]) -> Iterator[tuple[str, SongWindows]]:
        """Yield the name and windows of each song that has a fingerprint."""
        for name, packed in self._rows("name, windows", contents):
            yield name, SongWindows.unpacked(packed)

    def _rows(self, columns: str, contents: Iterable[bytes]) -> Iterator[tuple[Any, ...]]:
        wanted = list(dict.fromkeys(contents))
        with database_errors(_unusable):
            for first in range(0, len(wanted), _PARAMETERS):
                some = wanted[first : first + _PARAMETERS]
                marks = ",".join("?" * len(some))
                yield from self.connection.execute(
                    f"SELECT {columns} FROM prints WHERE content IN ({marks})",  # noqa: S608
                    some,
                )


def _unusable(error: sqlite3.Error) -> LibraryError:
    return LibraryError("The fingerprints of your songs cannot be used ({error}).", error=error)


def _make_tables(connection: sqlite3.Connection) -> None:
    with connection:
        connection.execute(_TABLE)
