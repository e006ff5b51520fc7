"""ZIP archives from outside: open, list and read them; members are never unpacked to disk.

Malicious archives make the standard library raise many kinds of errors (`_DAMAGE`), of which its
documentation names only the first. All of them become a `RefusedError`.
"""

import contextlib
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO, cast

from engine.gate.files import TooLargeError
from engine.gate.refusal import RefusedError

# Files, and bytes of their list: a hostile archive could list files without end.
MOST_MEMBERS = 20_000
_LARGEST_DIRECTORY = 16 << 20
_END_RECORD = struct.Struct("<4s4H2LH")
# Bytes: the most that the format itself allows.
_LONGEST_COMMENT = 1 << 16
# Bit of a member's flags.
_ENCRYPTED = 1
# The largest ratio of compression accepted: music in JSON reaches 40.
_MOST_EXPANSION = 200
_ALWAYS_ALLOWED = 16 << 20
_READ_AT_ONCE = 1 << 20
_PACKED_AT_ONCE = 64
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    IndexError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    ValueError,
    struct.error,
    OSError,
)


class TooManyMembersError(RefusedError):
    """The archive lists too many members to read the list."""


class LockedError(RefusedError):
    """A member is locked with a password."""


class MissingError(RefusedError):
    """There is no member of this name."""


@contextlib.contextmanager
def opened(file: BinaryIO) -> Iterator[zipfile.ZipFile]:
    """Yield the archive in a file.

    Raises:
        TooManyMembersError: There are more than `MOST_MEMBERS` files in it.
        RefusedError: It is damaged or no archive.
    """
    _check_directory(file)
    try:
        archive = zipfile.ZipFile(file)
    except _DAMAGE as error:
        raise RefusedError("it is no ZIP archive, or it is damaged") from error
    with archive:
        yield archive


def chunks(archive: zipfile.ZipFile, name: str, *, most: int) -> Iterator[bytes]:
    """Yield the bytes of a member; do not rely on the size that the archive states.

    Raises:
        MissingError: There is no member of this name.
        LockedError: The member is locked with a password.
        TooLargeError: There are more than `most` bytes.
        RefusedError: The member is damaged, or the method of compression is not supported.
    """
    try:
        info = archive.getinfo(name)
    except KeyError as error:
        raise MissingError(f"there is no ‘{name}’ in it") from error
    if info.flag_bits & _ENCRYPTED:
        raise LockedError("it is locked with a password")
    received = 0
    try:
        with archive.open(info) as file:
            at_once = _step(info, cast("zipfile.ZipExtFile", file))
            while piece := file.read(at_once):
                received += len(piece)
                if received > most:
                    raise TooLargeError(received)
                yield piece
    except RefusedError:
        raise
    except NotImplementedError as error:
        raise RefusedError("it is packed in a way that is not known here") from error
    except _DAMAGE as error:
        raise RefusedError("it is damaged") from error


def read(archive: zipfile.ZipFile, name: str, *, most: int) -> bytes:
    """Return the bytes of a file in an archive.

    Raises:
        RefusedError: As for `chunks`.
    """
    return b"".join(chunks(archive, name, most=most))


def _step(info: zipfile.ZipInfo, file: zipfile.ZipExtFile) -> int:
    """Return how many bytes to read at once.

    For BZIP2 and LZMA, zipfile decompresses that many packed bytes with no limit on the result:
    4 KiB of BZIP2 may become 4 GB.
    """
    if info.compress_type in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        return _READ_AT_ONCE
    file.MIN_READ_SIZE = _PACKED_AT_ONCE
    return _PACKED_AT_ONCE


def largest(info: zipfile.ZipInfo, *, most: int) -> int:
    """Return the most bytes that a member may decompress to, given its packed size.

    Args:
        info: The entry of the member.
        most: The limit whatever its packed size.
    """
    return min(most, max(_ALWAYS_ALLOWED, info.compress_size * _MOST_EXPANSION))


def _check_directory(file: BinaryIO) -> None:
    size = file.seek(0, 2)
    tail = min(size, _LONGEST_COMMENT + _END_RECORD.size)
    file.seek(size - tail)
    data = file.read(tail)
    place = data.rfind(b"PK\x05\x06")
    if place < 0 or place + _END_RECORD.size > len(data):
        raise RefusedError("it is no ZIP archive, or it is damaged")
    _, _, _, _, count, directory_size, _, _ = _END_RECORD.unpack_from(data, place)
    # A ZIP64 archive has 0xFFFF here.
    if count > MOST_MEMBERS or directory_size > _LARGEST_DIRECTORY:
        raise TooManyMembersError(f"it has more than {MOST_MEMBERS:,} files in it")
