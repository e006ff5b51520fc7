"""Phrases: where they begin, and which bars of the piece return in them.

A continuation leaves the piece for one phrase and returns to it in the next, as real songs do. The
network alone drifts away, because less and less of the piece is in its memory
(`docs/experiments/2026-11-23-sixteen-bars.md`). The phrase that returns is the piece's last one,
then the ones before it in turn.
"""

from collections.abc import Sequence
from typing import TypeVar

from engine.music.score import Score
from engine.music.time import BarMap

PHRASE = 8
"""Bars of a phrase. Every rule that counts phrases uses this number."""

Bar = TypeVar("Bar")


def first_bar_of(score: Score) -> int:
    """Return the bar from which a piece's phrases are counted: its first, after an upbeat."""
    begin = min((track.notes[0].start for track in score.tracks if track.notes), default=0)
    bars = BarMap.of(score)
    first = bars.bar_at(begin)
    start, end = bars.start_of(first), bars.start_of(first + 1)
    return first + (2 * (begin - start) >= end - start)


def returns(bars: int) -> bool:
    """Return whether the piece returns in a bar.

    Args:
        bars: Bars that were written before it.
    """
    return bool(bars // PHRASE % 2)


def returning_bar(bars: int, piece: Sequence[Bar]) -> Bar | None:
    """Return the bar of the piece that returns in a bar; None where none does.

    Args:
        bars: Bars that were written before it.
        piece: The last bars of the piece, in order.
    """
    if not returns(bars) or not piece:
        return None
    phrases = max(1, len(piece) // PHRASE)
    end = len(piece) - bars // (2 * PHRASE) % phrases * PHRASE
    phrase = piece[max(0, end - PHRASE) : end]
    return phrase[bars % PHRASE % len(phrase)]
