"""Playback, offers and recordings follow a piece that gets other beats."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.settings.settings import Settings
from engine import messages
from engine.request import Request
from engine.values.time import TempoMap
from tests.app.clients.offering import START, House
from tests.app.doubles import BAR, other_beats
from tests.app.house import House as Window

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def house(settings: Settings) -> House:
    return House(settings)


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    window = Window(qapp, tmp_path)
    window.begin(qtbot)
    window.session.recording.show_typing(on=True)
    yield window
    window.end()


def test_playhead_and_loop_stay_at_their_seconds(house: House) -> None:
    house.playing.set_loop(BAR, 2 * BAR)
    house.playing.seek(BAR + 77)
    change = other_beats(house.document.score)
    house.document.regrid("Find the beats", change)
    assert house.playing.loop == (change.at(BAR), change.at(2 * BAR))
    assert house.playing.tick == pytest.approx(change.tick_of(BAR + 77))
    house.document.undo()
    assert house.playing.loop == (BAR, 2 * BAR)
    assert house.playing.tick == pytest.approx(BAR + 77)


def test_the_player_gets_the_music_before_the_place(house: House) -> None:
    house.playing.play(BAR)
    house.playing.set_loop(0, 2 * BAR)
    change = other_beats(house.document.score)
    house.player.sent.clear()
    house.document.regrid("Find the beats", change)
    house.playing.refresh()
    assert [type(sent) for sent in house.player.sent] == [
        messages.ChangeScore,
        messages.SetLoop,
        messages.Seek,
    ]
    assert house.player.last(messages.Seek).tick == change.at(BAR)
    assert house.player.last(messages.SetLoop).end == change.at(2 * BAR)
    assert house.playing.playing


def test_an_offer_moves_and_its_takes_move(house: House) -> None:
    house.offered()
    before = house.continuing.offer
    assert before is not None
    change = other_beats(house.document.score)
    house.document.regrid("Find the beats", change)
    offer = house.continuing.offer
    assert offer is not None
    assert offer.start == change.at(START)
    for old, new in zip(before.alternatives, offer.alternatives, strict=True):
        assert [part.note for part in new.notes] == [change.note(p.note) for p in old.notes]
        assert new.end == change.at(old.end)
    for take, one in zip(house.document.composition.takes, offer.alternatives, strict=True):
        assert [part.note.start for part in take.notes] == [p.note.start for p in one.notes]
    house.continuing.keep(1)
    score = house.document.score
    start_s = TempoMap.of(score).seconds_at(score.tracks[0].notes[-1].start)
    # The alternative's only note, 240 ticks after the start at 120 a minute, and the shift.
    assert start_s == pytest.approx((START + 240) / 960 + 0.13, abs=0.005)
    house.document.undo()
    house.document.undo()
    back = house.continuing.offer
    assert back is not None
    assert back.start == START


def test_a_request_that_is_running_ends_with_its_complete_bars(house: House) -> None:
    house.load()
    request = house.go_on()
    house.make(request, 0, START, START + BAR + 240, until=START + BAR + 480)
    house.make(request, 1, START, until=START + 480)
    change = other_beats(house.document.score)
    house.document.regrid("Find the beats", change)
    assert house.live.last(messages.CancelContinue).request == request
    offer = house.continuing.offer
    assert offer is not None
    assert not offer.making
    # Only the first one has a complete bar, with one note.
    assert [len(one.notes) for one in offer.alternatives] == [1]
    assert offer.alternatives[0].end == change.at(START + BAR)
    # What the model had sent already stands at old ticks.
    house.make(request, 0, START + 2 * BAR)
    assert house.continuing.offer == offer
    house.document.undo()
    take = house.document.composition.take(1)
    assert take.end == START + BAR
    assert take.notes[0].note.start == START


def test_a_request_that_waits_for_the_model_asks_for_the_same_place(house: House) -> None:
    house.continuing.go_on(Request(start=START, alternatives=2))
    change = other_beats(house.document.score)
    house.document.regrid("Find the beats", change)
    house.load()
    assert house.live.last(messages.Continue).ask.start == change.at(START)


@pytest.mark.slow
def test_what_is_being_recorded_keeps_its_seconds(window: Window, qtbot: QtBot) -> None:
    document = window.session.piece.document
    change = other_beats(document.score)
    window.act("record")
    play(window, 0.0)
    for tick, velocity in ((480.0, 80), (960.0, 0), (1200.0, 90)):
        note(window, tick, velocity)
    document.regrid("Find the beats", change)
    play(window, change.tick_of(1920))
    note(window, change.tick_of(1920), 0)
    window.act("play")
    qtbot.waitUntil(lambda: not window.session.recording.on)
    recorded = [n for n in document.score.tracks[0].notes if n.pitch == 99]
    assert [(n.start, n.end) for n in recorded] == [
        (change.at(480), change.at(960)),
        (change.at(1200), change.at(1920)),
    ]


def play(window: Window, tick: float) -> None:
    window.player.deliver(messages.Playhead(tick=tick, playing=True))


def note(window: Window, tick: float, velocity: int) -> None:
    window.player.deliver(
        messages.NotePlayed(tick=tick, seconds=0.0, pitch=99, velocity=velocity, lap=0)
    )


def test_what_is_in_sight_stays_in_sight(window: Window) -> None:
    document, roll = window.session.piece.document, window.window.compose.roll
    roll.show_range(start=BAR, end=2 * BAR)
    roll.zoom(3.0)
    shown = roll.transform()
    width = roll.note_area().width()
    change = other_beats(document.score)
    document.regrid("Find the beats", change)
    now = roll.transform()
    pixel = 1 / now.pixels_per_tick
    assert now.left == pytest.approx(change.tick_of(shown.left), abs=2 * pixel)
    assert now.tick_at(width) == pytest.approx(change.tick_of(shown.tick_at(width)), abs=20 * pixel)
