"""The cache of encoded songs: an import fills it, training reads it.

It is one SQLite file. The key is the hash of the bytes of a song with the recipe, which names the
vocabulary and the way of normalizing songs, so that a moved, renamed or re-imported file keeps its
entry.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.ground.database import Database, connected, database_errors
from engine.ground.errors import LibraryError
from engine.sentence import Text, read_again, written

_IDS, _BARS = np.dtype("<u2"), np.dtype("<i4")
_TABLES = (
    "CREATE TABLE IF NOT EXISTS songs (content BLOB NOT NULL, recipe TEXT NOT NULL, "
    "problem TEXT NOT NULL, ids BLOB NOT NULL, bars BLOB NOT NULL, "
    "PRIMARY KEY (content, recipe))",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenizedSong:
    """One song encoded, or why it cannot be.

    Attributes:
        ids: Without begin and end, little-endian uint16.
        bars: Index into the ids of each bar's first one, little-endian int32.
        problem: Why there are none, in one sentence, or empty.
    """

    ids: bytes = b""
    bars: bytes = b""
    problem: Text = ""

    @classmethod
    def of(cls, ids: NDArray[np.uint16], bars: NDArray[np.int64]) -> "TokenizedSong":
        """Return a song with these ids and the index of the first id of each bar."""
        return cls(ids=ids.astype(_IDS).tobytes(), bars=bars.astype(_BARS).tobytes())

    @property
    def id_array(self) -> NDArray[np.uint16]:
        """The ids, (L,)."""
        return np.frombuffer(self.ids, _IDS).astype(np.uint16)

    @property
    def bar_array(self) -> NDArray[np.int64]:
        """The index of the first id of each bar, (P,)."""
        return np.frombuffer(self.bars, _BARS).astype(np.int64)


class TokenCache(Database):
    """The encoded songs of one user.

    Args:
        path: The SQLite file; created with its folder if there is none.

    Raises:
        LibraryError: The file cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        with database_errors(_unusable):
            super().__init__(connected(path, _make_tables))

    def add(self, songs: Iterable[tuple[bytes, TokenizedSong]], *, recipe: str) -> None:
        """Store songs by the hash of their bytes, in one transaction.

        Raises:
            LibraryError: The file cannot be written.
        """
        rows = [(content, recipe, written(s.problem), s.ids, s.bars) for content, s in songs]
        if rows:
            with database_errors(_unusable), self.connection:
                self.connection.executemany(
                    "INSERT OR REPLACE INTO songs VALUES (?, ?, ?, ?, ?)", rows
                )

    def known(self, *, recipe: str) -> frozenset[bytes]:
        """Return the hashes of the songs with an entry for this recipe."""
        with database_errors(_unusable):
            rows = self.connection.execute("SELECT content FROM songs WHERE recipe = ?", (recipe,))
            return frozenset(row[0] for row in rows)

    def encoded(self, *, recipe: str) -> frozenset[bytes]:
        """Return the hashes of the songs that could be encoded with this recipe."""
        with database_errors(_unusable):
            rows = self.connection.execute(
                "SELECT content FROM songs WHERE recipe = ? AND problem = ''", (recipe,)
            )
            return frozenset(row[0] for row in rows)

    def song(self, content: bytes, *, recipe: str) -> TokenizedSong | None:
        """Return one song, or None."""
        with database_errors(_unusable):
            row = self.connection.execute(
                "SELECT ids, bars, problem FROM songs WHERE content = ? AND recipe = ?",
                (content, recipe),
            ).fetchone()
        return row and TokenizedSong(ids=row[0], bars=row[1], problem=read_again(row[2]))


def _unusable(error: sqlite3.Error) -> LibraryError:
    return LibraryError("The prepared songs cannot be used ({error}).", error=error)


def _make_tables(connection: sqlite3.Connection) -> None:
    with connection:
        for statement in _TABLES:
            connection.execute(statement)
