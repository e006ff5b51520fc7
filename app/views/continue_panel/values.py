"""The values that the panel shows."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryView:
    """The memory of the model, in bars [first, past the last).

    Attributes:
        bars: The number of bars before the start of the continuation.
        exact: The bars in the memory.
        compressed: The bars in the compressed memory; an empty range if there are none.
        borrowed: The title of another piece that the model read before, or empty.
    """

    bars: int
    exact: tuple[int, int]
    compressed: tuple[int, int] = (0, 0)
    borrowed: str = ""


DeedName = Literal["continue", "fill", "rewrite", "answer", "accompany"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """The effect of a press of the main button, in words that name the bars and the tracks.

    Attributes:
        action: The name of the action that it carries out.
        text: The words on the button.
        place: Where it begins, or which bars it writes.
        bars: The number of chosen bars, or 0 where the length is the user's choice.
        seconds: How long it takes; None if that is not known.
        begins: Whether it begins an empty piece.
        reason: Why it is not possible, or empty.
        otherwise: The words on a second button; empty hides it.
        otherwise_action: The name of the action that the second button carries out.
        no_otherwise: Why the second button is disabled, or empty.
    """

    action: DeedName = "continue"
    text: str
    place: str = ""
    bars: int = 0
    seconds: float | None = None
    begins: bool = False
    reason: str = ""
    otherwise: str = ""
    otherwise_action: DeedName = "continue"
    no_otherwise: str = ""
