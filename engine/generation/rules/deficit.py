"""Raises the probability of parts that have fewer notes than usual.

A small model loses a bass for a bar, and then finds it less and less likely, because the bars in
its memory have none. So each part has a deficit, 0 to 1: how far it is behind its usual number of
notes at this place of the bar, and in how many of the last bars. The rule adds nats to the ids that
would fill the deficit. It forbids nothing. A part that rests by the plan of entrances has no
deficit, and one that comes in by it has one. A part that was to go on and has been silent for
`AWAY` bars comes in as one that enters, whatever the model's own strengths are.

Pages: docs/experiments/2026-11-23-registers.md and 2026-11-23-bands.md (parts),
2026-11-25-standing.md (parts that come in), 2026-11-26-entrances.md (the plan of entrances),
2026-11-26-sixty-four-bars.md (lost parts).

Legend: V vocabulary.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from engine.generation.plan import Plan
from engine.generation.planners import entrances
from engine.generation.priors import DeficitPriors, PlanPriors
from engine.generation.reading.habits import BarStatistics, bar_statistics
from engine.generation.rules.rule import NOTES_BEGIN, Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.planning.entrances import NO_LINEUPS, Lineups
from engine.planning.phrases import PHRASE, first_bar_of
from engine.tokens.vocabulary import TokenKind, Vocabulary

_AT_A_TIME = 0.25
"""Share of a bar's usual notes; a part this far behind has a deficit of 1. One beat of four."""

NOTHING_PLAYED: Mapping[int, float] = MappingProxyType({})
"""Notes of parts that may come in: none."""

