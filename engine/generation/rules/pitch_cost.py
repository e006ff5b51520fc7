"""The rule of all that lowers pitches of the part that plays, where a note may begin.

A subclass says in `of` what each pitch costs, as a function of a row's state; it has a name so that
it can be left out.
"""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.generation.rules.rule import BETWEEN_NOTES, Logits, Rule, together_as_likely
from engine.generation.state.decoding import DecodingState
from engine.tokens.vocabulary import TokenKind, Vocabulary

Cost: TypeAlias = NDArray[np.float32]
"""Nats that each pitch loses, (pitches,); infinite for one that may not come."""

CostAt: TypeAlias = Callable[[DecodingState], Cost | None]
"""Returns what pitches cost the part that plays, never drums, now; None for nothing."""


class PitchCost(Rule):
    """Takes costs from pitches, unless nothing else is left that may come.

    Args:
        vocabulary: The vocabulary.
        cost_at: Returns the costs.

    Attributes:
        keeps_notes: Whether other pitches gain what these lose, so that a note is as likely as
            before; else the rule also thins the music.
    """

    places = BETWEEN_NOTES
    keeps_notes: ClassVar[bool] = True

    def __init__(self, vocabulary: Vocabulary, cost_at: CostAt) -> None:
        self._pitches = vocabulary.span_of(TokenKind.PITCH)
        self._cost_at = cost_at

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Take the costs of this place."""
        if not state.may_begin_note or state.voices.is_drums(state.part):
            return
        cost, pitches = self._cost_at(state), logits[self._pitches]
        if cost is None or pitches.max() == -np.inf:
            return
        before = pitches.copy()
        with together_as_likely(pitches) if self.keeps_notes else nullcontext():
            pitches -= cost
        if logits.max() == -np.inf:
            # The note is drawn; a rule that forbids it drops it when it is complete.
            pitches[:] = before


def cost_of(nats: Mapping[int, float], vocabulary: Vocabulary) -> Cost:
    """Return the cost of some pitches; others cost nothing.

    Args:
        nats: By id, the nats that it loses; ids of drums are left out.
        vocabulary: The vocabulary.
    """
    ids = vocabulary.span_of(TokenKind.PITCH)
    cost = np.zeros(ids.stop - ids.start, np.float32)
    for token, lost in nats.items():
        if ids.start <= token < ids.stop:
            cost[token - ids.start] = lost
    return cost
