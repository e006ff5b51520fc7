"""The user's decision about a take, and the marks on it."""

from dataclasses import dataclass
from typing import Literal

TakeState = Literal["offered", "accepted", "rejected"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeMarks:
    """A take by its number, with the user's decision and marks.

    Attributes:
        number: Number in the composition, from 1; the `origin` of its notes.
        state: Whether the user accepted or rejected it.
        starred: Whether the user marked it.
        text: The user's comment, or empty.
        symbol: A symbol that the user chose, or empty.
    """

    number: int
    state: TakeState = "offered"
    starred: bool = False
    text: str = ""
    symbol: str = ""
