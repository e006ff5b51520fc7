"""The file of preferences on the disk: read through the gate, saved whole, shared by two windows.

It is read before there is a window, so that what only saving takes is imported when it is saved.
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

from app.settings.values import Kept, kept_of, plain
from engine.gate import documents
from engine.gate.documents import DocumentBounds
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError

_log = logging.getLogger(__name__)

BOUNDS = DocumentBounds(text_bytes=2 << 20, containers=20_000, values=100_000)
# Our own file nests three deep; later versions may nest a little deeper.
DEEPEST = 16
# Of what a later version writes otherwise, so that this one would take it for something else.
FORMAT = 1
OLD_NAME = "segue.ini"
# Two windows write at the same time: for milliseconds.
_LOCK_MS = 500
# Changed entry by entry; everything else as a whole.
_BY_ENTRY = frozenset({"preferences", "keys", "notes"})
_LISTS = frozenset({"recent", "starred_models"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """Why the preferences are as at first.

    Attributes:
        reason: What was wrong with the file.
        kept_as: The name that the file has now, beside its old place; empty if it has the old one.
    """

    reason: str
    kept_as: str


class PreferencesFile:
    """One JSON file, and what this process knows of it.

    A save changes only what was changed here since the last one, so that of two windows none undoes
    what the other one kept. What a later version added to the file stays in it.

    Args:
        path: The file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = plain(Kept())
        self._has_backup = False

    def load(self) -> tuple[Kept, Damage | None]:
        """Return what is kept, that of an earlier version if there is nothing else.

        A file that makes no sense is renamed, so that nobody's choices are deleted.
        """
        for path, take in ((self._path, self._take), (self._path.with_name(OLD_NAME), self._adopt)):
            try:
                return take(path), None
            except RefusedError as error:
                if _is_missing(error):
                    continue
                return Kept(), Damage(reason=str(error), kept_as=_put_aside(path, "damaged"))
        return Kept(), None

    def save(self, kept: Kept, *, durable: bool) -> bool:
        """Write what was changed, and return whether that was possible; why not is logged.

        Args:
            kept: All that is to be in the file.
            durable: Wait until the disk has it.
        """
        from engine.saving import keep_previous, write_atomically  # noqa: PLC0415

        now = plain(kept)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with _locked(self._path):
                text = _text(_merged(self._there(), before=self._known, now=now))
                if not self._has_backup:
                    # As it was when the session began: that of the last save would be no use.
                    keep_previous(self._path)
                    self._has_backup = True
                write_atomically(self._path, text, durable=durable, private=True)
        except OSError as error:
            _log.warning("Preferences could not be saved: %s", error)
            return False
        self._known = now
        return True

    def _take(self, path: Path) -> Kept:
        """Return what a file says.

        Raises:
            RefusedError: It makes no sense.
        """
        kept = kept_of(_document(path))
        self._known = plain(kept)
        return kept

    def _adopt(self, path: Path) -> Kept:
        """Return what an earlier version kept; it is read once.

        Raises:
            RefusedError: It makes no sense.
        """
        from app.settings.old_file import read_ini  # noqa: PLC0415 - once in a user's life

        kept = kept_of(read_ini(path), strict=False)
        if self.save(kept, durable=True):
            _put_aside(path, "old")
        return kept

    def _there(self) -> dict[str, Any]:
        """Return what is in the file now, by this process or another one."""
        try:
            return _document(self._path)
        except RefusedError as error:
            if not _is_missing(error):
                _put_aside(self._path, "damaged")
            return {}


def _document(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file.

    Raises:
        RefusedError: It cannot be read, is none, too large, too deep, or of a later version.
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
    # Names of files may hold bytes that are no UTF-8: as escapes they stay what they are.
    return (json.dumps({"format": FORMAT, **document}, indent=1) + "\n").encode("ascii")


def _merged(
    there: Mapping[str, Any], *, before: Mapping[str, Any], now: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what is in the file with what changed here between `before` and `now`."""
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
    """Return the list of this process with what another one added, without what it took out."""
    theirs = there if isinstance(there, list) else before
    gone = set(before) - {each for each in theirs if isinstance(each, str)}
    added = [each for each in theirs if each not in before and each not in now]
    return [each for each in now if each not in gone] + added


def _is_missing(error: RefusedError) -> bool:
    return isinstance(error.__cause__, FileNotFoundError | NotADirectoryError)


def _put_aside(path: Path, why: str) -> str:
    """Rename a file to `NAME.WHY`, or to the next such name, and return that; empty if it stays."""
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
    """Keep other windows from writing the same file; where there can be no lock, go on without."""
    place = path.with_name(path.name + ".lock")
    lock = QLockFile(str(place))
    # Qt would wait for somebody to write into a pipe.
    taken = (place.is_file() or not place.exists()) and lock.tryLock(_LOCK_MS)
    try:
        yield
    finally:
        if taken:
            lock.unlock()
