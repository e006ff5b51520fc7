"""History, the names of actions, and where copies of notes come into sight."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.main_window import dialogs
from app.views.palette import CommandPalette
from tests.app.doubles import BAR
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()


@pytest.mark.slow
def test_an_action_is_called_the_same_whatever_it_would_do_now(house: House) -> None:
    house.session.editing.music.add_track()
    actions = house.window.actions_table
    assert actions["undo"].text() != "&Undo"
    assert actions.name_of("undo") == "Undo"
    house.act("palette")
    (palette,) = house.window.findChildren(CommandPalette)
    palette.hide()


def test_history_is_a_list_in_which_one_is_chosen(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.session.editing.music.add_track()
    offered: list[list[str]] = []

    def first(_parent: object, _title: str, _label: str, entries: list[str], current: int) -> int:
        offered.append(entries)
        assert current == 1
        return 0

    monkeypatch.setattr(dialogs, "ask_from_list", first)
    house.act("history")
    assert len(offered[0]) == 2
    assert len(house.session.piece.document.score.tracks) == 2


def test_history_names_what_was_kept_by_its_bars(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, continuing = house.session.piece.document, house.session.clients.continuing
    offered: list[list[str]] = []
    monkeypatch.setattr(dialogs, "ask_from_list", lambda *asked: offered.append(asked[3]))
    house.finish(house.continue_())
    continuing.keep(1)
    house.act("undo")
    continuing.keep(3)
    house.session.editing.music.add_track()
    house.session.takes.takes.keep(1)
    house.act("history")
    assert offered[0] == ["0  Open", "1  bars 5–8, alternative 4", "2  Add track", "3  Keep take 1"]
    assert document.steps[1].name == "Keep 4"


def test_copies_of_notes_are_scrolled_to(house: House) -> None:
    roll = house.window.compose.roll
    house.session.focus.selection.choose_track(0)
    for _ in range(12):
        house.act("zoom_in")
    notes = house.session.piece.document.score.tracks[0].notes
    house.session.focus.selection.choose(notes)
    house.act("duplicate")
    copies = house.session.focus.selection.notes
    assert copies[0].start >= 4 * BAR
    x = roll.box_of(copies[0]).left()
    assert 0 <= x <= roll.note_area().width()
