"""How far the product's data goes in the window: each way enters few of its files.

The numbers of `MOST` are those of the day on which they were written down, not what a way needs: a
change that makes one smaller lowers it here. With all that the window does in that time, a drawn
note costs 2.6 to 3.4 ms of processor in a piece of four parts, of which 0.4 to 0.5 are those of a
window in which nothing happens. It cost 6.4 to 8.0 ms while each note showed all views of an offer
(200 notes at 25 a second, both in turn in one run, 2026-11-29).
"""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import pytest
from PySide6.QtCore import QEvent, QPoint, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.compose.offer.note_views import SLOW_FRAME_MS
from engine import messages
from engine.messages import PartNote
from engine.values.score import Note
from tests.app.house import BAR, START, House
from tests.app.views.roll_editor import VIEW, place, send

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (f"{ROOT / 'app'}/", f"{ROOT / 'engine'}/")


class Way(NamedTuple):
    """What one way may enter.

    Attributes:
        files: Files of the program in which a function is called.
        calls: Calls of their functions, with room for a part that a busy machine paints twice.
    """

    files: int
    calls: int


MOST = {
    # One of them weighs what an undo step takes (`app/state/memory_size.py`), three follow the last
    # gesture, which decides where Segue writes; one knows which marks can be put.
    "moved note": Way(25, 290),
    "first drawn note": Way(25, 240),
    "further drawn note": Way(23, 240),
    "notes of a quarter of a second": Way(45, 1200),
    "keep": Way(111, 7000),
    "undo": Way(118, 8500),
    "level meters": Way(19, 100),
}


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()


@contextmanager
def counting() -> Iterator[Counter[str]]:
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


def settle(qtbot: QtBot) -> None:
    """Wait until the window does nothing by itself; a slow machine paints late."""
    for _ in range(30):
        with counting() as calls:
            qtbot.wait(SETTLED_MS)
        if calls.total() < IDLE_CALLS:
            return


@contextmanager
def way(name: str) -> Iterator[Counter[str]]:
    """Count the calls of functions by their file, and hold `MOST`."""
    with counting() as calls:
        yield calls
    found, most = Way(len(calls), calls.total()), MOST[name]
    told = "\n".join(f"{count:6} {file}" for file, count in sorted(calls.items()))
    assert found.files <= most.files, f"{name}: {found}\n{told}"
    assert found.calls <= most.calls, f"{name}: {found}\n{told}"


@pytest.mark.slow
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
    with way("moved note"):
        send(roll, QEvent.Type.MouseButtonRelease, put)
    assert document.undo_name == "Move note"
    assert house.session.focus.selection.notes == (roll.selection()) != (note,)


def test_a_moved_note_is_seen_everywhere_soon_after(house: House, qtbot: QtBot) -> None:
    page, document = house.window.compose, house.session.piece.document
    house.session.focus.selection.choose(document.score.tracks[0].notes[5:6])
    house.act("octave_up")
    (moved,) = house.session.focus.selection.notes
    assert page.roll.selection() == (moved,)
    assert house.window.actions_table["undo"].isEnabled()
    qtbot.waitUntil(house.window.isWindowModified)
    qtbot.waitUntil(lambda: page.velocity._chosen.notes == (moved,))


# Longer than the window's own timers, which draw 25 times a second and save after a moment.
SETTLED_MS = 120
# Timers that find nothing to do.
IDLE_CALLS = 40


def test_drawn_notes_keep_and_undo_enter_few_files(house: House, qtbot: QtBot) -> None:
    house.act("continue")
    request = house.live.last(messages.Continue).request
    settle(qtbot)
    # Settings are saved a moment after a request, which is no part of these ways.
    house.session.settings.flush()
    # Cards, plan and overview come four times a second, whenever that is.
    timers = house.session.asking.offers.findChildren(QTimer)
    slow = [timer for timer in timers if timer.interval() == SLOW_FRAME_MS]
    for number, name in enumerate(("first drawn note", "further drawn note", "further drawn note")):
        with way(name):
            draw(house, request, number)
            qtbot.wait(SETTLED_MS)
        for timer in slow:
            assert timer.isActive()
            timer.stop()
    with way("notes of a quarter of a second"):
        for timer in slow:
            timer.start()
        qtbot.waitUntil(lambda: not any(timer.isActive() for timer in slow))
        qtbot.wait(SETTLED_MS)
    house.finish(request)
    qtbot.wait(SETTLED_MS)
    house.session.settings.flush()
    with way("keep") as calls:
        house.act("accept")
        qtbot.wait(SETTLED_MS)
    # A sentence is looked up by its key. The search for its pattern took 3,800 calls.
    assert calls["app/words/engine.py"] < 20
    house.session.settings.flush()
    with way("undo"):
        house.act("undo")
        qtbot.wait(SETTLED_MS)


def draw(house: House, request: int, number: int) -> None:
    """Have the child draw a note of the first alternative."""
    note = Note(start=START + 480 * number, pitch=70 + number, duration=480)
    house.live.deliver(
        messages.NotesMade(
            request=request, alternative=0, notes=(PartNote(0, note),), until=START + BAR
        )
    )


@pytest.mark.slow
def test_a_tick_of_the_level_meters_enters_few_files(house: House, qtbot: QtBot) -> None:
    house.act("play")
    settle(qtbot)
    house.session.settings.flush()
    for peak in (0.2, 0.4):
        with way("level meters"):
            house.player.deliver(messages.Levels(master=(peak, peak), tracks=(peak, peak)))
            qtbot.wait(SETTLED_MS)
