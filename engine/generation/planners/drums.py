"""Plans the drums of a gap that other parts fill."""

import numpy as np

from engine.generation.plan import Plan
from engine.generation.planners import context
from engine.generation.planners.planner import decided_once
from engine.generation.reading.context import only_roles
from engine.planning.grooves import STYLES, DrumPlanner
from engine.planning.phrases import PHRASE
from engine.values.score import Note, Score
from engine.values.time import BarMap


@decided_once
def of(plan: Plan) -> DrumPlanner | None:
    """Return what plans the drums; None where nothing does.

    Drums that stood there before are a plan of their own. Those of an earlier piece of the same gap
    are not.
    """
    request, parts, score = plan.request, plan.voices.parts, plan.score
    given = not request.fill or not request.planned or plan.is_bold
    if given or not plan.priors.plan.beat or context.of(plan) is None or len(parts) != 1:
        return None
    if not plan.parts.is_drums(min(parts)):
        return None
    bars = BarMap.of(score)
    begin, end = bars.start_of(plan.bar - plan.span.before), request.end_in(score)
    if any(not begin <= note.start < end for note in _drum_notes(score)):
        return None
    return DrumPlanner(only_roles(score, request.roles, "context"), past=bars.bars_until(score.end))


def style_of(plan: Plan, seed: int) -> int:
    """Return the style of the drums in the row that has this seed.

    The second piece of a gap goes on as the first one, whichever was chosen.
    """
    played = [note for note in _drum_notes(plan.score) if note.start < plan.request.start]
    planner = of(plan)
    if planner is None or not played:
        return int(np.random.default_rng(seed).integers(len(STYLES)))
    first = max(plan.bar - plan.span.before, plan.bar - PHRASE)
    return planner.style_of(played, first=first, past=plan.bar)


def _drum_notes(score: Score) -> tuple[Note, ...]:
    return tuple(note for track in score.tracks if track.is_drum for note in track.notes)
