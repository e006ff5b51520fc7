"""Emits a plan of chords bar by bar, and lowers notes that are foreign to it.

Each row has its own plan, so that alternatives differ in harmony. Foreign notes become less
likely and are not forbidden, so that a tune keeps its appoggiaturas
(docs/experiments/2026-11-26-chord-plan.md).
"""

from collections.abc import Sequence

import numpy as np

from engine.generation.plan import Plan
from engine.generation.planners import bass, chords
from engine.generation.reading.chords import is_strong
from engine.generation.rules.harmony import ChordTrack
from engine.generation.rules.rule import BETWEEN_NOTES, Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.generation.state.heard import NOTHING
from engine.music.chord_symbols import Chord, pitch_classes
from engine.music.chord_track import chord_at, end_of
from engine.tokens.grammar import Place
from engine.tokens.vocabulary import TokenKind


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
        return cls(plan) if chords.of(plan) else None

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
    """Lowers pitches and lengths that are foreign to the chord; drums are free.

    Args:
        planned: At least one, ascending by tick.
        plan: The plan of the request.
    """

    places = BETWEEN_NOTES | {Place.VELOCITY}

    def __init__(self, planned: Sequence[Chord], plan: Plan) -> None:
        self._chords = planned
        self._end = end_of(planned, plan.score)
        self._score, self._grid = plan.score, plan.grid
        self._priors, self._bass = plan.priors.plan, bass.of(plan)
        vocabulary = plan.vocabulary
        self._pitches = vocabulary.span_of(TokenKind.PITCH)
        self._classes = np.arange(self._pitches.stop - self._pitches.start) % 12
        self._durations = vocabulary.span_of(TokenKind.DURATION)
        self._lengths = vocabulary.durations

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Lower pitches and lengths that are foreign to the chord."""
        # No part plays before the first note of a piece.
        if state.part < 0 or state.tick >= self._end or state.voices.is_drums(state.part):
            return
        if state.place == Place.VELOCITY:
            self._shape_lengths(logits, state)
        elif state.may_begin_note and is_strong(state.tick, self._score):
            chord = chord_at(self._chords, state.tick)
            tones = pitch_classes(chord)
            if tones:
                foreign = ~np.isin(self._classes, list(tones))
                logits[self._pitches][foreign] -= self._priors.foreign
            begins = chord.root >= 0 and chord.tick == state.tick
            if begins and state.part == self._bass and not state.grammar_state.together:
                logits[self._pitches][self._classes != chord.root] -= self._priors.root

    def _shape_lengths(self, logits: Logits, state: DecodingState) -> None:
        """Lower lengths with which the begun note would be foreign to the next chord."""
        change = next((chord for chord in self._chords if chord.tick > state.tick), None)
        if change is None or state.heard.pitch == NOTHING:
            return
        tones = pitch_classes(change)
        if not tones or state.heard.value(state.heard.pitch) % 12 in tones:
            return
        rest = self._grid.nearest(change.tick - state.tick)
        kept = int(np.searchsorted(self._lengths, rest, side="right"))
        longer = slice(self._durations.start + max(1, kept), self._durations.stop)
        logits[longer] -= self._priors.held_over