NO_PLAN = PlanPriors(rest=0.0, enter=0.0)
"""No entrances are planned."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """The notes and parts that a bar should have.

    Attributes:
        bar: Its number.
        fullness: Its notes as a multiple of the usual.
        notes: Those of all parts.
        of_part: Those of each part that should play.
        entering: The parts that have to come in.
        resting: The parts that rest by the plan.
        silent: The parts that would come in of themselves.
    """

    bar: int
    fullness: float
    notes: float
    of_part: Mapping[int, float]
    entering: frozenset[int]
    resting: frozenset[int]
    silent: frozenset[int]


class PartDeficit(Rule):
    """Raises parts that are missing in this bar, and lowers the bar line while the bar is thin.

    A part that was silent enters where the plan of entrances says it. Without such a plan it enters
    where a phrase begins and hardly anywhere else.

    Args:
        usual: Statistics of the bars before.
        vocabulary: The vocabulary.
        priors: The model's strengths.
        planned: Those of the plan.
        fullness: The notes of each bar as a multiple of `usual`; later bars are as the last.
        phrases_from: Bar of the piece from which phrases are counted.
        notes: Notes of a bar of each part that may come in by the plan.
        lineups_of: Returns which parts play in the row with a seed.
    """

    places = NOTES_BEGIN

    def __init__(
        self,
        usual: BarStatistics,
        vocabulary: Vocabulary,
        priors: DeficitPriors,
        *,
        planned: PlanPriors = NO_PLAN,
        fullness: Sequence[float] = (1.0,),
        phrases_from: int = 0,
        notes: Mapping[int, float] = NOTHING_PLAYED,
        lineups_of: Callable[[int], Lineups] = lambda _seed: NO_LINEUPS,
    ) -> None:
        self._usual, self._priors, self._planned = usual, priors, planned
        self._each = {**notes, **usual.each}
        self._lineups_of, self._lineups = lineups_of, NO_LINEUPS
        self._fullness, self._phrases_from = fullness, phrases_from
        self._first_part, self._bar, self._end = (
            vocabulary.first_part,
            vocabulary.bar,
            vocabulary.end,
        )
        self._pitches = [vocabulary.span_of(kind) for kind in (TokenKind.PITCH, TokenKind.DRUM)]
        # By part: its deficits in the last bars, earlier ones decayed. Replaced each bar.
        self._lacked: Mapping[int, float] = {}
        # By part: for how many bars it was to play and did not. Replaced each bar.
        self._silent: Mapping[int, int] = {}
        self._bar_number = 0
        # Of the last bar that was asked for; None where that was before the bar began.
        self._known: _Wanted | None = None

    @classmethod
    def of(cls, plan: Plan) -> "PartDeficit | None":
        """Return the rule where the bars before have notes and the user did not ask for more."""
        if plan.is_bold:
            return None
        if not plan.score.note_count:
            return cls._from_nothing(plan)
        if plan.priors.deficit.part_is_off and entrances.of(plan) is None:
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
        planner = entrances.of(plan)
        return cls(
            usual,
            plan.vocabulary,
            plan.priors.deficit,
            planned=plan.priors.plan,
            fullness=plan.fullness,
            phrases_from=first_bar_of(plan.score),
            notes=planner.habit.notes if planner else NOTHING_PLAYED,
            lineups_of=partial(entrances.lineups, plan),
        )

    @classmethod
    def _from_nothing(cls, plan: Plan) -> "PartDeficit | None":
        """Return the rule that brings in all parts where none has played; None for one part."""
        parts = frozenset(plan.voices.parts)
        request, bars = plan.request, plan.request.bars
        if not request.planned or not bars or len(parts) < 2:
            return None
        everyone = Lineups(before=frozenset(), bars=(parts,) * bars)
        return cls(
            BarStatistics(frozenset(), float(len(parts))),
            plan.vocabulary,
            plan.priors.deficit,
            planned=plan.priors.plan,
            notes=dict.fromkeys(parts, 1.0),
            lineups_of=lambda _seed: everyone,
        )

    def of_row(self, seed: int) -> "PartDeficit":
        """Return the rule with the plan of a row."""
        other = self.branch()
        other._lineups, other._known = self._lineups_of(seed), None
        return other

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Raise missing parts, lower those that rest, and a bar line that would be too early."""
        priors, heard, first = self._priors, state.heard, self._first_part
        wanted = self._wanted_in(state.bar_number)
        passed, lacking = state.share_of_bar, 0.0
        left = 1.0 - passed
        for part, usual in wanted.of_part.items():
            notes = len(heard.struck.get(part, ()))
            if not notes and state.voices.held(part, state.tick):
                continue  # a part that sounds on is not missing
            sure = self._usual.steady.get(part, 1.0)
            lacked = self._lacked.get(part, 0.0) * left
            nats = priors.part + priors.bar_lacked * lacked
            if part in wanted.entering:
                nats = max(nats, self._planned.enter * (1.0 + 2.0 * lacked))
            logits[first + part] += sure * nats * lateness(notes, usual, passed)
            lacking += sure * max(0.0, 1.0 - notes / usual)
        self._shape_silent(logits, state, wanted)
        lacking /= max(1, len(wanted.of_part))
        full = min(1.0, max(-1.0, heard.notes / wanted.notes - 1.0))
        over = full - lacking
        # Late in the bar a missing part would enter at a wrong place, so a thin bar may end.
        logits[self._bar] += priors.bar_end * (over if over > 0 else over * left)
        logits[self._end] += priors.bar_end * over

    def _shape_silent(self, logits: Logits, state: DecodingState, wanted: _Wanted) -> None:
        """Lower parts that would come in of themselves, and those that rest by the plan."""
        priors, heard, first = self._priors, state.heard, self._first_part
        for part in wanted.silent - heard.struck.keys():
            entered = part in heard.struck_before
            entry = self._entry(state.bar.piece_bar, wanted.fullness)
            logits[first + part] += priors.part if entered else entry
        for part in wanted.resting:
            logits[first + part] -= self._planned.rest
        if state.part in wanted.resting:
            # The part that played last goes on without its id.
            for span in self._pitches:
                logits[span] -= self._planned.rest

    def begin_bar(self, state: DecodingState) -> None:
        """Add the deficit of each part in the bar that is over."""
        # A bar of the piece may be several of the vocabulary, so this is not the number less one.
        fullness, parts = self._fullness_of(self._bar_number), self._parts_of(self._bar_number)
        self._bar_number = state.bar_number
        struck = state.heard.struck_before
        self._lacked = {
            part: self._priors.kept * self._lacked.get(part, 0.0)
            + max(0.0, 1.0 - len(struck.get(part, ())) / self._wanted(part, fullness))
            for part in parts
        }
        self._silent = {
            part: 0 if struck.get(part) else self._silent.get(part, 0) + 1 for part in parts
        }
        self._known = None

    def branch(self) -> "PartDeficit":
        """Return an independent copy."""
        return copy(self)  # its state is replaced, never changed

    def _wanted_in(self, bar: int) -> _Wanted:
        """Return the notes and parts of a bar; the same for all its ids."""
        if self._known is None or self._known.bar != bar:
            self._known = self._wanted_anew(bar)
        return self._known

    def _wanted_anew(self, bar: int) -> _Wanted:
        fullness, parts = self._fullness_of(bar), self._parts_of(bar)
        resting = self._lineups.resting(bar)
        return _Wanted(
            bar=bar,
            fullness=fullness,
            notes=self._usual.notes * fullness * self._share_of(parts),
            of_part={part: self._wanted(part, fullness) for part in parts},
            entering=self._entering(bar),
            resting=resting,
            silent=self._usual.silent - parts - resting,
        )

    def _parts_of(self, bar: int) -> frozenset[int]:
        """Return the parts that should play in a bar: the usual ones, changed by the plan."""
        lineups = self._lineups
        return (self._usual.parts - lineups.resting(bar)) | lineups.entering(bar)

    def _entering(self, bar: int) -> frozenset[int]:
        """Return the parts that have to come in by the plan; none without one."""
        if not self._lineups.bars:
            return frozenset()
        away = {part for part, bars in self._silent.items() if bars >= AWAY}
        return self._lineups.entering(bar) | away

    def _share_of(self, parts: AbstractSet[int]) -> float:
        """Return the notes of a bar with these parts, as a multiple of the usual; not 0."""
        usual = sum(self._each.get(part, 1.0) for part in self._usual.parts)
        wanted = sum(self._each.get(part, 1.0) for part in parts)
        return wanted / usual if wanted and usual else 1.0

    def _entry(self, bar: int, fullness: float) -> float:
        """Return the nats for a silent part that would enter and is not planned to."""
        if not self._lineups.bars and (bar - self._phrases_from) % PHRASE == 0:
            return self._priors.phrase_entry
        return -self._priors.entry if fullness <= 1.0 else 0.0

    def _fullness_of(self, bar: int) -> float:
        return self._fullness[min(bar, len(self._fullness) - 1)]

    def _wanted(self, part: int, fullness: float) -> float:
        """Return how many notes a part should have in a bar."""
        return max(1.0, self._each.get(part, 1.0) * min(1.0, fullness))
