"""ZIP archives of MIDI files: what is in them, and one member's bytes, with nothing unpacked.

Each member is read on its own up to the size of a MIDI file, so a bomb costs no more than that.
"""

import contextlib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.gate import archives
from engine.gate.archives import MOST_MEMBERS
from engine.gate.files import TooLargeError, UnreadableError, open_regular
from engine.gate.refusal import RefusedError
from engine.ground.errors import LimitError, MidiFileError
from engine.midi.file.files import too_large
from engine.midi.file.span import LIMITS, Limits


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
            return archives.read(archive, name, most=limits.member_bytes)
        except archives.MissingError as error:
            raise MidiFileError("It is no longer there.") from error
        except archives.LockedError as error:
            raise MidiFileError("It is locked with a password.") from error
        except TooLargeError as error:
            raise too_large(error, limits.member_bytes) from error
        except RefusedError as error:
            raise MidiFileError("Its ZIP archive is damaged.") from error


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with open_regular(path) as file, archives.opened(file) as archive:
            yield archive
    except UnreadableError as error:
        raise MidiFileError(str(error)) from error
    except archives.TooManyMembersError as error:
        raise LimitError(
            "This ZIP archive has more than {most_members:,} files in it.",
            most_members=MOST_MEMBERS,
        ) from error
    except RefusedError as error:
        raise MidiFileError("It is a damaged ZIP archive.") from error
