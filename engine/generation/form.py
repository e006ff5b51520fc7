"""The form of what is made: it goes away from the piece for a phrase and comes back in the next.

Real songs do so, and what is made would only go further away, for the network hears less and less
of the piece (`docs/experiments/2026-11-23-sixteen-bars.md`). What comes back does so at its own
place: a phrase there and a phrase back are the bars that `engine/tokens/bar_lags.py` looks back at
most.
"""

PHRASE = 8
"""Bars that are made before the piece comes back, and for which it does so."""


def comes_back(bars: int) -> bool:
    """Return whether the piece comes back in a bar.

    Args:
        bars: So many were made before it.
    """
    return bool(bars // PHRASE % 2)
