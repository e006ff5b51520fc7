"""The computer's keys play as long as their sign stands, and end with what they were for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QSpinBox
from pytestqt.qtbot import QtBot

from engine import messages
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    house.window.activateWindow()
    qtbot.waitUntil(house.window.isActiveWindow)
    yield house
    house.end()


def on(house: House) -> bool:
    """Return whether letters play; sign, menu and roll say the same."""
    playing = house.session.typing.keyboard.on
    assert house.window.transport.shows_mode("typing") is playing
    assert house.window.actions_table["typing"].isChecked() is playing
    assert (house.window.compose.roll._typed is not None) is playing
    return playing


def words(house: House) -> str:
    return house.window.transport._signs._signs["typing"].words.text()


def end_recording(house: House) -> None:
    house.player.deliver(messages.Playhead(tick=960.0, playing=True))
    house.act("play")
    house.player.deliver(messages.Playhead(tick=960.0, playing=False))
    assert not house.session.recording.on


def button(house: House, name: str) -> QAbstractButton:
    found = house.window.findChildren(QAbstractButton)
    return next(each for each in found if each.accessibleName() == name and each.isVisible())


def type_key(house: House, key: Qt.Key) -> None:
    QTest.keyClick(house.window.windowHandle(), key)


def test_a_recording_that_began_with_the_keys_ends_them(house: House) -> None:
    house.session.typing.record()
    assert house.session.recording.on
    assert on(house)
    end_recording(house)
    assert not on(house)
    type_key(house, Qt.Key.Key_G)
    assert len(house.live.of(messages.Continue)) == 1


def test_g_under_such_a_recording_ends_both_and_continues(house: House) -> None:
    house.session.typing.record()
    house.player.deliver(messages.Playhead(tick=960.0, playing=True))
    QTest.keyClick(house.window.windowHandle(), Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert len(house.live.of(messages.Continue)) == 1
    assert not house.session.recording.on
    assert not on(house)


def test_keys_that_were_on_before_stay_after_a_recording(house: House) -> None:
    house.act("typing")
    house.act("record")
    assert house.session.recording.on
    end_recording(house)
    assert on(house)
    # The start page's button changes nothing about that.
    house.session.typing.record()
    end_recording(house)
    assert on(house)


def test_keys_that_were_switched_on_in_jam_play_there_only(house: House) -> None:
    house.act("jam")
    house.act("typing")
    assert on(house)
    house.act("compose")
    assert not on(house)
    house.act("jam")
    assert on(house)
    house.act("typing")
    house.act("compose")
    house.act("jam")
    assert not on(house)


def test_keys_that_were_on_before_stay_on_leaving_jam(house: House) -> None:
    house.act("typing")
    house.act("jam")
    house.act("compose")
    assert on(house)


def test_escape_ends_what_runs_first_then_the_keys_then_the_selection(house: House) -> None:
    house.act("typing")
    house.continue_()
    selection = house.session.focus.selection
    notes = house.session.piece.document.score.tracks[0].notes[:1]
    selection.choose(notes)
    house.act("cancel")
    assert len(house.live.of(messages.CancelContinue)) == 1
    assert on(house)
    house.session.clients.continuing.dismiss()
    house.act("cancel")
    assert not on(house)
    assert selection.notes == notes
    house.act("cancel")
    assert not selection.notes


def test_escape_ends_a_recording_and_not_its_keys_alone(house: House) -> None:
    house.act("typing")
    house.act("record")
    house.player.deliver(messages.Playhead(tick=960.0, playing=True))
    house.act("cancel")
    house.player.deliver(messages.Playhead(tick=960.0, playing=False))
    assert not house.session.recording.on
    assert on(house)


def test_the_sign_says_which_pitches_and_ends_by_a_click(house: House) -> None:
    house.act("typing")
    assert words(house) == "Keys play C4–E5"
    assert house.window.compose.roll._typed == (60, 76)
    type_key(house, Qt.Key.Key_X)
    assert words(house) == "Keys play C5–E6"
    assert house.window.compose.roll._typed == (72, 88)
    button(house, "End: Keys play C5–E6").click()
    assert not on(house)


def test_the_sign_stands_in_the_place_of_no_midi_in(house: House) -> None:
    transport = house.window.transport
    assert transport._input_button.isVisible()
    house.act("typing")
    assert not transport._input_button.isVisible()
    house.player.deliver(messages.PortsChanged(outputs=(), inputs=("Keys 1",)))
    house.session.clients.playing.audio.choose(inputs=("Keys 1",))
    assert transport._input_button.isVisible()
    house.act("typing")
    house.session.clients.playing.audio.choose(inputs=())
    assert transport._input_button.isVisible()


def test_a_recording_that_hears_nobody_offers_the_keys(house: House) -> None:
    house.act("record")
    assert not house.session.recording.on
    button(house, "Record with the computer's keys").click()
    assert house.session.recording.on
    assert on(house)


def test_letters_play_where_a_number_is_entered(house: House) -> None:
    house.act("jam")
    house.act("typing")
    field = house.window.workspaces.jam.findChildren(QSpinBox)[0]
    field.setFocus()
    type_key(house, Qt.Key.Key_G)
    played = house.player.of(messages.TypedNote)
    assert [(note.pitch, note.velocity > 0) for note in played] == [(67, True), (67, False)]


def test_a_control_is_not_learned_after_its_page_was_closed(house: House) -> None:
    sound = house.session.sound
    page = sound.page()
    sound.learning.begin("play")
    page.deleteLater()
    QApplication.sendPostedEvents(page, 52)  # QEvent.DeferredDelete
    assert not sound.learning.waiting
