"""Verify the catalogue, and salvage a damaged one."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from engine.ground.database import put_aside
from engine.ground.errors import LibraryError
from engine.library import schema
from engine.library.catalogue import Catalogue
from engine.sentence import said

_USER_COLUMNS = ("tags", "rights", "used", "added_s")


def problems_of(catalogue: Catalogue) -> Iterator[str]:
    """Yield a sentence for each fault of a catalogue."""
    try:
        for (finding,) in catalogue.connection.execute("PRAGMA integrity_check"):
            if finding != "ok":
                yield said("The file is damaged: {error}", error=finding)
        for row in catalogue.connection.execute("PRAGMA foreign_key_check"):
            yield said("A row of ‘{row}’ points to a file that is not in the library.", row=row[0])
        yield from _contradictions(catalogue.connection)
    except sqlite3.DatabaseError as error:
        yield said("The file is damaged: {error}", error=error)


_CHECKS = {
    "{count} duplicates have no original.": (
        "SELECT count(*) FROM files WHERE state = 'duplicate' AND original IS NULL"
    ),
    "{count} usable files have no notes.": (
        "SELECT count(*) FROM files WHERE state IN ('ready', 'warning') AND notes = 0"
    ),
    "{count} refused files have no reason.": (
        "SELECT count(*) FROM files WHERE state = 'refused' AND reason = ''"
    ),
}


def _contradictions(connection: sqlite3.Connection) -> Iterator[str]:
    for sentence, query in _CHECKS.items():
        (count,) = connection.execute(query).fetchone()
        if count:
            yield said(sentence, count=count)


def repair(path: Path) -> int:
    """Make a damaged catalogue anew from its readable rows; return their number.

    The damaged file is kept under another name. The next import finds the files of lost rows again,
    without their tags and rights.

    Raises:
        LibraryError: Another program uses it, or the disk is full.
    """
    folders, files = _salvaged(path)
    with schema.saying_what_failed():
        put_aside(path)
    with Catalogue(path) as fresh, schema.writing(fresh.connection):
        fresh.connection.executemany("INSERT OR IGNORE INTO folders VALUES (?, ?)", folders)
        for row in files:
            # Size and time of 0: the next import reads the file again and keeps the user's data.
            fresh.connection.execute(
                "INSERT OR IGNORE INTO files (path, member, name, size, changed_ns, state, reason, "
                "tags, rights, used, added_s) "
                "VALUES (?, ?, ?, 0, 0, 'refused', ?, ?, ?, ?, ?)",
                (*row[:3], schema.SALVAGED, *row[3:]),
            )
    return len(files)


_SALVAGED = "path, member, name, " + ", ".join(_USER_COLUMNS)


def _salvaged(path: Path) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Return the folders and the user's columns of the files, as far as they can be read."""
    try:
        source = sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise LibraryError(
            "The library's catalogue cannot be opened ({error}).", error=error
        ) from error
    with contextlib.closing(source):
        folders = _readable(source, "SELECT path, added_s FROM folders")
        files = _readable(source, f"SELECT {_SALVAGED} FROM files")  # noqa: S608
    return folders, files


def _readable(source: sqlite3.Connection, query: str) -> list[tuple[object, ...]]:
    """Return the rows up to the first unreadable one."""
    found: list[tuple[object, ...]] = []
    with contextlib.suppress(sqlite3.DatabaseError):
        # The rows before the fault stay in the list.
        found.extend(tuple(row) for row in source.execute(query))
    return found
