"""The chords over the piece in the window: typed, found, moved, kept, and written under."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from app.main_window import dialogs
from engine import messages
from engine.harmony.chord_track import with_chords, written_chords
from engine.harmony.chords import Chord, chord_name
from engine.harmony.keys import Key
from engine.midi.file.midifile import read_midi, write_midi
from engine.piece.composition import Composition
from engine.piece.composition_file import from_bytes, to_bytes
from engine.values.score import Score, Track
from tests.app.doubles import BAR, piece
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path):
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model(fills=True)
    show(house, piece(bars=8, tracks=2))
    yield house
    house.end()


def show(house: House, score: Score) -> None:
    house.session.piece.document.show(Composition.of(score), path=None, title="a", saved=True)


def lane(house: House):
    return house.window.compose.chords


def field(house: House) -> QLineEdit:
    return lane(house).findChild(QLineEdit)


def enter(house: House, qtbot: QtBot, text: str) -> None:
    """Type into the lane's field, which is open."""
    field(house).setText(text)
    qtbot.keyClick(field(house), Qt.Key.Key_Return)


def named(house: House) -> list[tuple[float, str]]:
    chords = written_chords(house.session.piece.document.score)
    return [(chord.tick / BAR, chord_name(chord)) for chord in chords]


def told(house: House) -> str:
    notices = house.window.shell.notices.notices()
    return " ".join(f"{notice.happened} {notice.can}" for notice in notices)


def press(house: House, key: str) -> None:
    """Press the button of a notice."""
    notice = next(n for n in house.window.shell.notices.notices() if n.key == key)
    house.window.shell.notices.button_clicked.emit(key, notice.buttons[0][0])


def test_the_lane_is_there_where_there_are_chords_and_where_it_is_asked_for(house: House) -> None:
    action = house.window.actions_table["chord_lane"]
    assert lane(house).isHidden()
    assert not action.isChecked()
    show(house, with_chords(piece(), [Chord(0, 2, "min7", 2)]))
    assert not lane(house).isHidden()
    assert action.isChecked()
    action.trigger()
    assert lane(house).isHidden()
    show(house, piece())
    action.trigger()
    assert not lane(house).isHidden()


def test_chords_are_typed_a_bar_each_as_one_step_and_saved(house: House, qtbot: QtBot) -> None:
    house.session.clients.playing.seek(2 * BAR + 100)
    house.act("type_chords")
    assert not field(house).isHidden()
    enter(house, qtbot, "Dm7 G13 Cmaj7/E")
    assert field(house).isHidden()
    assert named(house) == [(2, "Dm7"), (3, "G7"), (4, "Cmaj7/E")]
    composition = house.session.piece.document.composition
    assert from_bytes(to_bytes(composition)).score.others == composition.score.others
    there = read_midi(write_midi(composition.score)).score
    assert written_chords(there) == written_chords(composition.score)
    house.act("undo")
    assert named(house) == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("C H#m17", "‘H#m17’ is no chord"), (" ".join(["C"] * 40) + " |", "Bar 1 has 40 chords")],
)
def test_what_is_no_chord_is_a_sentence_and_stays_in_the_field(
    house: House, qtbot: QtBot, text: str, sentence: str
) -> None:
    before = house.session.piece.document.composition
    house.act("type_chords")
    enter(house, qtbot, text)
    assert sentence in told(house)
    assert field(house).text() == text
    assert not field(house).isHidden()
    assert house.session.piece.document.composition is before
    enter(house, qtbot, "C G")
    assert sentence not in told(house)
    assert named(house) == [(0, "C"), (1, "G")]


def test_more_chords_than_bars_are_written_and_shown(house: House, qtbot: QtBot) -> None:
    house.act("type_chords")
    enter(house, qtbot, "C " * 40)
    assert len(named(house)) == 40
    lane(house).grab()


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Space])
def test_tab_and_space_write_and_open_the_next_bar(house: House, qtbot: QtBot, key: Qt.Key) -> None:
    house.act("type_chords")
    for text in ("Am", "F", "", "G7"):
        qtbot.keyClicks(field(house), text)
        qtbot.keyClick(field(house), key)
    assert named(house) == [(0, "Am"), (1, "F"), (3, "G7")]
    assert field(house).isVisible()
    assert lane(house).place() == 4 * BAR
    # What is no chord stays in the field.
    qtbot.keyClicks(field(house), "xyz")
    qtbot.keyClick(field(house), key)
    assert (field(house).text(), lane(house).place()) == ("xyz", 4 * BAR)
    qtbot.keyClick(field(house), Qt.Key.Key_Escape)
    assert named(house)[-1] == (3, "G7")


