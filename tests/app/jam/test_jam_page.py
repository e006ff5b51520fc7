"""The Jam page in the whole window, with lists of events in place of its processes."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from app.values.jam_choices import JamChoices
from app.views.jam.page import JamPage
from app.views.jam.turn_button import TurnButton
from engine import messages
from engine.values.score import Note
from engine.values.sound import OutputKind
from tests.app.doubles import BAR
from tests.app.house import House

PORTS = messages.PortsChanged(outputs=("Synth",), inputs=("KeyStep",))


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    yield house
    house.end()


@pytest.fixture
def page(house: House, qtbot: QtBot) -> JamPage:
    """The page with a keyboard, a sound and a model."""
    house.begin(qtbot)
    house.load_model()
    house.player.deliver(PORTS)
    house.session.clients.playing.audio.choose(inputs=("KeyStep",))
    house.act("jam")
    return house.window.jam


def button(view: QWidget, name: str) -> QAbstractButton:
    found = [b for b in view.findChildren(QAbstractButton) if b.accessibleName() == name]
    return sorted(found, key=lambda b: not b.isVisible())[0]


def turn(page: JamPage) -> str:
    return page.findChildren(TurnButton)[0].text()


def told(page: JamPage) -> list[str]:
    return [each.text() for each in page.findChildren(QLabel) if each.isVisible()]


def key(house: House, pitch: int, start: float, end: float) -> None:
    for tick, velocity in ((start, 80), (end, 0)):
        house.player.deliver(
            messages.NotePlayed(
                pitch=pitch, velocity=velocity, tick=tick, seconds=0.0, port="KeyStep"
            )
        )


def at(house: House, tick: float) -> None:
    house.player.deliver(messages.Playhead(tick=tick, playing=True))


def captured(house: House, *pitches: int) -> None:
    record = house.session.jams.jam.record
    notes = [Note(480 * i, pitch, 400, 64, 1) for i, pitch in enumerate(pitches)]
    me, segue = record.score(100 * BAR).tracks
    score = record.frame.with_track(0, me).with_track(1, segue.with_notes(notes))
    house.live.deliver(messages.JamCaptured(score=score, turns=()))


@pytest.mark.slow
def test_the_page_has_a_key_a_button_and_a_place_in_the_menu(house: House, page: JamPage) -> None:
    assert house.window.workspace == "jam"
    assert house.window.actions_table["jam"].isChecked()
    house.act("compose")
    assert house.window.workspace == "compose"
    house.act("start_jam")
    assert house.window.workspace == "jam"
    assert page.isVisible()
    assert house.live.of(messages.StartJam)


@pytest.mark.slow
def test_without_a_keyboard_start_says_why_and_playing_on_and_on_needs_none(
    house: House, page: JamPage
) -> None:
    house.session.clients.playing.audio.choose(inputs=())
    start = button(page, "Start jamming")
    assert not start.isEnabled()
    assert "Choose a MIDI keyboard" in start.toolTip()
    assert "Choose a MIDI keyboard" in house.window.actions_table.reason("start_jam")
    choices = house.session.jams.choices
    page.setup.choices_changed.emit(type(choices)(mode="endless"))
    assert start.isEnabled()


@pytest.mark.slow
def test_the_computers_keys_are_a_keyboard(house: House, page: JamPage) -> None:
    house.session.clients.playing.audio.choose(inputs=())
    assert not button(page, "Start jamming").isEnabled()
    assert turn(page) == "Not ready yet"
    assert "Choose a MIDI keyboard" in page.findChildren(TurnButton)[0]._view.detail
    house.act("typing")
    assert button(page, "Start jamming").isEnabled()
    assert turn(page) == "Ready to jam"
    house.act("typing")


@pytest.mark.slow
def test_space_hands_over_while_one_jams_and_plays_the_piece_otherwise(
    house: House, page: JamPage
) -> None:
    button(page, "Start jamming").click()
    assert turn(page) == "You play"
    QTest.keyClick(page, Qt.Key.Key_Space)
    house.act("hand_over")
    page.findChildren(TurnButton)[0].click()
    assert house.player.of(messages.HandOver) == [messages.HandOver(grid=480)] * 3


def test_the_large_button_says_whose_turn_it_is(house: House, page: JamPage) -> None:
    assert turn(page) == "Ready to jam"
    button(page, "Start jamming").click()
    house.player.deliver(messages.Playhead(tick=0.0, playing=True, count_in=3))
    assert turn(page) == "3"
    at(house, 0.0)
    assert turn(page) == "You play"
    house.live.deliver(messages.JamTurn(who="segue", turn=1, tick=BAR, until=5 * BAR))
    assert turn(page) == "Segue plays"
    house.live.deliver(messages.JamTurn(who="both", turn=2, tick=BAR))
    assert turn(page) == "Both play"
    house.live.deliver(messages.JamTurn(who="me", turn=2, tick=2 * BAR))
    assert turn(page) == "You play"


@pytest.mark.slow
def test_underruns_are_shown_and_the_third_suggests_what_helps(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    house.live.deliver(messages.JamTurn(who="segue", turn=1, tick=BAR))
    house.live.deliver(messages.JamUnderrun(tick=BAR, lately=1, suggests=False))
    assert "late: 1 × in 30 s" in told(page)
    assert not [text for text in told(page) if "smaller model" in text]
    house.live.deliver(messages.JamUnderrun(tick=BAR, lately=3, suggests=True))
    assert [text for text in told(page) if "smaller model" in text]


@pytest.mark.slow
def test_what_the_memory_holds_is_told_and_whether_it_keeps_up(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    house.live.deliver(messages.JamHeard(bars=3, notes=20, pinned_bar=2, lags_s=(0.01, 0.03, 0.02)))
    assert "In its memory: bars 3, notes 20. It uses only the bars up to 2." in told(page)
    assert "keeps up, 20 ms behind" in told(page)


@pytest.mark.slow
def test_the_sliders_are_composes_and_steer_what_is_drawn(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    page.setup.adventure.slider.setValue(80)
    steered = house.live.last(messages.SteerJam).ask.sampling.temperature
    assert steered > 1.0
    assert house.session.focus.generation.settings.request.sampling.temperature == steered
    assert house.window.compose.continue_panel.settings().request.sampling.temperature == steered


def test_what_cannot_change_within_a_jam_says_so(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    fields = [w for w in page.setup.findChildren(QWidget) if w.accessibleName() == "Tempo"]
    assert not fields[0].isEnabled()
    assert fields[0].toolTip() == "Stop the jam first."
    assert button(page, "Forget").isEnabled()
    button(page, "Forget").click()
    button(page, "Pin").click()
    assert house.live.of(messages.ForgetMemory)
    assert house.live.last(messages.PinMemory).pinned


def test_one_goes_back_to_a_bar_that_was_clicked(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    key(house, 60, 0, 400)
    key(house, 62, 3 * BAR, 3 * BAR + 400)
    at(house, 3.5 * BAR)
    page.waterfall.bar_clicked.emit(2)
    button(page, "Go back to bar").click()
    # The count-in is a bar of the player's.
    assert house.live.last(messages.Rewind).bar == 3
    assert [note.pitch for note in house.session.jams.jam.record.me(9 * BAR)] == [60]


def test_a_bar_that_was_typed_is_gone_back_to_with_its_notes_in_sight(
    house: House, page: JamPage, qtbot: QtBot
) -> None:
    button(page, "Start jamming").click()
    key(house, 60, 0, 400)
    at(house, 20.5 * BAR)
    qtbot.waitUntil(lambda: not page.waterfall._scene.me)
    fields = page.findChildren(QSpinBox)
    (bar,) = [each for each in fields if each.accessibleName() == "Bar to go back to"]
    bar.setFocus()
    bar.selectAll()
    qtbot.keyClicks(bar, "2")
    qtbot.keyClick(bar, Qt.Key.Key_Return)
    assert house.live.last(messages.Rewind).bar == 2
    at(house, 1.1 * BAR)
    qtbot.waitUntil(lambda: [note.pitch for note in page.waterfall._scene.me] == [60])
    assert not bar.hasFocus()


def test_a_jam_is_kept_as_a_piece_on_compose(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    key(house, 60, 0, 400)
    at(house, 4.0 * BAR)
    button(page, "Stop").click()
    captured(house, 70, 72)
    assert "Notes played: 1 by you, 2 by Segue." in told(page)
    assert turn(page) == "The end"
    assert not house.window.actions_table["start_jam"].isEnabled()
    button(page, "Keep as a piece").click()
    assert house.window.workspace == "compose"
    document = house.session.piece.document
    assert [track.name for track in document.score.tracks] == ["Me", "Segue"]
    assert document.title.startswith("Jam ")
    assert document.dirty
    assert document.composition.take(1).state == "accepted"
    house.act("jam")
    assert button(page, "Start jamming").isEnabled()


def test_a_jam_may_be_thrown_away(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    key(house, 60, 0, 400)
    at(house, 4.0 * BAR)
    button(page, "Stop").click()
    captured(house)
    button(page, "Discard").click()
    assert button(page, "Start jamming").isEnabled()
    assert house.session.piece.document.title != "Jam"


@pytest.mark.slow
def test_an_unplugged_keyboard_is_one_sentence_and_the_jam_goes_on(
    house: House, page: JamPage
) -> None:
    button(page, "Start jamming").click()
    house.player.deliver(messages.PortsChanged(outputs=("Synth",), inputs=()))
    assert [text for text in told(page) if text.startswith("‘KeyStep’ was disconnected.")]
    assert house.session.jams.jam.phase == "playing"
    house.player.deliver(PORTS)
    assert "Your keyboard is back." in told(page)


@pytest.mark.slow
def test_a_lost_output_is_one_sentence_and_the_jam_goes_on(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    house.player.deliver(messages.OutputLost(name="Built-in"))
    assert [text for text in told(page) if text.startswith("The sound of ‘Built-in’ is gone.")]
    assert house.session.jams.jam.phase == "playing"


def test_when_live_dies_it_rests_says_so_and_goes_on(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    key(house, 60, 0, 400)
    at(house, 2.0 * BAR)
    house.live.died.emit("It died.")
    assert turn(page) == "Segue rests"
    assert [text for text in told(page) if text.startswith("Segue's part stopped")]
    house.load_model()
    assert turn(page) == "You play"
    assert "Segue is back, and remembers all you played." in told(page)
    assert not [notice for notice in house.window.notices.notices() if notice.key == "live-died"]
    assert house.live.last(messages.StartJam).played is not None


def test_eight_clicks_find_how_late_a_keyboard_is(house: House, page: JamPage) -> None:
    button(page, "Calibrate…").click()
    assert [text for text in told(page) if text.startswith("Two clicks, then eight more")]
    for click in range(2, 10):
        # 16 ticks of 480 at 100 beats a minute are 20 ms.
        key(house, 60, 480 * click + 16, 480 * click + 100)
    assert "8 of 8 taps" in told(page)
    house.act("stop")
    assert house.session.clients.playing.audio.choices.offsets_ms == {"KeyStep": -20}
    assert [text for text in told(page) if "20 ms earlier from now on" in text]


def test_a_delay_is_as_long_as_it_is_however_slowly_it_clicks(house: House, page: JamPage) -> None:
    house.session.clients.playing.set_speed(0.5)
    button(page, "Calibrate…").click()
    for click in range(2, 10):
        # At half of 100 beats a minute 8 ticks of 480 are 20 ms.
        key(house, 60, 480 * click + 8, 480 * click + 100)
    house.act("stop")
    assert house.session.clients.playing.audio.choices.offsets_ms == {"KeyStep": -20}


def test_an_offset_that_is_far_off_is_measured_away_at_once(house: House, page: JamPage) -> None:
    audio = house.session.clients.playing.audio
    audio.choose_of("offsets_ms", "KeyStep", 300)
    button(page, "Calibrate…").click()
    for click in range(2, 10):
        # Taps are 150 ms late; the player adds the offset: 450 ms, nearer to the next click.
        key(house, 60, 480 * click + 360, 480 * click + 440)
    house.act("stop")
    assert audio.choices.offsets_ms == {"KeyStep": -150}


@pytest.mark.slow
def test_too_few_taps_change_nothing(house: House, page: JamPage) -> None:
    button(page, "Calibrate…").click()
    key(house, 60, 960, 1000)
    house.act("stop")
    assert house.session.clients.playing.audio.choices.offsets_ms == {}
    assert "Fewer than five taps were heard. Nothing was changed." in told(page)


@pytest.mark.slow
def test_a_cable_finds_how_late_the_ports_are_and_nothing_goes_round(
    house: House, page: JamPage
) -> None:
    house.player.deliver(messages.OutputOpened(kind="port", name="Synth"))
    button(page, "By cable").click()
    assert "Ten notes go out over the cable." in told(page)
    assert not house.player.last(messages.PlayKeysAs).through
    for click in range(10):
        # 8 ticks of 480 at 100 beats a minute are 10 ms: 5 ms out, and 5 ms in.
        key(house, 37, 480 * click + 8, 480 * click + 200)
    house.act("stop")
    choices = house.session.clients.playing.audio.choices
    assert choices.latencies_ms == {"Synth": 5}
    assert choices.offsets_ms == {"KeyStep": -5}
    assert house.player.last(messages.ChooseSound).sound.latencies_ms == {"Synth": 5}
    assert [text for text in told(page) if "over the cable half of the notes" in text]
    assert house.player.last(messages.PlayKeysAs).through


@pytest.mark.parametrize("kind", ["port", "virtual"])
def test_a_second_measurement_finds_the_same_latency(
    house: House, page: JamPage, kind: OutputKind
) -> None:
    sound = house.session.clients.playing.audio
    house.player.deliver(messages.OutputOpened(kind=kind, name="Synth"))
    # The second time the clicks leave 10 ms earlier, and what arrives counts 10 ms earlier.
    for early in (0, 16):
        button(page, "By cable").click()
        for click in range(10):
            key(house, 37, 480 * click + 16 - early, 480 * click + 200)
        house.act("stop")
        assert (sound.choices.latencies_ms, sound.choices.offsets_ms) == (
            {"Synth": 10},
            {"KeyStep": -10},
        )


def test_a_cable_that_is_not_there_changes_nothing(house: House, page: JamPage) -> None:
    button(page, "By cable").click()
    assert "A cable measures a MIDI output. Choose one first." in told(page)
    house.player.deliver(messages.OutputOpened(kind="port", name="Synth"))
    button(page, "By cable").click()
    house.act("stop")
    assert house.session.clients.playing.audio.choices.offsets_ms == {}
    assert [text for text in told(page) if text.startswith("What was sent did not come back.")]


@pytest.mark.slow
def test_the_transport_counts_the_bars_of_the_jam(
    house: House, page: JamPage, qtbot: QtBot
) -> None:
    transport = house.window.transport
    page.setup.choices_changed.emit(JamChoices(numerator=3))
    button(page, "Start jamming").click()
    at(house, 3 * 480 * 5.0)
    qtbot.waitUntil(lambda: transport._position.text().startswith("006"))
    assert transport._meter == (3, 4)
    house.act("stop")
    captured(house)
    qtbot.waitUntil(lambda: transport._meter == (4, 4))


@pytest.mark.slow
def test_a_second_of_pictures_keeps_the_window_answering(
    house: House, page: JamPage, qtbot: QtBot
) -> None:
    button(page, "Start jamming").click()
    for i in range(200):
        key(house, 50 + i % 30, 60 * i, 60 * i + 50)
    at(house, 200 * 60.0)
    shown: list[float] = []
    show_now = page.waterfall.show_now
    page.waterfall.show_now = lambda tick: (shown.append(tick), show_now(tick))  # type: ignore[method-assign]
    qtbot.waitUntil(lambda: len(shown) > 20)
    # Between two words of the player the place is reckoned: it never goes back.
    assert shown == sorted(shown)


@pytest.mark.slow
def test_closing_asks_before_a_jam_is_lost(
    house: House, page: JamPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        "app.jam.pending.dialogs.confirm", lambda _frame, text, **_more: asked.append(text)
    )
    assert house.session.jams.pending.may_close()
    button(page, "Start jamming").click()
    key(house, 60, 0, 400)
    at(house, BAR)
    assert not house.session.jams.pending.may_close()
    button(page, "Stop").click()
    captured(house)
    assert not house.session.jams.pending.may_close()
    button(page, "Discard").click()
    assert house.session.jams.pending.may_close()
    assert asked == ["The jam is neither kept nor discarded."] * 2
