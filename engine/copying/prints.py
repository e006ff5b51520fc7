"""Where the fingerprints of songs are kept: one SQLite file beside the catalogue, by content.

A song's bytes name its fingerprint, so that moving, renaming or importing it again costs nothing.
All of it can be made again from the music: a damaged file is put aside and begun anew.
"""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.copying.windows import SongWindows
from engine.database import Database, connected
from engine.errors import LibraryError, why_closed

_ASKED_AT_ONCE = 500
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
        path: The SQLite file; made, with its folder, if there is none.

    Raises:
        LibraryError: It cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        with _saying_what_failed():
            super().__init__(connected(path, _make_tables))

    def add(self, songs: Iterable[tuple[bytes, str, bytes]]) -> None:
        """Keep (content hash, name, packed windows) of some songs; all of them or none.

        Raises:
            LibraryError: The disk does not take them.
        """
        rows = list(songs)
        if rows:
            with _saying_what_failed(), self.connection:
                self.connection.executemany("INSERT OR REPLACE INTO prints VALUES (?, ?, ?)", rows)

    def known(self, contents: Iterable[bytes]) -> set[bytes]:
        """Return which of these songs have a fingerprint."""
        return {row[0] for row in self._rows("content", contents)}

    def songs(self, contents: Iterable[bytes]) -> Iterator[tuple[str, SongWindows]]:
        """Yield name and windows of each of these songs that is known."""
        for name, packed in self._rows("name, windows", contents):
            yield name, SongWindows.unpacked(packed)

    def _rows(self, columns: str, contents: Iterable[bytes]) -> Iterator[tuple[Any, ...]]:
        wanted = list(dict.fromkeys(contents))
        with _saying_what_failed():
            for first in range(0, len(wanted), _ASKED_AT_ONCE):
                some = wanted[first : first + _ASKED_AT_ONCE]
                marks = ",".join("?" * len(some))
                yield from self.connection.execute(
                    f"SELECT {columns} FROM prints WHERE content IN ({marks})",  # noqa: S608
                    some,
                )


def _make_tables(connection: sqlite3.Connection) -> None:
    with connection:
        connection.execute(_TABLE)


@contextlib.contextmanager
def _saying_what_failed() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise LibraryError(f"The fingerprints of your songs cannot be used ({error}).") from error
    except OSError as error:
        raise LibraryError(
            f"Segue cannot write to its folder ‘{error.filename}’ ({why_closed(error)})."
        ) from error
