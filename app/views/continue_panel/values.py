"""What the panel shows of the model's memory."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryView:
    """What the model remembers, in bars [first, past the last).

    Attributes:
        bars: Bars of the piece before the boundary.
        exact: Held note by note.
        compressed: Held in compressed memory; empty range if none.
        borrowed: Title of another piece that comes before it, or empty.
    """

    bars: int
    exact: tuple[int, int]
    compressed: tuple[int, int] = (0, 0)
    borrowed: str = ""
