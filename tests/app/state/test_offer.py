"""What an offer keeps of each alternative is what makes it again."""

from app.state.offer import Offer
from engine.messages import AlternativeFinished
from engine.request import PartNote, Request
from engine.values.alternative_end import AlternativeEnd
from engine.values.score import Note, Score, TimeSignature, Track
from engine.values.time import BarMap
from tests.app.doubles import BAR, piece


def test_a_take_knows_of_how_many_each_piece_of_it_was_chosen() -> None:
    ask = Request(start=0, bars=4, alternatives=2, best_of=8, fill=True)
    offer = Offer.of(ask, request=3, piece=piece(), model="Starter")
    for number, seed in enumerate((5, 9)):
        offer = offer.finishing(
            AlternativeFinished(
                request=3,
                alternative=number,
                made=AlternativeEnd(end=4 * BAR, ended=False, seed=seed, best_of=4),
            )
        )
    assert [(take.seed, take.best_of) for take in offer.takes(parent=0)] == [(5, 4), (9, 4)]


def test_an_offer_has_the_bars_of_the_pattern_of_meters() -> None:
    """Bars of 5/8 (1,200 ticks) and 7/8 (1,680) by turns."""
    meters = [
        TimeSignature(2880 * pair + late, 7 if late else 5, 8)
        for pair in range(3)
        for late in (0, 1200)
    ]
    score = Score(tracks=(Track(notes=(Note(0, 60, 8640),)),), time_signatures=tuple(meters))
    offer = Offer.of(Request(start=8640, bars=3), request=1, piece=score, model="Starter")
    assert offer.end == 8640 + 1200 + 1680 + 1200
    notes = tuple(PartNote(0, Note(tick, 60, 120)) for tick in (8640, 9840, 11520))
    offer = offer.adding(0, notes, until=12000)
    # It is stopped inside its third bar: two whole bars stay.
    whole = offer.closed(BarMap.of(offer.piece))
    assert whole is not None
    assert whole.alternatives[0].end == 8640 + 1200 + 1680
    shown = BarMap.of(whole.preview(score))
    assert [shown.start_of(bar) for bar in (6, 7, 8)] == [8640, 9840, 11520]
