"""How sure it is that a part goes on as it did, by what is guessed, length of the run, and lag."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from engine.generation.priors import CopierPriors, Odds
from engine.tokens.vocabulary import TokenKind

LONGEST = 16
"""Notes of a run beyond which it counts no more."""

_PITCH = int(TokenKind.PITCH)

PHRASE_BARS = 4
"""Bars of which phrases have one or several: a run so far back is surest to go on."""


class Lag(IntEnum):
    """How far back a run stood."""

    ANY = 0
    BARS = 1
    PHRASES = 2


class OddsTables:
    """The odds of all guesses about a part.

    Args:
        priors: The strengths.
    """

    def __init__(self, priors: CopierPriors) -> None:
        self._sureness = _table(priors.pitch)
        # Lists: single numbers are looked up.
        self._tables: dict[int, list[list[float]]] = {
            int(TokenKind.PITCH): self._sureness.tolist(),
            int(TokenKind.DRUM): _table(priors.drum).tolist(),
            int(TokenKind.DURATION): _table(priors.duration).tolist(),
        }
        moved = np.minimum(np.arange(LONGEST + 1) * priors.moved, priors.most_moved)
        self._moved: list[float] = moved.tolist()

    @property
    def sureness(self) -> NDArray[np.float64]:
        """Odds of a pitch by lag and run, by which one of several runs is chosen."""
        return self._sureness

    def of(self, kind: int, *, run: int, lag: Lag, moved: bool) -> float:
        """Return the odds of a guess; 0 where the run says nothing about it.

        Args:
            kind: `TokenKind` of the guessed id.
            run: Notes that are the same, 1 to `LONGEST`.
            lag: How far back they stood.
            moved: Whether they stood at another pitch; then only a pitch is guessed.
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
