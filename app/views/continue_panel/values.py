"""The values that the panel shows."""

from dataclasses import dataclass


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
