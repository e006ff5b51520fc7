"""Plans which parts play in the phrases to come, by the habit of the piece.

In real music parts come in and fall silent where phrases begin. How often they do differs from
piece to piece: in a quartet hardly ever, in a band at three of four phrases. So the chance that a
part stays, returns or plays for the first time has a beta distribution over songs, and what the
piece did so far updates it.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from statistics import median
from typing import NamedTuple

import numpy as np

from engine.planning.phrases import PHRASE, first_bar_of
from engine.planning.sections import SectionBar, SectionPlan
from engine.planning.theme import Theme
from engine.values.score import Note, Score
from engine.values.time import BarMap

PLAYING_SHARE = 0.5
"""Share of the bars of a phrase in which a part must sound to count as playing in it."""


class Chance(NamedTuple):
    """A beta distribution of a chance over songs.

    Attributes:
        yes: Its first parameter.
        no: Its second one.
    """

    yes: float
    no: float

    def after(self, yes: int, no: int) -> float:
        """Return the mean after what a piece did so often, and so often did not."""
        return (self.yes + yes) / (self.yes + self.no + yes + no)


STAYS = Chance(7.68, 0.32)
"""That a part plays in the phrase after one that it plays in."""

RETURNS = Chance(2.2, 1.8)
"""That a part that played before and rests plays in the next phrase."""

ENTERS = Chance(2.0, 3.0)
"""That a part that has not played yet plays in the next phrase. All three are fitted to real songs
(experiment 2026-11-26-entrances), this one to the first phrases after 182 prompts: fitted to whole
songs it is .48, and bands are full too soon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartHabit:
    """When the parts of a piece played so far.

    Attributes:
        sounding: The bars in which each part that may play sounds.
        notes: The median of the notes that each part begins in a bar, where it begins any.
        drums: The parts that are drums.
        first: The bar in which the first phrase begins.
        past: The first bar to come.
    """

    sounding: Mapping[int, frozenset[int]]
    notes: Mapping[int, float]
    drums: frozenset[int]
    first: int
    past: int

    @property
    def parts(self) -> frozenset[int]:
        """All parts that may play."""
        return frozenset(self.sounding)

    @property
    def playing(self) -> frozenset[int]:
        """The parts that play in the last bars before those to come."""
        return self.playing_in(max(0, self.past - PHRASE), self.past)

    def playing_in(self, first: int, past: int) -> frozenset[int]:
        """Return the parts that sound in at least half of some bars.

        Args:
            first: The first bar.
            past: The bar after the last.
        """
        enough, bars = max(1.0, PLAYING_SHARE * (past - first)), range(first, past)
        return frozenset(
            part for part, held in self.sounding.items() if len(held.intersection(bars)) >= enough
        )

    def phrases(self) -> tuple[frozenset[int], ...]:
        """Return the parts that play in each whole phrase, in order."""
        begins = range(self.first, self.past - PHRASE + 1, PHRASE)
        return tuple(self.playing_in(bar, bar + PHRASE) for bar in begins)

    def turns(self) -> "Turns":
        """Return how often parts came in and fell silent where phrases began."""
        turns, played = Turns(), frozenset[int]()
        heard = frozenset(self.notes)
        for before, now in pairwise(self.phrases()):
            played |= before
            turns = turns.adding(before, played - before, heard - played, now=now)
        return turns


class Turns(NamedTuple):
    """How often parts did something where a phrase began, and how often they did not.

    Attributes:
        stays: Of parts that played in the phrase before.
        returns: Of parts that rested in it and had played before.
        enters: Of parts that had not played.
    """

    stays: tuple[int, int] = (0, 0)
    returns: tuple[int, int] = (0, 0)
    enters: tuple[int, int] = (0, 0)

    def adding(self, *groups: frozenset[int], now: frozenset[int]) -> "Turns":
        """Return the counts with those of one more phrase.

        Args:
            groups: The parts of each kind.
            now: The parts that play in the phrase.
        """
        return Turns(
            *(
                (yes + len(group & now), no + len(group - now))
                for (yes, no), group in zip(self, groups, strict=True)
            )
        )


