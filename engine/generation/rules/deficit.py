"""Raises the probability of parts and onsets that have fewer notes than usual.

A small model loses a bass for a bar, and then finds it less and less likely, because the bars in
its memory have none. So each cell (a part, an onset of a bar) has a deficit, 0 to 1: how far it is
behind its usual number of notes at this place of the bar, and in how many of the last bars. The
rule adds nats to the ids that would fill the deficit. It forbids nothing. A part that rests by the
plan of entrances has no deficit, and one that comes in by it has one. A part that was to go on and
has been silent for `AWAY` bars comes in as one that enters, whatever the model's own strengths are.

Pages: docs/experiments/2026-11-23-registers.md and 2026-11-23-bands.md (parts),
2026-11-25-standing.md (parts that come in), 2026-11-24-groove.md (onsets),
2026-11-26-entrances.md (the plan of entrances), 2026-11-26-sixty-four-bars.md (lost parts).

Legend: V vocabulary, L positions of a bar, W most notes that a part strikes at once.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from functools import lru_cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from engine.generation.plan import Plan
from engine.generation.priors import DeficitPriors, PlanPriors
from engine.generation.reading.habits import (
    BarStatistics,
    OnsetPattern,
    bar_statistics,
    onset_pattern,
)
from engine.generation.rules.rule import NOTES_BEGIN, Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.planning.entrances import NO_LINEUPS, Lineups
from engine.planning.phrases import PHRASE, first_bar_of
from engine.tokens.grammar import NOTHING
from engine.tokens.vocabulary import TokenKind, Vocabulary

_AT_A_TIME = 0.25
"""Share of a bar's usual notes; a part this far behind has a deficit of 1. One beat of four."""

# Results that are kept: the rows of a request repeat the same few.
_PASSED_KEPT = 1024

NOTHING_PLAYED: Mapping[int, float] = MappingProxyType({})
"""Notes of parts that may come in: none."""

NO_PLAN = PlanPriors(rest=0.0, enter=0.0)
"""No entrances are planned."""

AWAY = 4
"""Bars without a note after which a part that plays by the plan has to come in again."""

_MOST_PASSED = 2.0
"""Most onsets that count against later positions, so that no id falls to −10 after a long rest."""


