"""Panic is quiet until something sounds for long though nothing plays."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine import messages
from tests.app.house import House
from tests.app.views.widgets_of import button

SECONDS = 15  # peaks


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    yield house
    house.end()


def sound(house: House, peak: float, *, seconds: int) -> None:
    for _ in range(seconds * SECONDS):
        house.player.deliver(messages.Levels(master=(peak, peak), tracks=(peak,)))


def stands_out(house: House) -> bool:
    return bool(button(house.window.transport, "Panic").property("hangs"))


def test_a_note_that_does_not_end_makes_panic_stand_out(house: House) -> None:
    sound(house, 0.2, seconds=7)
    assert not stands_out(house)
    sound(house, 0.2, seconds=1)
    assert stands_out(house)
    sound(house, 0.0, seconds=1)
    assert not stands_out(house)


@pytest.mark.slow
def test_the_end_of_a_sound_is_no_note_that_hangs(house: House) -> None:
    for _ in range(4):
        sound(house, 0.2, seconds=5)
        sound(house, 0.0, seconds=1)
    sound(house, 0.001, seconds=20)
    assert not stands_out(house)


def test_music_that_plays_is_no_note_that_hangs(house: House) -> None:
    house.session.clients.playing._expect(playing=True)
    sound(house, 0.5, seconds=20)
    assert not stands_out(house)
