"""The planned chords and letters of one alternative, as they are shown over the piece."""

from dataclasses import dataclass

from app.state.offer import ORIGINAL, Offer
from engine.harmony.chord_symbols import Chord
from engine.harmony.chord_track import end_of
from engine.values.returning_bars import ReturningBars
from engine.values.sections import Section


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedChords:
    """Chords that are not part of the piece.

    Attributes:
        chords: Ascending; empty where none are planned.
        end: Tick where the last one ends.
        returning: Which of their bars return to earlier ones.
        sections: Letters of the bars; empty where none were asked for.
        waits: Whether a plan may still come.
    """

    chords: tuple[Chord, ...] = ()
    end: int = 0
    returning: tuple[ReturningBars, ...] = ()
    sections: tuple[Section, ...] = ()
    waits: bool = False

    @classmethod
    def of(cls, offer: Offer, index: int) -> "OfferedChords":
        """Return the chords of an alternative; none for the original."""
        if index == ORIGINAL:
            return cls(waits=offer.making)
        chords = offer.chords_of(index)
        return cls(
            chords=chords,
            # The last bars of an ending have chords of their own.
            end=min(offer.end_of(index), end_of(chords, offer.piece)),
            returning=offer.returning_in(index),
            sections=offer.sections_in(index),
            waits=offer.making,
        )
