"""An offer that was made before: a piece, a request, and what the live process answered.

The start page plays such offers and opens them: what is heard is what is opened.
"""

from functools import reduce

import msgspec

from app.state.offer import Offer
from engine.gate import documents
from engine.messages import AlternativeFinished, ChordsPlanned, NotesMade
from engine.request import Request
from engine.values.score import Score
from engine.values.time import refuse_absurd

Answer = ChordsPlanned | NotesMade | AlternativeFinished

# Four alternatives of sixty-four bars for a band.
_BOUNDS = documents.DocumentBounds(text_bytes=4 << 20, containers=50_000, values=500_000)


class MadeOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A request with its answers, in the messages of the live process.

    Attributes:
        model: The name of the model that made it.
        score: The piece that was continued.
        ask: The request, with a role for each track and a seed.
        answers: The plan, the notes and the end of each alternative, the best one first.
    """

    model: str
    score: Score
    ask: Request
    answers: tuple[Answer, ...]

    def offer(self) -> Offer:
        """Return the offer with all answers, without a number; it is not closed yet."""
        empty = Offer.of(self.ask, request=0, piece=self.score, model=self.model)
        return reduce(answered, self.answers, empty)


def answered(offer: Offer, answer: Answer) -> Offer:
    """Return the offer with one more answer of the live process."""
    match answer:
        case ChordsPlanned():
            return offer.planned(answer)
        case NotesMade():
            return offer.adding(answer.alternative, answer.notes, until=answer.until)
        case AlternativeFinished():
            return offer.finishing(answer)


def read_made_offer(text: bytes) -> MadeOffer:
    """Return the offer in a file.

    Raises:
        RefusedError: It is none, or larger than any offer is.
        ValueError: Its piece exceeds the limits of a piece.
    """
    made = documents.decode(text, MadeOffer, _BOUNDS)
    refuse_absurd(made.score)
    return made
