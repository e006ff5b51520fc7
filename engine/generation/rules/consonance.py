"""Lowers pitches that clash with the other tracks in a gap.

The model reads the other tracks of a gap once, before it writes, and remembers little of which
pitch sounds when. Where those tracks have chords, `harmony.py` emits them with the notes, which is
enough. Elsewhere this rule looks the sounding pitches up. The probability of any note at all does
not change (experiment 2026-11-23-accompaniment).
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.generation.plan import Plan
from engine.generation.planners import context
from engine.generation.reading.chords import is_strong
from engine.generation.reading.context_harmony import DISSONANT, interval_class
from engine.generation.rules.pitch_cost import Cost, PitchCost
from engine.generation.state.decoding import DecodingState
from engine.harmony.chords import beats_in_bar
from engine.values.score import Score
from engine.values.time import BarMap

_ON_BEATS, _BETWEEN_BEATS = 0.6, 0.3  # of the nats on strong beats


class Consonance(PitchCost):
    """Lowers pitches by how much they clash with the context."""

    @classmethod
    def of(cls, plan: Plan) -> "Consonance | None":
        """Return the rule for a gap with a context in which no chord is emitted."""
        beside, priors, score = context.of(plan), plan.priors.clash, plan.score
        if not beside or plan.written or context.chords(plan) or priors.is_off:
            return None
        nats = (priors.semitone, priors.tone, priors.tritone)

        def cost_at(state: DecodingState) -> Cost | None:
            classes = frozenset(pitch % 12 for pitch in beside.sounding(state.tick))
            weight = np.float32(weight_at(state.tick, score))
            return weight * _costs(classes, nats) if classes else None

        return cls(plan.vocabulary, cost_at)


def weight_at(tick: int, score: Score) -> float:
    """Return how much a clash counts at a tick: 1 on a strong beat, less elsewhere."""
    if is_strong(tick, score):
        return 1.0
    bars = BarMap.of(score)
    meter = bars.signature_at(tick)
    into_bar = tick - bars.start_of(bars.bar_at(tick))
    beats = beats_in_bar(meter.numerator, meter.denominator, score.ticks_per_quarter)
    return _ON_BEATS if into_bar in beats else _BETWEEN_BEATS


@cache
def _costs(classes: frozenset[int], nats: tuple[float, ...]) -> NDArray[np.float32]:
    """Return the nats that each pitch loses for its worst clash, (128,)."""
    by_interval = dict(zip(DISSONANT, nats, strict=True))
    worst = [
        max(by_interval.get(interval_class(pitch, other), 0.0) for other in classes)
        for pitch in range(128)
    ]
    return np.array(worst, dtype=np.float32)
