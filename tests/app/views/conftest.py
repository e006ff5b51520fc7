"""Every view test has an application in the dark theme; a roll is shown with a score of its own."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.style.theme import apply_theme
from app.views.roll.piano_roll import PianoRoll
from tests.app.views.roll_editor import VIEW, Editor


@pytest.fixture(autouse=True)
def _dark(qapp: QApplication) -> None:
    if not qapp.styleSheet():
        apply_theme(qapp, "dark")


@pytest.fixture
def roll(qtbot: QtBot) -> PianoRoll:
    view = PianoRoll()
    qtbot.addWidget(view)
    view.resize(700, 400)
    view.show_snap("1/16")
    view.show()
    qtbot.waitExposed(view)
    view.show_transform(VIEW)
    return view


@pytest.fixture
def editor(roll: PianoRoll) -> Editor:
    return Editor(roll)