def test_the_field_goes_back_and_over_several_bars(house: House, qtbot: QtBot) -> None:
    house.act("type_chords")
    qtbot.keyClicks(field(house), "Am")
    qtbot.keyClick(field(house), Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(field(house), "F")
    qtbot.keyClick(field(house), Qt.Key.Key_Space)
    qtbot.keyClicks(field(house), "| G7")
    qtbot.keyClick(field(house), Qt.Key.Key_Tab)
    assert named(house) == [(0, "Am"), (0.5, "F"), (1, "G7")]
    assert lane(house).place() == 2 * BAR
    qtbot.keyClick(field(house), Qt.Key.Key_Backtab)
    assert (lane(house).place(), field(house).text()) == (BAR, "G7")
    steps = len(house.session.piece.document.steps)
    qtbot.keyClick(field(house), Qt.Key.Key_Tab)
    assert len(house.session.piece.document.steps) == steps


def test_the_field_writes_and_closes_when_the_focus_goes(house: House, qtbot: QtBot) -> None:
    house.window.activateWindow()
    house.act("type_chords")
    qtbot.keyClicks(field(house), "Am")
    QApplication.sendEvent(field(house), QFocusEvent(QEvent.Type.FocusOut))
    assert field(house).isHidden()
    assert named(house) == [(0, "Am")]


@pytest.mark.slow
def test_chords_are_found_and_none_in_silence(house: House, qtbot: QtBot) -> None:
    house.act("find_chords")
    qtbot.waitUntil(lambda: bool(named(house)))
    assert not lane(house).isHidden()
    show(house, Score(tracks=(Track(),)))
    house.act("find_chords")
    qtbot.waitUntil(lambda: "no chords to be heard" in told(house))
    assert house.session.piece.document.score == Score(tracks=(Track(),))


@pytest.mark.slow
@pytest.mark.parametrize("agreed", [False, True])
def test_find_chords_asks_before_it_replaces_typed_ones(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, *, agreed: bool
) -> None:
    asked: list[str] = []

    def answer(_parent: object, question: str, **_words: str) -> bool:
        asked.append(question)
        return agreed

    monkeypatch.setattr(dialogs, "confirm", answer)
    house.act("type_chords")
    enter(house, qtbot, "B♭m7 E♭7")
    typed = named(house)
    house.act("find_chords")
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == ["Replace 2 chords?"]
    assert (named(house) == typed) is not agreed
    found = named(house)
    house.act("find_chords")
    qtbot.waitUntil(lambda: not house.session.threads.background.busy)
    # The same chords again replace nothing.
    assert len(asked) == (1 if agreed else 2)
    assert named(house) == found


def test_chords_of_a_piece_that_changed_meanwhile_are_not_written(
    house: House, qtbot: QtBot
) -> None:
    house.act("find_chords")
    # The search runs in another thread, and its answer waits for this one.
    document = house.session.piece.document
    document.edit("Edit", document.composition.with_score(piece(bars=3)))
    qtbot.waitUntil(lambda: "was changed while" in told(house))
    assert named(house) == []


@pytest.mark.slow
def test_keys_walk_edit_move_and_remove(house: House, qtbot: QtBot) -> None:
    house.act("type_chords")
    enter(house, qtbot, "C Am7 | F")
    view = lane(house)
    view.setFocus()
    view.choose(0)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.place() == BAR // 2
    assert view.accessibleDescription() == "bar 1: Am7"
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert named(house) == [(0, "C"), (0.75, "Am7"), (1, "F")]
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert named(house)[1] == (0.75, "Am7")
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert named(house) == [(0, "C"), (1, "F")]
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.accessibleDescription() == "bar 3: no chord begins here"
    qtbot.keyClick(view, Qt.Key.Key_Left)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert field(house).text() == "F"
    qtbot.keyClick(field(house), Qt.Key.Key_Escape)
    assert field(house).isHidden()
    assert named(house) == [(0, "C"), (1, "F")]


@pytest.mark.slow
def test_a_border_is_dragged_to_another_beat(house: House, qtbot: QtBot) -> None:
    house.act("type_chords")
    enter(house, qtbot, "C F G")
    view = lane(house)
    transform = house.window.compose.roll.transform()

    def at(tick: float) -> QPoint:
        return QPoint(round(transform.x_of(tick)) + 56, 10)

    qtbot.mouseMove(view, at(BAR * 1.5))
    qtbot.waitUntil(lambda: view.toolTip().startswith("F\n"))
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(view, left, pos=at(BAR))
    qtbot.mouseMove(view, at(BAR * 0.76))
    qtbot.mouseMove(view, at(BAR * 0.74))
    qtbot.mouseRelease(view, left, pos=at(BAR * 0.74))
    assert named(house) == [(0, "C"), (0.75, "F"), (2, "G")]
    house.act("undo")
    assert named(house)[1] == (1, "F")


@pytest.mark.slow
def test_another_chord_offers_to_write_the_bars_under_it(house: House, qtbot: QtBot) -> None:
    house.act("type_chords")
    enter(house, qtbot, "C F G C")
    lane(house).typed.emit(BAR, "Dm7")
    assert "Another chord is written over bar 2." in told(house)
    press(house, "chord-bars")
    ask = house.live.last(messages.Continue).ask
    assert (ask.start, ask.bars, ask.fill, ask.harmony) == (BAR, 1, True, "followed")


@pytest.mark.slow
def test_a_model_that_cannot_fill_rewrites_them(house: House) -> None:
    house.load_model(fills=False)
    lane(house).typed.emit(BAR, "Dm7")
    press(house, "chord-bars")
    ask = house.live.last(messages.Continue).ask
    assert (ask.start, ask.bars, ask.fill, ask.following) == (BAR, 1, False, 4)


def fitting_menu(house: House):
    menu = house.session.asking.chords.menu_at(0).shown(house.window, house.window.actions_table)
    return next(a.menu() for a in menu.actions() if a.text() == "Other chords that fit")


def names(menu) -> list[str]:
    return [a.text().split()[1] for a in menu.actions() if not a.isSeparator()]


@pytest.mark.slow
def test_others_that_fit_are_offered_and_one_is_taken(house: House) -> None:
    lane(house).typed.emit(0, "F#")
    fitting = fitting_menu(house)
    assert len(names(fitting)) == 8
    assert fitting.actions()[0].text() == "Best to the chord finder"
    fitting.actions()[1].trigger()
    assert named(house) == [(0, names(fitting)[0])]
    silent = house.session.asking.chords.menu_at(30 * BAR)
    assert silent.fitting == ()


@pytest.mark.slow
def test_the_model_ranks_them_as_soon_as_it_has_read_them(house: House) -> None:
    lane(house).typed.emit(0, "F#")
    fitting = fitting_menu(house)
    fitting.aboutToShow.emit()
    asked = house.live.last(messages.RankChords)
    assert (asked.start, asked.end, asked.tune, len(asked.chords)) == (0, BAR, 0, 24)
    likelihoods = tuple(float(index) for index in range(24))
    answer = messages.ChordsRanked(number=asked.number, likelihoods=likelihoods)
    house.live.deliver(messages.ChordsRanked(number=asked.number + 1, likelihoods=likelihoods))
    house.live.deliver(answer)
    assert fitting.actions()[0].text() != "Likeliest to the model"
    fitting.aboutToShow.emit()
    number = house.live.last(messages.RankChords).number
    house.live.deliver(messages.ChordsRanked(number=number, likelihoods=likelihoods))
    assert fitting.actions()[0].text() == "Likeliest to the model"
    assert names(fitting)[0] == chord_name(asked.chords[-1])


@pytest.mark.slow
def test_a_model_that_says_no_chords_leaves_the_order(house: House) -> None:
    lane(house).typed.emit(0, "F#")
    fitting = fitting_menu(house)
    fitting.aboutToShow.emit()
    number = house.live.last(messages.RankChords).number
    house.live.deliver(messages.ChordsRanked(number=number, likelihoods=()))
    assert fitting.actions()[0].text() == "Best to the chord finder"


@pytest.mark.slow
def test_chords_move_with_the_key_when_it_is_wished(house: House) -> None:
    house.window.shell.transport.key_chosen.emit(Key(0))
    lane(house).typed.emit(0, "C Dm7/F G7")
    house.window.shell.transport.key_chosen.emit(Key(2))
    assert named(house)[0] == (0, "C")
    press(house, "chord-key")
    assert [name for _, name in named(house)] == ["D", "Em7/G", "A7"]
    house.act("chords_down")
    assert named(house)[0] == (0, "D♭")


@pytest.mark.slow
def test_chords_are_played_by_a_new_track(house: House) -> None:
    assert not house.window.actions_table["chords_to_track"].isEnabled()
    lane(house).typed.emit(0, "C/E G7")
    house.act("chords_to_track")
    track = house.session.piece.document.score.tracks[2]
    assert track.name == "Chords"
    assert {note.start for note in track.notes} == {0, BAR}
    assert house.session.focus.selection.current == 2
    house.act("undo")
    assert len(house.session.piece.document.score.tracks) == 2


@pytest.mark.slow
def test_chords_outlive_an_edit_of_another_text_of_the_ruler(house: House) -> None:
    lane(house).typed.emit(0, "C F")
    house.window.shell.transport.tempo_changed.emit(99.0)
    assert named(house) == [(0, "C"), (1, "F")]


def hold(house: House, *keys: int) -> None:
    """Strike keys one after the other and let them go, on the computer's keys."""
    for velocity in (90, 0):
        for key in keys:
            note = messages.NotePlayed(pitch=key, velocity=velocity, tick=0.0, seconds=0.0)
            house.player.deliver(note)


@pytest.mark.slow
def test_a_chord_that_is_played_is_written_where_the_lane_has_its_cursor(
    house: House, qtbot: QtBot
) -> None:
    house.act("chord_lane")
    view = lane(house)
    view.setFocus()
    view.choose(0)
    hold(house, 62, 65, 69, 72)
    hold(house, 53, 55, 59, 62)
    assert view.place() == 2 * BAR
    qtbot.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    hold(house, 60, 64, 67)
    assert named(house) == [(0, "Dm7"), (1, "G7/F"), (1.5, "C")]
    assert view.place() == 2 * BAR
    assert house.session.piece.document.undo_name == "Play chord"
    house.act("undo")
    assert named(house) == [(0, "Dm7"), (1, "G7/F")]


def test_chords_that_follow_each_other_without_a_break_are_each_written(house: House) -> None:
    house.act("chord_lane")
    lane(house).setFocus()
    lane(house).choose(0)
    keys = ((60, 90), (64, 90), (67, 90), (64, 0), (67, 0), (65, 90), (69, 90), (60, 0))
    for key, velocity in keys:
        house.player.deliver(
            messages.NotePlayed(pitch=key, velocity=velocity, tick=0.0, seconds=0.0)
        )
    assert named(house) == [(0, "C"), (1, "F/C")]


def test_a_tune_a_cluster_and_keys_played_elsewhere_write_no_chord(house: House) -> None:
    before = house.session.piece.document.composition
    house.act("chord_lane")
    lane(house).setFocus()
    lane(house).choose(0)
    hold(house, 60)
    assert told(house) == ""
    hold(house, 60, 61, 62)
    assert "no chord that Segue knows" in told(house)
    house.window.compose.roll.setFocus()
    hold(house, 60, 64, 67)
    assert house.session.piece.document.composition is before


def test_the_cursor_of_the_lane_goes_by_half_bars(house: House, qtbot: QtBot) -> None:
    show(house, with_chords(piece(), [Chord(0, 2, "min7", 2)]))
    view = lane(house)
    view.choose(0)
    shift = Qt.KeyboardModifier.ShiftModifier
    for place in (0.5, 1, 1.5):
        qtbot.keyClick(view, Qt.Key.Key_Right, shift)
        assert view.place() == place * BAR
    for place in (1, 0.5, 0, 0):
        qtbot.keyClick(view, Qt.Key.Key_Left, shift)
        assert view.place() == place * BAR
