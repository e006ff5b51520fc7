"""A window that is used for long holds no more than it did after a while."""

import gc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.compose.offer.request_times import MOST_WAITS, Wait
from app.main_window import dialogs
from app.views.notice_strip import NoticeText
from engine.piece.composition import Composition
from tests.app.doubles import piece
from tests.app.house import House

BEFORE, ROUNDS = 2, 4

EDITING = (
    *("tool_draw", "tool_select", "select_all", "octave_up", "louder", "quantise", "copy", "paste"),
    *("duplicate", "undo", "undo", "redo", "cut", "undo", "delete", "undo", "next_chord"),
    *("add_track", "mute", "solo", "remove_track", "undo", "redo"),
    *("velocity_lane", "velocity_lane", "origins", "origins", "chord_lane", "chord_lane"),
)
SEEING = (
    *("zoom_in", "zoom_out", "zoom_fit", "train", "compose"),
    *("palette", "shortcuts", "panel_library", "panel_continue", "metronome", "metronome"),
    *("show_takes", "show_models", "show_pieces", "play", "stop", "loop", "loop", "to_end"),
)


@pytest.fixture
def house(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Iterator[House]:
    for name in ("ask_choice", "ask_entry", "ask_from_list", "ask_number", "ask_text", "tell"):
        monkeypatch.setattr(dialogs, name, lambda *_, **__: None)
    house = House(qapp, tmp_path, styled=True)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()


def round_of(house: House) -> None:
    """Open a piece, work on it, continue it, keep one take and throw others away."""
    house.session.piece.document.begin(Composition.of(piece(tracks=3)))
    house.session.piece.document.begin(Composition.of(piece(tracks=2)))
    for name in (*EDITING, *SEEING):
        house.act(name)
        put_away(house)
    for ending in ("reject", "accept", "undo"):
        if ending != "undo":
            house.finish(house.continue_())
            house.act("audition_2")
            house.act("star")
        house.act(ending)
    for link in (house.live, house.player, house.library, house.engrave):
        link.sent.clear()


def put_away(house: House) -> None:
    QCoreApplication.processEvents()
    for widget in QApplication.topLevelWidgets():
        if widget is not house.window and widget.isVisible():
            widget.close()


def held() -> Counter[str]:
    """Count Qt's objects by their class, and the program's own by their type."""
    for _ in range(3):
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
    application = QCoreApplication.instance()
    assert application is not None
    roots = [application, *QApplication.topLevelWidgets()]
    counts = Counter(
        f"Qt: {child.metaObject().className()}"
        for root in roots
        if root.parent() is None  # others are among the children of one
        for child in root.findChildren(QObject)
    )
    for each in gc.get_objects():
        counts[f"{type(each).__module__}.{type(each).__qualname__}"] += 1
    return counts


@pytest.mark.slow
def test_rounds_of_work_leave_nothing_behind(house: House) -> None:
    notices = house.window.shell.notices
    # The list behind the bell keeps the last 20: it is full from here on.
    for number in range(20):
        notices.show_notice(NoticeText(key=f"old {number}", happened="Something"))
        notices.clear_notice(f"old {number}")
    # The latest waits of the machine are kept: they are full, too.
    waits = house.session.asking.next_request._waits
    for _ in range(MOST_WAITS):
        waits._waits = waits._waits.learning(Wait(model="", usual_s=1.0, took_s=1.0))
    for _ in range(BEFORE):
        round_of(house)
    counted = [held()]
    for _ in range(2):
        for _ in range(ROUNDS):
            round_of(house)
        counted.append(held())
    before, between, after = counted
    # Threads that begin once, when they are first needed or by a clock, make more in one half only.
    more = {
        name: min(between[name] - before[name], after[name] - between[name])
        for name in after
        if "pytest" not in name
    }
    assert {name: count for name, count in more.items() if count >= ROUNDS} == {}
