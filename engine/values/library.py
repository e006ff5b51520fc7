"""Values of the library that messages carry and views show.

A search, the pieces it finds, and the result of an import.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from engine.sentence import Text
from engine.values.ranges import Amount

PieceOrder = Literal[
    "name", "composer", "seconds", "notes", "bpm", "music_key", "added_s", "folder", "meter"
]
"""The columns by which pieces are sorted."""

_BETWEEN = "\n"
# No path begins with this character.
_IN_NUMBERS = "\x01"


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceQuery:
    """A search; a value that is empty, 0 or negative sets no condition.

    Attributes:
        text: Words that must all occur in the title, the composer, the file's name, the tags, the
            path in an archive or the folders below the library's.
        folder: A folder that has the piece, directly or not, as a path of the file system.
        family: General MIDI's family of eight programs, 0 to 15, or 16 for drums; -1 for any.
        key: Such as `E♭ major`.
        tag: One of its tags.
        seconds: Its duration: at least, and less than.
        bpm: Its mean tempo in beats a minute: at least, and less than.
        order: The column to sort by.
        descending: Whether the largest comes first.
    """

    text: str = ""
    folder: bytes = b""
    family: Annotated[int, msgspec.Meta(ge=-1, le=16)] = -1
    key: str = ""
    tag: str = ""
    seconds: tuple[Amount, Amount] = (0.0, 0.0)
    bpm: tuple[Amount, Amount] = (0.0, 0.0)
    order: PieceOrder = "name"
    descending: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceFigures:
    """The figures of a piece that lists show.

    Attributes:
        seconds: Duration up to the end of the last note.
        tracks: Parts with notes.
        programs: General MIDI programs of its pitched parts, sorted, each once.
        bpm: Mean tempo over its quarter notes; 0 if unknown.
        meter: The meter of the longest time, such as `3/4`, or empty.
    """

    seconds: float
    tracks: int = 1
    programs: tuple[int, ...] = ()
    drums: bool = False
    bpm: float = 0.0
    meter: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPiece(PieceFigures):
    """A piece of the library that can be opened.

    Attributes:
        number: Its row in the catalogue.
        path: The file, or the archive it is in, as a path of the file system.
        member: Its path inside the archive, or empty.
        title: The title in the file, else the file's name.
        composer: From the file or its path, or empty.
        folder: Its folder, from the library's folder on.
        picture: Packed, for `engine.values.thumbnail.unpacked`, or empty.
        music_key: Such as `E♭ major`, or empty.
        tags: The user's tags.
        rights: The user's note on the owner of the music.
        used: Whether models may learn from it.
        warning: A sentence on an oddity, or empty.
    """

    number: int = 0
    path: bytes
    title: str
    member: str = ""
    composer: str = ""
    folder: str = ""
    picture: bytes = b""
    music_key: str = ""
    tags: tuple[str, ...] = ()
    rights: str = ""
    used: bool = True
    warning: Text = ""

    @property
    def key(self) -> str:
        """A text that names it, for `place_of`: its path, and its path in an archive below it.

        A Qt string cannot hold a name that is not UTF-8; such a name is written in hexadecimal.
        """
        try:
            path = self.path.decode("utf-8")
        except UnicodeDecodeError:
            path = f"{_IN_NUMBERS}{self.path.hex()}"
        return f"{path}{_BETWEEN}{self.member}" if self.member else path


def place_of(key: str) -> tuple[Path, str]:
    """Return the path in a `FoundPiece.key`, and the path in an archive or an empty text."""
    path, _, member = key.partition(_BETWEEN)
    if path.startswith(_IN_NUMBERS):
        path = os.fsdecode(bytes.fromhex(path.removeprefix(_IN_NUMBERS)))
    return Path(path), member


class RefusalGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Files refused for one reason.

    Attributes:
        reason: As the engine says it.
        count: Number of files.
        files: Their paths; only the first ones of very many.
    """

    reason: Text
    count: int
    files: tuple[str, ...]


class MusicCounts(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of songs, for charts.

    Attributes:
        families: (General MIDI family, or 16 for drums; songs), most first.
        keys: (key, songs), most first.
        lengths: (seconds below which, songs); 0 stands for no limit.
        tempos: (beats a minute below which, songs); 0 stands for no limit.
    """

    families: tuple[tuple[int, int], ...] = ()
    keys: tuple[tuple[str, int], ...] = ()
    lengths: tuple[tuple[int, int], ...] = ()
    tempos: tuple[tuple[int, int], ...] = ()


class ImportResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an import.

    Attributes:
        found: Files examined.
        ready: Usable files, those with warnings included.
        duplicates: Files with the same notes as another one.
        refused: Unusable files.
        seconds: Length of the usable music.
        notes: Notes in usable files.
        groups: Refused files and duplicates by reason, most first.
        cancelled: Whether the user stopped it.
        fresh: Usable files whose music was not in the library yet.
        waiting: Those of `fresh` that are not ticked, because the user had already made a choice of
            pieces to learn from.
        music: Statistics of the usable files.
        concerns: Sentences on imbalances of the usable music.
    """

    found: int = 0
    ready: int = 0
    warnings: int = 0
    duplicates: int = 0
    refused: int = 0
    seconds: float = 0.0
    notes: int = 0
    groups: tuple[RefusalGroup, ...] = ()
    cancelled: bool = False
    fresh: int = 0
    waiting: int = 0
    music: MusicCounts = MusicCounts()
    concerns: tuple[Text, ...] = ()
