"""Plans which parts play in the bars to write."""

from dataclasses import replace
from itertools import groupby

from engine.form.alternative_plan import PlayingBars
from engine.generation.plan import Plan
from engine.generation.planners import chords, departures, sections, theme
from engine.generation.planners.planner import decided_once
from engine.planning.entrances import (
    NO_LINEUPS,
    EntrancePlanner,
    Lineups,
    habit_of,
    phrases_begin,
)
from engine.planning.phrases import PHRASE


@decided_once
def of(plan: Plan) -> EntrancePlanner | None:
    """Return what plans the parts; None for a gap, for less than a phrase, and for one part."""
    request, parts = plan.request, plan.voices.parts
    given = not request.planned or request.inside or plan.is_bold
    is_short = 0 < plan.span.bars(request) < PHRASE
    if given or is_short or len(parts) < 2 or not plan.priors.plan.rest:
        return None
    played = plan.parts.notes_of(plan.score.tracks)
    habit = habit_of(
        plan.score,
        {part: played.get(part, ()) for part in sorted(parts)},
        start=request.start,
        drums=[part for part in parts if plan.parts.is_drums(part)],
    )
    if not habit.playing:
        return None
    form = sections.of(plan)
    return EntrancePlanner(
        habit,
        phrases_begin(plan.score, form, first=plan.bar, bars=plan.bars_ahead),
        sections=form.bars if form else (),
        theme=theme.of(plan) if chords.of(plan) else None,
        may_enter=min(plan.fullness) >= 1.0,
        may_leave=max(plan.fullness) <= 1.0,
    )


def lineups(plan: Plan, seed: int) -> Lineups:
    """Return which parts play in each bar of the row that has this seed."""
    planner = of(plan)
    if planner is None:
        return NO_LINEUPS
    planned, kept = planner.plan(seed), departures.kept(plan, seed)
    bars = (
        parts | {part for part, riff in kept.items() if at < riff.bars}
        for at, parts in enumerate(planned.bars)
    )
    return replace(planned, bars=tuple(bars))


def playing(plan: Plan, seed: int) -> tuple[PlayingBars, ...]:
    """Return which tracks play in the row that has this seed; empty where that stays."""
    found, bar, planned = list[PlayingBars](), plan.bar, lineups(plan, seed)
    for parts, run in groupby(planned.bars if planned.changes else ()):
        bars = len(tuple(run))
        tracks = tuple(sorted(plan.voices.track_of(part) for part in parts))
        found.append(PlayingBars(first=bar, bars=bars, tracks=tracks))
        bar += bars
    return tuple(found)
