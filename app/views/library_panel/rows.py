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
        key: What names it in signals (its path or id).
        title: As shown.
        seconds: How long it is.
        tracks: How many.
        music_key: `E♭ major`, or empty.
        trained: Whether the current model learned from it.
        warning: A sentence, or empty.
        number: What names it where it is changed.
        used: Whether models may learn from it.
        bpm: Mean tempo; 0 if unknown.
        tags: The user's words.
        rights: The user's note on whose music it is.
        composer: Who wrote it, or empty.
        folder: Where it lies, from the library's folder on.
        meter: `3/4`, or empty.
        instruments: Their short names, with commas.
        picture: Packed, for `engine.music.thumbnail.unpacked`, or empty.
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
    """Which pieces are to be shown; empty and 0 ask for nothing.

    Attributes:
        text: What is typed.
        family: General MIDI's family of eight programs, 16 for drums; -1 for any.
        key: As `E♭ major`.
        seconds: At least, and less than; 0 for no limit.
        bpm: At least, and less than; 0 for no limit.
        tag: One of the user's words.
        folder: A `FolderRow`'s key.
        order: What to sort by.
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
        key: What names it in `PieceFilters`.
        name: As shown.
        pieces: How many lie in it and in its folders.
        folders: In it.
    """

    key: str
    name: str
    pieces: int
    folders: "tuple[FolderRow, ...]" = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRow:
    """A model on this computer.

    Attributes:
        key: What names it in signals (its folder).
        name: As shown.
        detail: One line: size, what it was trained on, when.
        starred: Marked by the user.
        default: The one that is used.
        problem: Why it cannot be used, or empty.
        ships: Whether it came with Segue: such a one keeps its name and stays.
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
    """A continuation that was offered.

    Attributes:
        number: Its number in the composition.
        bars: First bar and number of bars, first counted from 1.
        note_count: Notes.
        state: What the user did with it.
        starred: Marked.
        model: Who made it.
        text: The user's words.
        symbol: A sign the user gave it, or empty.
    """

    number: int
    bars: tuple[int, int]
    note_count: int
    state: Literal["offered", "accepted", "rejected"] = "offered"
    starred: bool = False
    model: str = ""
    text: str = ""
    symbol: str = ""