def habit_of(
    score: Score,
    notes: Mapping[int, Sequence[Note]],
    *,
    start: int,
    drums: Collection[int] = (),
) -> PartHabit:
    """Return when parts played in the bars before a tick.

    Args:
        score: Whose bars they are.
        notes: The notes of each part that may play, sorted.
        start: Tick in the first bar to come.
        drums: The parts that are drums.
    """
    bars = BarMap.of(score)
    past = bars.bar_at(start)
    end = bars.start_of(past)
    sounding: dict[int, frozenset[int]] = {}
    medians: dict[int, float] = {}
    for part, played in notes.items():
        held: set[int] = set()
        begun: Counter[int] = Counter()
        for note in takewhile(lambda each: each.start < end, played):
            bar = bars.bar_at(note.start)
            begun[bar] += 1
            held.update(range(bar, bars.bar_at(max(note.start, min(note.end, end) - 1)) + 1))
        sounding[part] = frozenset(held)
        if begun:
            medians[part] = float(median(begun.values()))
    return PartHabit(
        sounding=sounding,
        notes=medians,
        drums=frozenset(drums),
        first=first_bar_of(score),
        past=past,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Lineups:
    """The parts that play in each bar of one plan; empty without a plan.

    Attributes:
        before: The parts that play before the first bar.
        bars: The parts of each bar; later bars have those of the last.
    """

    before: frozenset[int] = frozenset()
    bars: tuple[frozenset[int], ...] = ()

    def entering(self, bar: int) -> frozenset[int]:
        """Return the parts that play in a bar and did not before the first.

        Args:
            bar: Counted from the first of the plan.
        """
        return self._at(bar) - self.before

    def resting(self, bar: int) -> frozenset[int]:
        """Return the parts that rest in a bar, of those that play before or in another one.

        Args:
            bar: Counted from the first of the plan.
        """
        return self.before.union(*self.bars) - self._at(bar) if self.bars else frozenset()

    @property
    def changes(self) -> bool:
        """Whether any part comes in or falls silent."""
        return any(each != self.before for each in self.bars)

    def _at(self, bar: int) -> frozenset[int]:
        return self.bars[min(bar, len(self.bars) - 1)] if self.bars else frozenset()


NO_LINEUPS = Lineups()
"""Without a plan."""


def phrases_begin(
    score: Score, sections: SectionPlan | None, *, first: int, bars: int
) -> tuple[bool, ...]:
    """Return for each bar to come whether a phrase begins there.

    Phrases are counted from the beginning of a section, where one has begun, else from that of the
    piece.

    Args:
        score: The piece.
        sections: The form of these bars; None where they have none.
        first: The first bar.
        bars: How many they are.
    """
    starts = [section.first for section in sections.sections] if sections else []
    origins = [first_bar_of(score), *starts]
    return tuple(
        (bar - max((each for each in origins if each <= bar), default=origins[0])) % PHRASE == 0
        for bar in range(first, first + bars)
    )


class EntrancePlanner:
    """Draws which parts play in each bar to come.

    Args:
        habit: Of the bars before.
        begins: For each bar whether a phrase begins there.
        sections: The place of each bar in the form; bars beyond the last have none.
        theme: Says which bars return to the beginning of the piece; None where none do.
        may_enter: Whether parts may come in.
        may_leave: Whether parts may fall silent.

    Attributes:
        habit: Of the bars before.
    """

    def __init__(
        self,
        habit: PartHabit,
        begins: Sequence[bool],
        *,
        sections: Sequence[SectionBar] = (),
        theme: Theme | None = None,
        may_enter: bool = True,
        may_leave: bool = True,
    ) -> None:
        self.habit = habit
        self._begins, self._sections, self._theme = begins, sections, theme
        self._may_enter, self._may_leave = may_enter, may_leave
        turns = habit.turns()
        self._stays = STAYS.after(*turns.stays)
        self._returns = RETURNS.after(*turns.returns)
        self._enters = ENTERS.after(*turns.enters)

    def plan(self, seed: int) -> Lineups:
        """Return the parts that play in each bar; the same seed gives the same plan."""
        rng = np.random.default_rng(seed)
        played = frozenset(self.habit.notes)
        bars: list[frozenset[int]] = []
        now = self.habit.playing
        sections = self._theme.returning(seed) if self._theme else self._sections
        for index, begins in enumerate(self._begins):
            if begins:
                again = self._again(index, bars, sections)
                wanted = self._drawn(now, played, rng) if again is None else again
                now = self._allowed(wanted, now=now)
                played |= now
            bars.append(now)
        return Lineups(before=self.habit.playing, bars=tuple(bars))

    def _again(
        self, index: int, bars: Sequence[frozenset[int]], sections: Sequence[SectionBar]
    ) -> frozenset[int] | None:
        """Return the parts of the section that comes again in a bar; None where none does."""
        back, since = sections[index] if index < len(sections) else SectionBar()
        if back == 0 or since >= 0:
            return None
        if back <= index:
            return bars[index - back]
        source = max(0, self.habit.past + index - back)
        return self.habit.playing_in(source, min(source + PHRASE, self.habit.past))

    def _drawn(
        self, now: frozenset[int], played: frozenset[int], rng: np.random.Generator
    ) -> frozenset[int]:
        """Return parts for the next phrase."""
        drawn = set()
        for part in sorted(self.habit.parts):
            silent = self._returns if part in played else self._enters
            if rng.random() < (self._stays if part in now else silent):
                drawn.add(part)
        return frozenset(drawn)

    def _allowed(self, wanted: frozenset[int], *, now: frozenset[int]) -> frozenset[int]:
        """Return wanted parts so that pitched music goes on and no wish is contradicted."""
        if not self._may_enter:
            wanted &= now
        if not self._may_leave:
            wanted |= now
        pitched = now - self.habit.drums
        if not wanted or (pitched and not wanted - self.habit.drums):
            return wanted | (pitched or now)
        return wanted
