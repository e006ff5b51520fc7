"""How long a continuation will take is said from what the loaded model took before."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

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
    assert not said.text()
    house.finish(house.continue_())
    assert said.text()
    house.session.clients.continuing.use_model(house.paths.models / "Mine")
    assert not said.text()
