"""The best of many: what is found later takes the place of what nobody has heard."""

import pytest

from app.settings.settings import Settings
from engine import messages
from tests.app.clients.offering import START, House

pytestmark = pytest.mark.usefixtures("qtbot")


@pytest.fixture
def house(settings: Settings) -> House:
    return House(settings)


def looking_for_better(house: House) -> int:
    """Two alternatives are whole and were not heard; others are still drawn."""
    house.load()
    house.playing.play(0)
    request = house.go_on(best_of=16)
    house.playing.stop()
    for index, start in enumerate((START, START + 240)):
        house.make(request, index, start)
        house.end(request, index)
    return request


def found_better(house: House, request: int, *best: int) -> None:
    """Two better ones are told, as alternatives 2 and 3, and which are the best."""
    for index in (2, 3):
        house.make(request, index, START + 100 * index)
        house.end(request, index)
    house.live.deliver(
        messages.ContinuationFinished(
            request=request,
            seconds=1.0,
            first_note_seconds=0.1,
            notes_per_second=9.0,
            best=best,
        )
    )


def seeds(house: House) -> list[int]:
    assert house.continuing.offer is not None
    return [alternative.seed for alternative in house.continuing.offer.alternatives]


@pytest.mark.parametrize(
    ("best", "shown"), [((2, 3), [9, 10]), ((3, 0), [10, 7]), ((0, 1), [7, 8])]
)
def test_the_best_are_shown_in_place_of_what_nobody_has_heard(
    house: House, best: tuple[int, int], shown: list[int]
) -> None:
    request = looking_for_better(house)
    assert house.continuing.making
    assert seeds(house) == [7, 8]
    found_better(house, request, *best)
    assert seeds(house) == shown
    assert not house.continuing.making
    assert [take.seed for take in house.document.composition.takes] == shown


def test_what_was_heard_chosen_or_starred_stays_where_it_is(house: House) -> None:
    request = looking_for_better(house)
    house.continuing.star(1, on=True)
    found_better(house, request, 2, 3)
    assert seeds(house) == [9, 8]
    request = looking_for_better(house)
    house.continuing.choose(0)
    found_better(house, request, 3, 2)
    assert seeds(house) == [7, 10]
    request = looking_for_better(house)
    house.continuing.audition(1)
    found_better(house, request, 1, 3)
    assert seeds(house) == [10, 8]


def test_what_sounds_is_not_taken_from_under_the_ear(house: House) -> None:
    house.load()
    request = house.go_on(best_of=16)
    for index, start in enumerate((START, START + 240)):
        house.make(request, index, start)
        house.end(request, index)
    # The first is heard by itself as soon as it is there.
    assert house.playing.playing
    found_better(house, request, 3, 2)
    assert seeds(house) == [7, 10]


def test_better_ones_are_not_shown_before_it_is_known_which_are_the_best(house: House) -> None:
    request = looking_for_better(house)
    house.make(request, 2, START + 200)
    house.end(request, 2)
    assert seeds(house) == [7, 8]


def test_who_decides_while_better_ones_are_looked_for_waits_for_nothing(house: House) -> None:
    request = looking_for_better(house)
    house.continuing.keep(1)
    assert house.live.last(messages.CancelContinue).request == request
    assert [take.state for take in house.document.composition.takes] == ["offered", "accepted"]
    # What still comes of it changes nothing.
    found_better(house, request, 2, 3)
    assert len(house.document.composition.takes) == 2

    looking_for_better(house)
    house.continuing.reject()
    assert house.continuing.offer is None
    states = [take.state for take in house.document.composition.takes]
    assert states[2:] == ["rejected", "rejected"]


def test_more_like_a_card_can_be_had_while_better_ones_are_looked_for(house: House) -> None:
    looking_for_better(house)
    house.continuing.more_like(0)
    assert house.live.last(messages.Continue).ask.beginning_end > START
    assert len(house.document.composition.takes) == 2
