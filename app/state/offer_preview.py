"""The piece with the growing alternative of an offer in it, kept from note to note."""

from dataclasses import dataclass

from app.state.offer import Offer
from engine.midi.channels.growing import Growing
from engine.request import PartNote
from engine.values.score import Note, Score


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferPreview:
    """The score that `Offer.preview` returns for an alternative that is not finished.

    Attributes:
        request: Number of the offer's request.
        index: The alternative.
        notes: Its notes so far.
        music: The piece with these notes.
    """

    request: int
    index: int
    notes: tuple[PartNote, ...]
    music: Growing

    @property
    def score(self) -> Score:
        """The piece with the notes so far."""
        return self.music.score

    @classmethod
    def of(cls, offer: Offer, piece: Score) -> "OfferPreview":
        """Return the preview of the current alternative, which still grows."""
        notes = offer.alternatives[offer.current].notes
        end = offer.end if offer.ask.inside else 0
        music = offer.ask.growing(piece, notes, end=end or None)
        return cls(request=offer.request, index=offer.current, notes=notes, music=music)

    def grown(self, offer: Offer, piece: Score) -> "OfferPreview":
        """Return the preview of a later state of the offer; only new notes are written."""
        notes, count = offer.alternatives[offer.current].notes, len(self.notes)
        if (
            piece is not self.music.piece
            or (offer.request, offer.current) != (self.request, self.index)
            or notes[:count] != self.notes
        ):
            return OfferPreview.of(offer, piece)
        new: dict[int, list[Note]] = {}
        for part in notes[count:]:
            if part.track in self.music.made:
                new.setdefault(part.track, []).append(part.note)
        music = self.music.adding(new) if new else self.music
        return OfferPreview(request=self.request, index=self.index, notes=notes, music=music)
