"""ZIP archives of MIDI files: what is in them, and one member's bytes, with nothing unpacked.

Each member is read on its own up to the size of a MIDI file, so a bomb costs no more than that.
"""

import contextlib
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from engine.errors import LimitError, MidiFileError
from engine.music.files import open_regular, read_at_most
from engine.music.span import LIMITS, Limits

MOST_MEMBERS = 20_000
_LARGEST_DIRECTORY = 16 << 20
_END_RECORD = struct.Struct("<4s4H2LH")
_LONGEST_COMMENT = 1 << 16
_ENCRYPTED = 1
# What zipfile raises for archives that are damaged on purpose; it documents but the first.
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    IndexError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    ValueError,
    struct.error,
    OSError,
)


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive.

    Attributes:
        name: Its path there.
        size: Bytes unpacked, as the archive says.
    """

    name: str
    size: int


def members(path: Path) -> tuple[Member, ...]:
    """Return the files in an archive.

    Raises:
        MidiFileError: It cannot be opened, is damaged or no archive.
        LimitError: There are too many files in it.
    """
    with _opened(path) as archive:
        return tuple(
            Member(info.filename, info.file_size)
            for info in archive.infolist()
            if not info.is_dir()
        )


def read_member(path: Path, name: str, *, limits: Limits = LIMITS) -> bytes:
    """Return the bytes of one file in an archive.

    Raises:
        MidiFileError: The archive or the file in it is damaged, gone or locked.
        LimitError: The file is too large.
    """
    with _opened(path) as archive:
        try:
            info = archive.getinfo(name)
        except KeyError as error:
            raise MidiFileError("It is no longer there.") from error
        if info.flag_bits & _ENCRYPTED:
            raise MidiFileError("It is locked with a password.")
        try:
            with archive.open(info) as file:
                return read_at_most(file.read, limits.member_bytes)
        except _DAMAGE as error:
            raise MidiFileError("Its ZIP archive is damaged.") from error


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    with open_regular(path) as file:
        _check_directory(file)
        try:
            archive = zipfile.ZipFile(file)
        except _DAMAGE as error:
            raise MidiFileError("It is a damaged ZIP archive.") from error
        with archive:
            yield archive


def _check_directory(file: BinaryIO) -> None:
    """Refuse an archive whose table of contents alone would fill the memory."""
    size = file.seek(0, 2)
    tail = min(size, _LONGEST_COMMENT + _END_RECORD.size)
    file.seek(size - tail)
    data = file.read(tail)
    place = data.rfind(b"PK\x05\x06")
    if place < 0 or place + _END_RECORD.size > len(data):
        raise MidiFileError("It is a damaged ZIP archive.")
    _, _, _, _, count, directory_size, _, _ = _END_RECORD.unpack_from(data, place)
    # An archive of the 64-bit kind says 0xFFFF files here.
    if count > MOST_MEMBERS or directory_size > _LARGEST_DIRECTORY:
        raise LimitError(f"This ZIP archive has more than {MOST_MEMBERS:,} files in it.")
