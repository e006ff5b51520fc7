"""Where a song is: a file, a member of an archive, or a tune of an ABC file."""

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, order=True)
class SongLocation:
    """The location of a song: a file, a member of a ZIP archive, or a tune of an ABC file.

    Attributes:
        path: The path of the file in bytes, because a name need not be UTF-8.
        member: Its path inside the ZIP archive at `path`, or the name of its tune; or empty.
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
