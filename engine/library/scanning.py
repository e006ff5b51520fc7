"""Finds files that may be music in folders and archives."""

import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.gate.files import UnreadableError, open_regular, why_unreadable
from engine.ground.errors import SegueError
from engine.library.location import SongLocation, absolute
from engine.library.tune_books import is_book, tune_names
from engine.midi.file.archives import members
from engine.notation.reading import EXPORT_FIRST
from engine.values.formats import LEARNED_FROM, MUSESCORE_SUFFIXES, read_suffixes

MUSIC_SUFFIXES = frozenset(read_suffixes(LEARNED_FROM))
_ARCHIVE_SUFFIX = ".zip"
_TUNES_OF_BOOK = 2
# A RIFF wrapper has its marks in the first 12 bytes, a MIDI file in the first 4.
_HEAD_BYTES = 12
# macOS writes such files beside others on foreign file systems.
_RESOURCE_FORK = "._"
_ARCHIVED_FORKS = "__MACOSX/"


@dataclass(frozen=True, slots=True)
class FoundSong:
    """A file that may be music.

    Attributes:
        size: Bytes of the file or, for a member, of the archive.
        changed_ns: Time of the last change of that, in nanoseconds.
        siblings: Number of songs found in the archive, this one included; 0 outside archives.
    """

    place: SongLocation
    size: int
    changed_ns: int
    siblings: int = 0

    @property
    def bytes_to_read(self) -> int:
        """Its own size in bytes, as far as it is known: its share of an archive."""
        return self.size // max(1, self.siblings)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file, folder or archive that cannot be read.

    Attributes:
        reason: One sentence for the user.
    """

    place: SongLocation
    reason: str


def scan(
    roots: Iterable[Path], *, unchanged_archives: "ArchiveMembers"
) -> Iterator[FoundSong | Unreadable | None]:
    """Yield the possible music files at some paths; None for each other file, as a sign of life.

    A path that is a file counts whatever its name. Folders are searched recursively, also through
    links, each real folder once. In them count files named as MIDI or MusicXML, files that begin
    like MIDI files, files in ZIP archives and each tune of an ABC file, but no hidden files and
    folders.

    Args:
        roots: Files and folders.
        unchanged_archives: Knows the members of archives that were scanned before.
    """
    seen: set[tuple[int, int]] = set()
    for root in roots:
        root_path = absolute(root)
        try:
            status = root_path.stat()
        except (OSError, ValueError) as error:
            yield Unreadable(SongLocation.of(root_path), _why(error))
            continue
        if stat.S_ISDIR(status.st_mode):
            yield from _folder(root_path, seen, unchanged_archives)
        elif root_path.suffix.lower() in MUSESCORE_SUFFIXES:
            yield Unreadable(SongLocation.of(root_path), EXPORT_FIRST)
        elif root_path.suffix.lower() == _ARCHIVE_SUFFIX:
            inside = list(_archive(root_path, status, unchanged_archives))
            yield from inside or [
                Unreadable(SongLocation.of(root_path), "There is no MIDI file in this ZIP archive.")
            ]
        elif is_book(root_path):
            yield from _book(root_path, status, unchanged_archives)
        else:
            yield FoundSong(SongLocation.of(root_path), status.st_size, status.st_mtime_ns)


class ArchiveMembers:
    """The known members of archives; this class knows none, `Catalogue` does."""

    def known(self, path: Path, *, size: int, changed_ns: int) -> tuple[str, ...]:  # noqa: ARG002
        """Return the usable members of an archive if it is unchanged, else nothing."""
        return ()


def _why(error: OSError | ValueError) -> str:
    return why_unreadable(error) if isinstance(error, OSError) else "It has an impossible name."


def _folder(
    top: Path, seen: set[tuple[int, int]], archives: ArchiveMembers
) -> Iterator[FoundSong | Unreadable | None]:
    """Yield the contents of a folder tree, with a stack, because a tree may be very deep."""
    waiting = [top]
    while waiting:
        folder = waiting.pop()
        try:
            status = folder.stat()
            if (status.st_dev, status.st_ino) in seen:
                continue
            seen.add((status.st_dev, status.st_ino))
            with os.scandir(folder) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            yield Unreadable(SongLocation.of(folder), why_unreadable(error))
            continue
        folders = []
        for entry in listed:
            if entry.name.startswith("."):
                continue
            if _is_folder(entry):
                folders.append(Path(entry.path))
            else:
                yield from _entry(entry, archives)
        waiting += reversed(folders)


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _entry(
    entry: "os.DirEntry[str]", archives: ArchiveMembers
) -> Iterator[FoundSong | Unreadable | None]:
    path = Path(entry.path)
    suffix = path.suffix.lower()
    try:
        status = entry.stat()
    except OSError as error:
        if suffix in MUSIC_SUFFIXES:
            yield Unreadable(SongLocation.of(path), why_unreadable(error))
        return
    if suffix == _ARCHIVE_SUFFIX:
        yield from _archive(path, status, archives)
    elif suffix in MUSESCORE_SUFFIXES:
        yield Unreadable(SongLocation.of(path), EXPORT_FIRST)
    elif is_book(path):
        yield from _book(path, status, archives)
    elif suffix in MUSIC_SUFFIXES or _begins_like_midi(path, status):
        yield FoundSong(SongLocation.of(path), status.st_size, status.st_mtime_ns)
    else:
        yield None


def _begins_like_midi(path: Path, status: os.stat_result) -> bool:
    if not stat.S_ISREG(status.st_mode) or status.st_size < _HEAD_BYTES:
        return False
    try:
        with open_regular(path) as file:
            head = file.read(_HEAD_BYTES)
    except (UnreadableError, OSError):
        return False
    return head.startswith(b"MThd") or (head.startswith(b"RIFF") and head[8:12] == b"RMID")


def _archive(
    path: Path, status: os.stat_result, archives: ArchiveMembers
) -> Iterator[FoundSong | Unreadable]:
    size, changed_ns = status.st_size, status.st_mtime_ns
    names = archives.known(path, size=size, changed_ns=changed_ns)
    if not names:
        try:
            names = tuple(member.name for member in members(path) if _is_taken(member.name))
        except SegueError as error:
            yield Unreadable(SongLocation.of(path), error.message)
            return
    yield from _hidden(path, names)
    for name in dict.fromkeys(names):
        # Hidden members make `siblings` differ from the rows: each import opens the archive.
        yield FoundSong(SongLocation.of(path, name), size, changed_ns, siblings=len(names))


def _book(path: Path, status: os.stat_result, archives: ArchiveMembers) -> Iterator[FoundSong]:
    """Yield the tunes of an ABC file; one that has one tune, or none, is a file like others."""
    size, changed_ns = status.st_size, status.st_mtime_ns
    names = archives.known(path, size=size, changed_ns=changed_ns) or tune_names(path)
    if len(names) < _TUNES_OF_BOOK:
        names = ("",)
    for name in names:
        siblings = len(names) if name else 0
        yield FoundSong(SongLocation.of(path, name), size, changed_ns, siblings=siblings)


def _hidden(path: Path, names: tuple[str, ...]) -> Iterator[Unreadable]:
    """Yield the members whose name occurs again later: only the last of a name can be read."""
    for name, times in Counter(names).items():
        for number in range(1, times):
            place = SongLocation.of(path, f"{name} ({number})")
            yield Unreadable(place, "Another file of the same name hides it in its ZIP archive.")


def _is_taken(name: str) -> bool:
    base = name.rsplit("/", 1)[-1]
    if base.startswith(_RESOURCE_FORK) or name.startswith(_ARCHIVED_FORKS):
        return False
    return any(base.lower().endswith(suffix) for suffix in MUSIC_SUFFIXES)
