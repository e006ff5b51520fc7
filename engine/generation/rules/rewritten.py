"""Leans bars that are written again away from the notes that stood in them.

A user who has bars written again wants other notes. Inside a loop the bars on both sides say what
belongs there, so a network writes the same notes again: four alternatives that were all the old
one. So each pitch that a part struck at a place of these bars costs nats there
(experiment 2026-11-27-rewritten).
"""

from collections import defaultdict

from engine.generation.plan import Plan
from engine.generation.planners import replaced
from engine.generation.rules.pitch_cost import Cost, PitchCost, cost_of
from engine.generation.state.decoding import DecodingState
from engine.tokens.vocabulary import TokenKind
from engine.values.wishes import Wish

_ALIKE: frozenset[Wish] = frozenset({"again", "like"})
"""Wishes for bars that may be the old ones."""


class Rewritten(PitchCost):
    """Lowers the pitches that a part had here."""

    @classmethod
    def of(cls, plan: Plan) -> "Rewritten | None":
        """Return the rule for bars in which pitched notes stood."""
        nats, vocabulary = plan.priors.plan.rewritten, plan.vocabulary
        if not nats or plan.request.wish in _ALIKE:
            return None
        first, step = vocabulary.first_of(TokenKind.PITCH), plan.grid.ticks(1)
        old = defaultdict[tuple[int, int], dict[int, float]](dict)
        for part, notes in replaced.of(plan).items():
            for note in notes:
                old[part, round(note.start / step)][first + note.pitch] = nats
        costs = {at: cost_of(lost, vocabulary) for at, lost in old.items()}

        def cost_at(state: DecodingState) -> Cost | None:
            return costs.get((state.part, round(state.tick / step)))

        return cls(vocabulary, cost_at) if costs else None
