"""Plans the chords with which a wish comes to rest."""

from dataclasses import dataclass, replace

from engine.generation import wishes
from engine.generation.plan import Plan
from engine.generation.planners.planner import decided_once
from engine.harmony.chord_symbols import Chord
from engine.harmony.chord_track import chord_at, end_of
from engine.values.time import BarMap
from engine.values.wishes import WISHES


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The chords of an ending.

    Attributes:
        cadence: Chords that the last bars say, the last one the tonic; empty for none.
        final: The chord that fills the last bar of the piece; without a root where there is no key.
            None where the wish is for no end.
    """

    cadence: tuple[Chord, ...]
    final: Chord | None


@decided_once
def of(plan: Plan) -> Ending | None:
    """Return the ending; None where the wish is for none, or the user wrote other chords."""
    close = wishes.cadence(plan.score, plan.request, plan.span)
    past = end_of(plan.written, plan.score)
    says = close and plan.vocabulary.has_chords and past <= close[0].tick
    found = Ending(cadence=close if says else (), final=_final(plan, close))
    return found if found.cadence or found.final else None


def _final(plan: Plan, close: tuple[Chord, ...]) -> Chord | None:
    """Return the chord of the last bar: the user's, where one fills it."""
    request, score = plan.request, plan.score
    if not WISHES[request.wish].ends or plan.span.after or not request.bars:
        return None
    end = request.end_in(score)
    bars = BarMap.of(score)
    last = bars.start_of(bars.bar_at(end - 1))
    if end_of(plan.written, score) > last:
        changes = any(last < chord.tick < end for chord in plan.written)
        return None if changes else replace(chord_at(plan.written, last), tick=last)
    return close[-1] if close else Chord(last)
