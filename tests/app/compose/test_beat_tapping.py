"""Tapping along with the piece, by the key T or a MIDI keyboard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine import messages
from engine.values.beats import SaidBeats
from engine.values.score import Score
from tests.app.doubles import piece
from tests.app.house import House

NEVER_MS = 60_000


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    document = house.session.piece.document
    document.edit("Write", document.composition.with_score(piece(bars=16)))
    house.window.activateWindow()
    house.window.compose.roll.setFocus()
    yield house
    house.end()


@pytest.fixture
def asked(house: House, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Score, SaidBeats]]:
    """Return the scores and taps in which beats are looked for, from now on."""
    asked: list[tuple[Score, SaidBeats]] = []
    bars = house.session.piece.files.bars
    monkeypatch.setattr(bars, "find", lambda score, *, said: asked.append((score, said)))
    return asked


def told(house: House) -> str:
    return house.window.workspaces.beats._says.text()


def play(house: House, tick: float) -> None:
    house.player.deliver(messages.Playhead(tick=tick, playing=True))


def strike(house: House, tick: float, *, velocity: int = 90) -> None:
    house.player.deliver(
        messages.NotePlayed(tick=tick, seconds=0.0, pitch=60, velocity=velocity, lap=0)
    )


@pytest.mark.slow
def test_the_key_t_and_midi_keys_are_taps_until_the_music_stops(
    house: House, asked: list[tuple[Score, SaidBeats]]
) -> None:
    house.act("tap_beats")
    assert house.player.of(messages.Play)
    assert house.window.workspaces.beats.side._tap.text() == "Done"
    for tick in (0, 480):
        play(house, tick)
        QTest.keyClick(house.window.workspaces.beats.grid, Qt.Key.Key_T)
    for tick in (960.0, 1440.0, 1920.0):
        strike(house, tick)
        strike(house, tick + 100, velocity=0)
    strokes = house.window.workspaces.beats.side._strokes
    assert len(strokes._taps) == 5
    house.act("play")
    assert not strokes._taps
    assert len(asked) == 1
    score, said = asked[0]
    taps = [tap.at_s for tap in said.taps]
    assert score is house.session.piece.document.score
    assert taps[2:] == pytest.approx((1.0, 1.5, 2.0))
    # The playhead goes on between its reports, so that a tap may be a moment later.
    assert 0.0 <= taps[0] < 0.5 <= taps[1] < 1.0


def test_the_key_is_no_tap_before_and_after(
    house: House, asked: list[tuple[Score, SaidBeats]]
) -> None:
    roll = house.window.compose.roll
    QTest.keyClick(roll, Qt.Key.Key_T)
    house.act("tap_beats")
    house.act("tap_beats")
    QTest.keyClick(roll, Qt.Key.Key_T)
    assert not asked
    assert "Tap at least four beats: the bars stay as they are." in told(house)


def test_going_back_forgets_the_taps_from_there_on(
    house: House, asked: list[tuple[Score, SaidBeats]]
) -> None:
    house.act("tap_beats")
    for tick in (0.0, 480.0, 960.0, 1440.0, 500.0, 990.0, 1450.0):
        strike(house, tick)
    house.window.workspaces.beats.side.tap_clicked.emit()
    taps = [tap.at_s for tap in asked[0][1].taps]
    assert taps == pytest.approx([tick / 960 for tick in (0.0, 480.0, 500.0, 990.0, 1450.0)])
    assert not house.session.clients.playing.playing


def test_shift_and_a_harder_stroke_are_told_apart_from_other_taps(
    house: House, asked: list[tuple[Score, SaidBeats]]
) -> None:
    house.act("tap_beats")
    QTest.keyClick(
        house.window.workspaces.beats.grid, Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier
    )
    for tick, velocity in ((480.0, 60), (960.0, 110), (1440.0, 61)):
        strike(house, tick, velocity=velocity)
    house.window.workspaces.beats.side.tap_clicked.emit()
    taps = asked[0][1].taps
    assert [tap.accented for tap in taps] == [True, False, False, False]
    assert [tap.velocity for tap in taps] == [0, 60, 110, 61]


def test_who_chose_a_meter_says_how_many_beats_a_bar_has(
    house: House, asked: list[tuple[Score, SaidBeats]]
) -> None:
    house.act("tap_beats")
    house.window.workspaces.beats.side.meter_chosen.emit(3)
    for tick in range(0, 4800, 480):
        strike(house, float(tick))
    house.window.workspaces.beats.side.tap_clicked.emit()
    assert asked[0][1].beats_in_bar == 3


def test_escape_drops_the_taps(house: House, asked: list[tuple[Score, SaidBeats]]) -> None:
    house.act("tap_beats")
    for tick in range(0, 4800, 480):
        strike(house, float(tick))
    house.act("cancel")
    assert not asked
    assert not house.session.clients.playing.playing
    assert house.window.workspace == "beats"


def test_nothing_can_be_tapped_without_music(
    house: House, asked: list[tuple[Score, SaidBeats]]
) -> None:
    document = house.session.piece.document
    document.edit("Clear", document.composition.with_score(Score()))
    house.act("tap_beats")
    assert not house.player.of(messages.Play)
    assert house.window.workspace == "compose"
    assert not asked


@pytest.mark.slow
def test_the_beats_that_follow_the_taps_are_offered(house: House, qtbot: QtBot) -> None:
    house.act("tap_beats")
    # Half as many as the quarters of the piece, which are at 120 a minute.
    for tick in range(0, 16 * 1920, 960):
        strike(house, float(tick))
    house.act("play")
    qtbot.waitUntil(lambda: "The beats follow your taps." in told(house), timeout=NEVER_MS)
    page = house.window.workspaces.beats
    assert "60 beats a minute" in page.side._about.text()
    page.side.use_clicked.emit()
    document = house.session.piece.document
    assert document.undo_name == "Find the beats"
    assert document.timeline.tempo.bpm_at(0) == pytest.approx(60, rel=0.02)


@pytest.mark.slow
def test_taps_that_agree_with_nothing_are_answered_in_one_sentence(
    house: House, qtbot: QtBot
) -> None:
    house.act("tap_beats")
    tick = 0.0
    for number in range(20):
        tick += 480 * (1.0, 1.45, 0.55, 1.4, 0.6)[number % 5]
        strike(house, tick)
    score = house.session.piece.document.score
    house.act("play")
    sentence = "The taps agree with no beat of the music: the bars stay as they are."
    qtbot.waitUntil(lambda: sentence in told(house), timeout=NEVER_MS)
    assert house.session.piece.document.score is score
