"""Recording can be seen: the button, the count-in, the playhead, notes as they are played."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.style.theme import theme
from app.values.geometry import KEYS_WIDTH
from engine import messages
from engine.values.score import Note
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


def play_note(house: House, tick: float, pitch: int, velocity: int, *, lap: int = 0) -> None:
    house.player.deliver(
        messages.NotePlayed(tick=tick, seconds=tick / 960, pitch=pitch, velocity=velocity, lap=lap)
    )


def notes(house: House) -> list[tuple[int, int]]:
    """Where the notes of the first track begin, and their pitches."""
    return [(note.start, note.pitch) for note in house.session.piece.document.score.tracks[0].notes]


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


@pytest.mark.slow
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


def test_what_is_recorded_takes_the_place_of_what_is_there_if_asked_to(house: House) -> None:
    before = notes(house)
    house.act("record_replaces")
    house.act("record")
    play_until(house, 0.0)
    play_note(house, 0.0, 100, 90)
    play_note(house, 300.0, 100, 0)
    play_until(house, 4.0 * BEAT)
    house.act("record")
    assert notes(house) == [(0, 100), *(note for note in before if note[0] >= 4 * BEAT)]
    house.act("undo")
    assert notes(house) == before


@pytest.mark.slow
def test_only_the_loop_range_is_recorded_if_asked_to(house: House) -> None:
    before = notes(house)
    house.session.clients.playing.set_loop(BEAT, 2 * BEAT)
    house.act("loop")
    house.act("record_in_loop")
    house.act("record")
    play_until(house, 0.0)
    for start in (0, BEAT, 3 * BEAT):
        play_note(house, start, 100, 90)
        play_note(house, start + 100, 100, 0)
    play_until(house, 4.0 * BEAT)
    house.act("record")
    assert sorted({*notes(house)} - {*before}) == [(BEAT, 100)]


@pytest.mark.slow
def test_each_round_of_a_loop_is_a_take_that_undo_goes_back_to(house: House) -> None:
    before = notes(house)
    house.session.clients.playing.set_loop(0, 4 * BEAT)
    house.act("record_takes")
    house.act("record")
    play_until(house, 0.0)
    for lap, pitch in enumerate((100, 101)):
        play_note(house, BEAT, pitch, 90, lap=lap)
        play_note(house, BEAT + 100, pitch, 0, lap=lap)
    play_until(house, 2.0 * BEAT)
    house.act("record")
    assert sorted({*notes(house)} - {*before}) == [(BEAT, 101)]
    house.act("undo")
    assert sorted({*notes(house)} - {*before}) == [(BEAT, 100)]
    house.act("undo")
    assert notes(house) == before


def test_how_is_recorded_is_kept(house: House) -> None:
    house.act("record_takes")
    choices = house.session.clients.playing.audio.choices
    assert (choices.record_replaces, choices.record_in_loop, choices.record_takes) == (
        False,
        False,
        True,
    )
    house.act("record_takes")
    assert not house.session.clients.playing.audio.choices.record_takes
