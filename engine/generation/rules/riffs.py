"""Keeps the riffs that a row goes on with, note for note.

A network that has heard a loop of four bars three times plays it on with a changed note in each
bar, which sounds like a mistake. So all ids that leave a riff lose nats: other notes of its part,
and what comes after its next note. Other parts are free (experiment 2026-11-29-riffs).
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.generation.plan import Plan
from engine.generation.planners import departures, riffs
from engine.generation.rules.rule import Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.generation.state.heard import NOTHING
from engine.planning.riffs import Riff
from engine.tokens.grammar import Place
from engine.tokens.vocabulary import TokenKind

_SOUNDS = frozenset({Place.PITCH, Place.DRUM, Place.VELOCITY})
_IN_PART = frozenset({Place.PART, Place.NOTE})  # places after the part of this position


class _Note(NamedTuple):
    """A note of a riff by ids, in the order in which notes come."""

    position: int
    part: int
    pitch: int


class KeptRiffs(Rule):
    """Lowers ids that leave the riffs that a row keeps.

    Args:
        plan: The plan of the request.
        kept: By part, the riff that goes on.
    """

    def __init__(self, plan: Plan, kept: Mapping[int, Riff]) -> None:
        vocabulary = plan.vocabulary
        first = vocabulary.first_part
        self._plan, self._nats = plan, np.float32(plan.priors.plan.riff)
        self._kept = {
            first + part: (riff, tuple(riffs.bars_of_part(plan, part)))
            for part, riff in kept.items()
        }
        self._written = {first + part for part in plan.voices.parts}
        self._ends = [vocabulary.bar, vocabulary.end]
        self._pitches = vocabulary.span_of(TokenKind.PITCH), vocabulary.span_of(TokenKind.DRUM)
        self._positions = vocabulary.span_of(TokenKind.POSITION)
        # The number of the bar that is written, its parts with riffs, and their notes in order.
        self._bar, self._parts = NOTHING, set[int]()
        self._notes: dict[_Note, list[int]] = {}

    @classmethod
    def of(cls, plan: Plan) -> "KeptRiffs | None":
        """Return the rule where a part has a riff."""
        return cls(plan, {}) if riffs.of(plan) else None

    def of_row(self, seed: int) -> Rule:
        """Return the rule that keeps the riffs of a row."""
        kept = departures.kept(self._plan, seed)
        return KeptRiffs(self._plan, kept) if kept else Rule()

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Lower ids that leave a riff; raise the velocity and the length of its notes."""
        if state.bars_before != self._bar:
            self._read(state.bars_before)
        heard = state.heard
        if not self._parts:
            return
        if state.place in _SOUNDS:
            sound = self._notes.get(_Note(heard.position, heard.part, heard.pitch), [])
            said = sound[1:2] if state.place == Place.VELOCITY else sound[:1]
            logits[said] += self._nats
            return
        is_said = state.place in _IN_PART
        now = _Note(heard.position, heard.part, heard.pitch) if is_said else None
        due = self._due(logits, now or _Note(heard.position, NOTHING, NOTHING), heard.part)
        logits[self._leaving(due, heard.position, heard.part, len(logits))] -= self._nats

    def _read(self, bar: int) -> None:
        """Keep the notes that riffs have in a bar, in order."""
        lasting = {part: each for part, each in self._kept.items() if bar < each[0].bars}
        found = {
            _Note(position, part, pitch): sound
            for part, (riff, bars) in lasting.items()
            for position, parts in bars[len(bars) - riff.period + bar % riff.period].items()
            for pitch, sound in parts[part].items()
        }
        self._bar, self._parts = bar, set(lasting)
        self._notes = dict(sorted(found.items()))

    def _due(self, logits: Logits, now: _Note, playing: int) -> _Note | None:
        """Return the next note of a riff that may still come; None where none may."""
        for note in self._notes:
            here = note.position == now.position
            after = note.pitch if note.part == playing else note.part
            if note > now and logits[after if here else note.position] > -np.inf:
                return note
        return None

    def _leaving(
        self, due: _Note | None, position: int, playing: int, ids: int
    ) -> NDArray[np.bool_]:
        """Return which ids leave a riff, (V,).

        Args:
            due: The next note of a riff.
            position: Id of the current position.
            playing: Id of the part that plays.
            ids: V.
        """
        lost = np.zeros(ids, np.bool_)
        here = due if due is not None and due.position == position else None
        if self._parts >= self._written or here:
            lost[self._positions] = True
        if due is not None:
            lost[self._ends] = True
            lost[due.position + 1 : self._positions.stop] = True
            lost[due.position] = here is not None
        passed = {part for part in self._written if here and here.part < part}
        lost[list(self._parts | passed)] = True
        if playing in self._parts | passed:
            for span in self._pitches:
                lost[span] = True
        if here is not None:
            lost[here.part] = False
            if here.part == playing:
                lost[here.pitch] = False
        return lost
