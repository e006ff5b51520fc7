"""Leans bars that are written again away from the notes that stood in them.

A user who has bars written again wants other notes. Inside a loop the bars on both sides say what
belongs there, so a network writes the same notes again: four alternatives that were all the old
one. So each pitch that a part struck at a place of these bars costs nats there
(docs/experiments/2026-11-27-rewritten.md).
"""

from collections.abc import Mapping

import numpy as np

from engine.generation.plan import Plan
from engine.generation.planners import replaced
from engine.generation.rules.rule import BETWEEN_NOTES, Logits, Rule, together_as_likely
from engine.generation.state.decoding import DecodingState
from engine.tokens.vocabulary import TokenKind
from engine.wishes import Wish

_ALIKE: frozenset[Wish] = frozenset({"again", "like"})
"""Wishes for bars that may be the old ones."""


class Rewritten(Rule):
    """Lowers the pitches that a part had here, and raises others: a note is as likely as before.

    Args:
        old: By part and place, the ids of the pitches that stood there. A place is a tick divided
            by `step`, rounded.
        pitches: The ids of all pitches.
        nats: Their cost.
        step: Ticks of a position.
    """

    places = BETWEEN_NOTES

    def __init__(
        self,
        old: Mapping[tuple[int, int], list[int]],
        pitches: slice,
        *,
        nats: float,
        step: float,
    ) -> None:
        self._old, self._pitches, self._nats, self._step = old, pitches, nats, step

    @classmethod
    def of(cls, plan: Plan) -> "Rewritten | None":
        """Return the rule for bars in which pitched notes stood."""
        nats = plan.priors.plan.rewritten
        if not nats or plan.request.wish in _ALIKE:
            return None
        pitches, step = plan.vocabulary.span_of(TokenKind.PITCH), plan.grid.ticks(1)
        old: dict[tuple[int, int], list[int]] = {}
        for part, notes in replaced.of(plan).items():
            for note in notes:
                place = part, round(note.start / step)
                old.setdefault(place, []).append(pitches.start + note.pitch)
        return cls(old, pitches, nats=nats, step=step) if old else None

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Lower the pitches that stood at this place."""
        if not state.may_begin_note:
            return
        old = self._old.get((state.part, round(state.tick / self._step)))
        if old is None:
            return
        pitches = logits[self._pitches]
        if pitches.max() == -np.inf:
            return
        with together_as_likely(pitches):
            logits[old] -= np.float32(self._nats)
