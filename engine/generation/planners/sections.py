"""Plans the form of the bars to write by the user's wish or letters."""

from engine.generation import wishes
from engine.generation.plan import ENDLESS_PLAN, Plan
from engine.generation.planners.planner import decided_once
from engine.planning.sections import (
    SectionPlan,
    lettered_sections,
    new_sections,
    sections_of,
    varied_sections,
)
from engine.values.wishes import WISHES


@decided_once
def of(plan: Plan) -> SectionPlan | None:
    """Return the form of the bars: of the wish, else of the letters over them; else None."""
    request, span, kind = plan.request, plan.span, WISHES[plan.request.wish].section
    first = plan.bar - span.before
    bars = span.bars(request) or span.before + ENDLESS_PLAN
    if not kind:
        form = None if request.inside else lettered_sections(plan.score, first=first, bars=bars)
        return form and form.after(span.before)
    known = sections_of(plan.score, past=first)
    if kind == "new":
        return new_sections(known, first=first, bars=bars).after(span.before)
    source, past = wishes.recalled_bars(plan.score, request, span)
    if source == past:
        return None
    return varied_sections(
        known, first=first, bars=bars, source=source, source_bars=past - source
    ).after(span.before)
