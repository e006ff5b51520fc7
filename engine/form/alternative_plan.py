"""The plan by which one alternative is made: chords, letters, returning bars, who plays."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from engine.form.regridding import Regridding
from engine.harmony.chord_symbols import Chord
from engine.values.sections import Section
from engine.values.time import BarMap


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


_Bars = TypeVar("_Bars", ReturningBars, PlayingBars, Section)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternativePlan:
    """The plan for the bars of one alternative, made before its first note.

    Attributes:
        chords: Ascending; each lasts until the next. Empty where none are planned.
        returning: Which of the bars return to earlier ones.
        sections: Letters of the bars, ascending; empty where the request asks for none.
        playing: Which of the written tracks play in which bars, ascending; empty where no part
            comes in or falls silent.
    """

    chords: tuple[Chord, ...] = ()
    returning: tuple[ReturningBars, ...] = ()
    sections: tuple[Section, ...] = ()
    playing: tuple[PlayingBars, ...] = ()

    def before(self, end: int, bars: BarMap) -> "AlternativePlan":
        """Return the plan up to a tick; bars that reach over it are shortened."""
        past = bars.bars_until(end)
        return AlternativePlan(
            chords=tuple(chord for chord in self.chords if chord.tick < end),
            returning=_before(self.returning, past),
            sections=_before(self.sections, past),
            playing=_before(self.playing, past),
        )

    def regridded(self, regridding: Regridding, bars: BarMap) -> "AlternativePlan":
        """Return the plan with other beats; `bars` are those before."""
        lines = regridding.bars

        def bar_of(bar: int) -> int:
            return lines.bar_at(regridding.at(bars.start_of(bar)))

        return AlternativePlan(
            chords=tuple(replace(each, tick=regridding.at(each.tick)) for each in self.chords),
            returning=tuple(
                replace(each, source=bar_of(each.source)) for each in _moved(self.returning, bar_of)
            ),
            sections=_moved(self.sections, bar_of),
            playing=_moved(self.playing, bar_of),
        )


NO_PLAN = AlternativePlan()
"""The plan of an alternative for which nothing was planned."""


def _before(rows: Iterable[_Bars], past: int) -> tuple[_Bars, ...]:
    return tuple(
        replace(each, bars=min(each.bars, past - each.first)) for each in rows if each.first < past
    )


def _moved(rows: Iterable[_Bars], bar_of: Callable[[int], int]) -> tuple[_Bars, ...]:
    return tuple(
        replace(
            each,
            first=bar_of(each.first),
            bars=max(1, bar_of(each.first + each.bars) - bar_of(each.first)),
        )
        for each in rows
    )
