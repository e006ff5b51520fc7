"""Bars of a form that return to earlier bars."""

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class ReturningBars:
    """Bars in a row that return to earlier ones, the same distance back.

    Attributes:
        first: The first of them, from 0.
        bars: How many they are.
        source: The first of the bars that they return to.
    """

    first: int
    bars: int
    source: int


def returning_before(returning: Iterable[ReturningBars], bar: int) -> tuple[ReturningBars, ...]:
    """Return the returning bars before a bar; those that reach over it are shortened."""
    return tuple(
        replace(each, bars=min(each.bars, bar - each.first))
        for each in returning
        if each.first < bar
    )
