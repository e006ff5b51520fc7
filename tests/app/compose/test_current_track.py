"""The track that is worked on stays the current one when others go or change places."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.piece.composition import Composition
from tests.app.doubles import piece
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.session.piece.document.begin(Composition.of(piece(tracks=4)))
    yield house
    house.end()


def current(house: House) -> str:
    track = house.session.focus.selection.track
    assert track is not None
    return track.name


def test_it_is_followed(house: House) -> None:
    headers, selection = house.window.compose.headers, house.session.focus.selection
    selection.choose_track(2)
    headers.track_moved.emit(2, 0)
    assert (current(house), selection.current) == ("T2", 0)
    headers.track_moved.emit(3, 0)
    assert (current(house), selection.current) == ("T2", 1)
    headers.track_removed.emit(0)
    assert (current(house), selection.current) == ("T2", 0)
    headers.track_removed.emit(2)
    assert current(house) == "T2"
    # When it goes itself, who stands in its place is next.
    headers.track_removed.emit(0)
    assert current(house) == "T0"
