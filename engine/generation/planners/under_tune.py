"""Plans the chords of parts that are added to a tune alone."""

from engine.generation import wishes
from engine.generation.plan import Plan
from engine.generation.planners import new_parts
from engine.generation.planners.planner import decided_once
from engine.generation.reading.context import only_roles
from engine.planning.tune_chords import TunePlanner, is_tune
from engine.values.time import BarMap


@decided_once
def of(plan: Plan) -> TunePlanner | None:
    """Return what plans the chords; None where nothing does.

    Parts that play elsewhere in the piece have their own harmony.
    """
    request, score, model = plan.request, plan.score, plan.model.chords
    given = not request.planned or request.harmony == "free" or plan.written or plan.is_bold
    if given or model is None or not plan.vocabulary.has_chords:
        return None
    if not new_parts.are_all_added(plan) or wishes.cadence(score, request, plan.span):
        return None
    bars, heard = BarMap.of(score), only_roles(score, request.roles, "context")
    first, past = plan.bar - plan.span.before, bars.bar_at(request.end_in(score))
    heard = heard.between(bars.start_of(first), bars.start_of(past))
    return TunePlanner(model, heard, first=first, past=past) if is_tune(heard) else None
