"""Plans the new bars after a phrase that came twice."""

from engine.generation.plan import Plan
from engine.generation.planners import sections
from engine.generation.planners.planner import decided_once
from engine.generation.reading.context import only_roles
from engine.music.time import BarMap
from engine.planning.departures import LONGEST_REPEAT, Departure, departure_from


@decided_once
def of(plan: Plan) -> Departure | None:
    """Return the new bars; None where no phrase came twice.

    The user's wish, letters and *Echo* at its most come first.
    """
    request = plan.request
    asked = request.wish != "none" or sections.of(plan) is not None or plan.wants_loops
    if asked or request.inside or not request.planned:
        return None
    lately = BarMap.of(plan.score).start_of(max(0, plan.bar - LONGEST_REPEAT))
    heard = plan.score.between(max(request.since, lately), request.start)
    return departure_from(
        only_roles(heard, request.roles, "write", "context"),
        past=plan.bar,
        bars=plan.bars_ahead,
        echo=plan.echo,
    )


def leaves(plan: Plan, seed: int) -> bool:
    """Return whether the row that has this seed leaves the phrase that came twice."""
    departure = of(plan)
    return departure is not None and departure.leaves(seed)
