"""Find songs that are the same: note for note, in another key or touch, or nearly.

Of equal songs one stays usable and the others refer to it. Songs that only resemble each other all
stay, in one family, so that training and validation never share them.
"""

import json
import sqlite3
from enum import Enum

import numpy as np

from engine.library.fingerprints import resemblance
from engine.sentence import said, written

# Share of melodic windows in common from which on songs are one family: arrangements of one
# song, not two songs with a common phrase.
FAMILY_RESEMBLANCE = 0.35
# Hashes of each sketch in the table `windows`, by which similar songs are found.
_WINDOWS_KEPT = 8
# Songs compared with a new one, those with most hashes in common.
_MOST_CANDIDATES = 50
# With fewer notes, equal tunes prove nothing: they are scales and test files.
_TUNE_NOTES = 24
_SAME_NOTES = (
    "SELECT * FROM files WHERE notes_hash = ? AND id != ? AND state IN ('ready', 'warning') "
    "AND missing = 0 ORDER BY id LIMIT 1"
)
_SAME_TUNE = (
    "SELECT * FROM files WHERE tune = ? AND id != ? AND state IN ('ready', 'warning') "
    "AND missing = 0 ORDER BY id LIMIT 1"
)


class Sameness(Enum):
    """How a song equals another: two sentences, with and without the name of the other."""

    FILE = ("The same file as ‘{name}’.", "The same file as another piece.")
    NOTES = ("The same notes as ‘{name}’.", "The same notes as another piece.")
    TUNE = (
        "The same tune as ‘{name}’, in another key, tempo or touch.",
        "The same tune as another piece, in another key, tempo or touch.",
    )

    @property
    def of_one(self) -> str:
        """The sentence with a place for the name of the other."""
        return self.value[0]

    @property
    def of_any(self) -> str:
        """The sentence without a name."""
        return self.value[1]


class Duplicates:
    """Finds the originals and families of rows, within the caller's transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def settle(self, number: int) -> None:
        """Find the original and the family of a row whose hashes were just written."""
        row = self._connection.execute("SELECT * FROM files WHERE id = ?", (number,)).fetchone()
        self._connection.execute("DELETE FROM windows WHERE file = ?", (number,))
        if row["notes_hash"] is None:
            self._set(number, family=number)
            return
        original = self._original(row)
        if original is not None:
            self._set(
                number,
                state="duplicate",
                original=original["id"],
                family=original["family"] or original["id"],
                reason=_reason(row, original),
                # It may replace the original one day, and then has the same choice.
                used=original["used"],
            )
            return
        if row["state"] == "duplicate":
            state = "warning" if row["oddities"] else "ready"
            self._set(number, state=state, original=None, reason=row["oddities"])
        self._index(number, row["sketch"])
        self._set(number, family=self._family(row))

    def _original(self, row: sqlite3.Row) -> sqlite3.Row | None:
        """Return the usable row that has the same notes, else the same tune."""
        found = self._first(_SAME_NOTES, (row["notes_hash"], row["id"]))
        if found is None and row["notes"] >= _TUNE_NOTES:
            found = self._first(_SAME_TUNE, (row["tune"], row["id"]))
        return found

    def _first(self, query: str, values: tuple[object, ...]) -> sqlite3.Row | None:
        found: sqlite3.Row | None = self._connection.execute(query, values).fetchone()
        return found

    def _family(self, row: sqlite3.Row) -> int:
        """Return the family of the most similar song, else a new one."""
        kept = _smallest(row["sketch"])
        if not kept:
            return int(row["id"])
        query = (
            "SELECT f.id, f.family, f.sketch FROM windows w JOIN files f ON f.id = w.file "
            "WHERE w.hash IN (SELECT value FROM json_each(?)) AND f.id != ? "
            "GROUP BY f.id ORDER BY count(*) DESC LIMIT ?"
        )
        values = (json.dumps(kept), row["id"], _MOST_CANDIDATES)
        candidates = self._connection.execute(query, values).fetchall()
        alike = [(resemblance(row["sketch"], c["sketch"]), c) for c in candidates]
        best, nearest = max(alike, key=lambda pair: pair[0], default=(0.0, None))
        if nearest is None or best < FAMILY_RESEMBLANCE:
            return int(row["id"])
        return int(nearest["family"] or nearest["id"])

    def _index(self, number: int, sketch: bytes) -> None:
        self._connection.executemany(
            "INSERT OR IGNORE INTO windows (hash, file) VALUES (?, ?)",
            ((value, number) for value in _smallest(sketch)),
        )

    def _set(self, number: int, **values: object) -> None:
        assignments = ", ".join(f"{name} = ?" for name in values)
        self._connection.execute(
            f"UPDATE files SET {assignments} WHERE id = ?",  # noqa: S608
            (*values.values(), number),
        )


def _smallest(sketch: bytes) -> list[int]:
    """Return a sketch's smallest hashes as SQLite's signed integers."""
    return [int(value) for value in np.frombuffer(sketch, "<u8")[:_WINDOWS_KEPT].view("<i8")]


def _reason(row: sqlite3.Row, original: sqlite3.Row) -> str:
    if row["content"] == original["content"]:
        same = Sameness.FILE
    elif row["notes_hash"] == original["notes_hash"]:
        same = Sameness.NOTES
    else:
        same = Sameness.TUNE
    return written(said(same.of_one, name=original["name"]))
