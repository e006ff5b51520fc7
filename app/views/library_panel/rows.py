"""The values that library rows show."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderRow:
    """A folder with pieces in it.

    Attributes:
        key: Its path in hexadecimal.
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
