"""Plans where the phrase that the piece begins with comes again."""

from engine.generation.plan import Plan
from engine.generation.planners import sections
from engine.generation.planners.planner import decided_once
from engine.planning.phrases import BLOCK, PHRASE, first_bar_of
from engine.planning.theme import Theme


@decided_once
def of(plan: Plan) -> Theme | None:
    """Return the phrase that the piece begins with; None where it may not come again.

    It may where the user leaves the form of the bars open, and lets the piece repeat itself.
    """
    request, origin = plan.request, first_bar_of(plan.score)
    asked = request.wish != "none" or sections.of(plan) is not None or not plan.echo
    if request.inside or asked:
        return None
    # The first phrase of those that the model reads.
    source = origin + -(-max(0, plan.prompt.since_bar - origin) // PHRASE) * PHRASE
    theme = Theme(
        source=source,
        source_bars=min(PHRASE, plan.bar - source),
        first=plan.bar,
        bars=plan.bars_ahead,
    )
    return theme if theme.source_bars >= BLOCK and theme.places else None
