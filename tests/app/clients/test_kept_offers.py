"""Undo of a keep: the other alternatives are on offer again."""

from dataclasses import replace

import pytest

from app.settings.settings import Settings
from app.state import history as histories
from engine.piece.composition import Composition
from tests.app.clients.offering import House
from tests.app.doubles import piece

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def house(settings: Settings) -> House:
    return House(settings)


def test_undo_of_a_keep_offers_the_others_again_and_redo_puts_them_away(house: House) -> None:
    house.offered()
    offered = house.continuing.offer
    assert offered is not None
    house.continuing.keep(1)
    assert house.continuing.offer is None
    house.document.undo()
    back = house.continuing.offer
    assert back is not None
    assert [a.notes for a in back.alternatives] == [a.notes for a in offered.alternatives]
    house.document.redo()
    assert house.continuing.offer is None
    house.document.undo()
    house.continuing.keep(0)
    assert house.document.composition.current_take == offered.numbers[0]
    house.document.undo()
    assert house.continuing.offer is not None
    assert house.continuing.offer.current == 0


def test_undo_of_what_came_after_a_keep_offers_nothing(house: House) -> None:
    house.offered()
    house.continuing.keep(0)
    composition = house.document.composition
    house.document.edit("Role", composition.with_score(replace(composition.score, title="b")))
    house.document.undo()
    assert house.continuing.offer is None
    house.document.undo()
    assert house.continuing.offer is not None


def test_a_piece_opened_since_brings_nothing_back(house: House) -> None:
    house.offered()
    house.continuing.keep(0)
    house.document.show(Composition.of(piece()), path=None, title="b", saved=True)
    house.document.edit("Title", house.document.composition.with_score(piece(bars=5)))
    house.document.undo()
    assert house.continuing.offer is None


def test_steps_that_are_dropped_are_no_undo(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.offered()
    house.continuing.keep(0)
    document = house.document

    def rename(title: str) -> None:
        composition = document.composition
        document.edit("Title", composition.with_score(replace(composition.score, title=title)))

    for title in "abcde":
        rename(title)
    monkeypatch.setattr(histories, "MOST_BYTES", 1)
    rename("f")
    assert (len(document.steps), document.step) == (2, 1)
    assert house.continuing.offer is None
    document.undo()
    assert house.continuing.offer is None
    document.redo()
    assert house.continuing.offer is None
