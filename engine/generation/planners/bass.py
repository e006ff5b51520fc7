"""Finds the part that plays the bass."""

from statistics import fmean

from engine.generation.plan import Plan
from engine.generation.planners import new_parts
from engine.generation.planners.planner import decided_once
from engine.planning.roles import bass_of
from engine.values.time import BarMap


@decided_once
def of(plan: Plan) -> int | None:
    """Return the number of the written part that has played lowest; None where none is pitched.

    A part's lowest note of each bar counts: a piano is lower than the voice that it supports.
    Parts that are added to a piece have the role of their instruments.
    """
    if new_parts.are_all_added(plan):
        return bass_of({part: plan.parts.programs[part] for part in new_parts.added(plan)})
    bars, played = BarMap.of(plan.own_music), plan.parts.notes_of(plan.own_music.tracks)
    heights: dict[int, float] = {}
    for part in sorted(plan.voices.parts):
        if plan.parts.is_drums(part) or not played.get(part):
            continue
        lowest: dict[int, int] = {}
        for note in played[part]:
            bar = bars.bar_at(note.start)
            lowest[bar] = min(note.pitch, lowest.get(bar, note.pitch))
        heights[part] = fmean(lowest.values())
    return min(heights, key=lambda part: heights[part], default=None)
