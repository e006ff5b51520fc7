"""Finds the notes and the chords of the other tracks in a gap."""

from engine.generation import wishes
from engine.generation.plan import Plan
from engine.generation.planners import under_tune
from engine.generation.planners.planner import decided_once
from engine.generation.reading.chords import chords_between
from engine.generation.reading.context import only_roles
from engine.generation.reading.context_harmony import ContextHarmony
from engine.harmony.chord_symbols import Chord


@decided_once
def of(plan: Plan) -> ContextHarmony | None:
    """Return the pitched notes of the other tracks; None if there are none."""
    request, score = plan.request, plan.score
    if not request.fill or "context" not in request.roles:
        return None
    found = ContextHarmony(score, request.roles, start=request.start, end=request.end_in(score))
    return found or None


@decided_once
def chords(plan: Plan) -> tuple[Chord, ...]:
    """Return the chords found in the other tracks, if the model emits chords; else empty.

    A tune alone has those that are planned for it (`under_tune.py`).
    """
    request, score = plan.request, plan.score
    free = request.harmony == "free" or not plan.vocabulary.has_chords or plan.written
    if free or not of(plan) or wishes.cadence(score, request, plan.span) or under_tune.of(plan):
        return ()
    context = only_roles(score, request.roles, "context")
    return chords_between(context, start=request.start, end=request.end_in(score))
