"""What the window and the library's own child say to each other: searching, showing, changing."""

from typing import Literal

import msgspec

from engine.messages.base import LibraryCommand, LibraryEvent
from engine.messages.training import ChosenPiece

PieceOrder = Literal[
    "name", "composer", "seconds", "notes", "bpm", "music_key", "added_s", "folder", "meter"
]


class PieceQuery(msgspec.Struct, frozen=True, kw_only=True):
    """Which pieces to show; what is empty, 0 or negative asks for nothing.

    Attributes:
        text: Words in titles, composers, names, folders and tags.
        folder: The folder it must lie in, as the file system has it.
        family: General MIDI's family of eight programs, 0 to 15, or 16 for drums.
        key: As `E♭ major`.
        tag: One tag.
        shortest_s: Seconds it must at least last.
        longest_s: Seconds it may last.
        slowest_bpm: Beats a minute it must at least have.
        fastest_bpm: Beats a minute it may have.
        order: What to sort by.
        descending: Whether the largest comes first.
    """

    text: str = ""
    folder: bytes = b""
    family: int = -1
    key: str = ""
    tag: str = ""
    shortest_s: float = 0.0
    longest_s: float = 0.0
    slowest_bpm: float = 0.0
    fastest_bpm: float = 0.0
    order: PieceOrder = "name"
    descending: bool = False


class FindPieces(LibraryCommand, frozen=True, kw_only=True):
    """Look for pieces; answered by `PiecesFound` and the first `PiecesShown`.

    Attributes:
        request: A number that no other search has; rows of the last few searches can be asked for.
        query: Which pieces.
    """

    request: int
    query: PieceQuery


class ShowPieces(LibraryCommand, frozen=True, kw_only=True):
    """Say what some rows of a search are; answered by `PiecesShown`."""

    request: int
    first: int
    count: int


class ChangePieces(LibraryCommand, frozen=True, kw_only=True):
    """Change what the user says of some pieces; answered by `PiecesChanged`.

    Attributes:
        numbers: Their rows in the catalogue.
        used: Whether models may learn from them; None leaves it.
        tags: Instead of those they have; None leaves them.
        rights: A note on whose music it is; None leaves it.
    """

    numbers: tuple[int, ...]
    used: bool | None = None
    tags: tuple[str, ...] | None = None
    rights: str | None = None


class UseFound(LibraryCommand, frozen=True, kw_only=True):
    """Let models learn from all that a search found, or from none; answered by `PiecesChanged`.

    Attributes:
        request: The search.
        used: Whether they may.
    """

    request: int
    used: bool


class ForgetFolder(LibraryCommand, frozen=True, kw_only=True):
    """Forget a folder and what is in it; its files stay. Answered by `PiecesChanged`, or `Failed`.

    Attributes:
        path: As the file system has it.
    """

    path: bytes


class ListChosen(LibraryCommand, frozen=True, kw_only=True):
    """Say which pieces models learn from; answered by `ChosenListed`."""


class DescribeLibrary(LibraryCommand, frozen=True, kw_only=True):
    """Say what is in the library; answered by `LibraryDescribed`."""


class SaveLibraryTable(LibraryCommand, frozen=True, kw_only=True):
    """Write a CSV file with a line for every file of the library.

    Attributes:
        file: Where; answered by `LibraryTableSaved`.
    """

    file: str


class FoundPiece(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of the library that can be opened.

    Attributes:
        number: Its row in the catalogue.
        path: The file, or the archive it is in, as the file system has it.
        member: Its path inside the archive, or empty.
        title: As the file says it, else the file's name.
        seconds: To its last note's end.
        composer: As the file or its path says it, or empty.
        folder: Where it lies, from the library's folder on.
        meter: The one that holds longest, as `3/4`, or empty.
        programs: General MIDI programs of its pitched parts, each once.
        drums: Whether there are any.
        picture: Packed, for `engine.music.thumbnail.unpacked`, or empty.
        tracks: Parts with notes.
        key: Such as `E♭ major`, or empty.
        bpm: Mean tempo.
        tags: The user's.
        rights: The user's note on whose music it is.
        used: Whether models may learn from it.
        warning: What is odd about it, or empty.
    """

    number: int
    path: bytes
    title: str
    seconds: float
    member: str = ""
    composer: str = ""
    folder: str = ""
    meter: str = ""
    programs: tuple[int, ...] = ()
    drums: bool = False
    picture: bytes = b""
    tracks: int = 1
    key: str = ""
    bpm: float = 0.0
    tags: tuple[str, ...] = ()
    rights: str = ""
    used: bool = True
    warning: str = ""


class PiecesFound(LibraryEvent, frozen=True, kw_only=True):
    """How many pieces a search found."""

    request: int
    count: int


class PiecesShown(LibraryEvent, frozen=True, kw_only=True):
    """Some rows of a search, from `first` on."""

    request: int
    first: int
    pieces: tuple[FoundPiece, ...]


class PiecesChanged(LibraryEvent, frozen=True, kw_only=True):
    """What the user said of some pieces is kept."""


class LibraryTableSaved(LibraryEvent, frozen=True, kw_only=True):
    """The CSV file was written."""

    file: str


class ChosenListed(LibraryEvent, frozen=True, kw_only=True):
    """The pieces that models learn from, as they are at this moment.

    Attributes:
        pieces: In the order of their places.
        seconds: Of music in them.
        choice: As in `LibraryDescribed`.
    """

    pieces: tuple[ChosenPiece, ...]
    seconds: float
    choice: str = ""


class FolderCount(msgspec.Struct, frozen=True, kw_only=True):
    """A folder with pieces in it.

    Attributes:
        path: As the file system has it.
        pieces: Usable ones that lie in it, without those in its folders.
    """

    path: bytes
    pieces: int


class LibraryDescribed(LibraryEvent, frozen=True, kw_only=True):
    """What is in the library.

    Attributes:
        folders: That are watched.
        subfolders: Folders in them with files of the library, as many as can be watched.
        files: All files that are there.
        ready: Usable ones, duplicates left out.
        used: Of them those that models may learn from.
        used_s: Seconds of music in these.
        choice: A digest of these: two libraries' are equal if the same pieces are chosen.
        families: (General MIDI family, or 16 for drums; pieces), of those learned from.
        keys: (key, pieces), most first, of the usable ones.
        lengths: (seconds below which, pieces); 0 stands for no limit.
        tempos: (beats a minute below which, pieces); 0 stands for no limit.
        tags: That pieces have.
        concerns: Sentences on what is lopsided.
        tree: The folders that pieces lie in, sorted by path, of very many the first ones.
    """

    folders: tuple[str, ...] = ()
    subfolders: tuple[str, ...] = ()
    files: int = 0
    ready: int = 0
    used: int = 0
    used_s: float = 0.0
    choice: str = ""
    families: tuple[tuple[int, int], ...] = ()
    keys: tuple[tuple[str, int], ...] = ()
    lengths: tuple[tuple[int, int], ...] = ()
    tempos: tuple[tuple[int, int], ...] = ()
    tags: tuple[str, ...] = ()
    concerns: tuple[str, ...] = ()
    tree: tuple[FolderCount, ...] = ()
