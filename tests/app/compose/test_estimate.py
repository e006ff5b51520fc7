"""How long a continuation will take is said from what the loaded model took before."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.music.score import Track
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()


def test_another_model_is_not_promised_the_speed_of_the_one_before(house: House) -> None:
    said = house.window.compose.continue_panel._estimate
    assert said.text() == "4 alternatives"
    house.finish(house.continue_())
    assert said.text() == "4 alternatives, about 2 s"
    house.session.clients.continuing.use_model(house.paths.models / "Mine")
    assert said.text() == "4 alternatives"


def test_the_wait_grows_with_the_bars_and_the_tracks(house: House) -> None:
    said = house.window.compose.continue_panel._estimate
    house.finish(house.continue_())
    generation = house.session.focus.generation
    generation.replace(generation.settings.asking(bars=8))
    assert said.text() == "4 alternatives, about 4 s"
    document = house.session.piece.document
    written = document.composition.roles.count("write")
    document.edit("Add", document.composition.adding_track(Track(name="New")))
    wanted = round(4 * (written + 1) / written)
    assert said.text() == f"4 alternatives, about {wanted} s"
