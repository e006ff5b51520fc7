"""Leans drums that are added to other parts to a planned beat.

A network that has heard no drums yet begins with any of them and repeats that: a snare in
sixteenths, a kick on each eighth. The plan (`engine/planning/grooves.py`) says which hits come
where; the rule raises the next one and lowers others, so that the network still adds what it is
sure of (experiment 2026-11-26-drums).
"""

from collections.abc import Callable
from copy import copy
from itertools import count

import numpy as np

from engine.generation.plan import Plan
from engine.generation.planners import drums
from engine.generation.reading.bars import Grid
from engine.generation.rules.rule import BETWEEN_NOTES, Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.generation.state.heard import NOTHING
from engine.planning.grooves import DrumPlanner, Hits
from engine.tokens.grammar import Place
from engine.tokens.vocabulary import TokenKind, Vocabulary

_SPREAD = 16.0
"""Velocities from the planned one at which half a nat is lost."""

_AGAINST = 0.5
"""Share of the nats of the next hit that other hits, places and the end of the bar lose."""


class PlannedDrums(Rule):
    """Leans drums to the beat of each row's style.

    Args:
        plan: The plan of the request.
        planner: Of its drums.
    """

    def __init__(self, plan: Plan, planner: DrumPlanner) -> None:
        self._plan, self._planner = plan, planner

    @classmethod
    def of(cls, plan: Plan) -> "PlannedDrums | None":
        """Return the rule where drums are planned."""
        planner = drums.of(plan)
        return None if planner is None else cls(plan, planner)

    def of_row(self, seed: int) -> Rule:
        """Return the rule that leans to the drums of the row's own style."""
        plan, style = self._plan, drums.style_of(self._plan, seed)
        return LeanedDrums(
            lambda bar: self._planner.hits(bar, style=style),
            plan.grid,
            plan.vocabulary,
            part=min(plan.voices.parts),
            nats=plan.priors.plan.beat,
        )


class LeanedDrums(Rule):
    """Raises the next hit of drums that are planned.

    Args:
        hits_of: Returns what is played in a bar of the piece.
        grid: Ticks of the piece as positions of the vocabulary.
        vocabulary: Of the ids.
        part: Number of the drums.
        nats: For the next hit.
    """

    places = BETWEEN_NOTES | {Place.DRUM}

    def __init__(
        self,
        hits_of: Callable[[int], Hits],
        grid: Grid,
        vocabulary: Vocabulary,
        *,
        part: int,
        nats: float,
    ) -> None:
        self._hits_of, self._grid, self._nats = hits_of, grid, nats
        self._part, self._bar = vocabulary.first_part + part, vocabulary.bar
        self._drums = vocabulary.span_of(TokenKind.DRUM)
        drums = vocabulary.values[self._drums].tolist()
        self._ids: dict[int, int] = dict(zip(drums, count(self._drums.start)))
        self._values: dict[int, int] = dict(zip(count(self._drums.start), drums))
        self._positions = vocabulary.span_of(TokenKind.POSITION)
        self._velocities = vocabulary.span_of(TokenKind.VELOCITY)
        self._loudness = vocabulary.values[self._velocities].astype(np.float32)
        # The hits of the bar that is written, by position and drum, and where it begins.
        self._begin, self._hits = NOTHING, dict[int, dict[int, int]]()

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Raise the next hit, lower others, and lean its velocity to the planned one."""
        if state.bar.start != self._begin:
            self._read(state)
        here = self._hits.get(state.grammar_state.position, {})
        if state.place == Place.DRUM:
            asked = here.get(self._values[state.heard.pitch])
            if asked is not None:
                apart = (self._loudness - np.float32(asked)) / np.float32(_SPREAD)
                logits[self._velocities] -= 0.5 * apart * apart
            return
        last = self._values.get(state.heard.pitch, NOTHING)
        due = min((self._ids[drum] for drum in here if drum > last), default=None)
        against = np.float32(_AGAINST * self._nats)
        logits[self._drums] -= against
        if due is not None:
            logits[due] += against + np.float32(self._nats)
            logits[self._part] += np.float32(self._nats)
            return
        logits[self._positions] -= against
        logits[self._bar] -= against
        later = [position for position in self._hits if position > state.grammar_state.position]
        following = self._positions.start + min(later) if later else self._bar
        logits[following] += against + np.float32(self._nats)

    def branch(self) -> "LeanedDrums":
        """Return a copy for another row."""
        return copy(self)  # its hits are replaced, never changed

    def _read(self, state: DecodingState) -> None:
        """Keep the hits of the bar that is written; a bar of the piece may be several."""
        bar, found = state.bar, dict[int, dict[int, int]]()
        for (tick, drum), velocity in self._hits_of(bar.piece_bar).items():
            if bar.start <= tick < bar.end and drum in self._ids:
                position = self._grid.position_at(tick - bar.start)
                found.setdefault(position, {})[drum] = velocity
        self._begin, self._hits = bar.start, found
