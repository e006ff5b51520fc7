"""The preview that is kept from note to note is the one that is made anew."""

from dataclasses import replace

import pytest

from app.state.offer import Offer
from app.state.offer_preview import OfferPreview
from engine.request import PartNote, Request
from engine.values.score import Note, Score
from tests.app.doubles import BAR, piece

SCORE = piece(bars=8, tracks=3)
# Track 2 is heard and not written: its notes are left out.
ROLES = ("write", "write", "context")
AFTER = Request(start=8 * BAR, bars=4, alternatives=2, roles=ROLES)
GAP = replace(AFTER, start=2 * BAR, bars=2, fill=True, selected="thinned")


def note(number: int, start: int) -> PartNote:
    return PartNote(number % 3, Note(start + number * 480, 60 + number, 480))


@pytest.mark.parametrize("ask", [AFTER, GAP], ids=["after the piece", "in a gap"])
def test_it_grows_with_the_offer(ask: Request) -> None:
    offer = Offer.of(ask, request=1, piece=SCORE, model="Starter")
    preview = OfferPreview.of(offer, SCORE)
    for number in range(8):
        offer = offer.adding(0, (note(number, ask.start),), until=ask.start + number * 480)
        preview = preview.grown(offer, SCORE)
        assert preview.score == offer.preview(SCORE)
        # Another alternative grows as well, and is not heard.
        offer = offer.adding(1, (note(number, ask.start),), until=ask.start + number * 480)
        assert preview.grown(offer, SCORE).score is preview.score


def test_another_place_alternative_or_piece_is_made_anew() -> None:
    first = Offer.of(AFTER, request=1, piece=SCORE, model="Starter")
    offer = first.adding(0, (note(0, AFTER.start),), until=9 * BAR)
    preview = OfferPreview.of(offer, SCORE)
    edited = Score(tracks=SCORE.tracks[::-1])
    for other, score in (
        (offer.choosing(1), SCORE),
        (offer, edited),
        (replace(first, request=2), SCORE),
        # A better candidate took the place of the one that was heard.
        (first.adding(0, (note(3, AFTER.start),), until=9 * BAR), SCORE),
    ):
        assert preview.grown(other, score).score == other.preview(score)
