"""The form of what is made: it goes away from the piece for a phrase and comes back in the next.

Real songs do so, and what is made would only go further away, for the network hears less and less
of the piece (`docs/experiments/2026-11-23-sixteen-bars.md`). What comes back is the piece's own
last phrase, and then in turn those before it that are remembered: a rondo, however long it goes on.
"""

from collections.abc import Sequence
from typing import TypeVar

from engine.music.score import Score
from engine.music.time import BarMap

PHRASE = 8
"""Bars that are made before the piece comes back, and for which it does so."""

Bar = TypeVar("Bar")


def first_bar_of(score: Score) -> int:
    """Return the bar from which a piece's phrases are counted: its first, less an upbeat."""
    begin = min((track.notes[0].start for track in score.tracks if track.notes), default=0)
    bars = BarMap.of(score)
    first = bars.bar_at(begin)
    start, end = bars.start_of(first), bars.start_of(first + 1)
    return first + (2 * (begin - start) >= end - start)


def comes_back(bars: int) -> bool:
    """Return whether the piece comes back in a bar.

    Args:
        bars: So many were made before it.
    """
    return bool(bars // PHRASE % 2)


def theme_bar(bars: int, piece: Sequence[Bar]) -> Bar | None:
    """Return which bar of the piece comes back in a bar that is made; None where none does.

    Args:
        bars: So many were made before it.
        piece: Its last bars, in order.
    """
    if not comes_back(bars) or not piece:
        return None
    phrases = max(1, len(piece) // PHRASE)
    end = len(piece) - bars // (2 * PHRASE) % phrases * PHRASE
    phrase = piece[max(0, end - PHRASE) : end]
    return phrase[bars % PHRASE % len(phrase)]
