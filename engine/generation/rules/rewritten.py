"""Leans bars that are written again away from the notes that stood in them.

A user who has bars written again wants other notes. Inside a loop the bars on both sides say what
belongs there, so a network writes the same notes again: four alternatives that were all the old
one. So each pitch that a part struck at a place of these bars costs nats there
(experiment 2026-11-27-rewritten).
"""

from collections.abc import Mapping, Sequence

from engine.generation.plan import Plan
from engine.generation.planners import replaced
from engine.generation.rules.pitch_cost import Cost, PitchCost
from engine.generation.state.decoding import DecodingState
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.wishes import Wish

_ALIKE: frozenset[Wish] = frozenset({"again", "like"})
"""Wishes for bars that may be the old ones."""


class Rewritten(PitchCost):
    """Lowers the pitches that a part had here.

    Args:
        old: By part and place, the ids of the pitches that stood there. A place is a tick divided
            by `step`, rounded.
        vocabulary: The vocabulary.
        nats: Their cost.
        step: Ticks of a position.
    """

    def __init__(
        self,
        old: Mapping[tuple[int, int], Sequence[int]],
        vocabulary: Vocabulary,
        *,
        nats: float,
        step: float,
    ) -> None:
        super().__init__(vocabulary)
        self._old = {at: self.cost_of(dict.fromkeys(ids, nats)) for at, ids in old.items()}
        self._step = step

    @classmethod
    def of(cls, plan: Plan) -> "Rewritten | None":
        """Return the rule for bars in which pitched notes stood."""
        nats = plan.priors.plan.rewritten
        if not nats or plan.request.wish in _ALIKE:
            return None
        first, step = plan.vocabulary.first_of(TokenKind.PITCH), plan.grid.ticks(1)
        old: dict[tuple[int, int], list[int]] = {}
        for part, notes in replaced.of(plan).items():
            for note in notes:
                place = part, round(note.start / step)
                old.setdefault(place, []).append(first + note.pitch)
        return cls(old, plan.vocabulary, nats=nats, step=step) if old else None

    def costs(self, state: DecodingState) -> Sequence[Cost]:
        """Return what the pitches that stood at this place cost."""
        old = self._old.get((state.part, round(state.tick / self._step)))
        return (old,) if old is not None else ()
