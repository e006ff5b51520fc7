"""Recording can be seen: the button, the count-in, the playhead, notes as they are played."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.theme import theme
from app.views.roll.painting import KEYS_WIDTH
from engine import messages
from engine.music.score import Note
from tests.app.house import House
from tests.app.views.widgets_of import button

BEAT = 480


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path):
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.session.recording.show_typing(on=True)
    yield house
    house.end()


def play_until(house: House, tick: float, *, count_in: int = 0) -> None:
    house.player.deliver(messages.Playhead(tick=tick, playing=True, count_in=count_in))


def play_note(house: House, tick: float, pitch: int, velocity: int) -> None:
    house.player.deliver(
        messages.NotePlayed(tick=tick, seconds=tick / 960, pitch=pitch, velocity=velocity)
    )


def test_the_count_in_is_counted_in_the_roll(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr(
        house.window.compose.roll, "show_recording", lambda take: seen.append(take.beat)
    )
    house.act("record")
    for left in (8, 7, 6, 5, 4, 3, 2, 1, 0):
        play_until(house, 0.0, count_in=left)
    assert [beat for beat in dict.fromkeys(seen[1:]) if beat] == [1, 2, 3, 4]
    assert seen[-1] == 0


def test_the_button_is_lit_and_the_playhead_is_red_while_it_records(
    house: House, qtbot: QtBot
) -> None:
    roll, lit = house.window.compose.roll, button(house.window.shell.transport, "Record")
    house.act("record")
    play_until(house, 6.0 * BEAT)
    assert lit.isChecked()
    qtbot.waitUntil(lambda: roll.transform().x_of(6.0 * BEAT) > 0)
    qtbot.wait(30)
    x = round(roll.transform().x_of(6.0 * BEAT)) + KEYS_WIDTH
    assert roll.grab().toImage().pixelColor(x, 3) == QColor(theme().danger)
    house.act("record")
    assert not lit.isChecked()
    assert roll.grab().toImage().pixelColor(x, 3) != QColor(theme().danger)


def test_notes_are_there_as_they_are_played_and_held(
    house: House, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    shown: list[tuple[Note, ...]] = []
    monkeypatch.setattr(
        house.window.compose.roll, "show_recording", lambda take: shown.append(take.notes)
    )
    house.act("record")
    play_until(house, 0.0)
    play_note(house, 0.0, 60, 90)
    play_until(house, 240.0)
    qtbot.waitUntil(lambda: shown[-1] == (Note(0, 60, 240, 90),))
    play_note(house, 300.0, 60, 0)
    play_until(house, 400.0)
    qtbot.waitUntil(lambda: shown[-1] == (Note(0, 60, 300, 90),))
    house.act("record")
    assert shown[-1] == ()
