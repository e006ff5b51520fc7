"""The end of an alternative, and what makes it again."""

import msgspec


class AlternativeEnd(msgspec.Struct, frozen=True, kw_only=True):
    """The end of an alternative, and what makes it again.

    Attributes:
        end: Tick of the bar line where it ends, or of the place where drawing was stopped.
        ended: Whether the model drew the end of the piece there.
        seed: The seed that makes it again.
        best_of: Candidates to draw of each of its pieces to make it again; 0: it alone.
    """

    end: int
    ended: bool
    seed: int
    best_of: int = 0