def lateness(notes: int, usual: float, passed: float) -> float:
    """Return how far a cell is behind, 0 to 1; 1 if it has no note in this bar.

    Args:
        notes: Its notes in this bar.
        usual: Those of a usual bar.
        passed: Share of the bar that has passed.
    """
    if not notes:
        return 1.0
    return min(1.0, max(0.0, usual * passed - notes) / max(1.0, _AT_A_TIME * usual))


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

    @classmethod
    def of(cls, plan: Plan) -> "PartDeficit | None":
        """Return the rule where the bars before have notes and the user did not ask for more."""
        if plan.is_bold:
            return None
        if not plan.score.note_count:
            return cls._from_nothing(plan)
        if plan.priors.deficit.part_is_off and plan.entrances is None:
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
            plan.priors.deficit,
            planned=plan.priors.plan,
            fullness=plan.fullness,
            phrases_from=first_bar_of(plan.score),
            notes=plan.entrances.habit.notes if plan.entrances else NOTHING_PLAYED,
            lineups_of=plan.lineups,
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
        other._lineups = self._lineups_of(seed)
        return other

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Raise missing parts, lower those that rest, and a bar line that would be too early."""
        priors, heard, first = self._priors, state.heard, self._first_part
        fullness, parts = self._fullness_of(state.bar_number), self._parts_of(state.bar_number)
        passed, lacking = state.share_of_bar, 0.0
        left = 1.0 - passed
        entering = self._entering(state.bar_number)
        for part in parts:
            usual, notes = self._wanted(part, fullness), len(heard.struck.get(part, ()))
            if not notes and state.voices.held(part, state.tick):
                continue  # a part that sounds on is not missing
            sure = self._usual.steady.get(part, 1.0)
            lacked = self._lacked.get(part, 0.0) * left
            nats = priors.part + priors.bar_lacked * lacked
            if part in entering:
                nats = max(nats, self._planned.enter * (1.0 + 2.0 * lacked))
            logits[first + part] += sure * nats * lateness(notes, usual, passed)
            lacking += sure * max(0.0, 1.0 - notes / usual)
        self._shape_silent(logits, state, parts)
        lacking /= max(1, len(parts))
        usual_notes = self._usual.notes * fullness * self._share_of(parts)
        full = min(1.0, max(-1.0, heard.notes / usual_notes - 1.0))
        over = full - lacking
        # Late in the bar a missing part would enter at a wrong place, so a thin bar may end.
        logits[self._bar] += priors.bar_end * (over if over > 0 else over * left)
        logits[self._end] += priors.bar_end * over

    def _shape_silent(
        self, logits: Logits, state: DecodingState, playing: AbstractSet[int]
    ) -> None:
        """Lower parts that would come in of themselves, and those that rest by the plan."""
        priors, heard, first = self._priors, state.heard, self._first_part
        resting = self._lineups.resting(state.bar_number)
        entry = self._entry(state.bar.piece_bar, self._fullness_of(state.bar_number))
        for part in self._usual.silent - heard.struck.keys() - playing - resting:
            entered = part in heard.struck_before
            logits[first + part] += priors.part if entered else entry
        for part in resting:
            logits[first + part] -= self._planned.rest
        if state.part in resting:
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

    def branch(self) -> "PartDeficit":
        """Return an independent copy."""
        return copy(self)  # its state is replaced, never changed

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


class OnsetDeficit(Rule):
    """Raises onsets that most bars had, and lowers positions beyond one that is due.

    A small model keeps the density of an accompaniment and loses its rhythm. A tune's long note
    rings on, and drums keep time by themselves: the rule leaves both alone.

    Args:
        pattern: For each part, how sure an onset is at each position.
        vocabulary: The vocabulary.
        nats: For an onset that each of very many bars had.
        tunes: Parts of one voice, whose long notes ring on.
        fullness: The notes of each bar as a multiple of the usual, below 1 for emptier bars; later
            bars are as the last.
        lineups_of: Returns which parts play in the row with a seed.
    """

    places = NOTES_BEGIN

    def __init__(
        self,
        pattern: OnsetPattern,
        vocabulary: Vocabulary,
        nats: float,
        *,
        tunes: AbstractSet[int] = frozenset(),
        fullness: Sequence[float] = (1.0,),
        lineups_of: Callable[[int], Lineups] = lambda _seed: NO_LINEUPS,
    ) -> None:
        self._nats, self._fullness = nats, fullness
        self._lineups_of = lineups_of
        self._made_of = (pattern, vocabulary, tunes)
        # By resting parts: the rule for bars in which they rest.
        self._fewer: dict[frozenset[int], OnsetDeficit] = {}
        # Single numbers are looked up, and a list does that faster than an array.
        self._pattern: dict[int, list[list[float]]] = {
            part: sure.tolist() for part, sure in pattern.items()
        }
        self._tunes = {part: sure[:, 0] for part, sure in pattern.items() if part in tunes}
        others = [sure[:, 0] for part, sure in pattern.items() if part not in tunes]
        self._length = len(next(iter(pattern.values()), ()))
        self._steady = np.max([np.zeros(self._length), *others], axis=0)
        self._lengths: list[int] = vocabulary.meter_lengths.tolist()
        self._first_position = vocabulary.first_of(TokenKind.POSITION)
        self._pitches = vocabulary.span_of(TokenKind.PITCH)
        self._parts = vocabulary.span_of(TokenKind.PART)
        self._ends = (vocabulary.bar, vocabulary.end)
        self._passed = lru_cache(maxsize=_PASSED_KEPT)(self._passed_after)

    @classmethod
    def of(cls, plan: Plan) -> "OnsetDeficit | None":
        """Return the rule where written parts have a pattern of onsets."""
        if plan.is_bold or not plan.priors.deficit.onset:
            return None
        pattern = onset_pattern(
            plan.own_music,
            plan.parts,
            plan.voices.parts,
            grid=plan.grid,
            start=plan.usual_until,
            since=plan.request.since,
        )
        if not pattern:
            return None
        return cls(
            pattern,
            plan.vocabulary,
            plan.priors.deficit.onset,
            tunes=plan.voices.tunes,
            fullness=plan.fullness,
            lineups_of=plan.lineups,
        )

    def of_row(self, seed: int) -> Rule:
        """Return the rule for the parts that play by the plan of a row."""
        lineups = self._lineups_of(seed)
        return PlannedOnsets(self, lineups) if lineups.changes else self

    def without(self, parts: frozenset[int]) -> "OnsetDeficit":
        """Return the rule for bars in which these parts rest; rows share it."""
        pattern, vocabulary, tunes = self._made_of
        resting = frozenset(part for part in pattern if part in parts)
        if not resting:
            return self
        if (known := self._fewer.get(resting)) is None:
            playing = {part: sure for part, sure in pattern.items() if part not in resting}
            known = OnsetDeficit(
                playing, vocabulary, self._nats, tunes=tunes, fullness=self._fullness
            )
            self._fewer[resting] = known
        return known

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Raise parts that are due here, and lower the positions beyond a due onset."""
        grammar, length = state.grammar_state, self._length
        if grammar.meter == NOTHING:
            return
        if self._lengths[grammar.meter] != length:
            return  # the pattern says nothing about bars of another length
        nats = self._nats * min(1.0, self._fullness_of(state.bar_number))
        here = max(-1, grammar.position)
        due = self._due(state, here)
        for part, sure in due.items():
            logits[self._parts.start + part] += nats * sure
        if grammar.part in due:
            logits[self._pitches] += nats * due[grammar.part]
            if grammar.together:  # parts come in order: after a later one this chord stays thin
                later = self._parts.start + grammar.part + 1
                logits[later : self._parts.stop] -= nats * due[grammar.part]
        passed = self._passed(here, self._free(state, here)) + max(due.values(), default=0.0)
        against = (nats * np.minimum(_MOST_PASSED, passed)).astype(np.float32)
        first = self._first_position
        logits[first + here + 1 : first + length] -= against[:-1]
        for end in self._ends:
            logits[end] -= against[-1]

    def _due(self, state: DecodingState, here: int) -> dict[int, float]:
        """Return the parts that usually begin more notes here, with the certainty of each."""
        if here < 0:
            return {}
        grammar, due = state.grammar_state, {}
        for part, sure in self._pattern.items():
            struck, shares = grammar.together if part == grammar.part else 0, sure[here]
            gone_by = grammar.together and part < grammar.part
            if not gone_by and struck < len(shares) and shares[struck]:
                due[part] = shares[struck]
        return due

    def _free(self, state: DecodingState, here: int) -> tuple[int, ...]:
        """Return for each tune the number of later positions before its last note ends."""
        position_from, rings_until = state.position_from, state.voices.rings_until
        return tuple(max(0, position_from(rings_until(part)) - here - 1) for part in self._tunes)

    def _passed_after(self, here: int, free: tuple[int, ...]) -> NDArray[np.float64]:
        """Return how many onsets have passed at each later position and at the end, (L − here,)."""
        return np.cumsum(np.concatenate([[0.0], self._coming(here, free)]))

    def _coming(self, here: int, free: Sequence[int]) -> NDArray[np.float64]:
        """Return the certainty of a note of a part at each later position, (L − 1 − here,)."""
        coming: NDArray[np.float64] = self._steady[here + 1 :]
        for sure, first in zip(self._tunes.values(), free, strict=True):
            later = sure[here + 1 :]
            # A tune's long note is not cut short for the next one.
            coming = np.maximum(coming, np.where(np.arange(len(later)) < first, 0.0, later))
        return coming

    def _fullness_of(self, bar: int) -> float:
        return self._fullness[min(bar, len(self._fullness) - 1)]


class PlannedOnsets(Rule):
    """The rule for onsets of the parts that play by the plan of a row.

    Args:
        usual: The rule for all parts.
        lineups: Which parts play.
    """

    places = NOTES_BEGIN

    def __init__(self, usual: OnsetDeficit, lineups: Lineups) -> None:
        self._usual, self._lineups = usual, lineups

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Shape by the onsets of the parts that do not rest in this bar."""
        resting = self._lineups.resting(state.bar_number)
        self._usual.without(resting).shape(logits, state)
