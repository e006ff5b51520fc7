"""Emits a plan of chords bar by bar, and lowers notes that are foreign to it.

Each row has its own plan, so that alternatives differ in harmony. Foreign notes become less
likely and are not forbidden (experiment 2026-11-26-chord-plan). The tune of the leading
part is free, so that it keeps its appoggiaturas (experiment 2026-11-29-free-tune).
"""

import math
from bisect import bisect_right
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.generation.plan import Plan
from engine.generation.planners import bass, chords, tune, under_tune
from engine.generation.reading.chords import StrongBeats, foreign_to
from engine.generation.rules.harmony import ChordTrack, lengths_beyond
from engine.generation.rules.rule import BETWEEN_NOTES, Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.generation.state.heard import NOTHING
from engine.harmony.chord_symbols import Chord, pitch_classes
from engine.harmony.chord_track import chord_at, end_of
from engine.tokens.grammar import Place
from engine.tokens.vocabulary import TokenKind
from engine.values.config import PITCHES

_NEVER = 1e-6  # share that counts as none
_WHOLE = np.ones(PITCHES, np.float32)  # the lean of a part that does not lead


class PlannedChords(Rule):
    """Emits the chords of each row's plan.

    Args:
        plan: A plan that has chords.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    @classmethod
    def of(cls, plan: Plan) -> "PlannedChords | None":
        """Return the rule where chords are planned."""
        return cls(plan) if chords.of(plan) or under_tune.of(plan) else None

    def of_row(self, seed: int) -> Rule:
        """Return the rule that emits the chords of the row's own plan."""
        planned = chords.chords_of(self._plan, seed)
        if not planned:
            return Rule()
        return ChordTrack(planned, self._plan.score, self._plan.grid, self._plan.vocabulary)


class PlannedTones(PlannedChords):
    """Leans notes to the chords of each row's plan."""

    def of_row(self, seed: int) -> Rule:
        """Return the rule that leans to the chords of the row's own plan."""
        planned = chords.chords_of(self._plan, seed)
        return LeanedTones(planned, self._plan) if planned else Rule()


class LeanedTones(Rule):
    """Lowers pitches and lengths that are foreign to the chord; drums and the tune are free.

    No `PitchCost`: the cost depends on the logits themselves, and lengths cost, too.

    Args:
        planned: At least one, ascending by tick.
        plan: The plan of the request.
    """

    places = BETWEEN_NOTES | {Place.VELOCITY}

    def __init__(self, planned: Sequence[Chord], plan: Plan) -> None:
        self._chords = planned
        self._end = end_of(planned, plan.score)
        self._ticks = [chord.tick for chord in planned]
        self._beats, self._grid = StrongBeats(plan.score), plan.grid
        self._priors, self._bass = plan.priors.plan, bass.of(plan)
        self._vocabulary = plan.vocabulary
        self._pitches = plan.vocabulary.span_of(TokenKind.PITCH)
        free = tune.of(plan)
        self._usual = free.foreign
        self._leaning = {
            part: (1.0 - share).astype(np.float32) for part, share in free.share.items()
        }

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Lower pitches and lengths that are foreign to the chord."""
        # No part plays before the first note of a piece.
        if state.part < 0 or state.tick >= self._end or state.voices.is_drums(state.part):
            return
        if state.place == Place.VELOCITY:
            self._shape_lengths(logits, state)
        elif state.may_begin_note and state.tick in self._beats:
            chord = chord_at(self._chords, state.tick)
            tones = pitch_classes(chord)
            if tones:
                foreign = foreign_to(tones)
                nats = self._nats(logits[self._pitches], foreign)
                logits[self._pitches] -= nats * foreign * self._leans(state.part)
            begins = chord.root >= 0 and chord.tick == state.tick
            if begins and state.part == self._bass and not state.grammar_state.together:
                logits[self._pitches] -= self._priors.root * foreign_to(frozenset({chord.root}))

    def _nats(self, pitches: Logits, foreign: NDArray[np.bool_]) -> float:
        """Return the nats against foreign pitches that make them as rare as in the piece.

        Args:
            pitches: The logits of pitches.
            foreign: Which of them are foreign to the chord.
        """
        share = _share_of(pitches, foreign)
        return min(self._priors.foreign, max(0.0, _log_odds(share) - _log_odds(self._usual)))

    def _leans(self, part: int) -> NDArray[np.float32]:
        """Return how much of the lean each pitch of a part has: the tune is free, (128,)."""
        return self._leaning.get(part, _WHOLE)

    def _shape_lengths(self, logits: Logits, state: DecodingState) -> None:
        """Lower lengths with which the begun note would be foreign to the next chord."""
        following = bisect_right(self._ticks, state.tick)
        if following == len(self._chords) or state.heard.pitch == NOTHING:
            return
        change = self._chords[following]
        tones = pitch_classes(change)
        if not tones or state.heard.value(state.heard.pitch) % 12 in tones:
            return
        longer = lengths_beyond(change.tick - state.tick, self._grid, self._vocabulary)
        leaning = self._leans(state.part)[state.heard.value(state.heard.pitch)]
        logits[longer] -= self._priors.held_over * leaning


def _share_of(pitches: Logits, some: NDArray[np.bool_]) -> float:
    """Return the probability of some pitches among all; 0 where none may come."""
    top = float(pitches.max())
    if top == -np.inf:
        return 0.0
    chances = np.exp(pitches - top)
    return float(chances[some].sum() / chances.sum())


def _log_odds(share: float) -> float:
    sure = min(max(share, _NEVER), 1.0 - _NEVER)
    return math.log(sure / (1.0 - sure))
