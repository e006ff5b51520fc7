"""Inserts the notes of context tracks at their places while other tracks are written.

So the model knows them from the moment when they sound.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from engine.generation.plan import Plan
from engine.generation.reading.context import NOTE_KINDS, KeptNote, Order, kept_notes, within_reach
from engine.generation.rules.rule import BETWEEN_NOTES, Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.tokens.grammar import State
from engine.tokens.vocabulary import TokenKind, Vocabulary

# An order that is later than that of every note.
_AFTER_ALL = 1 << 30


class ContextNotes(Rule):
    """Emits the notes that stay at their places; the piece does not end before the last of them.

    Args:
        notes: The notes, in order.
        vocabulary: The vocabulary.
    """

    places = BETWEEN_NOTES

    def __init__(self, notes: Sequence[KeptNote], vocabulary: Vocabulary) -> None:
        self._notes = notes
        self._vocabulary = vocabulary
        self._next = 0

    @classmethod
    def of(cls, plan: Plan) -> "ContextNotes | None":
        """Return the rule for a request with context tracks."""
        request = plan.request
        notes = kept_notes(
            plan.score,
            request.roles,
            start=request.start,
            end=request.end_in(plan.score) if request.bars else 0,
            tokenizer=plan.tokenizer,
            parts=plan.parts,
            # The prompt of a gap has the context tracks already; notes that stay in it are left.
            role="write" if request.fill else "context",
        )
        within = within_reach(notes, earliest=max(0, plan.grammar_state.position + 1))
        return cls(within, plan.vocabulary) if within else None

    def shape(self, logits: Logits, state: DecodingState) -> None:  # noqa: ARG002
        """Forbid the end while a note is left."""
        if not self._is_over:
            logits[self._vocabulary.end] = -np.inf

    def instead(self, token: int, state: DecodingState) -> Sequence[int]:
        """Return the ids of the next note if it comes before the drawn id."""
        if self._is_over:
            return ()
        note = self._notes[self._next]
        if note.order > self._order(token, state.grammar_state, state.bars_before):
            return ()
        self._next += 1
        return (*self._way(note.order, state.grammar_state), *note.ids)

    def branch(self) -> "ContextNotes":
        """Return a copy that has emitted nothing yet."""
        return ContextNotes(self._notes, self._vocabulary)

    @property
    def _is_over(self) -> bool:
        return self._next >= len(self._notes)

    def _order(self, token: int, state: State, bar: int) -> Order:
        """Return the order of a drawn id; an id inside a note comes first."""
        kind, value = self._vocabulary.kinds[token], int(self._vocabulary.values[token])
        if token == self._vocabulary.bar or kind == TokenKind.SPECIAL:
            return Order(bar, _AFTER_ALL)
        if kind == TokenKind.POSITION:
            return Order(bar, value)
        if kind == TokenKind.PART:
            return Order(bar, state.position, value)
        if kind in NOTE_KINDS:
            return Order(bar, state.position, state.part, value)
        return Order(-1, -1)

    def _way(self, order: Order, state: State) -> Iterator[int]:
        """Yield the ids that lead to a pitch."""
        if state.position != order.position:
            yield self._vocabulary.first_of(TokenKind.POSITION) + order.position
        if state.part != order.part:
            yield self._vocabulary.first_part + order.part
