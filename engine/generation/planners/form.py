"""Plans which bars return in each row, and which are new."""

from collections.abc import Mapping

from engine.generation.plan import Plan
from engine.generation.planners import chords, departures, sections, theme
from engine.generation.planners.planner import decided_once
from engine.generation.state.form import ALTERNATING, Form
from engine.generation.state.heard import Bar, Heard


def of_row(plan: Plan, seed: int) -> Form:
    """Return which bars return, and which are new, in the row that has this seed."""
    form, harmony = sections.of(plan), chords.planner_of(plan, seed)
    departure, leaves = departures.of(plan), departures.leaves(plan, seed)
    bars = form.bars if form else ()
    if leaves and departure is not None:
        bars = departure.bars
    if harmony is None and form is None and not leaves:
        return ALTERNATING
    backs: tuple[int, ...] | None = None
    if harmony is not None:
        backs = tuple(bar.back for bar in harmony.plan(seed))
    elif form is not None:
        backs = tuple(bar.back for bar in bars)
    # Letters and wishes say how nearly their bars return (`BarLags`).
    alike = harmony.alike if harmony is not None and form is None else 0.0
    return Form(backs, tuple(bar.since for bar in bars), leaves=leaves, alike=alike)


def theme_bars(plan: Plan, seed: int) -> Mapping[int, Bar]:
    """Return the bars of the theme by the bar to come, counted from 0, in which each returns.

    Args:
        plan: The plan of the request.
        seed: Of the row.
    """
    found = theme.of(plan)
    if found is None or chords.planner_of(plan, seed) is None:
        return {}
    returning = found.returning(seed)
    begin = next((at for at, bar in enumerate(returning) if bar.back), 0)
    return dict(enumerate(_theme_bars(plan), begin)) if returning else {}


@decided_once
def _theme_bars(plan: Plan) -> tuple[Bar, ...]:
    found = theme.of(plan)
    if found is None:
        return ()
    most = plan.bar - found.source + 1  # the bar that is written is the last one
    return tuple(Heard(plan.vocabulary, plan.own_ids, most=most).bars)[: found.source_bars]
