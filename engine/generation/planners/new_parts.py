"""Finds the parts that are added to a piece."""

from engine.generation.plan import Plan
from engine.generation.planners.planner import decided_once
from engine.values.time import BarMap


@decided_once
def of(plan: Plan) -> frozenset[int]:
    """Return numbers of the pitched parts that are written in a gap and have no note yet."""
    if not plan.request.fill:
        return frozenset()
    played, parts = plan.parts.notes_of(plan.score.tracks), plan.voices.parts
    return frozenset(p for p in parts if not plan.parts.is_drums(p) and not played[p])


@decided_once
def added(plan: Plan) -> frozenset[int]:
    """Return the pitched parts of a gap beside other tracks that have no note outside its bars.

    Other than those of `of` they may have notes in an earlier piece of the same gap.
    """
    if not plan.request.fill or "context" not in plan.request.roles:
        return frozenset()
    begin = BarMap.of(plan.score).start_of(plan.bar - plan.span.before)
    end, played = plan.request.end_in(plan.score), plan.parts.notes_of(plan.score.tracks)
    return frozenset(
        part
        for part in plan.voices.parts
        if not plan.parts.is_drums(part) and all(begin <= n.start < end for n in played[part])
    )


def are_all_added(plan: Plan) -> bool:
    """Return whether some pitched parts are written, and all of them are added."""
    others = plan.voices.parts - added(plan)
    return bool(added(plan)) and all(plan.parts.is_drums(part) for part in others)
