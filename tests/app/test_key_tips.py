"""Tooltips name the keys that hold now, in any preset and on any system."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
import shiboken6
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from app.main_window.shortcuts import keys_of
from app.main_window.window import MainWindow
from app.views.alternatives.card import Card
from app.views.alternatives.values import AlternativeCard
from app.views.continue_panel.values import Deed
from app.views.tracks.values import TrackRow
from app.widgets.buttons import TextButton
from app.widgets.keys.tips import show_keys_in_tooltip
from app.widgets.main_button import MainButton
from engine.values.score import Note
from tests.app.house import main_window


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    window = main_window()
    window.show()
    qtbot.waitExposed(window)
    yield window
    window.close_now()
    # A window that lives on is styled again with every theme that a later test chooses.
    shiboken6.delete(window)


def tip(view: QWidget, name: str) -> str:
    buttons = view.findChildren(QAbstractButton)
    return next(b.toolTip() for b in buttons if b.accessibleName() == name)


def test_tooltips_name_the_keys_of_the_preset(window: MainWindow) -> None:
    transport = window.transport
    assert tip(transport, "Record") == "Record what you play (R)"
    assert tip(transport, "Snap") == "Grid that edits snap to (N)"
    assert tip(transport, "Play") == "Play or stop (Space)"
    window.actions_table.show_keys(keys_of("notation", {"play": ()}))
    assert tip(transport, "Record") == f"Record what you play ({native('Ctrl+R')})"
    assert tip(transport, "Snap") == f"Grid that edits snap to ({native('Shift+N')})"
    assert tip(transport, "Play") == "Play or stop"
    window.actions_table.show_keys(keys_of("daw", {}))
    assert tip(transport, "Record") == "Record what you play (R)"


def test_whatever_names_an_action_s_keys_names_those_that_hold(
    window: MainWindow, qtbot: QtBot
) -> None:
    names = (
        *("to_start", "play", "record", "loop", "panic", "metronome", "snap"),
        *("continue", "forget", "train", "compose", "mute", "solo"),
    )
    window.compose.headers.show_tracks((TrackRow(name="Lead", colour=0),), current=0)
    window.compose.continue_panel.show_shape(unfolded=True)
    qtbot.waitUntil(lambda: tip(window.compose.headers, "Mute") == "Mute (M)")
    window.actions_table.show_keys({n: (f"F{i}",) for i, n in enumerate(names, 13)})
    tips = [w.toolTip() for w in window.findChildren(QAbstractButton)]
    for number in range(13, 13 + len(names)):
        assert [t for t in tips if t.endswith(f"(F{number})")], names[number - 13]


def test_rows_and_cards_that_come_later_name_them_too(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_table.show_keys(keys_of("notation", {}))
    window.compose.headers.show_tracks((TrackRow(name="Lead", colour=0),), current=0)
    mute = f"Mute ({native('Alt+M')})"
    qtbot.waitUntil(lambda: tip(window.compose.headers, "Mute") == mute)
    card = Card(1)
    card.setParent(window)
    nothing = AlternativeCard(bars=4, notes=(), start=0, end=7680)
    card.show_card(nothing, current=True, colours=(0,))
    card.show()
    assert tip(card, "Hear 2 in place") == "Nothing is made yet"
    made = ((0, Note(0, 60, 480)),)
    card.show_card(replace(nothing, notes=made), current=True, colours=(0,))
    assert tip(card, "Hear 2 in place") == "Hear it in place (2)"
    assert tip(card, "Keep 2") == f"Add these bars to the piece ({native('Return')})"


def test_the_button_that_continues_has_the_keys_that_hold_on_it(window: MainWindow) -> None:
    panel = window.compose.continue_panel
    (button,) = panel.findChildren(MainButton)
    assert button.key == "G"
    window.actions_table.show_keys(keys_of("notation", {"continue": ("F5",), "cancel": ("F6",)}))
    assert button.key == "F5"
    panel.show_making(progress=0.5)
    assert button.key == "F6"
    panel.show_deed(Deed(text="Continue"))
    window.actions_table.show_keys(keys_of("daw", {"continue": ()}))
    assert button.key == ""


def test_without_such_an_action_there_is_the_text_alone(qtbot: QtBot) -> None:
    button = TextButton("Play", tooltip="Play it")
    show_keys_in_tooltip(button, "play")
    qtbot.addWidget(button)
    button.show()
    assert button.toolTip() == "Play it"


def native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
