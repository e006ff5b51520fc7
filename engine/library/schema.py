"""The tables of the catalogue, their version, and opening them safely after a crash."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from engine.ground.database import connected, not_writable
from engine.ground.errors import LibraryError
from engine.sentence import said

# Changes with the columns; an older catalogue gets the columns that it lacks.
VERSION = 3
# One row per file. Its location is a path in bytes and, in a ZIP archive, the path of the member;
# `siblings` is the number of songs found in the archive, so that a half-imported archive is not
# taken for a whole one. `oddities` stays while the row is a duplicate and `reason` names the
# original. `tune` is equal for transposed copies. `sketch` holds the smallest hashes of melodic
# windows; the smallest few of these are in `windows`, to find similar songs by one query. `edition`
# is that of the examination (`engine.library.facts`). Pictures have a table of their own, because
# queries of thousands of rows do not need them. `engine.library.shelf` searches in memory. A blank
# line ends a statement.
TABLES = """
CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  path BLOB NOT NULL,
  member TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  changed_ns INTEGER NOT NULL,
  siblings INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL CHECK (state IN ('ready', 'warning', 'refused', 'duplicate')),
  reason TEXT NOT NULL DEFAULT '',
  oddities TEXT NOT NULL DEFAULT '',
  content BLOB,
  notes_hash BLOB,
  tune BLOB,
  sketch BLOB,
  seconds REAL NOT NULL DEFAULT 0,
  bars INTEGER NOT NULL DEFAULT 0,
  tracks INTEGER NOT NULL DEFAULT 0,
  programs TEXT NOT NULL DEFAULT '',
  drums INTEGER NOT NULL DEFAULT 0,
  notes INTEGER NOT NULL DEFAULT 0,
  polyphony INTEGER NOT NULL DEFAULT 0,
  bpm REAL NOT NULL DEFAULT 0,
  meter TEXT NOT NULL DEFAULT '',
  music_key TEXT NOT NULL DEFAULT '',
  title TEXT NOT NULL DEFAULT '',
  composer TEXT NOT NULL DEFAULT '',
  edition INTEGER NOT NULL DEFAULT 0,
  original INTEGER REFERENCES files(id) ON DELETE SET NULL,
  family INTEGER,
  tags TEXT NOT NULL DEFAULT '',
  rights TEXT NOT NULL DEFAULT '',
  used INTEGER NOT NULL DEFAULT 1,
  missing INTEGER NOT NULL DEFAULT 0,
  added_s REAL NOT NULL,
  UNIQUE (path, member)
);

CREATE INDEX files_by_content ON files(content);

CREATE INDEX files_by_notes ON files(notes_hash);

CREATE INDEX files_by_tune ON files(tune);

CREATE INDEX files_by_original ON files(original);

CREATE TABLE windows (
  hash INTEGER NOT NULL,
  file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
  PRIMARY KEY (hash, file)
) WITHOUT ROWID;

CREATE INDEX windows_by_file ON windows(file);

CREATE TABLE folders (path BLOB PRIMARY KEY, added_s REAL NOT NULL) WITHOUT ROWID;
"""
# Each batch of an import asks whether any piece is not ticked. Opening an older catalogue adds this
# index; older versions can ignore it.
NOT_USED = "CREATE INDEX IF NOT EXISTS files_not_used ON files(id) WHERE used = 0"
# The reason in a row salvaged from a damaged catalogue, until its file is read again.
SALVAGED = "It was not read again yet."
PICTURES = """
CREATE TABLE pictures (
  file INTEGER PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE,
  packed BLOB NOT NULL
);
"""


def connect(path: Path) -> sqlite3.Connection:
    """Open the catalogue, or create it.

    A file that is no readable database is renamed: an import can restore all but tags and rights
    from the music.

    Raises:
        LibraryError: It cannot be opened or was made by a newer version.
    """
    with saying_what_failed():
        # Autocommit: every transaction begins and ends where the code says so.
        return connected(path, _prepare, isolation_level=None)


def _prepare(connection: sqlite3.Connection) -> None:
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA cache_size = -32768")
    _make_tables(connection)


def _make_tables(connection: sqlite3.Connection) -> None:
    with writing(connection):
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise LibraryError(
                "The library was made by a newer version (format {version}; this program reads"
                " up to {newest}).",
                version=version,
                newest=VERSION,
                hint="Update Segue to open it.",
            )
        if version == 0:
            for statement in TABLES.strip().split("\n\n"):
                connection.execute(statement)
        if version == 1:
            _drop_search_tables(connection)
        if version in {1, 2}:
            _add_credits(connection)
        if version < VERSION:
            connection.execute(PICTURES)
        connection.execute(NOT_USED)
        if version != VERSION:
            connection.execute(f"PRAGMA user_version = {VERSION}")


def _drop_search_tables(connection: sqlite3.Connection) -> None:
    """Convert a catalogue of format 1 to format 2, which has no search tables."""
    for trigger in ("words_of_new", "words_of_changed", "words_of_gone"):
        connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")
    connection.execute("DROP TABLE IF EXISTS words")
    for index in ("files_shown", "files_by_seconds", "files_by_bpm", "files_by_size"):
        connection.execute(f"DROP INDEX IF EXISTS {index}")


def _add_credits(connection: sqlite3.Connection) -> None:
    """Convert a catalogue of format 2 to format 3, which adds titles, composers and pictures.

    Adding columns is quick for any number of rows. The next import fills them, because rows of an
    earlier `EDITION` are examined again.
    """
    for column in (
        "title TEXT NOT NULL DEFAULT ''",
        "composer TEXT NOT NULL DEFAULT ''",
        "edition INTEGER NOT NULL DEFAULT 0",
    ):
        connection.execute(f"ALTER TABLE files ADD COLUMN {column}")


@contextlib.contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Open a transaction: all of the block is written, or nothing.

    Raises:
        LibraryError: The disk is full, or another program holds the catalogue for too long.
    """
    with saying_what_failed():
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise


@contextlib.contextmanager
def saying_what_failed() -> Iterator[None]:
    """Turn errors of SQLite and of the disk into a `LibraryError`."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise LibraryError(_sentence(str(error))) from error
    except sqlite3.DatabaseError as error:
        raise LibraryError(
            "The library's catalogue is damaged.", hint="Run: segue library --check"
        ) from error
    except OSError as error:
        raise not_writable(error) from error


def _sentence(error: str) -> str:
    if "full" in error:
        return "The disk is full; the library keeps what it had."
    if "locked" in error or "busy" in error:
        return "Another program is using the library; try again in a moment."
    if "readonly" in error:
        return "The library cannot be written to (no permission)."
    return said("The library's catalogue cannot be used ({error}).", error=error)
