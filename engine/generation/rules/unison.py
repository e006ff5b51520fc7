"""Lowers pitches that another part strikes at the same place.

Parts of drawn music run into unisons, also parts that never did so in the piece, and a part that
comes in by the plan of entrances often plays another one's notes. The piece says what is meant: how
often two of its parts struck one pitch when they struck together. The cost falls with the
share of unisons that the pair has played; an unseen pair gets `REAL`, and a pair that doubled often
pays nothing (experiment 2026-11-26-sixty-four-bars).
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

from engine.generation.plan import Plan
from engine.generation.planners import entrances
from engine.generation.rules.pitch_cost import Cost, PitchCost, cost_of
from engine.generation.state.decoding import DecodingState
from engine.generation.state.heard import Bar
from engine.tokens.parts import Parts
from engine.tokens.vocabulary import Vocabulary

REAL = 0.12
"""Share of unisons among the notes that two parts strike together, for a pair that has not played
together in the piece; fitted to real songs."""

SURE = 16
"""Notes struck together at which the piece counts as much as `REAL`; fitted with it."""

FREE = 0.2
"""The same share from which on a unison costs nothing. Chosen with the starter, so that pairs that
doubled seldom go on to double as often as in real songs; without the rule they double three times
as often."""

MOST_NATS = 3.0
"""The highest cost of a pitch; a unison stays possible."""

Pair = tuple[int, int]
"""Numbers of two parts, the lower one first, as they come at one position."""


class Unison(PitchCost):
    """Lowers the pitches of a part that a part before it has struck at this position."""

    keeps_notes = False

    @classmethod
    def of(cls, plan: Plan) -> "Unison | None":
        """Return the rule where parts come in by a plan and two of them have pitches."""
        if entrances.of(plan) is None:
            return None
        first = plan.vocabulary.first_part
        nats = unison_nats(plan.heard.whole_bars, plan.parts, first_part=first)
        return cls.with_nats(nats, plan.vocabulary) if any(nats.values()) else None

    @classmethod
    def with_nats(cls, nats: Mapping[Pair, float], vocabulary: Vocabulary) -> "Unison":
        """Return the rule with the cost of a unison of each pair; one with drums has none."""

        def cost_at(state: DecodingState) -> Cost | None:
            lost: dict[int, float] = {}
            for part, pitches in state.heard.struck_here.items():
                own = nats.get((part - vocabulary.first_part, state.part))
                if own is not None:
                    # A pitch of a part that is doubled on purpose is free, also if others have it.
                    lost |= {pitch: min(own, lost.get(pitch, own)) for pitch in pitches}
            return cost_of(lost, vocabulary) if lost else None

        return cls(vocabulary, cost_at)


def unison_nats(bars: Iterable[Bar], parts: Parts, *, first_part: int) -> dict[Pair, float]:
    """Return what a unison costs each pair of pitched parts: nats, 0 to `MOST_NATS`.

    Args:
        bars: The last bars of the piece.
        parts: Of the piece.
        first_part: Id of the first part.
    """
    together, doubled = Counter[Pair](), Counter[Pair]()
    for bar in bars:
        for struck in bar.values():
            for one, other in combinations(sorted(struck), 2):
                pair = (one - first_part, other - first_part)
                together[pair] += len(struck[other])
                doubled[pair] += len(struck[one].keys() & struck[other].keys())
    pitched = [part for part in range(len(parts.programs)) if not parts.is_drums(part)]
    return {pair: nats_of(doubled[pair], together[pair]) for pair in combinations(pitched, 2)}


def nats_of(doubled: int, together: int) -> float:
    """Return what a unison costs a pair of parts: the log odds of `FREE` over its own share.

    Args:
        doubled: Notes of the second part at the pitch of a note of the first.
        together: Its notes that it strikes together with the first.
    """
    share = (doubled + SURE * REAL) / (together + SURE)
    return min(MOST_NATS, max(0.0, _log_odds(FREE) - _log_odds(share)))


def _log_odds(share: float) -> float:
    return math.log(share / (1.0 - share))
