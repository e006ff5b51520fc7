"""The file of preferences on the disk: read through the gate, saved whole, shared by windows.

The program reads it before the window opens, so it imports what only saving needs when it saves.
"""

import contextlib
import itertools
import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLockFile

from app.settings.values import SavedSettings, plain, saved_settings
from engine.gate import documents
from engine.gate.documents import DocumentBounds
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError

_log = logging.getLogger(__name__)

# Limits for a damaged file of settings.
BOUNDS = DocumentBounds(text_bytes=2 << 20, containers=20_000, values=100_000)
# The file of this version has a depth of three; later versions may go a little deeper.
DEEPEST = 16
# A later version raises this when this version would misread its file.
FORMAT = 1
OLD_NAME = "segue.ini"
# Another window holds the lock for some milliseconds.
_LOCK_MS = 500
# A save merges these entry by entry; it replaces every other value as a whole.
_BY_ENTRY = frozenset({"preferences", "keys", "notes"})
_LISTS = frozenset({"recent", "starred_models"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """Why the preferences have their default values.

    Attributes:
        reason: The fault of the file.
        kept_as: The new name of the file, in the same folder; empty if it could not be renamed.
    """

    reason: str
    kept_as: str


class PreferencesFile:
    """One JSON file, and what this process knows of it.

    A save writes only what changed in this process since the last save, so two windows do not undo
    each other's changes. Values that a later version added stay in the file.

    Args:
        path: The file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = plain(SavedSettings())
        self._has_backup = False

    def load(self) -> tuple[SavedSettings, Damage | None]:
        """Return the saved settings, or those of an earlier version where there are none.

        An unreadable file is renamed, so that the user's choices are not lost.
        """
        for path, take in ((self._path, self._take), (self._path.with_name(OLD_NAME), self._adopt)):
            try:
                return take(path), None
            except RefusedError as error:
                if _is_missing(error):
                    continue
                return SavedSettings(), Damage(
                    reason=str(error), kept_as=put_aside(path, "damaged")
                )
        return SavedSettings(), None

    def save(self, kept: SavedSettings, *, durable: bool) -> bool:
        """Write what changed; return whether that was possible, and log why not.

        Args:
            kept: All values that the file is to have.
            durable: Whether to wait until the disk has written it.
        """
        from engine.ground.saving import keep_previous, write_atomically  # noqa: PLC0415

        now = plain(kept)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with _locked(self._path):
                text = _text(_merged(self._there(), before=self._known, now=now))
                if not self._has_backup:
                    # Keep the file as the session found it; a copy of the last save would not help.
                    keep_previous(self._path)
                    self._has_backup = True
                write_atomically(self._path, text, durable=durable, private=True)
        except OSError as error:
            _log.warning("Preferences could not be saved: %s", error)
            return False
        self._known = now
        return True

    def _take(self, path: Path) -> SavedSettings:
        """Return the settings in a file.

        Raises:
            RefusedError: The file is unreadable.
        """
        kept = saved_settings(_document(path))
        self._known = plain(kept)
        return kept

    def _adopt(self, path: Path) -> SavedSettings:
        """Return the settings of an earlier version, and save them in the present format.

        Raises:
            RefusedError: The old file is unreadable.
        """
        from app.settings.old_file import read_ini  # noqa: PLC0415 - needed once

        kept = saved_settings(read_ini(path), strict=False)
        if self.save(kept, durable=True):
            put_aside(path, "old")
        return kept

    def _there(self) -> dict[str, Any]:
        """Return the contents of the file now; another process may have written them."""
        try:
            return _document(self._path)
        except RefusedError as error:
            if not _is_missing(error):
                put_aside(self._path, "damaged")
            return {}


def _document(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file.

    Raises:
        RefusedError: It is unreadable, too large, too deep, or of a later version.
    """
    data = read_file(path, most=BOUNDS.text_bytes)
    if b"\x00" in data:
        raise RefusedError("it is no text in UTF-8")
    found = documents.mapping(data, BOUNDS)
    documents.check_depth(found, most=DEEPEST)
    written = found.get("format", FORMAT)
    if not isinstance(written, int) or written > FORMAT:
        raise RefusedError("it was written by a later version of Segue")
    return found


def _text(document: Mapping[str, Any]) -> bytes:
    # A file name may have bytes that are not UTF-8; escapes preserve them.
    return (json.dumps({"format": FORMAT, **document}, indent=1) + "\n").encode("ascii")


def _merged(
    there: Mapping[str, Any], *, before: Mapping[str, Any], now: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the contents of the file with the changes between `before` and `now` applied."""
    made = dict(there)
    for name, value in now.items():
        if name in _BY_ENTRY:
            made[name] = _merged_entries(made.get(name), before[name], value)
        elif name in _LISTS and value != before[name]:
            made[name] = _merged_list(made.get(name), before[name], value)
        elif value != before[name] or name not in made:
            made[name] = value
    return made


def _merged_entries(there: object, before: Mapping[str, Any], now: Mapping[str, Any]) -> object:
    made = dict(there) if isinstance(there, dict) else {}
    for entry in before.keys() - now.keys():
        made.pop(entry, None)
    for entry, value in now.items():
        if entry not in made or entry not in before or value != before[entry]:
            made[entry] = value
    return made


def _merged_list(there: object, before: list[str], now: list[str]) -> object:
    """Return this process's list with the additions and removals of another process."""
    theirs = there if isinstance(there, list) else before
    gone = set(before) - {each for each in theirs if isinstance(each, str)}
    added = [each for each in theirs if each not in before and each not in now]
    return [each for each in now if each not in gone] + added


def _is_missing(error: RefusedError) -> bool:
    return isinstance(error.__cause__, FileNotFoundError | NotADirectoryError)


def put_aside(path: Path, why: str) -> str:
    """Rename a file to the first free `NAME.WHY`; return the new name, or empty on failure."""
    for number in itertools.count(1):
        aside = path.with_name(f"{path.name}.{why}" + (f"-{number}" if number > 1 else ""))
        if aside.exists() or aside.is_symlink():
            continue
        with contextlib.suppress(OSError):
            path.rename(aside)
            return aside.name
        return ""
    raise AssertionError


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Lock the file against other windows; continue without a lock if it cannot be had."""
    place = path.with_name(path.name + ".lock")
    lock = QLockFile(str(place))
    # If the lock file is a pipe, Qt would wait for a writer.
    taken = (place.is_file() or not place.exists()) and lock.tryLock(_LOCK_MS)
    try:
        yield
    finally:
        if taken:
            lock.unlock()
