"""The frame of rules that lower pitches of the part that plays, where a note may begin."""

from abc import abstractmethod
from collections.abc import Sequence
from contextlib import nullcontext
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from engine.generation.rules.rule import BETWEEN_NOTES, Logits, Rule, together_as_likely
from engine.generation.state.decoding import DecodingState
from engine.tokens.vocabulary import TokenKind, Vocabulary

Cost = NDArray[np.float32]
"""Nats that are added to the pitches, (pitches,)."""


class PitchCost(Rule):
    """Adds costs to pitches.

    Args:
        vocabulary: The vocabulary.

    Attributes:
        keeps_notes: Whether other pitches gain what these lose, so that a note is as likely as
            before; else the rule also thins the music.
    """

    places = BETWEEN_NOTES
    keeps_notes: ClassVar[bool] = True

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.pitches = vocabulary.span_of(TokenKind.PITCH)

    @abstractmethod
    def costs(self, state: DecodingState) -> Sequence[Cost]:
        """Return the costs at this place, in the order in which they are added; none for none.

        Args:
            state: A state in which a note of a written part may begin.
        """

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Add the costs of this place."""
        costs = self.costs(state) if state.may_begin_note else ()
        pitches = logits[self.pitches]
        if not costs or pitches.max() == -np.inf:
            return
        with together_as_likely(pitches) if self.keeps_notes else nullcontext():
            for cost in costs:
                pitches += cost

    def cost_of(self, nats: dict[int, float]) -> Cost:
        """Return the cost of some ids; others cost nothing.

        Args:
            nats: By id of a pitch, what it loses.
        """
        cost = np.zeros(self.pitches.stop - self.pitches.start, np.float32)
        for token, lost in nats.items():
            cost[token - self.pitches.start] = -lost
        return cost
