"""Finds the notes that the request replaces."""

from collections.abc import Mapping
from dataclasses import replace

from engine.generation.plan import Plan
from engine.generation.planners.planner import decided_once
from engine.values.score import Note


@decided_once
def of(plan: Plan) -> Mapping[int, frozenset[Note]]:
    """Return the notes that the request replaces, by part; drums are left out."""
    request, without = plan.request, plan.score
    if plan.original is plan.score:
        if not request.following:
            return {}
        # Notes that stay in a gap go from bars that are rewritten (`Request.staying`).
        without = replace(request, selected="replaced").cleared(plan.score)
    start, end = request.start, request.end_in(plan.score)
    kept = plan.parts.notes_of(without.tracks)
    replaced = {
        part: frozenset(n for n in notes if start <= n.start < end).difference(kept[part])
        for part, notes in plan.parts.notes_of(plan.original.tracks).items()
        if part in plan.voices.parts and not plan.parts.is_drums(part)
    }
    return {part: notes for part, notes in replaced.items() if notes}
