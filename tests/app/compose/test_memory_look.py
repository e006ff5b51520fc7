"""Where the model looks is asked for as long as it is wanted, in a new process too."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.views.continue_panel.memory_strip import MemorySlots
from engine import messages
from tests.app.house import House
from tests.app.views.widgets_of import button


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()


def look(house: House, *shares: float) -> None:
    request = house.live.last(messages.Continue).request
    house.live.deliver(messages.MemoryLooked(request=request, first_bar=0, shares=shares))


def test_looks_are_shown_while_notes_are_made_and_only_if_they_are_wanted(house: House) -> None:
    panel = house.window.compose.continue_panel
    (slots,) = panel.findChildren(MemorySlots)
    assert house.live.of(messages.WatchMemory) == []
    button(panel, "Where it looks").click()
    assert house.live.last(messages.WatchMemory).on
    request = house.continue_()
    look(house, 0.1, 0.2, 0.0, 0.4)
    assert slots.attention_on(3, 4) == 1.0
    look(house, 0.1, 0.2, 0.4, 0.0)
    assert slots.attention_on(2, 3) == pytest.approx(0.16 / 0.24), "what came before fades"
    house.finish(request)
    assert slots.attention_on(0, 4) == 0.0
    button(panel, "Where it looks").click()
    assert not house.live.last(messages.WatchMemory).on


def test_a_live_process_that_came_back_is_asked_again(house: House) -> None:
    button(house.window.compose.continue_panel, "Where it looks").click()
    before = len(house.live.of(messages.WatchMemory))
    house.live.deliver(messages.Ready(role="live", seconds=0.1))
    assert len(house.live.of(messages.WatchMemory)) == before + 1
    assert house.live.last(messages.WatchMemory).on
