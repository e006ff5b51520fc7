"""The piece goes back to a take of the tree, in the session that made it and in a later one."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.piece.composition import Composition
from engine.piece.composition_file import from_bytes, to_bytes
from tests.app.doubles import piece
from tests.app.house import START, House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()


def keep_one(house: House) -> Composition:
    """One of four takes, made after another piece was read, is kept; what there is then."""
    house.session.clients.continuing.remember(replace(piece(1), title="Aria"))
    house.finish(house.continue_())
    house.act("accept")
    return house.session.piece.document.composition


def reopen(house: House) -> None:
    """As if the piece had been saved, and opened in another session."""
    saved = from_bytes(to_bytes(house.session.piece.document.composition))
    house.session.piece.document.show(saved, path=None, title="a", saved=True)


def go_back(house: House, number: int) -> Composition:
    house.window.compose.tree.node_chosen.emit(number)
    return house.session.piece.document.composition


def test_back_and_forth_are_steps_of_the_history(house: House) -> None:
    before = house.session.piece.document.composition.score
    kept = keep_one(house)
    beginning = go_back(house, 0)
    assert beginning.score == before
    assert beginning.current_take == 0
    # It stays in the tree, so that one can go there again.
    assert beginning.takes == kept.takes
    assert go_back(house, 1).score == kept.score
    house.act("undo")
    assert house.session.piece.document.composition == beginning


def test_undo_of_going_back_offers_nothing_again(house: House) -> None:
    keep_one(house)
    house.finish(house.continue_())
    house.act("accept")
    go_back(house, 1)
    house.act("undo")
    assert house.session.clients.continuing.offer is None
    house.act("undo")
    assert house.session.clients.continuing.offer is not None


@pytest.mark.slow
def test_a_track_that_came_later_does_not_come_along(house: House) -> None:
    keep_one(house)
    house.act("add_track")
    house.finish(house.continue_())
    beginning = go_back(house, 0)
    assert len(beginning.score.tracks) == 2
    assert from_bytes(to_bytes(beginning)) == beginning


@pytest.mark.slow
def test_in_a_later_session_only_the_notes_of_later_takes_go(house: House) -> None:
    before = house.session.piece.document.composition.score
    keep_one(house)
    second = house.continue_()
    house.finish(second)
    house.act("accept")
    both = house.session.piece.document.composition
    assert [take.number for take in both.takes if take.state == "accepted"] == [1, 5]
    reopen(house)
    first = go_back(house, 1)
    assert {note.origin for note in first.score.tracks[0].notes} == {0, 1}
    assert go_back(house, 0).score == before


def test_what_went_back_to_its_beginning_is_saved_and_opened_with_all_takes(house: House) -> None:
    kept = keep_one(house)
    reopen(house)
    beginning = go_back(house, 0)
    opened = from_bytes(to_bytes(beginning))
    assert opened == beginning
    assert opened.takes == kept.takes
    assert opened.request_of(1).remembered == replace(piece(1), title="Aria")
    assert all(note.start < START for note in opened.score.tracks[0].notes)
