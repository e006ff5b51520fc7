"""The roll for those who do not see it: what a screen reader is given, and the keys that walk."""

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface, QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.views.roll import accessible
from app.views.roll.accessible import NotesAccessible, RollAccessible
from app.views.roll.piano_roll import PianoRoll
from app.views.roll.spoken import sentence
from engine.values.score import Note, Score
from engine.values.time import BarMap
from tests.app.views.roll_editor import CONTROL, NONE, NOTES, SHIFT, VIEW, Editor, place, score

NAME, VALUE = QAccessible.Text.Name, QAccessible.Text.Value
CHORD = (Note(1920, 60, 960), Note(1920, 64, 960), Note(1920, 67, 960, 90))
BARS = BarMap.of(Score())


@pytest.fixture
def active() -> Iterator[None]:
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def told(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> list[tuple[QAccessible.Event, str]]:
    """What screen readers are sent: the kind of event, and the name of what it is about."""
    request.getfixturevalue("active")
    found: list[tuple[QAccessible.Event, str]] = []

    def take(event: QAccessibleEvent) -> None:
        found.append((event.type(), event.accessibleInterface().text(NAME)))
        QAccessible.updateAccessibility(event)

    monkeypatch.setattr(accessible, "_send", take)
    return found


def given(roll: PianoRoll) -> RollAccessible:
    found = QAccessible.queryAccessibleInterface(roll)
    assert isinstance(found, RollAccessible)
    return found


def chord_editor(editor: Editor) -> Editor:
    editor.score = score((*NOTES, *CHORD))
    editor.show()
    return editor


def items(parent: QAccessibleInterface) -> list[NotesAccessible]:
    found = [parent.child(index) for index in range(parent.childCount())]
    return [item for item in found if isinstance(item, NotesAccessible)]


# --- what is said ----------------------------------------------------------------------------


def test_a_note_is_said_with_place_length_loudness_and_maker() -> None:
    note = Note(2400, 61, 240, 70, 3)
    assert sentence((note,), BARS, takes={3: "Take 3, by Starter"}) == (
        "C♯4, bar 2 beat 2, 0.5 beats, velocity 70, Take 3, by Starter"
    )
    assert sentence((note,), BARS, takes={}, fifths=-4).startswith("D♭4, bar 2 beat 2,")
    assert sentence((Note(0, 60, 480),), BARS, takes={}).startswith("C4, bar 1 beat 1, 1 beat,")
    assert sentence(CHORD, BARS, takes={}) == "bar 2 beat 1, 3 notes: C4 E4 G4"
    offered = sentence(CHORD[:1], BARS, takes={}, offered=frozenset(CHORD))
    assert offered.endswith("velocity 80, offered")


# --- what a screen reader can ask ------------------------------------------------------------


def test_the_roll_is_a_list_of_chords_and_a_chord_one_of_notes(editor: Editor) -> None:
    roll = chord_editor(editor).roll
    found = given(roll)
    assert found.role() == QAccessible.Role.List
    assert found.text(NAME) == "Piano roll"
    assert found.text(QAccessible.Text.Description) == "A, 6 notes"
    names = [item.text(NAME) for item in items(found)]
    assert names == [
        "C5, bar 1 beat 2, 1 beat, velocity 80",
        "E5, bar 1 beat 3, 1 beat, velocity 80",
        "G5, bar 1 beat 4, 1 beat, velocity 80",
        "bar 2 beat 1, 3 notes: C4 E4 G4",
    ]
    chord = items(found)[3]
    assert chord.role() == QAccessible.Role.ListItem
    assert [item.text(NAME)[:2] for item in items(chord)] == ["C4", "E4", "G4"]
    assert items(chord)[1].parent() is chord
    assert chord.parent() is found
    assert found.child(found.indexOfChild(chord)) is chord
    assert [chord.indexOfChild(item) for item in items(chord)] == [0, 1, 2]


def test_only_what_is_in_sight_is_in_the_list(editor: Editor) -> None:
    roll = editor.roll
    far = tuple(Note(100_000 + 10 * n, 60, 10) for n in range(2000))
    editor.score = score((*NOTES, *far))
    editor.show()
    assert len(items(given(roll))) == len(NOTES)
    roll.show_transform(VIEW.scrolled_to(left=99_000))
    assert 0 < len(items(given(roll))) <= 200


def test_an_item_is_where_its_note_is(editor: Editor) -> None:
    roll = editor.roll
    found = given(roll)
    at = roll.mapToGlobal(place(roll, 700, 72))
    item = found.childAt(at.x(), at.y())
    assert isinstance(item, NotesAccessible)
    assert item.notes == (NOTES[0],)
    assert item.rect().contains(at)
    beside = roll.mapToGlobal(place(roll, 700, 75))
    assert not isinstance(found.childAt(beside.x(), beside.y()), NotesAccessible)
    roll.show_transform(VIEW.scrolled_to(left=99_000))
    assert item.rect().isEmpty()
    assert item.state().offscreen


def test_a_screen_reader_selects_and_acts(editor: Editor) -> None:
    roll = editor.roll
    found = given(roll)
    chosen = found.selectionInterface()
    first, second, _third = items(found)
    assert chosen.select(first)
    assert chosen.select(second)
    assert roll.selection() == NOTES[:2]
    assert chosen.selectedItemCount() == 2
    assert [item.text(NAME) for item in chosen.selectedItems()] == [
        first.text(NAME),
        second.text(NAME),
    ]
    assert first.state().selected
    assert chosen.unselect(first)
    assert roll.selection() == NOTES[1:2]
    assert chosen.selectAll()
    assert roll.selection() == NOTES
    assert chosen.clear()
    assert roll.selection() == ()
    heard: list[int] = []
    roll.note_auditioned.connect(lambda pitch, _v, on: heard.append(pitch) if on else None)
    action = second.actionInterface()
    action.doAction(action.actionNames()[0])
    assert roll.selection() == NOTES[1:2]
    assert heard == [76]


def test_what_is_not_there_is_no_interface(editor: Editor) -> None:
    # Asked for what it has not, PySide6 must hand a null pointer over: anything else crashes.
    found = given(editor.roll)
    for item in (found, items(found)[0]):
        assert item.textInterface() is None
        assert item.valueInterface() is None
        assert item.tableCellInterface() is None
    assert items(found)[0].selectionInterface() is None


@pytest.mark.usefixtures("active")
def test_items_of_notes_that_are_gone_are_let_go_of(editor: Editor) -> None:
    roll = editor.roll
    found = given(roll)
    for number in range(700):
        editor.score = score((Note(480, 40 + number % 40, 10 + number),))
        editor.show()
        for item in items(found):
            assert item.text(NAME)
            assert QAccessible.uniqueId(item)
    assert len(found._items) <= 601


def test_an_item_outlives_its_roll_without_harm() -> None:
    roll = PianoRoll()
    editor = Editor(roll)
    roll.resize(600, 300)
    roll.show_transform(VIEW)
    item = items(given(roll))[0]
    assert item.isValid()
    shiboken6.delete(roll)
    assert not item.isValid()
    assert item.text(NAME) == ""
    assert item.parent() is None
    assert item.rect().isEmpty()
    assert item.state().invalid
    assert editor.asked == []


# --- walking ---------------------------------------------------------------------------------


def focused(qtbot: QtBot, roll: PianoRoll) -> PianoRoll:
    roll.activateWindow()
    roll.setFocus()
    qtbot.waitUntil(roll.hasFocus)
    return roll


def test_the_focus_of_a_screen_reader_walks_along(
    editor: Editor, qtbot: QtBot, told: list[tuple[QAccessible.Event, str]]
) -> None:
    roll = focused(qtbot, chord_editor(editor).roll)
    qtbot.keyClick(roll, Qt.Key.Key_Right)
    roll.walk(sideways=1)
    roll.walk(sideways=1)
    roll.walk(sideways=1)
    roll.walk(upwards=1)
    focus = [name for kind, name in told if kind == QAccessible.Event.Focus]
    assert focus == [
        "C5, bar 1 beat 2, 1 beat, velocity 80",
        "E5, bar 1 beat 3, 1 beat, velocity 80",
        "G5, bar 1 beat 4, 1 beat, velocity 80",
        "bar 2 beat 1, 3 notes: C4 E4 G4",
        "C4, bar 2 beat 1, 2 beats, velocity 80",
    ]
    assert (QAccessible.Event.SelectionWithin, "Piano roll") in told
    found = given(roll).focusChild()
    assert isinstance(found, NotesAccessible)
    assert found.notes == CHORD[:1]
    assert found.state().focused
    assert given(roll).text(VALUE) == focus[-1]


def test_an_edit_is_said_as_the_note_is_now(
    editor: Editor, qtbot: QtBot, told: list[tuple[QAccessible.Event, str]]
) -> None:
    roll = focused(qtbot, chord_editor(editor).roll)
    editor.selection.choose(NOTES[:1])
    with qtbot.waitSignal(roll.announced) as said:
        qtbot.keyClick(roll, Qt.Key.Key_Up)
    assert said.args == ["C♯5, bar 1 beat 2, 1 beat, velocity 80"]
    assert told[-1] == (QAccessible.Event.Focus, said.args[0])
    editor.selection.choose(CHORD)
    with qtbot.waitSignal(roll.announced) as said:
        qtbot.keyClick(roll, Qt.Key.Key_Up, CONTROL)
    assert said.args == ["Change velocity of 3 notes"]
    with qtbot.waitSignal(roll.announced) as said:
        qtbot.keyClick(roll, Qt.Key.Key_Delete)
    assert said.args == ["Delete 3 notes"]


def test_arrows_walk_while_nothing_is_selected_and_edit_then(editor: Editor, qtbot: QtBot) -> None:
    roll = focused(qtbot, editor.roll)
    roll.show_playhead(900)
    qtbot.keyClick(roll, Qt.Key.Key_Right)
    assert roll.selection() == NOTES[1:2]
    assert editor.asked == []
    qtbot.keyClick(roll, Qt.Key.Key_Right)
    assert [n.start for n in editor.asked[0][2]] == [1080]


@pytest.mark.parametrize(
    ("navigation", "selected", "held", "walks"),
    [
        (False, False, NONE, True),
        (False, True, NONE, False),
        (False, False, SHIFT, False),
        (True, True, NONE, True),
        (True, True, SHIFT, True),
        (True, True, CONTROL, False),
    ],
)
def test_which_arrows_are_taken_before_actions_have_them(
    editor: Editor, *, navigation: bool, selected: bool, held: Qt.KeyboardModifier, walks: bool
) -> None:
    roll = editor.roll
    roll.show_navigation(enabled=navigation)
    editor.selection.choose(NOTES[:1] if selected else ())
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Right, held)
    event.ignore()
    QApplication.sendEvent(roll, event)
    assert event.isAccepted() is walks


