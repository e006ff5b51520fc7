"""Which sections a piece has, and which the bars to come shall have.

A section of a piece is a phrase of eight bars. It has the letter of the phrase before it that it is
most like, bar by bar, or a new one. The bars to come either return, varied, or are new: in new bars
nothing that stood before them counts, only what their own section has said. A wish decides it, or
the letters that the user wrote over these bars.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from string import ascii_uppercase
from typing import NamedTuple

from engine.form.passage_figures import (
    SILENCE,
    Onsets,
    mean_in_common,
    onsets_by_bar,
    share_in_common,
)
from engine.planning.phrases import PHRASE, first_bar_of
from engine.values.score import Score
from engine.values.sections import Section, written_sections
from engine.values.time import BarMap

ALIKE, VARIED = 0.8, 0.4
"""Likeness of two phrases from which one is the other again, and again with changes."""

_MOST_SECTIONS = 64  # that are compared with one another: 512 bars
# Of a quarter, to which onsets are rounded. Not `GRID_PER_QUARTER`: with these the share of blocks
# that return was fitted (`returning.py`).
_PLACES = 4


class SectionBar(NamedTuple):
    """The place of a bar to come in the form.

    Attributes:
        back: How many bars back the bar is that it returns to; 0 for none.
        since: How many bars of its new section are before it; -1 where the section is not new.
    """

    back: int = 0
    since: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionPlan:
    """The form of the bars to come.

    Attributes:
        sections: Ascending, one for each phrase or part of one. The first may begin before them.
        bars: The place of each bar.
    """

    sections: tuple[Section, ...]
    bars: tuple[SectionBar, ...]

    def after(self, bars: int) -> "SectionPlan":
        """Return the form without its first bars; its sections stay whole."""
        return SectionPlan(sections=self.sections, bars=self.bars[bars:])


def sections_of(score: Score, *, past: int) -> tuple[Section, ...]:
    """Return the sections of a piece: its phrases of eight bars, from its first that sounds.

    Args:
        score: The piece.
        past: The bar after the last that counts.
    """
    first = first_bar_of(score)
    if past <= first:
        return ()
    first = max(first, past - _MOST_SECTIONS * PHRASE + (first - past) % PHRASE)
    bars = bars_of(score, first=first, past=past)
    phrases = [bars[at : at + PHRASE] for at in range(0, len(bars), PHRASE)]
    found: list[Section] = []
    letters = 0
    for index, phrase in enumerate(phrases):
        likeness = [_likeness(phrase, earlier) for earlier in phrases[:index]]
        nearest = max(range(index), key=lambda at: likeness[at], default=0)
        begin = first + index * PHRASE
        if likeness and likeness[nearest] >= VARIED:
            letter, varied = found[nearest].letter, likeness[nearest] < ALIKE
        else:
            letter, varied = _letter(letters), False
            letters += 1
        found.append(Section(first=begin, bars=len(phrase), letter=letter, varied=varied))
    return tuple(found)


def new_sections(known: Sequence[Section], *, first: int, bars: int) -> SectionPlan:
    """Return the form of bars that are new: a phrase, and then that phrase again, varied.

    Args:
        known: The sections before them.
        first: The first of the bars.
        bars: How many they are.
    """
    letter = _letter(len({section.letter for section in known}))
    sections = tuple(
        Section(first=first + at, bars=min(PHRASE, bars - at), letter=letter, varied=at > 0)
        for at in range(0, bars, PHRASE)
    )
    return SectionPlan(
        sections=sections,
        bars=tuple(_new_bar(at) for at in range(bars)),
    )


def varied_sections(
    known: Sequence[Section], *, first: int, bars: int, source: int, source_bars: int
) -> SectionPlan:
    """Return the form of bars that are earlier ones again, varied, one after the other.

    Args:
        known: The sections before them.
        first: The first of the bars.
        bars: How many they are.
        source: The first of the bars that come again.
        source_bars: How many these are, at least one; after the last the first follows.
    """
    holding = (s.letter for s in known if s.first <= source < s.first + s.bars)
    letter = next(holding, _letter(0))
    return SectionPlan(
        sections=tuple(
            Section(first=first + at, bars=min(source_bars, bars - at), letter=letter, varied=True)
            for at in range(0, bars, source_bars)
        ),
        bars=tuple(
            _bar_again(first + at, at, source=source, source_bars=source_bars) for at in range(bars)
        ),
    )


def lettered_sections(score: Score, *, first: int, bars: int) -> SectionPlan | None:
    """Return the form of bars by the letters over them; None where there is no letter.

    A letter that stood before lets its last section come again, rather one without a prime. Another
    letter is a new section. Where no letter is written over the bars before, they have the letters
    that are found.

    Args:
        score: The piece with its letters.
        first: The first of the bars.
        bars: How many they are.
    """
    written, past = written_sections(score), first + bars
    ahead = [each for each in written if each.first < past and each.first + each.bars > first]
    if not ahead:
        return None
    begin = ahead[0].first
    known = [each for each in written if each.first < begin]
    known = known or list(sections_of(score, past=min(first, begin)))
    places = {}
    for section in ahead:
        source = _latest(known, section.letter)
        for place in range(section.bars):
            bar = section.first + place
            places[bar] = (
                _new_bar(place)
                if source is None
                else _bar_again(bar, place, source=source.first, source_bars=source.bars)
            )
        known.append(section)
    return SectionPlan(
        sections=tuple(ahead),
        bars=tuple(places.get(bar, SectionBar()) for bar in range(first, past)),
    )


def _latest(sections: Sequence[Section], letter: str) -> Section | None:
    """Return the last section with a letter, one without a prime where there is any."""
    alike = [section for section in sections if section.letter == letter]
    return max(alike, key=lambda each: (not each.varied, each.first), default=None)


def _new_bar(place: int) -> SectionBar:
    """Return the bar at a place of a new section: after a phrase its first phrase comes again."""
    return SectionBar(back=place // PHRASE * PHRASE, since=place)


def _bar_again(bar: int, place: int, *, source: int, source_bars: int) -> SectionBar:
    """Return a bar at a place of a section that comes again."""
    return SectionBar(back=bar - source - place % source_bars)


def _letter(index: int) -> str:
    """Return A, B, C …; the last one for all that are beyond the alphabet."""
    return ascii_uppercase[min(index, len(ascii_uppercase) - 1)]


def bars_of(score: Score, *, first: int, past: int) -> list[Onsets]:
    """Return the bars as sets of (track, place, pitch)."""
    bars = BarMap.of(score)
    notes = score.between(bars.start_of(first), bars.start_of(past)).notes()
    found = onsets_by_bar(notes, bars, ticks_per_quarter=score.ticks_per_quarter, grid=_PLACES)
    return [found.get(bar, SILENCE) for bar in range(first, past)]


def _likeness(one: Sequence[Onsets], other: Sequence[Onsets]) -> float:
    """Return what two phrases have in common, bar for bar, 0 to 1; two empty bars are alike."""
    return mean_in_common(zip_longest(one, other[: len(one)], fillvalue=SILENCE))


def is_riff(score: Score, *, first: int, past: int) -> bool:
    """Return whether bars are one bar or two bars again and again.

    Args:
        score: The piece.
        first: The first bar.
        past: The bar after the last.
    """
    bars = bars_of(score, first=first, past=past)
    for lag in (1, 2):
        pairs = [(a, b) for a, b in zip(bars, bars[lag:], strict=False) if a | b]
        alike = sum(share_in_common(a, b) >= ALIKE for a, b in pairs)
        if len(pairs) >= PHRASE // 2 and alike >= len(pairs) - 1:
            return True
    return False
