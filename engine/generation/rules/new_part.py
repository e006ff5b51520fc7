"""Leans a part that is added to a piece to notes that its instrument plays.

Beside a part that is there, a network writes a new one by doubling it: of the notes of a new part
beside a piano .42 were notes of the piano, of those of real parts .06, and a bass played the
piano's chords in the piano's range. So a new part loses nats for pitches outside the usual range of
its instrument, and for those that another part strikes with it. An instrument that plays one note
at a time gets one voice (`state/voices.py`). As soon as a part has notes of its own, they say what
it plays (experiment 2026-11-27-new-parts).
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from engine.form.registers import ALL, register_of
from engine.generation.plan import Plan
from engine.generation.planners import context, new_parts
from engine.generation.reading.context_harmony import ContextHarmony
from engine.generation.rules.pitch_cost import Cost, PitchCost
from engine.generation.state.decoding import DecodingState
from engine.tokens.vocabulary import TokenKind, Vocabulary

MOST_NATS = 6.0
"""The highest cost of a pitch outside the range; an unbounded cost would forbid. Not varied."""


class NewPart(PitchCost):
    """Lowers pitches of new parts.

    Args:
        own: By number of a new part, the cost of each pitch.
        vocabulary: The vocabulary.
        unison: Against a pitch that another part strikes at this position.
        context: The notes of the other tracks; None if there are none.
    """

    def __init__(
        self,
        own: Mapping[int, Cost],
        vocabulary: Vocabulary,
        *,
        unison: float,
        context: ContextHarmony | None = None,
    ) -> None:
        super().__init__(vocabulary)
        self._own, self._unison, self._context = own, unison, context

    @classmethod
    def of(cls, plan: Plan) -> "NewPart | None":
        """Return the rule for a gap in which pitched parts have no note yet."""
        priors, vocabulary = plan.priors.new_part, plan.vocabulary
        if plan.is_bold or priors.is_off:
            return None
        heights = vocabulary.values[vocabulary.span_of(TokenKind.PITCH)]
        wanted = [each.register for each in plan.leaning]
        own = {}
        for part in new_parts.of(plan):
            low, high = register_of(plan.parts.programs[part])
            if max(wanted, default=0.0) > 0:
                high = ALL[1]
            if min(wanted, default=0.0) < 0:
                low = ALL[0]
            outside = np.maximum(0, np.maximum(low - heights, heights - high))
            own[part] = -np.minimum(priors.semitone * outside, MOST_NATS).astype(np.float32)
        if not own:
            return None
        return cls(own, vocabulary, unison=priors.unison, context=context.of(plan))

    def costs(self, state: DecodingState) -> Sequence[Cost]:
        """Return what does not suit the part that plays, and what doubles others."""
        own = self._own.get(state.part)
        if own is None:
            return ()
        return own, self.cost_of(dict.fromkeys(self._doubled(state), self._unison))

    def _doubled(self, state: DecodingState) -> Iterator[int]:
        """Yield the ids of the pitches that others strike here."""
        heard, ids = state.heard, range(self.pitches.start, self.pitches.stop)
        struck = heard.bars[-1].get(heard.position, {})
        found = {pitch for part, row in struck.items() if part != heard.part for pitch in row}
        if self._context is not None:
            found |= {ids.start + pitch for pitch in self._context.struck(state.tick)}
        yield from (each for each in found if each in ids)