def test_a_note_is_put_in_after_the_selected_one_or_at_the_playhead(editor: Editor) -> None:
    roll = editor.roll
    roll.show_playhead(240)
    roll.insert_note()
    assert [(n.start, n.pitch, n.duration) for n in editor.asked[0][2]] == [(240, 60, 480)]
    editor.selection.choose(NOTES[2:])
    roll.insert_note()
    assert [(n.start, n.pitch, n.duration) for n in editor.asked[1][2]] == [(1920, 79, 480)]
    assert roll.selection() == editor.asked[1][2]


def test_what_is_offered_is_walked_through_and_never_selected(editor: Editor) -> None:
    roll = editor.roll
    said: list[str] = []
    roll.announced.connect(said.append)
    offered = Note(1920, 81, 480)
    roll.show_continuation(((0, offered), (1, Note(2000, 40, 480))), start=1920, end=3840)
    editor.selection.choose(NOTES[2:])
    roll.walk(sideways=1)
    assert said == ["A5, bar 2 beat 1, 1 beat, velocity 80, offered"]
    assert roll.selection() == ()
    roll.walk(sideways=1)
    assert roll.selection() == ()
    assert [item.notes for item in items(given(roll))][-1] == (offered,)


def test_another_track_is_said(editor: Editor) -> None:
    said: list[str] = []
    editor.roll.announced.connect(said.append)
    editor.roll.show_current_track(1)
    editor.roll.show_current_track(1)
    assert said in (["B, 1 note"], ["B, 1 notes"])
