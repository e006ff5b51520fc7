"""Marks by hand in the whole window: by actions, by keys, with a word why not, and undone."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.compose.paper.mark_edits import DYNAMIC_NAMES, NOT_ON_DRUMS, ON_BARS, ON_NOTES
from app.main_window import dialogs
from app.state.document import Document
from app.state.selection import Selection
from app.views.score.mark_palette import GROUPS
from app.views.score.page import ScorePage
from engine.piece.composition import Composition
from engine.values.score import Note, Score, Tempo, Track
from tests.app.house import House

Q, BAR = 480, 1920
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


def music() -> Score:
    """Return four bars of quarters, and drums."""
    tune = tuple(Note(Q * n, 60 + n % 5, Q, 80) for n in range(16))
    drums = tuple(Note(Q * n, 38, Q // 4, 80) for n in range(16))
    return Score(
        tracks=(Track(name="Tune", notes=tune), Track(name="Kit", notes=drums, is_drum=True)),
        tempos=(Tempo(0, 100),),
    )


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.session.piece.document.begin(Composition.of(music()))
    yield house
    house.end()


@pytest.fixture
def document(house: House) -> Document:
    return house.session.piece.document


@pytest.fixture
def selection(house: House) -> Selection:
    return house.session.focus.selection


def plain(score: Score) -> list[tuple[object, ...]]:
    """Return what is heard and seen of a piece; notes remember that they were edited."""
    heard = [
        tuple((n.start, n.pitch, n.duration, n.velocity, n.marks) for n in track.notes)
        for track in score.tracks
    ]
    seen = [(track.directions, track.controls) for track in score.tracks]
    return [*heard, *seen, score.tempos, score.written_bars]


def choose(selection: Selection, first: int, count: int) -> None:
    track = selection.track
    assert track is not None
    selection.choose(track.notes[first : first + count])


def at(house: House, name: str) -> bool:
    return house.window.actions_table[f"mark_{name}"].isChecked()


def in_score(house: House, qtbot: QtBot, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
    page = house.window.compose
    page.show_pane("score")
    page.score.setFocus()
    qtbot.waitUntil(page.score.hasFocus)
    QTest.keyClick(page.score, key, held)


PUT = [
    *sorted(ON_NOTES),
    *sorted(DYNAMIC_NAMES),
    "slur",
    "crescendo",
    "diminuendo",
    "pedal",
    *sorted(ON_BARS - {"segno", "coda", "da-capo", "fine", "repeat-start", "ending-2"}),
]


@pytest.mark.parametrize("name", PUT)
def test_a_mark_is_one_step_and_its_action_takes_it_off(
    house: House, document: Document, selection: Selection, name: str
) -> None:
    choose(selection, 1, 4)
    before = document.score
    house.act(f"mark_{name}")
    marked = document.score
    assert marked != before
    assert at(house, name)
    house.act(f"mark_{name}")
    assert not at(house, name)
    assert plain(document.score) == plain(before)
    document.undo()
    assert document.score == marked
    document.undo()
    assert document.score == before


def test_staccato_is_heard_and_goes_by_the_same_key(
    house: House, document: Document, selection: Selection, qtbot: QtBot
) -> None:
    choose(selection, 0, 4)
    before = document.score
    in_score(house, qtbot, Qt.Key.Key_S, SHIFT)
    notes = document.score.tracks[0].notes[:4]
    assert [(note.duration, note.marks) for note in notes] == [(Q // 2, "staccato")] * 4
    in_score(house, qtbot, Qt.Key.Key_S, SHIFT)
    assert [n.duration for n in document.score.tracks[0].notes] == [
        n.duration for n in before.tracks[0].notes
    ]


def test_s_is_a_slur_in_the_score_and_solo_elsewhere(
    house: House, document: Document, selection: Selection, qtbot: QtBot
) -> None:
    choose(selection, 0, 4)
    in_score(house, qtbot, Qt.Key.Key_S)
    assert document.score.tracks[0].notes[0].marks == "slur-start:1"
    assert not document.composition.settings[0].mix.solo
    selection.choose(())
    in_score(house, qtbot, Qt.Key.Key_S)
    assert document.composition.settings[0].mix.solo


@pytest.mark.parametrize(
    ("key", "name"), [(Qt.Key.Key_Less, "crescendo"), (Qt.Key.Key_Greater, "diminuendo")]
)
def test_angle_brackets_are_hairpins(
    house: House, document: Document, qtbot: QtBot, key: Qt.Key, name: str
) -> None:
    selection = house.session.focus.selection
    choose(selection, 0, 4)
    in_score(house, qtbot, key)
    assert [d.kind for d in document.score.tracks[0].directions] == [name, "hairpin-end"]
    turn = [note.velocity for note in document.score.tracks[0].notes[:4]]
    assert turn == sorted(turn, reverse=name == "diminuendo")
    assert turn[0] != turn[-1]


def test_what_cannot_be_marked_says_why(
    house: House, document: Document, selection: Selection
) -> None:
    actions = house.window.actions_table
    selection.choose(())
    assert "Select notes first." in actions.reason("mark_staccato")
    assert actions["mark_repeat-end"].isEnabled()
    selection.choose_track(1)
    choose(selection, 0, 2)
    for name in NOT_ON_DRUMS:
        assert "Drums do not have this mark." in actions.reason(f"mark_{name}")
    house.act("mark_accent")
    assert [note.marks for note in document.score.tracks[1].notes[:2]] == ["accent"] * 2
    document.begin(Composition.of(replace(music(), tracks=(Track(),))))
    assert "There are no notes yet." in actions.reason("mark_repeat-end")


def test_words_are_asked_for_and_empty_ones_take_them_away(
    house: House, document: Document, selection: Selection, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = document.score
    asked: list[str] = []

    def ask(_parent: object, _title: str, _label: str, text: str) -> str:
        asked.append(text)
        return "" if text else "dolce"

    monkeypatch.setattr(dialogs, "ask_text", ask)
    choose(selection, 2, 1)
    house.act("mark_text")
    words = [(d.tick, d.text) for d in document.score.tracks[0].directions]
    assert words == [(2 * Q, "dolce")]
    house.act("mark_text")
    assert asked == ["", "dolce"]
    assert document.score == before


def test_the_notice_undoes_its_own_mark_and_nothing_else(
    house: House, document: Document, selection: Selection
) -> None:
    notices = house.window.shell.notices
    choose(selection, 0, 2)
    before = document.score
    house.act("mark_accent")
    notices.button_clicked.emit("marks", "undo")
    assert document.score == before
    choose(selection, 0, 2)
    house.act("mark_accent")
    house.act("delete")
    deleted = document.score
    notices.button_clicked.emit("marks", "undo")
    assert document.score == deleted


def test_a_menu_ticks_the_marks_of_the_chosen_notes(house: House, selection: Selection) -> None:
    house.window.compose.show_pane("velocity")
    choose(selection, 0, 2)
    house.act("mark_accent")
    selection.choose(())
    choose(selection, 2, 2)
    action = house.window.actions_table["mark_accent"]
    menus = [each for each in action.associatedObjects() if isinstance(each, QMenu)]
    assert menus
    menus[0].aboutToShow.emit()
    assert not action.isChecked()
    choose(selection, 0, 2)
    menus[0].aboutToShow.emit()
    assert action.isChecked()


def test_the_palette_has_each_mark_once(house: House) -> None:
    shown = [name for _, names in GROUPS for name in names]
    made = [s.name for s in house.window.actions_table if s.name.startswith("mark_")]
    assert sorted(f"mark_{name}" for name in shown) == sorted(made)


@pytest.mark.parametrize(
    ("size", "beside"), [((900, 600), True), ((900, 232), False), ((500, 600), False)]
)
def test_the_palette_stands_beside_the_score_where_there_is_room(
    qtbot: QtBot, size: tuple[int, int], *, beside: bool
) -> None:
    score = ScorePage()
    qtbot.addWidget(score)
    score.resize(*size)
    score.show()
    assert (not score.marks.isHidden(), score.mark_menus.isHidden()) == (beside, beside)
