"""An action calls the method that its row of the table names, with the row's arguments."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.main_window.action_table import ACTIONS
from app.main_window.actions import Actions


class Bars:
    """What the rows that begin with `bars.` call."""

    def __init__(self) -> None:
        self.heard: list[tuple[object, ...]] = []

    def choose_here(self) -> None:
        self.heard.append(("choose_here",))

    def extend(self, by: int) -> None:
        self.heard.append(("extend", by))

    def ask_insert(self) -> None:
        self.heard.append(("ask_insert",))

    def move_section(self, by: int) -> None:
        self.heard.append(("move_section", by))


@pytest.fixture
def actions(qtbot: QtBot) -> Iterator[Actions]:
    window = QWidget()
    qtbot.addWidget(window)
    yield Actions(window, (window,))
    window.close()


def test_the_actions_of_a_part_call_its_methods(actions: Actions) -> None:
    bars = Bars()
    bound = actions.bind(bars=bars)
    assert set(bound) == {spec.name for spec in ACTIONS if spec.does.startswith("bars.")}
    for name in ("select_bars", "more_bars", "fewer_bars", "insert_bars", "section_later"):
        actions[name].trigger()
    assert bars.heard == [
        ("choose_here",),
        ("extend", 1),
        ("extend", -1),
        ("ask_insert",),
        ("move_section", 1),
    ]


def test_a_switch_tells_its_method_whether_it_is_on(actions: Actions) -> None:
    class Keyboard:
        def __init__(self) -> None:
            self.heard: list[bool] = []

        def switch(self, *, on: bool) -> None:
            self.heard.append(on)

    actions.bind(typing=(keyboard := Keyboard()))
    actions["typing"].trigger()
    actions["typing"].trigger()
    actions.switch("typing", on=True)
    assert keyboard.heard == [True, False, True]
    assert actions["typing"].isChecked()


def test_a_method_that_is_not_there_is_found_at_once(actions: Actions) -> None:
    with pytest.raises(AttributeError):
        actions.bind(bars=object())


def test_a_part_that_no_row_names_is_a_slip(actions: Actions) -> None:
    with pytest.raises(KeyError):
        actions.bind(no_such_part=Bars())
