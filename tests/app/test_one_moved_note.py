"""A note that is moved is told to those who show it, and to nobody else."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.house import House
from tests.app.views.roll_editor import VIEW, place, send

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (f"{ROOT / 'app'}/", f"{ROOT / 'engine'}/")
# One of them weighs what an undo step takes (`app/state/memory_size.py`), three follow the last
# gesture, which decides where Segue writes.
MOST_FILES = 24


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()


@contextmanager
def entered() -> Iterator[Counter[str]]:
    """Count the calls of functions by the program's file that they stand in."""
    calls: Counter[str] = Counter()

    def take(frame: FrameType, event: str, _argument: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(ROOMS):
            calls[str(Path(file).relative_to(ROOT))] += 1

    sys.setprofile(take)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def test_one_moved_note_enters_few_files(house: House, qapp: QApplication) -> None:
    roll, document = house.window.compose.roll, house.session.piece.document
    roll.show_transform(VIEW)
    qapp.processEvents()
    note = document.score.tracks[0].notes[5]
    taken = place(roll, note.start + note.duration // 2, note.pitch)
    put = taken + QPoint(48, -24)
    send(roll, QEvent.Type.MouseButtonPress, taken)
    send(roll, QEvent.Type.MouseMove, (taken + put) / 2)
    send(roll, QEvent.Type.MouseMove, put)
    with entered() as calls:
        send(roll, QEvent.Type.MouseButtonRelease, put)
    assert document.undo_name == "Move note"
    assert house.session.focus.selection.notes == (roll.selection()) != (note,)
    assert len(calls) <= MOST_FILES, "\n".join(sorted(calls))


def test_a_moved_note_is_seen_everywhere_soon_after(house: House, qtbot: QtBot) -> None:
    page, document = house.window.compose, house.session.piece.document
    house.session.focus.selection.choose(document.score.tracks[0].notes[5:6])
    house.act("octave_up")
    (moved,) = house.session.focus.selection.notes
    assert page.roll.selection() == (moved,)
    assert house.window.actions_table["undo"].isEnabled()
    qtbot.waitUntil(house.window.isWindowModified)
    qtbot.waitUntil(lambda: page.velocity._chosen.notes == (moved,))
