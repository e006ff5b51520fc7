"""Nobody marks time: so many bars in a row are alike as were in the piece, and then comes another.

A model that hears a bar come again finds it likelier still that it comes once more. Real pieces
leave it: where one bar comes eight times, as a loop does, it may do so in what is made; where none
comes twice, sixteen bars of the last one are a needle that is stuck. Drums are not looked at: a
beat goes on. Measured in `docs/experiments/2026-11-25-standing.md`.
"""

from collections.abc import Iterable
from copy import copy

import torch
from torch import Tensor

from engine.generation.draft import Draft
from engine.generation.processors import Processor
from engine.tokens.vocabulary import TokenKind, Vocabulary

ALIKE = 0.6
"""Of the notes of two bars, place and pitch and part: so many in common are the same bar again."""

AT_LEAST = 2
"""Bars alike in a row that any piece may have."""

NATS = 1.0
"""Against each pitch that the bar before had here, for each bar too many; more with each."""

_MOST_NATS = 4.0

LOOPS_ABOVE = 1.0
"""Who asks for a stronger echo than this asks for loops."""

Notes = frozenset[tuple[int, int, int]]
"""Position, part, pitch, by id."""


class Standing(Processor):
    """Leans away from the bar before when it has come too often in a row.

    Args:
        vocabulary: Of the ids.
        ids: Of the piece, in its order, up to where something is drawn.
    """

    def __init__(self, vocabulary: Vocabulary, ids: Iterable[int]) -> None:
        self._kinds: list[int] = vocabulary.kinds.tolist()
        self._position = self._part = -1
        self._notes: Notes = frozenset()
        self._before: Notes = frozenset()
        self._row = 0  # bars alike, the one before included
        self._usual = AT_LEAST
        for token in ids:
            self.accept(token)
            self._usual = max(self._usual, self._row)

    def process(self, logits: Tensor, draft: Draft) -> Tensor:  # noqa: ARG002 - it goes by ids
        """Take away from what would be the same bar once more."""
        over = self._row - self._usual + 1
        if over <= 0:
            return logits
        again = [
            pitch
            for position, part, pitch in self._before
            if (position, part) == (self._position, self._part)
        ]
        if not again:
            return logits
        logits = logits.clone()
        logits[torch.tensor(again)] -= min(_MOST_NATS, NATS * over)
        return logits

    def accept(self, token: int) -> None:
        """Hear an id."""
        kind = self._kinds[token]
        if kind == TokenKind.BAR:
            self._row = (
                self._row + 1 if alike(self._notes, self._before) else int(bool(self._notes))
            )
            self._before, self._notes = self._notes, frozenset()
            self._position = -1
        elif kind == TokenKind.POSITION:
            self._position = token
        elif kind == TokenKind.PART:
            self._part = token
        elif kind == TokenKind.PITCH:
            self._notes |= {(self._position, self._part, token)}

    def branch(self) -> "Standing":
        """Return one that has heard the same and goes on by itself."""
        return copy(self)  # what it knows is replaced, never written to


def alike(one: Notes, other: Notes) -> bool:
    """Return whether two bars that have notes are the same bar again."""
    return bool(one and other) and len(one & other) >= ALIKE * len(one | other)
