"""Sections of a form: bars in a row that have one letter."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

_PRIME = "′"


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class Section:
    """Bars in a row that have one letter.

    Attributes:
        first: The first of them, from 0.
        bars: How many they are.
        letter: A capital letter; sections with the same one are alike.
        varied: Whether the music comes again with changes.
    """

    first: int
    bars: int
    letter: str
    varied: bool = False

    @property
    def name(self) -> str:
        """The letter as musicians write it."""
        return self.letter + _PRIME * self.varied


def sections_before(sections: Iterable[Section], bar: int) -> tuple[Section, ...]:
    """Return the sections before a bar; one that reaches over it is shortened."""
    return tuple(
        replace(each, bars=min(each.bars, bar - each.first))
        for each in sections
        if each.first < bar
    )
