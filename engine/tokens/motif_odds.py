"""How sure it is that a part does again what it did, as odds: by what is guessed, run and lag."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from engine.tokens.vocabulary import TokenKind

LONGEST = 16
"""Notes of a run beyond which it counts no more."""


class Lag(IntEnum):
    """How far back what may come again stood."""

    ANY = 0
    BARS = 1
    PHRASES = 2


PHRASE_BARS = 4
"""Bars of which phrases have one or several: what comes again so far back is surest of all."""


def _odds(*shares: tuple[float, float]) -> NDArray[np.float64]:
    """Return odds by lag and run, (lags, `LONGEST` + 1): the run's square, by so much, at most."""
    squares = np.arange(LONGEST + 1) ** 2.0
    return np.stack([np.minimum(squares * by, most) for by, most in shares])


ODDS: dict[TokenKind, NDArray[np.float64]] = {
    TokenKind.PITCH: _odds((1 / 20, 2.5), (1 / 14, 2.3), (1 / 8, 8.0)),
    TokenKind.DRUM: _odds((1 / 22, 3.0), (1 / 7, 1.3), (1 / 14, 3.0)),
    TokenKind.PART: _odds((1 / 80, 0.4), (1 / 40, 0.35), (1 / 16, 0.9)),
    TokenKind.DURATION: _odds((1 / 150, 1.0), (1 / 25, 0.5), (1 / 16, 0.4)),
    TokenKind.VELOCITY: _odds((1 / 120, 1.2), (1 / 200, 0.1), (1 / 200, 0.05)),
}
"""Odds that a guess is right, mixed to all else that is known, by its lag (any, whole bars, whole
phrases) and its run; near to what was fitted (`docs/experiments/2026-11-22-motifs.md`)."""
MOVED = np.minimum(np.arange(LONGEST + 1) * 0.14, 2.0)
"""The same of a pitch whose run stood at another pitch, by its run; its rhythm says nothing new."""
