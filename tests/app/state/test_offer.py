"""What an offer keeps of each alternative is what makes it again."""

from app.state.offer import Offer
from engine.messages import AlternativeFinished
from engine.request import Request
from tests.app.doubles import BAR, piece


def test_a_take_knows_of_how_many_each_piece_of_it_was_chosen() -> None:
    ask = Request(start=0, bars=4, alternatives=2, best_of=8, fill=True)
    offer = Offer.of(ask, request=3, piece=piece(), model="Starter")
    for number, seed in enumerate((5, 9)):
        offer = offer.finishing(
            AlternativeFinished(
                request=3, alternative=number, end=4 * BAR, ended=False, seed=seed, best_of=4
            )
        )
    assert [(take.seed, take.best_of) for take in offer.takes(parent=0)] == [(5, 4), (9, 4)]
