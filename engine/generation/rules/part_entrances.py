"""Brings parts in and lets them rest by the plan of entrances.

A part that comes in by the plan, and one that was to go on and has been silent for `AWAY` bars, has
a deficit, 0 to 1: how far it is behind its usual number of notes at this place of the bar, and in
how many of the last bars. The rule adds nats to the ids that would fill the deficit, and takes some
from parts that rest. It forbids nothing.

Pages: experiment 2026-11-26-entrances (the plan), 2026-11-26-sixty-four-bars (lost
parts); 2026-11-29-own-models says why parts that go on by themselves have no deficit.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from engine.generation.plan import Plan
from engine.generation.planners import entrances
from engine.generation.priors import PlanPriors
from engine.generation.reading.habits import BarStatistics, bar_statistics
from engine.generation.rules.rule import NOTES_BEGIN, Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.planning.entrances import NO_LINEUPS, Lineups
from engine.tokens.vocabulary import TokenKind, Vocabulary

_AT_A_TIME = 0.25
"""Share of a bar's usual notes; a part this far behind has a deficit of 1. One beat of four."""

NOTHING_PLAYED: Mapping[int, float] = MappingProxyType({})
"""Notes of parts that may come in: none."""

KEPT = 0.7
"""Share of the deficit of a bar that is left after the next one."""

AWAY = 4
"""Bars without a note after which a part that plays by the plan has to come in again."""


def lateness(notes: int, usual: float, passed: float) -> float:
    """Return how far a part is behind, 0 to 1; 1 if it has no note in this bar.

    Args:
        notes: Its notes in this bar.
        usual: Those of a usual bar.
        passed: Share of the bar that has passed.
    """
    if not notes:
        return 1.0
    return min(1.0, max(0.0, usual * passed - notes) / max(1.0, _AT_A_TIME * usual))


@dataclass(frozen=True, slots=True)
class _Planned:
    """The plan of a bar.

    Attributes:
        bar: Its number.
        entering: The notes that it should have of each part that has to come in.
        resting: The parts that rest.
    """

    bar: int
    entering: Mapping[int, float]
    resting: frozenset[int]


