"""Finds the riffs of the parts that are written, and for how long they go on."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from engine.generation.plan import Plan
from engine.generation.planners import replaced, sections
from engine.generation.planners.planner import decided_once
from engine.generation.reading.context import only_roles
from engine.generation.state.heard import Bar
from engine.harmony.chord_track import end_of
from engine.planning.phrases import PHRASE, first_bar_of
from engine.planning.riffs import Riff, bars_kept, riff_of
from engine.request import DrawingLimits

TOGETHER = 0.7
"""Chance that a part keeps its riff as the others of its row do, else by itself. Two parts with
riffs correlate by .5 in real bands: either goes on without the other in a quarter of pairs."""

_STREAM = 9  # numbers of a seed that nothing else draws


@decided_once
def of(plan: Plan) -> Mapping[int, Riff]:
    """Return the riff of each written part that has one; empty where no drums play.

    It is empty, too, where other parts have their notes already, and where the user asks for other
    notes: by a wish, letters, sliders, limits, chords, or boldly.
    """
    request = plan.request
    asked = request.wish != "none" or sections.of(plan) is not None or plan.is_bold
    limited = replace(request.limits, longest_copy=0) != DrawingLimits()
    given = request.fill or request.inside or not request.planned or bool(replaced.of(plan))
    is_off = not plan.echo or not plan.priors.plan.riff
    beside = only_roles(plan.score, request.roles, "context").end > request.start
    chords = end_of(plan.written, plan.score) > request.start
    if asked or limited or given or beside or chords or not request.steering.is_neutral or is_off:
        return {}
    if not _has_drums(plan):
        return {}
    found = {part: riff_of(tuple(_onsets(plan, part))) for part in sorted(plan.voices.parts)}
    return {part: riff for part, riff in found.items() if riff is not None}


def lasting(plan: Plan, seed: int, share: float) -> Mapping[int, Riff]:
    """Return the riffs that go on in a row, and for how many bars, by part.

    Args:
        plan: The plan of the request.
        seed: Of the row.
        share: Of all rows, 0 to 1, that keep riffs for longer.
    """
    place = (plan.bar - first_bar_of(plan.score)) % PHRASE
    rng = np.random.default_rng((seed & 0xFFFFFFFF, _STREAM))
    found = {}
    for part, riff in of(plan).items():
        alone, own = rng.random(2)
        kept_by = (share if alone < TOGETHER else 1.0 - own) / min(1.0, plan.echo)
        bars = bars_kept(riff, kept_by, place=place)
        if bars:
            found[part] = Riff(riff.period, min(bars, plan.bars_ahead))
    return found


def bars_of_part(plan: Plan, part: int) -> Iterator[Bar]:
    """Yield the last bars of the piece with the notes of one part alone, by ids."""
    token = plan.vocabulary.first_part + part
    for bar in plan.heard.whole_bars:
        yield {at: {token: parts[token]} for at, parts in bar.items() if token in parts}


def _has_drums(plan: Plan) -> bool:
    """Whether drums play in the last bars."""
    drums = filter(plan.parts.is_drums, range(len(plan.parts.programs)))
    return any(any(bars_of_part(plan, part)) for part in drums)


def _onsets(plan: Plan, part: int) -> Iterator[frozenset[tuple[int, int]]]:
    for bar in bars_of_part(plan, part):
        yield frozenset(
            (at, pitch) for at, parts in bar.items() for notes in parts.values() for pitch in notes
        )
