"""The task of a guarded worker: read the file at a location and return facts about it."""

import os
from dataclasses import dataclass
from pathlib import Path

import msgspec

from engine.errors import SegueError
from engine.library.facts import Facts, examine, refused
from engine.music.archives import read_member
from engine.music.files import read_file
from engine.tokens.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, order=True)
class SongLocation:
    """The location of a song: a file, or a member of a ZIP archive.

    Attributes:
        path: The path of the file in bytes, because a name need not be UTF-8.
        member: Its path inside the ZIP archive at `path`, or empty.
    """

    path: bytes
    member: str = ""

    @classmethod
    def of(cls, path: Path, member: str = "") -> "SongLocation":
        """Return the location of a file, or of a member of an archive."""
        return cls(os.fsencode(path), member)

    @property
    def file(self) -> Path:
        """The file or the archive."""
        return Path(os.fsdecode(self.path))

    @property
    def shown(self) -> str:
        """The location as valid text."""
        path = self.path.decode("utf-8", "backslashreplace")
        member = self.member.encode("utf-8", "backslashreplace").decode("utf-8")
        return f"{path}/{member}" if member else path


def absolute(path: Path) -> Path:
    """Return an absolute path without `..`; do not resolve links."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - Path.absolute keeps `..`


def folder_of(path: bytes) -> bytes:
    """Return the folder of a path; `Path` takes no bytes."""
    return os.path.dirname(path)  # noqa: PTH120


def is_under(path: bytes, folder: bytes) -> bool:
    """Return whether a path is a folder or lies in it."""
    inside = folder.rstrip(b"/\\")
    return path == folder or path.startswith((inside + b"/", inside + b"\\"))


_place_decoder = msgspec.msgpack.Decoder(SongLocation)
_facts_decoder = msgspec.msgpack.Decoder(Facts)


def task(place: SongLocation) -> bytes:
    """Return the task of examining the file at a location."""
    return msgspec.msgpack.encode(place)


def facts_in(answer: bytes) -> Facts:
    """Return the facts in the result of a task."""
    return _facts_decoder.decode(answer)


def do(task_data: bytes, vocabulary: Vocabulary | None = None) -> bytes:
    """Run a task; return facts for `facts_in`.

    Args:
        task_data: The result of `task`.
        vocabulary: The vocabulary to encode the song with; None does not encode it.
    """
    try:
        facts = _examine_place(_place_decoder.decode(task_data), vocabulary)
    except MemoryError:
        facts = refused("Reading it takes more memory than one file may.")
    return msgspec.msgpack.encode(facts)


def read_location(place: SongLocation) -> bytes:
    """Return the bytes at a location.

    Raises:
        MidiFileError: The file cannot be read.
        LimitError: The file is too large.
    """
    if place.member:
        return read_member(place.file, place.member)
    return read_file(place.file)


def _examine_place(place: SongLocation, vocabulary: Vocabulary | None) -> Facts:
    try:
        data = read_location(place)
    except SegueError as error:
        return refused(error.message)
    return examine(data, vocabulary)