class PartEntrances(Rule):
    """Raises parts that come in by the plan, and lowers those that rest.

    Args:
        usual: Statistics of the bars before.
        vocabulary: The vocabulary.
        priors: Strengths of the plan.
        fullness: The notes of each bar as a multiple of `usual`; later bars are as the last.
        notes: Notes of a bar of each part that may come in by the plan.
        lineups_of: Returns which parts play in the row with a seed.
    """

    places = NOTES_BEGIN

    def __init__(
        self,
        usual: BarStatistics,
        vocabulary: Vocabulary,
        priors: PlanPriors,
        *,
        fullness: Sequence[float] = (1.0,),
        notes: Mapping[int, float] = NOTHING_PLAYED,
        lineups_of: Callable[[int], Lineups],
    ) -> None:
        self._usual, self._priors = usual, priors
        self._each = {**notes, **usual.each}
        self._lineups_of, self._lineups = lineups_of, NO_LINEUPS
        self._fullness, self._first_part = fullness, vocabulary.first_part
        self._pitches = [vocabulary.span_of(kind) for kind in (TokenKind.PITCH, TokenKind.DRUM)]
        # By part: its deficits in the last bars, earlier ones decayed. Replaced each bar.
        self._lacked: Mapping[int, float] = {}
        # By part: for how many bars it was to play and did not. Replaced each bar.
        self._silent: Mapping[int, int] = {}
        self._bar_number = 0
        # Of the last bar that was asked for; None where that was before the bar began.
        self._known: _Planned | None = None

    @classmethod
    def of(cls, plan: Plan) -> "PartEntrances | None":
        """Return the rule where entrances are planned, or all parts begin a piece."""
        if plan.is_bold:
            return None
        if not plan.score.note_count:
            return cls._from_nothing(plan)
        planner = entrances.of(plan)
        if planner is None:
            return None
        usual = bar_statistics(
            plan.own_music,
            plan.parts,
            plan.voices.parts,
            start=plan.usual_until,
            since=plan.request.since,
        )
        if not usual.notes:
            return None
        return cls(
            usual,
            plan.vocabulary,
            plan.priors.plan,
            fullness=plan.fullness,
            notes=planner.habit.notes,
            lineups_of=partial(entrances.lineups, plan),
        )

    @classmethod
    def _from_nothing(cls, plan: Plan) -> "PartEntrances | None":
        """Return the rule that brings in all parts where none has played; None for one part."""
        parts = frozenset(plan.voices.parts)
        request, bars = plan.request, plan.request.bars
        if not request.planned or not bars or len(parts) < 2:
            return None
        everyone = Lineups(before=frozenset(), bars=(parts,) * bars)
        return cls(
            BarStatistics(frozenset(), float(len(parts))),
            plan.vocabulary,
            plan.priors.plan,
            notes=dict.fromkeys(parts, 1.0),
            lineups_of=lambda _seed: everyone,
        )

    def of_row(self, seed: int) -> "PartEntrances":
        """Return the rule with the plan of a row."""
        other = self.branch()
        other._lineups, other._known = self._lineups_of(seed), None
        return other

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Raise parts that are to come in, and lower those that rest."""
        heard, passed = state.heard, state.share_of_bar
        planned = self._planned_in(state.bar_number)
        for part, usual in planned.entering.items():
            notes = len(heard.struck.get(part, ()))
            if not notes and state.voices.held(part, state.tick):
                continue  # a part that sounds on is not missing
            # Late in the bar a missing part would enter at a wrong place.
            lacked = self._lacked.get(part, 0.0) * (1.0 - passed)
            nats = self._priors.enter * (1.0 + 2.0 * lacked)
            sure = self._usual.steady.get(part, 1.0)
            logits[self._first_part + part] += sure * nats * lateness(notes, usual, passed)
        for part in planned.resting:
            logits[self._first_part + part] -= self._priors.rest
        if state.part in planned.resting:
            # The part that played last goes on without its id.
            for span in self._pitches:
                logits[span] -= self._priors.rest

    def begin_bar(self, state: DecodingState) -> None:
        """Add the deficit of each part in the bar that is over."""
        # A bar of the piece may be several of the vocabulary, so this is not the number less one.
        fullness, parts = self._fullness_of(self._bar_number), self._parts_of(self._bar_number)
        self._bar_number = state.bar_number
        struck = state.heard.struck_before
        self._lacked = {
            part: KEPT * self._lacked.get(part, 0.0)
            + max(0.0, 1.0 - len(struck.get(part, ())) / self._wanted(part, fullness))
            for part in parts
        }
        self._silent = {
            part: 0 if struck.get(part) else self._silent.get(part, 0) + 1 for part in parts
        }
        self._known = None

    def branch(self) -> "PartEntrances":
        """Return an independent copy."""
        return copy(self)  # its state is replaced, never changed

    def _planned_in(self, bar: int) -> _Planned:
        """Return the plan of a bar; the same for all its ids."""
        if self._known is None or self._known.bar != bar:
            fullness = self._fullness_of(bar)
            entering = {part: self._wanted(part, fullness) for part in self._entering(bar)}
            self._known = _Planned(bar, entering, self._lineups.resting(bar))
        return self._known

    def _parts_of(self, bar: int) -> frozenset[int]:
        """Return the parts that should play in a bar: the usual ones, changed by the plan."""
        lineups = self._lineups
        return (self._usual.parts - lineups.resting(bar)) | lineups.entering(bar)

    def _entering(self, bar: int) -> frozenset[int]:
        """Return the parts that have to come in by the plan; none without one."""
        if not self._lineups.bars:
            return frozenset()
        away = {part for part, bars in self._silent.items() if bars >= AWAY}
        return (self._lineups.entering(bar) | away) & self._parts_of(bar)

    def _fullness_of(self, bar: int) -> float:
        return self._fullness[min(bar, len(self._fullness) - 1)]

    def _wanted(self, part: int, fullness: float) -> float:
        """Return how many notes a part should have in a bar."""
        return max(1.0, self._each.get(part, 1.0) * min(1.0, fullness))
