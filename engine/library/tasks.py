"""What a guarded worker does: read one file by its place and find out what is to be known."""

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
class Place:
    """Where a song is.

    Attributes:
        path: The file's path as the file system has it, in bytes: names need not be UTF-8.
        member: Its path inside the ZIP archive at `path`, or empty.
    """

    path: bytes
    member: str = ""

    @classmethod
    def of(cls, path: Path, member: str = "") -> "Place":
        """Return the place of a file, or of a file in an archive."""
        return cls(os.fsencode(path), member)

    @property
    def file(self) -> Path:
        """The file or the archive."""
        return Path(os.fsdecode(self.path))

    @property
    def shown(self) -> str:
        """The place as text that can be shown, written and sent."""
        path = self.path.decode("utf-8", "backslashreplace")
        member = self.member.encode("utf-8", "backslashreplace").decode("utf-8")
        return f"{path}/{member}" if member else path


def absolute(path: Path) -> Path:
    """Return a path from the root on, without `..`; links stay as they are."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - Path.absolute keeps `..`


def is_under(path: bytes, folder: bytes) -> bool:
    """Return whether a path is a folder, or leads into it."""
    inside = folder.rstrip(b"/\\")
    return path == folder or path.startswith((inside + b"/", inside + b"\\"))


_place_decoder = msgspec.msgpack.Decoder(Place)
_facts_decoder = msgspec.msgpack.Decoder(Facts)


def task(place: Place) -> bytes:
    """Return the task of examining a place."""
    return msgspec.msgpack.encode(place)


def facts_in(answer: bytes) -> Facts:
    """Return the facts in an answer."""
    return _facts_decoder.decode(answer)


def do(task_data: bytes, vocabulary: Vocabulary | None = None) -> bytes:
    """Return the facts about the place that a task names, for `facts_in`.

    Args:
        task_data: As `task` made it.
        vocabulary: In whose ids the song is to be written as well; None does not write it.
    """
    try:
        facts = _examine_place(_place_decoder.decode(task_data), vocabulary)
    except MemoryError:
        facts = refused("Reading it takes more memory than one file may.")
    return msgspec.msgpack.encode(facts)


def read_place(place: Place) -> bytes:
    """Return the bytes at a place.

    Raises:
        MidiFileError: They cannot be read.
        LimitError: They are too many.
    """
    if place.member:
        return read_member(place.file, place.member)
    return read_file(place.file)


def _examine_place(place: Place, vocabulary: Vocabulary | None) -> Facts:
    try:
        data = read_place(place)
    except SegueError as error:
        return refused(error.message)
    return examine(data, vocabulary)
