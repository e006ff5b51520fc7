"""The odds that a part repeats itself, by kind of id, length of the run, and lag."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from engine.generation.priors import CopierPriors, Odds
from engine.tokens.vocabulary import TokenKind

LONGEST = 16
"""Length in notes from which a longer run has no higher odds."""

_PITCH = int(TokenKind.PITCH)

PHRASE_BARS = 4
"""Bars of a phrase: a run that is one or several of these back most often continues."""


class Lag(IntEnum):
    """The distance of a run, in classes."""

    ANY = 0
    BARS = 1
    PHRASES = 2


class OddsTables:
    """The odds of all guesses about a part.

    Args:
        priors: The model's strengths.
    """

    def __init__(self, priors: CopierPriors) -> None:
        self._sureness = _table(priors.pitch)
        # Lists, because a single number is looked up faster in a list than in an array.
        self._tables: dict[int, list[list[float]]] = {
            int(TokenKind.PITCH): self._sureness.tolist(),
            int(TokenKind.DRUM): _table(priors.drum).tolist(),
            int(TokenKind.DURATION): _table(priors.duration).tolist(),
        }
        moved = np.minimum(np.arange(LONGEST + 1) * priors.moved, priors.most_moved)
        self._moved: list[float] = moved.tolist()

    @property
    def sureness(self) -> NDArray[np.float64]:
        """Odds of a pitch by lag and run; the run with the highest odds is chosen."""
        return self._sureness

    def of(self, kind: int, *, run: int, lag: Lag, moved: bool) -> float:
        """Return the odds of a guess; 0 if the run gives none.

        Args:
            kind: `TokenKind` of the guessed id.
            run: Number of equal notes, 1 to `LONGEST`.
            lag: Their distance.
            moved: Whether they have another pitch; then only a pitch is guessed.
        """
        if moved:
            return self._moved[run] if kind == _PITCH else 0.0
        table = self._tables.get(kind)
        return table[lag][run] if table is not None else 0.0


def _table(odds: Odds) -> NDArray[np.float64]:
    """Return odds by lag and run, (lags, `LONGEST` + 1)."""
    squares = np.arange(LONGEST + 1) ** 2.0
    return np.stack(
        [
            np.minimum(squares * slope, most)
            for slope, most in zip(odds.slope, odds.most, strict=True)
        ]
    )
