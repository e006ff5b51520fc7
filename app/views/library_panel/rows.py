"""The values that library rows show."""

from dataclasses import dataclass
from typing import Literal

PieceOrder = Literal[
    "name", "composer", "seconds", "notes", "bpm", "music_key", "added_s", "folder", "meter"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceRow:
    """A piece in a watched folder.

    Attributes:
        key: Names it in signals (its path or id).
        title: Its title.
        seconds: Its length.
        tracks: The number of its tracks.
        music_key: `E♭ major`, or empty.
        trained: Whether the current model learned from it.
        warning: A sentence, or empty.
        number: Names it in the library.
        used: Whether models may learn from it.
        bpm: Mean tempo; 0 if unknown.
        tags: The user's tags.
        rights: The user's note on whose music it is.
        composer: Its composer, or empty.
        folder: Its folder, relative to the library's folder.
        meter: `3/4`, or empty.
        instruments: Their short names, with commas.
        picture: Packed, for `engine.values.thumbnail.unpacked`, or empty.
    """

    key: str
    title: str
    seconds: float
    number: int = 0
    used: bool = True
    bpm: float = 0.0
    tags: tuple[str, ...] = ()
    rights: str = ""
    tracks: int = 1
    music_key: str = ""
    trained: bool = False
    warning: str = ""
    composer: str = ""
    folder: str = ""
    meter: str = ""
    instruments: str = ""
    picture: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceFilters:
    """Which pieces to show; empty values and 0 set no filter.

    Attributes:
        text: The text in the search field.
        family: General MIDI's family of eight programs, 16 for drums; -1 for any.
        key: As `E♭ major`.
        seconds: At least, and less than; 0 for no limit.
        bpm: At least, and less than; 0 for no limit.
        tag: One of the user's words.
        folder: A `FolderRow`'s key.
        order: The order of the rows.
        descending: Whether the largest comes first.
    """

    text: str = ""
    family: int = -1
    key: str = ""
    seconds: tuple[int, int] = (0, 0)
    bpm: tuple[int, int] = (0, 0)
    tag: str = ""
    folder: str = ""
    order: PieceOrder = "name"
    descending: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderRow:
    """A folder with pieces in it.

    Attributes:
        key: Names it in `PieceFilters`.
        name: Its shown name.
        pieces: The number of pieces in it and in its subfolders.
        folders: Its subfolders.
    """

    key: str
    name: str
    pieces: int
    folders: "tuple[FolderRow, ...]" = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRow:
    """A model on this computer.

    Attributes:
        key: Names it in signals (its folder).
        name: Its shown name.
        detail: One line: size, training, date.
        starred: Whether it has a star.
        default: Whether it is in use.
        problem: Why it cannot be used, or empty.
        ships: Whether it came with Segue and can be neither renamed nor deleted.
    """

    key: str
    name: str
    detail: str
    starred: bool = False
    default: bool = False
    problem: str = ""
    ships: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeRow:
    """A take of the open piece.

    Attributes:
        number: Its number in the composition.
        bars: First bar and number of bars, first counted from 1.
        note_count: The number of its notes.
        state: Whether the user kept or rejected it.
        starred: Whether it has a star.
        model: The model that made it.
        text: The user's name for it.
        symbol: The user's symbol for it, or empty.
    """

    number: int
    bars: tuple[int, int]
    note_count: int
    state: Literal["offered", "accepted", "rejected"] = "offered"
    starred: bool = False
    model: str = ""
    text: str = ""
    symbol: str = ""
