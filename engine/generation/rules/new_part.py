"""Leans a part that is added to a piece to notes that its instrument plays.

Beside a part that is there, a network writes a new one by doubling it: of the notes of a new part
beside a piano .42 were notes of the piano, of those of real parts .06, and a bass played the
piano's chords in the piano's range. So a new part loses nats for pitches outside the usual range of
its instrument, and for those that another part strikes with it. An instrument that plays one note
at a time gets one voice (`state/voices.py`). As soon as a part has notes of its own, they say what
it plays (experiment 2026-11-27-new-parts).
"""

import numpy as np

from engine.form.registers import ALL, register_of
from engine.generation.plan import Plan
from engine.generation.planners import context, new_parts
from engine.generation.rules.pitch_cost import Cost, PitchCost, cost_of
from engine.generation.state.decoding import DecodingState
from engine.tokens.vocabulary import TokenKind

MOST_NATS = 6.0
"""The highest cost of a pitch outside the range; an unbounded cost would forbid. Not varied."""


class NewPart(PitchCost):
    """Lowers pitches of new parts."""

    @classmethod
    def of(cls, plan: Plan) -> "NewPart | None":
        """Return the rule for a gap in which pitched parts have no note yet."""
        priors, vocabulary, beside = plan.priors.new_part, plan.vocabulary, context.of(plan)
        if plan.is_bold or priors.is_off or not new_parts.of(plan):
            return None
        own = {part: _outside(plan, part) for part in new_parts.of(plan)}
        first = vocabulary.first_of(TokenKind.PITCH)

        def cost_at(state: DecodingState) -> Cost | None:
            if state.part not in own:
                return None
            struck = {first + pitch for pitch in beside.struck(state.tick)} if beside else set()
            for part, pitches in state.heard.struck_here.items():
                struck.update(pitches if part != state.heard.part else ())
            return own[state.part] + cost_of(dict.fromkeys(struck, priors.unison), vocabulary)

        return cls(vocabulary, cost_at)


def _outside(plan: Plan, part: int) -> Cost:
    """Return what pitches outside the range of a part's instrument cost.

    A slider for the register frees its side.
    """
    low, high = register_of(plan.parts.programs[part])
    wanted = [each.register for each in plan.leaning]
    if max(wanted, default=0.0) > 0:
        high = ALL[1]
    if min(wanted, default=0.0) < 0:
        low = ALL[0]
    heights = plan.vocabulary.values[plan.vocabulary.span_of(TokenKind.PITCH)]
    outside = np.maximum(0, np.maximum(low - heights, heights - high))
    cost: Cost = np.minimum(plan.priors.new_part.semitone * outside, MOST_NATS).astype(np.float32)
    return cost
