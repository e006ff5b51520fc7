"""The values that library rows show."""

from dataclasses import dataclass
from typing import Literal


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
    """

    key: str
    title: str
    seconds: float
    tracks: int = 1
    music_key: str = ""
    trained: bool = False
    warning: str = ""


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
    """

    key: str
    name: str
    detail: str
    starred: bool = False
    default: bool = False
    problem: str = ""


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
