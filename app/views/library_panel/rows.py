"""The values that library rows show."""

from dataclasses import dataclass

from engine.values.take_marks import TakeMarks


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
class TakeRow(TakeMarks):
    """A take of the open piece.

    Attributes:
        bars: First bar and number of bars, first counted from 1.
        note_count: The number of its notes.
        model: The model that made it.
    """

    bars: tuple[int, int]
    note_count: int
    model: str = ""
