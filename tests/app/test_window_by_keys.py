"""The whole window by keys alone, and on small screens."""

from dataclasses import replace
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QListView, QTableView
from pytestqt.qtbot import QtBot

from app.main_window.window import MainWindow
from app.views.alternatives.card import Card
from engine import messages
from tests.app.doubles import BAR
from tests.app.house import House
from tests.app.views.widgets_of import button


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path, styled=True)
    yield house
    house.end()


@pytest.mark.slow
def test_f6_goes_through_all_panels_and_back_to_where_one_was(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    window, page = house.window, house.window.compose
    window.activateWindow()
    page.roll.setFocus()
    qtbot.waitUntil(page.roll.hasFocus)
    panels = (
        page.pane_bar,
        page.continue_panel,
        window.status,
        window.transport,
        page.library,
        page.headers,
        page.roll,
    )
    for panel in panels:
        house.act("next_panel")
        focus = window.focusWidget()
        assert focus is panel or panel.isAncestorOf(focus)
    left = page.continue_panel.findChildren(QAbstractButton)
    chosen = next(b for b in left if b.isVisible() and b.accessibleName() == "Shape it")
    chosen.setFocus()
    house.act("previous_panel")
    assert page.pane_bar.isAncestorOf(window.focusWidget())
    house.act("next_panel")
    assert window.focusWidget() is chosen
    house.act("train")
    house.act("next_panel")
    house.act("next_panel")
    assert not page.isVisible()
    assert window.focusWidget().isVisible()


@pytest.mark.slow
def test_enter_and_space_mean_the_alternative_that_has_the_focus(
    house: House, qtbot: QtBot
) -> None:
    house.begin(qtbot)
    house.load_model()
    house.finish(house.continue_())
    strip = house.window.compose.alternatives
    house.window.activateWindow()
    qtbot.waitUntil(lambda: len(strip.findChildren(Card)) == 4)
    second = strip.findChildren(Card)[1]
    second.setFocus()
    qtbot.waitUntil(second.hasFocus)
    QTest.keyClick(second, Qt.Key.Key_Space)
    assert house.session.clients.continuing.offer.current == 1
    house.session.clients.continuing.choose(0)
    QTest.keyClick(second, Qt.Key.Key_Return)
    assert house.session.piece.document.undo_name == "Keep 2"


@pytest.mark.slow
def test_a_seed_that_is_chosen_stays_when_another_card_is_heard(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.load_model()
    house.finish(house.continue_())
    asked = house.session.focus.generation
    house.session.focus.generation.replace(
        replace(asked.settings.drawing(seed=42), seed_locked=True)
    )
    house.session.clients.continuing.choose(1)
    qtbot.wait(100)
    assert asked.settings.request.sampling.seed == 42


def test_f2_names_the_current_track(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    page, document = house.window.compose, house.session.piece.document
    house.window.activateWindow()
    house.act("add_track")
    current = house.session.focus.selection.current
    page.roll.setFocus()
    qtbot.waitUntil(page.roll.hasFocus)
    qtbot.keyClick(page.roll, Qt.Key.Key_F2)
    field = house.window.focusWidget()
    assert isinstance(field, QLineEdit)
    assert page.headers.isAncestorOf(field)
    qtbot.keyClicks(field, "Alto")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert document.composition.score.tracks[current].name == "Alto"


@pytest.mark.slow
def test_one_searches_in_the_library_that_is_in_sight(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    window, panel = house.window, house.window.compose.library
    window.activateWindow()
    house.library.deliver(messages.Ready(role="library", seconds=0.1))
    house.library.deliver(messages.LibraryDescribed(folders=("/music",), ready=1))
    window.compose.library_dock.hide()
    house.act("find_piece")
    assert panel.isAncestorOf(window.focusWidget())
    house.act("train")
    house.act("find_piece")
    assert window.workspace == "library"
    assert window.workspaces.library.isAncestorOf(window.focusWidget())
    assert isinstance(window.focusWidget(), QLineEdit)


def test_keyboard_navigation_walks_though_arrows_are_keys_of_actions(
    house: House, qtbot: QtBot
) -> None:
    house.begin(qtbot)
    roll = house.window.compose.roll
    house.window.activateWindow()
    roll.setFocus()
    qtbot.waitUntil(roll.hasFocus)
    notes = house.session.piece.document.composition.score.tracks[0].notes
    qtbot.keyClick(roll, Qt.Key.Key_Right)
    assert roll.selection() == notes[:1]
    qtbot.keyClick(roll, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert roll.selection() == notes[1:2]
    house.act("navigation")
    qtbot.keyClick(roll, Qt.Key.Key_Right)
    assert roll.selection() == notes[2:3]
    qtbot.keyClick(roll, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert roll.selection() != notes[2:3]
    house.act("insert_note")
    assert len(house.session.piece.document.composition.score.tracks[0].notes) == len(notes) + 1


def test_a_table_of_events_has_rows_and_gives_its_room_back(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.window.resize(1280, 800)
    page = house.window.compose
    qtbot.wait(50)
    before = page.roll.height()
    page.pane_chosen.emit("events")
    qtbot.waitUntil(lambda: page.roll.height() <= before - 200)
    assert page.events.height() >= 200
    assert page.roll.height() >= 120
    page.pane_chosen.emit("events")
    (table,) = page.events.findChildren(QTableView)
    table.setFocus()
    # Whose pane goes is in the one that comes.
    page.pane_chosen.emit("mixer")
    assert page.mixer.isAncestorOf(house.window.focusWidget())
    page.pane_chosen.emit("events")
    assert house.window.focusWidget() is table
    page.pane_chosen.emit("alternatives")
    # A tab moves nothing, not even without an offer; folding gives the room back.
    assert page.alternatives.height() >= 200
    button(page.pane_bar, "Panes").click()
    qtbot.waitUntil(lambda: page.roll.height() == before)


def test_the_first_note_of_a_piece_does_not_move_the_view(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    roll = house.window.compose.roll
    house.act("new")
    shown = roll.transform()
    assert shown.tick_at(roll.note_area().width()) >= 8 * BAR
    roll.insert_note()
    assert house.session.piece.document.composition.score.note_count == 1
    assert roll.transform() == shown


@pytest.mark.usefixtures("qapp")
def test_the_window_is_no_larger_than_the_screen() -> None:
    window = MainWindow(with_views=False)
    room = window.screen().availableSize()
    assert window.minimumWidth() <= room.width()
    assert window.minimumHeight() <= room.height()
    window.resize(room.width() + 500, room.height() + 500)
    window.fit_on_screen()
    assert window.width() == room.width()
    assert room.height() - 50 < window.height() < room.height()
    shiboken6.delete(window)


def test_a_note_is_put_nowhere_where_no_track_is_left(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    while house.session.piece.document.composition.score.tracks:
        house.act("remove_track")
    with qtbot.captureExceptions() as caught:
        house.act("insert_note")
        house.act("duplicate")
    assert caught == []


@pytest.mark.slow
@pytest.mark.parametrize("part", ["chords", "library"])
def test_enter_keeps_what_is_offered_wherever_the_keys_were_before(
    house: House, qtbot: QtBot, part: str
) -> None:
    house.begin(qtbot)
    house.load_model()
    page = house.window.compose
    page.show_chord_lane(on=True)
    before = page.chords if part == "chords" else page.library.findChildren(QListView)[0]
    before.setFocus()
    request = house.continue_()
    assert house.window.focusWidget() is page.roll
    house.finish(request)
    QTest.keyClick(page.roll, Qt.Key.Key_Return)
    assert house.session.piece.document.undo_name == "Keep 1"


@pytest.mark.slow
def test_each_pane_under_the_roll_has_keys_from_any_workspace(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    page = house.window.compose
    house.window.show_workspace("train")
    for name, pane in (("mixer", page.mixer), ("events", page.events), ("tree", page.tree)):
        house.act(f"pane_{name}")
        assert house.window.workspace == "compose"
        assert page.panes.currentWidget() is pane
    house.act("pane_alternatives")
    assert page.panes.currentWidget() is page.alternatives
