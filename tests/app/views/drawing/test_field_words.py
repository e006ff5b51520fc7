"""Where Segue would write stands in words, unless notes lie there."""

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.views.roll.live import LiveTake
from app.views.roll.piano_roll import PianoRoll
from engine.values.score import Note, Score, Track


@pytest.fixture
def roll(qtbot: QtBot) -> PianoRoll:
    roll = PianoRoll()
    qtbot.addWidget(roll)
    roll.show_score(Score(tracks=(Track(),)), (0,))
    roll.resize(900, 400)
    roll.show()
    return roll


def drawn(roll: PianoRoll, *notes: Note, field: bool) -> QImage:
    roll.show_field(0, 7680 if field else 0)
    roll.show_recording(LiveTake(on=True, notes=notes))
    return roll.grab().toImage()


def test_the_words_make_way_for_the_notes_of_a_recording(roll: PianoRoll) -> None:
    note = Note(480, 64, 480)
    assert drawn(roll, field=True) != drawn(roll, field=False)
    assert drawn(roll, note, field=True) == drawn(roll, note, field=False)
