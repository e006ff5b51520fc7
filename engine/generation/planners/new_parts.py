"""Finds the parts that are added to a piece."""

from engine.generation.plan import Plan
from engine.generation.planners.planner import decided_once


@decided_once
def of(plan: Plan) -> frozenset[int]:
    """Return numbers of the pitched parts that are written in a gap and have no note yet."""
    if not plan.request.fill:
        return frozenset()
    played, parts = plan.parts.notes_of(plan.score.tracks), plan.voices.parts
    return frozenset(p for p in parts if not plan.parts.is_drums(p) and not played[p])
