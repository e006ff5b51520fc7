"""The messages between the window and the library process: search, display and changes."""

import msgspec

from engine.messages.base import LibraryCommand, LibraryEvent
from engine.messages.training import ChosenPiece
from engine.sentence import Text
from engine.values.library import FoundPiece, MusicCounts, PieceQuery
from engine.values.ranges import Chosen, Count


class FindPieces(LibraryCommand, frozen=True, kw_only=True):
    """Search for pieces; answered by `PiecesFound` and the first `PiecesShown`.

    Attributes:
        request: A unique number; `ShowPieces` may refer to the last few searches.
        query: The search.
    """

    request: Chosen
    query: PieceQuery


class ShowPieces(LibraryCommand, frozen=True, kw_only=True):
    """Send some rows of a search; answered by `PiecesShown`."""

    request: Chosen
    first: Count
    count: Count


class ChangePieces(LibraryCommand, frozen=True, kw_only=True):
    """Change the user's data on some pieces; answered by `PiecesChanged`.

    Attributes:
        numbers: Their rows in the catalogue.
        used: Whether models may learn from them; None leaves it.
        tags: The new tags; None leaves them.
        rights: A note on the owner of the music; None leaves it.
    """

    numbers: tuple[Chosen, ...]
    used: bool | None = None
    tags: tuple[str, ...] | None = None
    rights: str | None = None


class UseFound(LibraryCommand, frozen=True, kw_only=True):
    """Tick or untick all pieces of a search; answered by `PiecesChanged`.

    Attributes:
        request: The search.
        used: Whether models may learn from them.
    """

    request: Chosen
    used: bool


class ForgetFolder(LibraryCommand, frozen=True, kw_only=True):
    """Remove a folder, not its files; answered by `PiecesChanged` or `Failed`.

    Attributes:
        path: As a path of the file system.
    """

    path: bytes


class ListChosen(LibraryCommand, frozen=True, kw_only=True):
    """Send the pieces that models learn from; answered by `ChosenListed`.

    Attributes:
        query: Only those that this search finds; None for all.
    """

    query: PieceQuery | None = None


class DescribeLibrary(LibraryCommand, frozen=True, kw_only=True):
    """Describe the library; answered by `LibraryDescribed`."""


class SaveLibraryTable(LibraryCommand, frozen=True, kw_only=True):
    """Write a CSV file of all files of the library; answered by `LibraryTableSaved`."""

    file: str


class PiecesFound(LibraryEvent, frozen=True, kw_only=True):
    """The number of pieces that a search found."""

    request: int
    count: int


class PiecesShown(LibraryEvent, frozen=True, kw_only=True):
    """Some rows of a search, from `first` on."""

    request: int
    first: int
    pieces: tuple[FoundPiece, ...]


class PiecesChanged(LibraryEvent, frozen=True, kw_only=True):
    """The user's data on some pieces is stored."""


class LibraryTableSaved(LibraryEvent, frozen=True, kw_only=True):
    """The CSV file was written."""

    file: str


class ChosenListed(LibraryEvent, frozen=True, kw_only=True):
    """The pieces that models learn from.

    Attributes:
        pieces: Ordered by their paths.
        seconds: Their total duration.
        choice: As in `LibraryDescribed`.
        query: The search of the command.
    """

    pieces: tuple[ChosenPiece, ...]
    seconds: float
    choice: str = ""
    query: PieceQuery | None = None


class FolderCount(msgspec.Struct, frozen=True, kw_only=True):
    """A folder with pieces in it.

    Attributes:
        path: As a path of the file system.
        pieces: Number of usable pieces directly in it.
    """

    path: bytes
    pieces: int


class LibraryDescribed(LibraryEvent, MusicCounts, frozen=True, kw_only=True):
    """The contents of the library; all pieces are counted but those of `families`.

    Attributes:
        subfolders: Folders in them with files of the library, as many as can be watched.
        files: Number of files present.
        ready: Usable ones, duplicates left out.
        used: Those of them that models may learn from.
        used_s: The duration of these, in seconds.
        choice: A digest of these: it is equal if the same pieces are chosen.
        families: (General MIDI family, or 16 for drums; pieces) of those learned from.
        concerns: Sentences on imbalances.
        tree: The folders with pieces, sorted by path; only the first ones of very many.
    """

    folders: tuple[str, ...] = ()
    subfolders: tuple[str, ...] = ()
    files: int = 0
    ready: int = 0
    used: int = 0
    used_s: float = 0.0
    choice: str = ""
    tags: tuple[str, ...] = ()
    concerns: tuple[Text, ...] = ()
    tree: tuple[FolderCount, ...] = ()
