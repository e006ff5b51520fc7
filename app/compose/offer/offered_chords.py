"""The plan of one alternative, as it is shown over the piece."""

from dataclasses import dataclass

from app.state.offer import ORIGINAL, Offer
from engine.form.alternative_plan import NO_PLAN, AlternativePlan
from engine.harmony.chord_track import end_of


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedChords:
    """Chords that are not part of the piece.

    Attributes:
        plan: Its chords, letters and returning bars; empty where none are planned.
        end: Tick where the last chord ends.
        waits: Whether a plan may still come.
    """

    plan: AlternativePlan = NO_PLAN
    end: int = 0
    waits: bool = False

    @classmethod
    def of(cls, offer: Offer, index: int) -> "OfferedChords":
        """Return the chords of an alternative; none for the original."""
        if index == ORIGINAL:
            return cls(waits=offer.making)
        plan = offer.plan_of(index)
        # The last bars of an ending have chords of their own.
        end = min(offer.end_of(index), end_of(plan.chords, offer.piece))
        return cls(plan=plan, end=end, waits=offer.making)
