"""Bars of a plan in which the same tracks play."""

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class PlayingBars:
    """Bars in a row in which the same tracks play.

    Attributes:
        first: The first of them, from 0.
        bars: How many they are.
        tracks: Indices of the tracks, ascending.
    """

    first: int
    bars: int
    tracks: tuple[int, ...]


def playing_before(playing: Iterable[PlayingBars], bar: int) -> tuple[PlayingBars, ...]:
    """Return the playing bars before a bar; those that reach over it are shortened."""
    return tuple(
        replace(each, bars=min(each.bars, bar - each.first)) for each in playing if each.first < bar
    )
