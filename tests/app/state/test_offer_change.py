"""What changed between two states of an offer."""

from dataclasses import replace

import pytest

from app.state.offer import Offer
from app.state.offer_change import NOTHING, OfferChange, difference
from engine.form.alternative_plan import AlternativePlan
from engine.harmony.chord_symbols import Chord
from engine.messages import AlternativeFinished, ChordsPlanned
from engine.request import PartNote, Request
from engine.values.alternative_end import AlternativeEnd
from engine.values.score import Note
from tests.app.doubles import BAR, piece

SCORE = piece()
ASK = Request(start=4 * BAR, bars=4, alternatives=3)
OFFER = Offer.of(ASK, request=1, piece=SCORE, model="Starter")
NOTE = PartNote(0, Note(start=4 * BAR, pitch=60, duration=480))
MORE = OFFER.adding(1, (NOTE,), until=5 * BAR)
WHOLE = OFFER.finishing(
    AlternativeFinished(
        request=1, alternative=2, made=AlternativeEnd(end=8 * BAR, ended=False, seed=7)
    )
)
CHORDS = (Chord(4 * BAR, 0, "maj"),)
PLANNED = OFFER.planned(
    ChordsPlanned(request=1, alternative=0, plan=AlternativePlan(chords=CHORDS))
)
STARRED = OFFER.with_alternative(1, replace(OFFER.alternatives[1], starred=True))


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        (None, OFFER, OfferChange(other=True, making=True)),
        (OFFER, None, OfferChange(other=True, making=True)),
        (replace(OFFER, making=False), None, OfferChange(other=True)),
        (OFFER, replace(OFFER, request=2), OfferChange(other=True)),
        (OFFER, replace(OFFER, alternatives=OFFER.alternatives[1:]), OfferChange(other=True)),
        (OFFER, replace(OFFER, piece=replace(SCORE)), OfferChange(other=True)),
        (OFFER, MORE, OfferChange(grown=frozenset({1}))),
        (MORE, MORE.adding(1, (), until=6 * BAR), OfferChange(grown=frozenset({1}))),
        (OFFER, WHOLE, OfferChange(grown=frozenset({2}), facts=frozenset({2}))),
        (OFFER, PLANNED, OfferChange(facts=frozenset({0}))),
        (OFFER, STARRED, OfferChange(facts=frozenset({1}))),
        (OFFER, OFFER.choosing(2), OfferChange(current=True)),
        # It was the current one before, and nobody sees that it was touched.
        (OFFER, OFFER.choosing(0), NOTHING),
        (OFFER, OFFER, NOTHING),
        (OFFER, replace(OFFER, making=False), OfferChange(making=True)),
        (None, None, NOTHING),
    ],
)
def test_a_change_names_its_parts(
    before: Offer | None, after: Offer | None, change: OfferChange
) -> None:
    assert difference(before, after) == change
    assert change.is_growth == (change in (NOTHING, OfferChange(grown=change.grown)))


def test_a_candidate_that_is_not_shown_changes_nothing() -> None:
    assert difference(OFFER, OFFER.adding(3, (NOTE,), until=5 * BAR)) == NOTHING


def test_changes_that_come_before_the_next_frame_are_shown_together() -> None:
    grown, planned = difference(OFFER, MORE), difference(OFFER, PLANNED)
    both = grown.joined(planned)
    assert both == OfferChange(grown=frozenset({1}), facts=frozenset({0}))
    assert grown.is_growth
    assert not both.is_growth
    assert NOTHING.joined(both) == both.joined(NOTHING) == both
