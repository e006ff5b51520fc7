"""Says what is the tune, which the plan of chords leaves free, and how chordal the rest is."""

from dataclasses import dataclass, replace

from engine.generation.plan import Plan
from engine.generation.planners.planner import decided_once
from engine.generation.reading.chords import foreign_share
from engine.planning.leading import Floats, leading_part, tune_share, without_tune
from engine.planning.phrases import PHRASE
from engine.values.score import Score
from engine.values.time import BarMap


@dataclass(frozen=True, slots=True, kw_only=True)
class Tune:
    """The tune of the last phrase before the start.

    Attributes:
        share: How far each pitch of the part that leads is its tune, (128,), by part; empty where
            none leads.
        foreign: Share of the other notes on strong beats that are foreign to their chords.
    """

    share: dict[int, Floats]
    foreign: float


@decided_once
def of(plan: Plan) -> Tune:
    """Return the tune, and how chordal the rest is."""
    phrase = _last_phrase(plan)
    played = plan.parts.notes_of(phrase.tracks)
    pitched = {p: notes for p, notes in played.items() if not plan.parts.is_drums(p)}
    part = leading_part(pitched)
    share = {} if part is None else {part: tune_share(pitched[part])}
    tracks = (
        without_tune(track, share.get(part))
        for track, part in zip(phrase.tracks, plan.parts.of_track, strict=True)
    )
    return Tune(share=share, foreign=foreign_share(replace(phrase, tracks=tuple(tracks))))


def _last_phrase(plan: Plan) -> Score:
    since = BarMap.of(plan.score).start_of(max(0, plan.bar - PHRASE))
    return plan.score.between(since, plan.request.start)
