"""Plans the new bars after a phrase that came twice, and which rows go on with riffs."""

from collections.abc import Mapping

from engine.generation.plan import Plan
from engine.generation.planners import riffs, sections
from engine.generation.planners.planner import decided_once
from engine.generation.reading.context import only_roles
from engine.planning.departures import (
    FEWEST_LEAVE,
    LONGEST_REPEAT,
    Departure,
    departure_from,
    even_share,
)
from engine.planning.riffs import Riff
from engine.values.time import BarMap


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
    return departure is not None and departure.leaves(seed) and not kept(plan, seed)


def kept(plan: Plan, seed: int) -> Mapping[int, Riff]:
    """Return the riffs that the row with a seed goes on with, by part."""
    before = even_share(seed)
    if not riffs.of(plan) or (of(plan) and before < FEWEST_LEAVE):
        return {}
    # The rows that leave a phrase last keep riffs longest.
    return riffs.lasting(plan, seed, 1.0 - before)
