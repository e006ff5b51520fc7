"""The Jam page in the whole window, with lists of events in place of its processes."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from app.jam.scenes import _is_harmony
from app.values.jam_choices import JamChoices
from app.views.jam.page import JamPage
from app.views.jam.values import Side
from app.widgets.main_button import MainButton
from engine import messages
from engine.harmony.chord_symbols import Chord
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


def sides(page: JamPage) -> tuple[Side, Side]:
    return page.clock.view.me, page.clock.view.segue


def turn(page: JamPage) -> list[str]:
    """Return the titles of the sides that play."""
    return [side.title for side in sides(page) if side.plays]


def filled(page: JamPage) -> list[str]:
    """Return what is filled and can be pressed: one thing at most."""
    buttons = page.findChildren(MainButton)
    return [each.text() for each in buttons if each.isVisible() and each.isEnabled()]


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
    assert sides(page)[0].detail == "No keyboard is heard yet."
    assert [text for text in told(page) if text.startswith("Choose a MIDI keyboard")]
    assert filled(page) == ["Use the computer's keys"]
    button(page, "Use the computer's keys").click()
    assert filled(page) == ["Start jamming"]
    house.act("typing")


@pytest.mark.slow
def test_space_hands_over_while_one_jams_and_plays_the_piece_otherwise(
    house: House, page: JamPage
) -> None:
    button(page, "Start jamming").click()
    assert turn(page) == ["You play"]
    QTest.keyClick(page, Qt.Key.Key_Space)
    house.act("hand_over")
    button(page, "Hand over now").click()
    assert house.player.of(messages.HandOver) == [messages.HandOver(grid=480)] * 3


def test_the_clock_says_whose_turn_it_is_and_the_button_what_a_press_does(
    house: House, page: JamPage
) -> None:
    assert (turn(page), filled(page)) == ([], ["Start jamming"])
    button(page, "Start jamming").click()
    house.player.deliver(messages.Playhead(tick=0.0, playing=True, count_in=3))
    assert sides(page)[0].spoken == "Count-in, 3"
    at(house, 0.0)
    assert (turn(page), filled(page)) == (["You play"], ["Hand over now"])
    house.live.deliver(messages.JamTurn(who="segue", turn=1, tick=BAR, until=5 * BAR))
    assert (turn(page), filled(page)) == (["Segue plays"], ["Take over now"])
    house.live.deliver(messages.JamTurn(who="both", turn=2, tick=BAR))
    assert turn(page) == ["You play", "Segue plays"]
    house.live.deliver(messages.JamTurn(who="me", turn=2, tick=2 * BAR))
    assert turn(page) == ["You play"]


def planned(*starts: int, turn: int = 1) -> messages.JamPlanned:
    """Return a ready answer: chords of A minor on these ticks."""
    notes = tuple(
        messages.PartNote(1, Note(start, pitch, 900, 80, turn))
        for start in starts
        for pitch in (45, 57, 60, 64)
    )
    first, until = min(starts), max(starts) + 960
    return messages.JamPlanned(
        turn=turn, from_tick=first, until=until, committed=first, notes=notes, waits=True
    )


def test_a_tune_alone_has_no_names_of_chords() -> None:
    tune = [Note(240 * k, pitch, 260) for k, pitch in enumerate((64, 65, 67, 69))]
    chord = Chord(0, 0, "maj", 0)
    assert not _is_harmony(chord, tune, legato=120)
    assert _is_harmony(chord, [*tune, Note(0, 48, 960)], legato=120)
    broken = [Note(240 * k, pitch, 240) for k, pitch in enumerate((48, 52, 55, 60))]
    assert _is_harmony(chord, broken, legato=120)


def test_the_clock_counts_the_bars_and_shows_the_chords_that_come(
    house: House, page: JamPage
) -> None:
    page.setup.choices_changed.emit(JamChoices(mode="trade"))
    button(page, "Start jamming").click()
    begin = house.session.jams.jam.record.begin
    border = begin + 4 * BAR
    house.live.deliver(messages.JamTurn(who="me", turn=0, tick=begin + 10, until=border))
    for bar in range(3):
        at(house, begin + bar * BAR + BAR / 2)
        me, segue = sides(page)
        assert me.spoken == f"You play, {bar + 1} of 4 bars"
        assert (me.strokes, segue.title) == (4, "Segue answers from bar 5")
        assert not segue.chords
    house.live.deliver(planned(border, border + 960))
    house.session.jams._show_frame()
    assert sides(page)[1].chords == (("Am", "bar 5"),)
    assert [mark.name for mark in page.roll.scene.chords if mark.planned] == ["Am"]
    strip = page.roll.scene.turns[-1]
    assert (strip.who, strip.start, strip.end) == ("segue", border, border + 4 * BAR)
    assert strip.planned
    house.live.deliver(messages.JamTurn(who="segue", turn=1, tick=border, until=border + 4 * BAR))
    at(house, border + 1.5 * BAR)
    assert sides(page)[1].spoken == "Segue plays, 2 of 4 bars"
    assert sides(page)[0].title == "You, from bar 9"


def test_a_turn_without_an_end_counts_its_bars(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    begin = house.session.jams.jam.record.begin
    at(house, begin + 2.25 * BAR)
    assert sides(page)[0].spoken == "You play, bar 3 of this turn"
    assert sides(page)[0].strokes == 4
    assert sides(page)[1].detail == "Stop playing, or press Space, to hand over."
    at(house, begin + 4.95 * BAR)
    house.live.deliver(messages.JamTurn(who="segue", turn=1, tick=begin + 3 * BAR))
    house.live.deliver(messages.JamTurn(who="me", turn=1, tick=begin + 5 * BAR))
    assert sides(page)[0].spoken == "You play, bar 1 of this turn"


def test_the_modes_are_radio_buttons_with_a_name(house: House, page: JamPage) -> None:
    modes = page.setup.findChildren(QRadioButton)
    assert [each.accessibleName() for each in modes] == [
        "Turns, when you stop",
        "Bars, as many each",
        "Along, both at once",
        "Alone, only Segue",
    ]
    modes[3].click()
    assert house.session.jams.choices.mode == "endless"
    assert [each.isChecked() for each in modes] == [False, False, False, True]
    modes[3].setFocus()
    QTest.keyClick(modes[3], Qt.Key.Key_Left)
    assert house.session.jams.choices.mode == "accompany"
    button(page, "Start jamming").click()
    assert modes[0].toolTip() == "Stop the jam first."


def test_a_key_moves_the_level_of_what_is_heard(house: House, page: JamPage, qtbot: QtBot) -> None:
    key(house, 60, 0, 400)
    level = page.setup._level.level
    assert level > 0
    qtbot.waitUntil(lambda: page.setup._level.level < level)


@pytest.mark.slow
def test_underruns_are_shown_and_the_third_suggests_what_helps(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    house.live.deliver(messages.JamTurn(who="segue", turn=1, tick=BAR))
    house.live.deliver(messages.JamUnderrun(tick=BAR, lately=1, suggests=False))
    assert sides(page)[1].late
    assert page.setup._sound.state == "late: 1 × in 30 s"
    assert not [text for text in told(page) if "smaller model" in text]
    house.live.deliver(messages.JamUnderrun(tick=BAR, lately=3, suggests=True))
    assert [text for text in told(page) if "smaller model" in text]


@pytest.mark.slow
def test_what_the_memory_holds_is_told_and_whether_it_keeps_up(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    house.live.deliver(messages.JamHeard(bars=3, notes=20, pinned_bar=2, lags_s=(0.01, 0.03, 0.02)))
    button(page, "What it remembers: 3 bars").click()
    assert "In its memory: bars 3, notes 20. It uses only the bars up to 2." in told(page)
    button(page, "Keyboard: KeyStep, delay not known").click()
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


def test_one_plays_on_from_a_bar_that_was_clicked(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    key(house, 60, 0, 400)
    key(house, 62, 3 * BAR, 3 * BAR + 400)
    at(house, 3.5 * BAR)
    assert not button(page, "Play on from…").isEnabled()
    # The count-in is a bar of the player's.
    page.roll.bar_clicked.emit(2 * BAR + 10)
    button(page, "Play on from 2").click()
    assert house.live.last(messages.Rewind).bar == 2
    assert [note.pitch for note in house.session.jams.jam.record.me(9 * BAR)] == [60]


def test_the_row_of_bars_is_walked_by_keys_and_b_plays_on(
    house: House, page: JamPage, qtbot: QtBot
) -> None:
    button(page, "Start jamming").click()
    key(house, 60, BAR, BAR + 400)
    at(house, 20.5 * BAR)
    house.live.deliver(messages.JamTurn(who="segue", turn=1, tick=21 * BAR))
    at(house, 21.5 * BAR)
    assert button(page, "Bar 21, Segue").toolTip() == "Bar 21, Segue"
    first = button(page, "Bar 1, you")
    qtbot.waitUntil(button(page, "Bar 2, you").isVisible)
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Right)
    second = page.window().focusWidget()
    assert second.accessibleName() == "Bar 2, you"
    qtbot.keyClick(second, Qt.Key.Key_Return)
    assert page.bars.span == (1, 1)
    QTest.keyClick(page, Qt.Key.Key_B)
    assert house.live.last(messages.Rewind).bar == 2
    at(house, 2.1 * BAR)
    qtbot.waitUntil(lambda: [note.pitch for note in page.roll.scene.me] == [60])


def test_after_the_stop_all_of_it_is_seen_heard_and_a_part_is_kept(
    house: House, page: JamPage
) -> None:
    button(page, "Start jamming").click()
    begin = house.session.jams.jam.record.begin
    for bar in range(4):
        key(house, 60 + bar, begin + bar * BAR, begin + bar * BAR + 400)
    at(house, begin + 4.0 * BAR)
    button(page, "Stop").click()
    captured(house)
    assert filled(page) == ["Keep as a piece"]
    scene = page.roll.scene
    assert (len(scene.me), scene.first, scene.last) == (4, begin, begin + 4 * BAR)
    page.bars.choose(1)
    button(page, "Play").click()
    played = house.player.last(messages.Play)
    assert played.tick == begin + BAR
    button(page, "Stop playing").click()
    page.bars._span = (1, 2)
    page.bars.chosen.emit(1, 2)
    button(page, "Keep 2–3").click()
    document = house.session.piece.document
    assert [(note.start, note.pitch) for note in document.score.tracks[0].notes] == [
        (0, 61),
        (BAR, 62),
    ]
    assert document.title.endswith("bars 2–3")
    # The rest still waits, to be kept as well.
    house.act("jam")
    assert filled(page) == ["Keep as a piece"]


def test_a_finished_jam_goes_on_at_any_of_its_bars(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    begin = house.session.jams.jam.record.begin
    for bar in range(4):
        key(house, 60 + bar, begin + bar * BAR, begin + bar * BAR + 400)
    at(house, begin + 4.0 * BAR)
    button(page, "Stop").click()
    captured(house)
    page.bars.choose(2)
    button(page, "Play on from 3").click()
    start = house.live.last(messages.StartJam)
    assert start.begin == begin + 2 * BAR
    assert [note.pitch for note in start.played.tracks[0].notes] == [60, 61]
    assert house.player.last(messages.Play).tick == begin + 2 * BAR
    assert filled(page) == ["Hand over now"]
    key(house, 72, begin + 2 * BAR, begin + 2 * BAR + 400)
    record = house.session.jams.jam.record
    assert [note.pitch for note in record.me(begin + 3 * BAR)] == [60, 61, 72]


def test_a_jam_is_kept_as_a_piece_on_compose(house: House, page: JamPage) -> None:
    button(page, "Start jamming").click()
    key(house, 60, 0, 400)
    at(house, 4.0 * BAR)
    button(page, "Stop").click()
    captured(house, 70, 72)
    assert [side.spoken for side in sides(page)] == [
        "You played, Notes: 1",
        "Segue played, Notes: 2",
    ]
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
    assert sides(page)[1].title == "Segue rests"
    assert [text for text in told(page) if text.startswith("Segue's part stopped")]
    house.load_model()
    assert turn(page) == ["You play"]
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
    # The count-in is no bar.
    qtbot.waitUntil(lambda: transport._position.text().startswith("005"))
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
    show_now = page.roll.show_now
    page.roll.show_now = lambda tick: (shown.append(tick), show_now(tick))  # type: ignore[method-assign]
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
