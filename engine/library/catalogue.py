"""The catalogue of the library: one row per file, in SQLite."""

import json
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path

from engine.ground.database import Database
from engine.ground.errors import LibraryError
from engine.library import schema
from engine.library.credits import composer_in_path
from engine.library.duplicates import Duplicates
from engine.library.entries import (
    Entry,
    Examined,
    Known,
    Outcome,
    entry_of,
    shown_name,
    statistics_values,
)
from engine.library.facts import EDITION, State
from engine.library.location import SongLocation, absolute, is_under
from engine.library.scanning import ArchiveMembers
from engine.sentence import read_again, written
from engine.values.texts import clean_text


class Catalogue(Database, ArchiveMembers):
    """The catalogue of one user's library.

    Args:
        path: The SQLite file; created with its folder if there is none.
        clock: Seconds since 1970, for the time when a file was added.

    Raises:
        LibraryError: The file cannot be opened.
    """

    def __init__(self, path: Path, *, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        super().__init__(schema.connect(path))
        self._clock = clock

    # --- what an import does ---------------------------------------------------------------

    def known_files(self) -> dict[SongLocation, Known]:
        """Return the data by which an import recognizes unchanged files."""
        with schema.saying_what_failed():
            rows = self.connection.execute(
                "SELECT path, member, id, size, changed_ns, state IN ('ready', 'warning'), "
                "content, edition FROM files"
            )
            return {
                SongLocation(path, member): Known(
                    number, size, changed_ns, bool(taken), content or b"", edition
                )
                for path, member, number, size, changed_ns, taken, content, edition in rows
            }

    def known(self, path: Path, *, size: int, changed_ns: int) -> tuple[str, ...]:
        """Return the usable members of an archive if it is unchanged, else nothing."""
        with schema.saying_what_failed():
            rows = self.connection.execute(
                "SELECT member, siblings FROM files "
                "WHERE path = ? AND member != '' AND size = ? AND changed_ns = ?",
                (SongLocation.of(path).path, size, changed_ns),
            ).fetchall()
        if any(row["siblings"] != len(rows) for row in rows):
            return ()
        return tuple(row[0] for row in rows)

    def record(self, batch: Iterable[Examined]) -> list[int]:
        """Write the results for some files in one transaction.

        If a file has the bytes of a file that has disappeared, it counts as moved: the row keeps
        the user's tags, rights and choice.

        Returns:
            The files' rows.

        Raises:
            LibraryError: The disk is full.
        """
        with schema.writing(self.connection):
            duplicates = Duplicates(self.connection)
            return [self._record(examined, duplicates) for examined in batch]

    def _record(self, examined: Examined, duplicates: Duplicates) -> int:
        place, facts = examined.found.place, examined.facts
        number = self._row_at(place)
        if number is None:
            number = self._row_of_moved(facts.content)
        statistics, prints = facts.statistics, facts.fingerprint
        values: dict[str, object] = {
            "path": place.path,
            "member": place.member,
            "name": shown_name(place),
            "size": examined.found.size,
            "changed_ns": examined.found.changed_ns,
            "siblings": examined.found.siblings,
            "state": facts.state,
            "reason": written(facts.reason),
            "oddities": written(facts.reason) if facts.state == "warning" else "",
            "content": facts.content or None,
            "notes_hash": prints.notes if prints else None,
            "tune": prints.tune if prints else None,
            "sketch": prints.sketch if prints else None,
            "missing": 0,
            "original": None,
            "title": facts.credits.title,
            "composer": facts.credits.composer or composer_in_path(place.file, place.member),
            "edition": EDITION,
            **statistics_values(statistics),
        }
        number = self._write(number, values)
        self._keep_picture(number, facts.thumbnail)
        duplicates.settle(number)
        for (copy,) in self.connection.execute(
            "SELECT id FROM files WHERE original = ?", (number,)
        ).fetchall():
            duplicates.settle(copy)
        return number

    def _row_at(self, place: SongLocation) -> int | None:
        row = self.connection.execute(
            "SELECT id FROM files WHERE path = ? AND member = ?", (place.path, place.member)
        ).fetchone()
        return None if row is None else int(row[0])

    def _row_of_moved(self, content: bytes) -> int | None:
        if not content:
            return None
        rows = self.connection.execute(
            "SELECT id, path, member FROM files WHERE content = ?", (content,)
        )
        for row in rows:
            if _is_gone(SongLocation(row["path"], row["member"])):
                return int(row["id"])
        return None

    def _write(self, number: int | None, values: dict[str, object]) -> int:
        # Column names are this module's own; only values come from outside.
        if number is None:
            used = not self._choice_stands()
            values = {**values, "added_s": self._clock(), "used": int(used)}
            names, marks = ", ".join(values), ", ".join("?" * len(values))
            cursor = self.connection.execute(
                f"INSERT INTO files ({names}) VALUES ({marks})",  # noqa: S608
                tuple(values.values()),
            )
            return int(cursor.lastrowid or 0)
        assignments = ", ".join(f"{name} = ?" for name in values)
        self.connection.execute(
            f"UPDATE files SET {assignments} WHERE id = ?",  # noqa: S608
            (*values.values(), number),
        )
        return number

    def _choice_stands(self) -> bool:
        """Return whether the user has left out pieces: new files then start unticked."""
        query = (
            "SELECT EXISTS (SELECT 1 FROM files "
            "WHERE used = 0 AND (state IN ('ready', 'warning') OR reason = ?))"
        )
        (stands,) = self.connection.execute(query, (schema.SALVAGED,)).fetchone()
        return bool(stands)

    def _keep_picture(self, number: int, packed: bytes) -> None:
        if packed:
            self.connection.execute(
                "INSERT OR REPLACE INTO pictures (file, packed) VALUES (?, ?)", (number, packed)
            )
        else:
            self.connection.execute("DELETE FROM pictures WHERE file = ?", (number,))

    def mark_missing(self, roots: Iterable[Path], seen: set[int]) -> int:
        """Mark the files in these folders as missing that an import did not find; count them."""
        prefixes = [SongLocation.of(root).path for root in roots]
        rows = self.connection.execute("SELECT id, path FROM files WHERE missing = 0")
        gone = [
            (number,)
            for number, path in rows
            if number not in seen and any(is_under(path, prefix) for prefix in prefixes)
        ]
        with schema.writing(self.connection):
            self.connection.executemany("UPDATE files SET missing = 1 WHERE id = ?", gone)
            self._replace_originals()
        return len(gone)

    def _replace_originals(self) -> None:
        """Make a duplicate of each missing file the new original."""
        orphans = self.connection.execute(
            "SELECT d.id FROM files d LEFT JOIN files o ON o.id = d.original "
            "WHERE d.state = 'duplicate' AND d.missing = 0 "
            "AND (o.id IS NULL OR o.missing = 1 OR o.state NOT IN ('ready', 'warning'))"
        ).fetchall()
        duplicates = Duplicates(self.connection)
        for (number,) in orphans:
            duplicates.settle(number)

    def mark_present(self, numbers: Iterable[int]) -> None:
        """Mark files as present again, unchanged."""
        with schema.writing(self.connection):
            duplicates = Duplicates(self.connection)
            for number in numbers:
                changed = self.connection.execute(
                    "UPDATE files SET missing = 0 WHERE id = ? AND missing = 1", (number,)
                )
                if changed.rowcount:
                    duplicates.settle(number)

    def add_folders(self, roots: Iterable[Path]) -> None:
        """Add folders to the library; a folder inside another one is part of that one."""
        added = tuple(roots)
        with schema.writing(self.connection):
            stored = {SongLocation.of(each).path for each in self._stored_folders()}
            paths = {
                SongLocation.of(absolute(each)).path for each in (*self._stored_folders(), *added)
            }
            inside = {p for p in paths if any(p != other and is_under(p, other) for other in paths)}
            kept = paths - inside
            self.connection.executemany(
                "INSERT OR IGNORE INTO folders (path, added_s) VALUES (?, ?)",
                ((path, self._clock()) for path in sorted(kept)),
            )
            # These include paths with `..`, which an older version stored.
            self.connection.executemany(
                "DELETE FROM folders WHERE path = ?", ((path,) for path in stored - kept)
            )

    def remove_folder(self, root: Path) -> int:
        """Remove a folder and its files from the library; the files on disk stay.

        It may also be a folder that only holds files added one by one; folders of the library
        inside it stay.

        Returns:
            The number of removed files.

        Raises:
            LibraryError: The folder is inside one of the library's folders, or has no files in it.
        """
        root = absolute(root)
        self.add_folders(())  # stores all folders as absolute paths
        prefix = SongLocation.of(root).path
        others = [path for each in self.folders() if (path := SongLocation.of(each).path) != prefix]
        if any(is_under(prefix, other) for other in others):
            raise LibraryError(
                "‘{root}’ lies in a folder of the library and stays with it.", root=root
            )
        numbers = self._files_under(prefix, excluded=others)
        if root not in self.folders() and not numbers:
            raise LibraryError("‘{root}’ is none of the library's folders.", root=root)
        with schema.writing(self.connection):
            self.connection.execute("DELETE FROM folders WHERE path = ?", (prefix,))
            self.connection.executemany("DELETE FROM files WHERE id = ?", numbers)
            self._replace_originals()
        return len(numbers)

    def _files_under(self, folder: bytes, *, excluded: list[bytes]) -> list[tuple[int]]:
        """Return (row,) of each file in a folder that is in none of the excluded folders."""
        return [
            (number,)
            for number, path in self.connection.execute("SELECT id, path FROM files")
            if is_under(path, folder) and not any(is_under(path, other) for other in excluded)
        ]

    def folders(self) -> tuple[Path, ...]:
        """Return the library's folders."""
        with schema.saying_what_failed():
            return tuple(dict.fromkeys(map(absolute, self._stored_folders())))

    def _stored_folders(self) -> list[Path]:
        rows = self.connection.execute("SELECT path FROM folders ORDER BY path")
        return [SongLocation(row[0]).file for row in rows]

    # --- what the user changes -------------------------------------------------------------

    def set_used(self, numbers: Iterable[int], *, used: bool) -> None:
        """Choose whether models learn from these files and their duplicates."""
        with schema.writing(self.connection):
            self.connection.executemany(
                "UPDATE files SET used = ?1 WHERE id = ?2 OR original = ?2",
                ((int(used), n) for n in numbers),
            )

    def set_tags(self, number: int, tags: Iterable[str]) -> None:
        """Replace the tags of a file."""
        cleaned = sorted({tag for raw in tags if (tag := clean_text(raw).replace(",", " "))})
        with schema.writing(self.connection):
            self.connection.execute(
                "UPDATE files SET tags = ? WHERE id = ?", (",".join(cleaned), number)
            )

    def set_rights(self, numbers: Iterable[int], note: str) -> None:
        """Set the note on the owner and the licence of the music of files."""
        with schema.writing(self.connection):
            self.connection.executemany(
                "UPDATE files SET rights = ? WHERE id = ?", ((note, n) for n in numbers)
            )

    # --- what is shown ---------------------------------------------------------------------

    def entry(self, number: int) -> Entry:
        """Return one file.

        Raises:
            LibraryError: There is no such row.
        """
        with schema.saying_what_failed():
            row = self.connection.execute("SELECT * FROM files WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise LibraryError("This piece is no longer in the library.")
        return entry_of(row)

    def pictures(self, numbers: Sequence[int]) -> dict[int, bytes]:
        """Return the packed pictures of some rows, at most a few hundred, if they have one."""
        with schema.saying_what_failed():
            rows = self.connection.execute(
                "SELECT file, packed FROM pictures WHERE file IN (SELECT value FROM json_each(?))",
                (json.dumps(list(numbers)),),
            )
            return dict(rows.fetchall())

    def entries(self, numbers: Iterable[int] | None = None) -> Iterator[Entry]:
        """Yield all files, or some rows, in the order they were added."""
        wanted = None if numbers is None else set(numbers)
        with schema.saying_what_failed():
            for row in self.connection.execute("SELECT * FROM files ORDER BY id"):
                if wanted is None or row["id"] in wanted:
                    yield entry_of(row)

    def outcomes(self, numbers: set[int]) -> Iterator[Outcome]:
        """Yield the results of some files, in the order they were added; faster than `entries`."""
        with schema.saying_what_failed():
            for row in self.connection.execute(
                "SELECT id, state, reason, name, seconds, notes, path, member, programs, drums, "
                "music_key, bpm FROM files ORDER BY id"
            ):
                number, state, reason, *values = row
                if number in numbers:
                    yield Outcome(state, read_again(reason), *values)

    def training_entries(self) -> Iterator[Entry]:
        """Yield the files that models learn from: usable, present and ticked; no duplicates."""
        with schema.saying_what_failed():
            rows = self.connection.execute(
                "SELECT * FROM files WHERE state IN ('ready', 'warning') AND missing = 0 "
                "AND used = 1 ORDER BY path, member"
            )
            for row in rows:
                yield entry_of(row)

    def waiting(self, numbers: set[int]) -> int:
        """Return how many of these files are usable and not ticked."""
        with schema.saying_what_failed():
            rows = self.connection.execute(
                "SELECT id FROM files WHERE used = 0 AND state IN ('ready', 'warning')"
            )
            return sum(number in numbers for (number,) in rows)

    def with_contents(self, contents: Collection[bytes]) -> dict[bytes, Entry]:
        """Return the file of each known hash of bytes.

        Of several files with the same bytes, usable ones come first, ticked or not.
        """
        wanted = set(contents)
        found: dict[bytes, Entry] = {}
        with schema.saying_what_failed():
            rows = self.connection.execute(
                "SELECT * FROM files WHERE content IS NOT NULL AND state != 'refused' "
                "ORDER BY missing, state NOT IN ('ready', 'warning'), path, member"
            )
            for row in rows:
                if row["content"] in wanted:
                    found.setdefault(row["content"], entry_of(row))
        return found

    def counts(self) -> dict[State, int]:
        """Return the number of files of each state, missing ones left out."""
        with schema.saying_what_failed():
            rows = self.connection.execute(
                "SELECT state, count(*) FROM files WHERE missing = 0 GROUP BY state"
            ).fetchall()
        return {row[0]: row[1] for row in rows}


def _is_gone(place: SongLocation) -> bool:
    try:
        return not place.file.exists()
    except OSError:  # no permission: assume that it exists
        return False
