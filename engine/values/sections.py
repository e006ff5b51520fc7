"""Sections of a form: bars in a row that have one letter.

The letters that a user writes are markers: they are saved, cut, moved and exported with the piece.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from engine.values.score import Score
from engine.values.time import BarMap

PHRASE = 8
"""Bars of a phrase. Everything that counts phrases uses this number."""

_PRIME = "′"
# Programs write the prime in three ways.
_NAME = re.compile(r"([A-Z])([′'’]*)")


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


def written_sections(score: Score) -> tuple[Section, ...]:
    """Return the sections whose letters are written over a piece, ascending; none without letters.

    A section reaches to the next letter. The last one reaches to the last bar that has music, and
    has a phrase at least. Of several letters in a bar the first counts. Markers with other texts
    are no sections.
    """
    named = [(m.tick, name) for m in score.markers if (name := named_section(m.text)) is not None]
    if not named:
        return ()
    bars = BarMap.of(score)
    names: dict[int, tuple[str, bool]] = {}
    for tick, name in named:
        names.setdefault(bars.bar_at(tick), name)
    past = max(bars.bars_until(score.end), max(names) + PHRASE)
    return tuple(
        Section(first=first, bars=end - first, letter=names[first][0], varied=names[first][1])
        for first, end in pairwise((*sorted(names), past))
    )


def named_section(text: str) -> tuple[str, bool] | None:
    """Return the letter in a marker and whether it has a prime; None where it has no letter alone.

    Args:
        text: The marker's.
    """
    found = _NAME.fullmatch(text.strip())
    return (found[1], bool(found[2])) if found else None
