"""Compute which track plays in which bar of an offer, for the panel's small plan."""

from collections import Counter
from dataclasses import replace

from app.state.offer import ORIGINAL, Offer
from app.views.continue_panel.plan import MOST_BARS, MOST_ROWS, PlanRow, PlanView
from app.words.instruments import instrument_words
from engine.piece.composition import Composition
from engine.values.time import BarMap


def plan_of(
    offer: Offer | None, index: int, composition: Composition, bars: BarMap, *, length: int
) -> PlanView:
    """Return the plan of an alternative, or an empty one before anything is offered.

    Args:
        offer: The offer, or None.
        index: The alternative; the original has an empty plan.
        composition: The piece; without an offer its roles say which tracks would be written.
        bars: The bars of the piece.
        length: Bars of the next request; 0 has no end.
    """
    if offer is None or index == ORIGINAL:
        written = [i for i, role in enumerate(composition.roles) if role == "write"]
        rows = tuple(_row(composition, track) for track in written)
        return _cut(PlanView(bars=min(length or MOST_BARS, MOST_BARS), rows=rows))
    first = bars.bar_at(offer.start)
    count = min(MOST_BARS, max(1, bars.bars_until(offer.end_of(index)) - first))
    played: dict[int, Counter[int]] = {}
    for part in offer.alternatives[index].notes:
        played.setdefault(part.track, Counter())[bars.bar_at(part.note.start) - first] += 1
    written = [i for i, role in enumerate(offer.ask.roles) if role == "write"]
    planned = () if offer.alternatives[index].finished else offer.plan_of(index).playing
    rows = tuple(
        replace(
            _row(composition, track, played.get(track, Counter()), count),
            planned=frozenset(
                bar - first
                for each in planned
                if track in each.tracks
                for bar in range(each.first, each.first + each.bars)
            ),
        )
        for track in written
    )
    return _cut(PlanView(number=index + 1, bars=count, rows=rows))


def _cut(plan: PlanView) -> PlanView:
    """Return a plan with names alone of the tracks that have no room."""
    if len(plan.rows) <= MOST_ROWS + 1:
        return plan
    more = tuple(row.name for row in plan.rows[MOST_ROWS:])
    return replace(plan, rows=plan.rows[:MOST_ROWS], more=more)


def _row(
    composition: Composition, index: int, played: Counter[int] | None = None, count: int = 0
) -> PlanRow:
    tracks, settings = composition.score.tracks, composition.settings
    name = ""
    if index < len(tracks):
        track = tracks[index]
        name = track.name or instrument_words(track.program, is_drum=track.is_drum)
    colour = settings[index].colour if index < len(settings) else index
    most = max(played.values(), default=1) if played else 1
    full = () if played is None else tuple(played[bar] / most for bar in range(count))
    return PlanRow(name=name, colour=colour, bars=full)
