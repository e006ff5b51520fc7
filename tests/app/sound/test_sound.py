"""Ports, sound, live input in the window: what is chosen is kept and told to the player."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.clients.midi_learn import MidiLearn, Target
from app.clients.playing import Playing
from app.clients.sound import Sound
from app.settings.settings import Settings
from app.sound.typing_keyboard import TypingKeyboard
from app.state.document import Document
from app.state.input_recorder import CURRENT, InputRecorder, with_recorded_track
from app.values.sound_choices import SoundChoices, read_choices, write_choices
from engine import messages
from engine.piece.composition import Composition
from engine.values import sound as values
from engine.values.score import Control, Note, PitchBend, Score, Track
from engine.values.sound import ControlId, KeyboardShape
from tests.app.doubles import FakeLink
from tests.app.house import House
from tests.choosing import choosing


def told(link: FakeLink) -> values.Sound:
    """What the player was told last."""
    return link.last(messages.ChooseSound).sound


READY = messages.Ready(role="player", seconds=0.5)
KEYS = messages.PortsChanged(outputs=("Synth",), inputs=("Keys", "Pedals"), devices=("Card",))
OWN = messages.PortsChanged(outputs=("Segue",), inputs=("Segue in",))


@pytest.fixture
def sound(link: FakeLink, settings: Settings) -> Sound:
    return Sound(link, settings)


def test_what_is_chosen_is_kept_and_told_to_each_player(link: FakeLink, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "a.json")
    sound = Sound(link, settings)
    sound.choose(inputs=("Keys", "Pedals"))
    sound.choose_of("offsets_ms", "Keys", -20)
    sound.choose_of("latencies_ms", "Synth", 12)
    sound.choose_one("clock_out", "Synth", on=True)
    sound.choose_one("time_code_out", "DAW", on=True)
    sound.choose(clock_in="Keys")
    sound.choose(device="Card")
    sound.choose(buffer_ms=20)
    sound.choose(bank="/banks/a.sf2")
    again = FakeLink()
    settings.flush()
    later = Sound(again, Settings(tmp_path / "a.json"))
    again.deliver(READY)
    assert again.sent == [
        choosing(
            inputs=("Keys", "Pedals"),
            offsets_ms={"Keys": -20},
            latencies_ms={"Synth": 12},
            clock_out=("Synth",),
            time_code_out=("DAW",),
            clock_in="Keys",
            device="Card",
            buffer_ms=20,
            bank="/banks/a.sf2",
        )
    ]
    later.choose_one("time_code_out", "DAW", on=False)
    later.choose_of("offsets_ms", "Keys", 0)
    later.choose_one("inputs", "Pedals", on=False)
    assert (told(again).inputs, told(again).offsets_ms) == (("Keys",), {})
    later.choose_one("clock_out", "Synth", on=False)
    assert (told(again).clock_out, told(again).time_code_out) == ((), ())
    assert (told(again).clock_in, told(again).clock_runs) == ("Keys", False)
    later.choose(clock_runs=True)
    assert told(again).clock_runs
    assert read_choices(write_choices(later.choices)).clock_runs


def test_the_own_port_and_input_come_back_at_the_next_start(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "a.json")
    sound = Sound(FakeLink(), settings)
    sound.choose_output("port", messages.OWN_OUTPUT)
    sound.choose_one("inputs", messages.OWN_INPUT, on=True)
    settings.flush()
    again = FakeLink()
    later = Sound(again, Settings(tmp_path / "a.json"))
    again.deliver(READY)
    assert (told(again).output_kind, told(again).output_name) == ("port", "Segue")
    assert told(again).inputs == ("Segue in",)
    again.deliver(OWN)
    assert later.listening == ("Segue in",)


@pytest.mark.slow
def test_menus_offer_the_own_port_and_input_where_programs_can_make_some(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    menus = house.window.menus

    def texts(name: str) -> list[str]:
        return [entry.text() for entry in menus.changing(name).actions()]

    assert texts("output") == ["Built-in sound"]
    house.player.deliver(OWN)
    assert texts("output") == ["Built-in sound", "A port “Segue” for other programs"]
    assert texts("input")[:2] == ["Nothing", "A port “Segue in” that other programs play to"]
    assert texts("input")[2].startswith("No MIDI devices found")
    menus.changing("output").actions()[1].trigger()
    menus.changing("input").actions()[1].trigger()
    assert told(house.player).output_name == "Segue"
    assert told(house.player).inputs == ("Segue in",)
    assert [entry.isChecked() for entry in menus.changing("output").actions()[:2]] == [False, True]
    house.player.deliver(messages.PortsChanged(outputs=(), inputs=()))
    assert texts("output") == ["Built-in sound", "Segue (not connected)"]
    house.end()


def test_the_switch_of_what_sounds_through_is_kept_and_told(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.player.deliver(KEYS)

    def switch() -> QAction:
        entries = house.window.menus.changing("input").actions()
        return next(e for e in entries if e.text().startswith("What you play sounds"))

    keys = [m for m in house.player.sent if isinstance(m, messages.PlayKeysAs)][-1]
    assert keys.track == 0, "it goes through the current track"
    assert switch().isChecked()
    switch().trigger()
    assert not told(house.player).through
    assert not switch().isChecked()
    house.end()
    again = FakeLink()
    Sound(again, Settings(house.paths.preferences))
    again.deliver(READY)
    assert not told(again).through


@pytest.mark.slow
def test_ports_for_tracks_belong_to_the_own_port_and_are_remembered(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.player.deliver(OWN)
    menu = house.window.menus.changing("output")
    text = "A port for each track, too, called as the track"
    assert text not in [entry.text() for entry in menu.actions()]
    menu.actions()[1].trigger()
    split = next(entry for entry in menu.actions() if entry.text() == text)
    assert not split.isChecked()
    split.trigger()
    chosen = told(house.player)
    assert (chosen.output_kind, chosen.output_name, chosen.port_per_track) == (
        "port",
        "Segue",
        True,
    )
    assert next(entry for entry in menu.actions() if entry.text() == text).isChecked()
    house.end()
    again = FakeLink()
    later = Sound(again, Settings(house.paths.preferences))
    again.deliver(READY)
    assert told(again).port_per_track
    assert later.uses_own_port
    later.choose_output("port", "Synth")
    assert not later.uses_own_port


@pytest.mark.slow
def test_the_transport_of_jack_is_offered_where_there_is_one(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    page = house.session.sound.page()
    (follow,) = (
        box for box in page.findChildren(QComboBox) if box.accessibleName() == "Follow the clock of"
    )

    def entries() -> list[str]:
        return [follow.itemText(index) for index in range(follow.count())]

    house.player.deliver(OWN)
    assert len(entries()) == 2
    house.player.deliver(
        messages.PortsChanged(outputs=(), inputs=("Segue in",), clocks=(messages.JACK_TRANSPORT,))
    )
    assert entries()[-1] == "The transport of the JACK server"
    follow.activated.emit(2)
    assert told(house.player).clock_in == messages.JACK_TRANSPORT
    page.deleteLater()
    house.end()


def test_the_first_start_proposes_no_port_that_nobody_is_connected_to() -> None:
    assert OWN.instruments == OWN.keyboards == ()
    ports = messages.PortsChanged(outputs=("Synth", "Segue"), inputs=("Keys", "Segue in"))
    assert (ports.instruments, ports.keyboards) == (("Synth",), ("Keys",))


def test_a_choice_is_told_once_and_what_the_window_keeps_for_itself_never(
    sound: Sound, link: FakeLink
) -> None:
    for _ in range(2):
        sound.choose_output("port", "Synth")
    assert link.sent == [choosing(output_kind="port", output_name="Synth"), messages.OpenAgain()]
    link.sent.clear()
    sound.choose(octave=3, record_takes=True, click_volume=20)
    sound.choose(room="room")
    assert link.sent == []


def test_the_ports_of_older_settings_are_taken_over(link: FakeLink, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "a.json")
    older = replace(
        settings.preferences, output_kind="port", output_name="Synth", input_name="Keys"
    )
    settings.prefer(older)
    settings.keep_note("sound", "no json")
    Sound(FakeLink(), settings).choose_output("synth")
    sound = Sound(link, settings)
    assert sound.choices == SoundChoices(inputs=("Keys",)), "taken over once"
    link.deliver(KEYS)
    assert sound.listening == ("Keys",)


def test_choices_that_make_no_sense_become_the_first_ones() -> None:
    assert read_choices('{"buffer_ms": "x"}') == SoundChoices()
    chosen = SoundChoices(inputs=("a",), learned={"panic": ControlId(number=1, channel=2)})
    assert read_choices(write_choices(chosen)) == chosen


def test_a_player_that_died_is_followed_by_one_that_ends_its_notes(
    sound: Sound, link: FakeLink
) -> None:
    link.deliver(READY)
    assert link.of(messages.EndOrphans) == []
    link.died.emit("It died.")
    assert sound.output is None
    link.deliver(READY)
    kinds = [type(command) for command in link.sent]
    assert kinds == [messages.ChooseSound, messages.EndOrphans, messages.ChooseSound]


def test_a_lost_port_of_a_track_is_not_the_lost_output(
    sound: Sound, link: FakeLink, qtbot: QtBot
) -> None:
    link.deliver(messages.OutputOpened(kind="synth", name="Built-in"))
    with qtbot.waitSignal(sound.output_lost), qtbot.assertNotEmitted(sound.output_changed):
        link.deliver(messages.OutputLost(name="Synth"))
    with qtbot.waitSignal(sound.output_changed):
        link.deliver(messages.OutputLost(name="Built-in"))


def test_the_tempo_of_a_followed_clock_is_known_until_it_is_silent(
    sound: Sound, link: FakeLink
) -> None:
    sound.choose(clock_in="Keys")
    link.deliver(messages.ExternalClock(bpm=118.3))
    assert sound.bpm == 118.3
    link.deliver(messages.ExternalClock(bpm=0.0))
    assert sound.bpm == 0.0


def test_another_devices_clock_starts_and_stops_what_the_window_shows(
    playing: Playing, link: FakeLink, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(playing.playing_changed):
        link.deliver(messages.Playhead(tick=10.0, playing=True, external=True))
    assert playing.playing
    sent = len(link.sent)
    with qtbot.waitSignal(playing.playing_changed):
        link.deliver(messages.Playhead(tick=700.5, playing=False, external=True))
    # It stands where that device stopped it, and goes where that device says.
    assert (playing.playing, playing.tick, len(link.sent)) == (False, 700.5, sent)
    link.deliver(messages.Playhead(tick=0.0, playing=False, external=True))
    assert playing.tick == 0.0


def test_a_count_in_is_for_recording_unless_it_is_wanted_always(
    playing: Playing, link: FakeLink
) -> None:
    playing.play(0)
    assert link.last(messages.Play) == messages.Play(tick=0, count_in=False)
    playing.play(0, open_end=True)
    assert link.last(messages.Play) == messages.Play(tick=0, open_end=True)
    playing.audio.choose(count_in_when="always")
    playing.play(0)
    assert link.last(messages.Play) == messages.Play(tick=0)


def test_how_loud_the_click_is_is_kept(playing: Playing, link: FakeLink) -> None:
    playing.set_click(on=True, count_in_bars=2, volume=40)
    assert link.last(messages.SetMetronome) == messages.SetMetronome(
        enabled=True, count_in_bars=2, volume=40
    )
    assert playing.audio.choices.click_volume == 40


# --- learning ------------------------------------------------------------------------------------


@pytest.fixture
def playing(link: FakeLink, settings: Settings, composition: Composition) -> Playing:
    document = Document()
    document.edit("x", composition)
    return Playing(link, document, settings)


def _move(link: FakeLink, value: int, number: int = 20) -> None:
    link.deliver(messages.ControlMoved(number=number, value=value, channel=1))


def test_a_control_is_learned_by_moving_it(playing: Playing, link: FakeLink) -> None:
    learning = MidiLearn(playing)
    done: list[object] = []
    learning.offer(Target(name="panic", title="Panic", press=lambda: done.append("panic")))
    learning.offer(Target(name="volume", title="Volume", move=done.append))
    _move(link, 127)
    assert done == []
    learning.begin("panic")
    assert learning.waiting == "panic"
    _move(link, 90)
    assert learning.waiting == ""
    for value in (0, 63, 64, 127, 10, 100):
        _move(link, value)
    # Once each time it goes beyond its middle.
    assert done == ["panic", "panic"]
    learning.begin("volume")
    _move(link, 1, number=21)
    _move(link, 127, number=21)
    assert done[2:] == [1.0]
    # It is kept for the next session.
    assert MidiLearn(playing).learned == {
        "panic": ControlId(number=20, channel=1),
        "volume": ControlId(number=21, channel=1),
    }
    # The player keeps them from the synthesizer.
    assert {c.number for c in told(link).learned.values()} == {20, 21}
    learning.forget("panic")
    assert {c.number for c in told(link).learned.values()} == {21}
    _move(link, 0)
    _move(link, 127)
    assert done[2:] == [1.0]


def test_a_key_is_learned_for_an_action_and_for_no_slider(playing: Playing, link: FakeLink) -> None:
    learning = MidiLearn(playing)
    done: list[object] = []
    learning.offer(Target(name="second", title="Second", press=lambda: done.append("second")))
    learning.offer(Target(name="volume", title="Volume", move=done.append))

    def press(pitch: int, velocity: int, port: str = "Pads") -> None:
        link.deliver(
            messages.NotePlayed(
                pitch=pitch, velocity=velocity, tick=0.0, seconds=0.0, port=port, channel=9
            )
        )

    learning.begin("volume")
    press(36, 90)
    assert learning.waiting == "volume"
    learning.begin("second")
    press(40, 90, port="")  # the computer's own keyboard
    press(36, 0)
    assert learning.waiting == "second"
    press(36, 1)
    key = ControlId(number=36, channel=9, is_key=True)
    assert learning.learned == {"second": key}
    assert told(link).learned == {"second": key}
    # A controller of the same number is something else.
    link.deliver(messages.ControlMoved(number=36, value=127, channel=9))
    assert done == []
    for value in (127, 0, 127):
        link.deliver(messages.ControlMoved(number=36, value=value, channel=9, is_key=True))
    assert done == ["second", "second"]
    assert read_choices(write_choices(SoundChoices(learned={"a": key}))).learned == {"a": key}


def test_a_control_moves_one_thing(playing: Playing, link: FakeLink) -> None:
    learning = MidiLearn(playing)
    for name in ("panic", "play"):
        learning.offer(Target(name=name, title=name, press=lambda: None))
        learning.begin(name)
        _move(link, 127)
    assert set(learning.learned) == {"play"}
    learning.begin("panic")
    learning.begin("panic")
    assert learning.waiting == ""


# --- what was played -----------------------------------------------------------------------------


def _note(pitch: int, velocity: int, tick: float) -> messages.NotePlayed:
    return messages.NotePlayed(pitch=pitch, velocity=velocity, tick=tick, seconds=0.0)


def test_what_is_played_is_kept_as_it_was_with_pedal_and_wheel() -> None:
    played = InputRecorder(began=480, grace=240)
    played.add_note(_note(59, 80, 100.0))  # in the count-in, long before the beginning
    played.add_note(_note(59, 0, 200.0))
    played.add_note(_note(60, 80, 461.4))  # meant for the beginning
    played.add_move(messages.ControlMoved(number=64, value=127, channel=0, tick=100.0, seconds=0.0))
    played.add_move(messages.WheelMoved(value=-300, tick=600.2, seconds=0.0))
    played.add_note(_note(60, 0, 733.3))
    played.add_note(_note(62, 70, 901.0))  # never ended
    assert played.tracks(1000)[CURRENT] == Track(
        notes=(Note(480, 60, 253, 80), Note(901, 62, 99, 70)),
        controls=(Control(480, 64, 127), Control(1000, 64, 0)),
        pitch_bends=(PitchBend(600, -300), PitchBend(1000, 0)),
    )


def test_a_take_joins_the_track_and_replaces_its_controls_where_it_was_played() -> None:
    old = Track(
        notes=(Note(0, 50, 10),),
        controls=(Control(0, 64, 127), Control(50, 7, 90), Control(60, 64, 0)),
    )
    composition = Composition.of(Score(tracks=(old,)))
    played = Track(notes=(Note(40, 60, 10),), controls=(Control(40, 64, 127), Control(80, 64, 0)))
    new = with_recorded_track(composition, 0, played).score.tracks[0]
    assert [(note.start, note.pitch) for note in new.notes] == [(0, 50), (40, 60)]
    assert new.controls == (
        Control(0, 64, 127),
        Control(40, 64, 127),
        Control(50, 7, 90),
        Control(80, 64, 0),
    )


# --- the computer's keys -------------------------------------------------------------------------


def _key(kind: QEvent.Type, key: Qt.Key, **more: object) -> QKeyEvent:
    return QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, "", bool(more.get("repeat")))


def _type(target: QWidget, key: Qt.Key, *, repeat: bool = False) -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(target, _key(kind, key, repeat=repeat))


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


def test_letters_play_while_it_is_on_and_notes_end(window: QWidget) -> None:
    done: list[tuple[int, int]] = []
    typing = TypingKeyboard(
        window, lambda pitch, velocity: done.append((pitch, velocity)), octave=5
    )
    _type(window, Qt.Key.Key_A)
    assert done == []
    typing.toggle(on=True)
    _type(window, Qt.Key.Key_A)
    _type(window, Qt.Key.Key_W)
    _type(window, Qt.Key.Key_Semicolon)
    assert done == [(60, 90), (60, 0), (61, 90), (61, 0), (76, 90), (76, 0)]
    done.clear()
    _type(window, Qt.Key.Key_X)
    _type(window, Qt.Key.Key_A)
    _type(window, Qt.Key.Key_A, repeat=True)
    assert done == [(72, 90), (72, 0)]
    assert typing.octave == 6
    done.clear()
    QApplication.sendEvent(window, _key(QEvent.Type.KeyPress, Qt.Key.Key_S))
    typing.toggle(on=False)
    assert done == [(74, 90), (74, 0)]
    _type(window, Qt.Key.Key_S)
    assert len(done) == 2


def test_octaves_have_ends(window: QWidget) -> None:
    typing = TypingKeyboard(window, lambda *_: None, octave=99)
    typing.toggle(on=True)
    assert typing.octave == 9
    _type(window, Qt.Key.Key_X)
    assert typing.octave == 9
    for _ in range(12):
        _type(window, Qt.Key.Key_Z)
    assert typing.octave == 0
    typing.toggle(on=False)


def test_letters_are_letters_where_text_is_typed_and_with_ctrl(
    window: QWidget, qtbot: QtBot
) -> None:
    done: list[tuple[int, int]] = []
    typing = TypingKeyboard(
        window, lambda pitch, velocity: done.append((pitch, velocity)), octave=5
    )
    typing.toggle(on=True)
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    QApplication.sendEvent(
        field,
        QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a"),
    )
    assert field.text() == "a"
    field.clearFocus()
    QApplication.sendEvent(
        window,
        QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier, ""),
    )
    assert done == []
    typing.toggle(on=False)


def test_how_a_keyboard_is_heard_is_kept_and_told_to_the_player(
    link: FakeLink, tmp_path: Path
) -> None:
    settings = Settings(tmp_path / "a.json")
    sound = Sound(FakeLink(), settings)
    sound.choose(inputs=("Keys", "Pedals"))
    shape = KeyboardShape(through=False, channel=2, transpose=12, touch="alike", split=60)
    sound.choose_of("keyboards", "Keys", shape)
    settings.flush()
    Sound(link, Settings(tmp_path / "a.json"))
    link.deliver(READY)
    assert (told(link).inputs, told(link).keyboards) == (("Keys", "Pedals"), {"Keys": shape})


def test_a_keyboard_that_is_heard_as_it_is_needs_no_entry(sound: Sound, link: FakeLink) -> None:
    sound.choose(inputs=("Keys",))
    sound.choose_of("keyboards", "Keys", KeyboardShape(transpose=5))
    sound.choose_of("keyboards", "Keys", KeyboardShape())
    assert sound.choices.keyboards == {}
    assert (told(link).inputs, told(link).keyboards) == (("Keys",), {})
