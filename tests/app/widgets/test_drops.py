"""A drop is a copy: nobody deletes what was dropped."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.main_window.window import MainWindow
from app.views.library_panel.page import LibraryPage
from app.views.library_panel.panel import LibraryPanel
from app.views.roll.piano_roll import PianoRoll
from app.views.tracks.headers import TrackHeaders
from app.views.train.page import TrainPage
from app.widgets.drops import PIECE_MIME

APP = Path(__file__).resolve().parents[3] / "app"
COPY, MOVE, LINK = Qt.DropAction.CopyAction, Qt.DropAction.MoveAction, Qt.DropAction.LinkAction
LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
PLACE = QPoint(90, 20)


def files(*paths: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    return data


def dragged(view: QWidget, data: QMimeData, actions: Qt.DropAction) -> list[QDropEvent]:
    """Drag over a view with Shift, which asks for a move, and drop; return what it answered."""
    events: list[QDropEvent] = [
        QDragEnterEvent(PLACE, actions, data, LEFT, SHIFT),
        QDragMoveEvent(PLACE, actions, data, LEFT, SHIFT),
        QDropEvent(QPointF(PLACE), actions, data, LEFT, SHIFT),
    ]
    for event in events:
        QApplication.sendEvent(view, event)
    return events


@pytest.mark.parametrize(
    "make", [PianoRoll, TrackHeaders, LibraryPanel, LibraryPage, TrainPage, MainWindow]
)
def test_each_place_for_drops_takes_copies_only(qtbot: QtBot, make: Callable[[], QWidget]) -> None:
    view = make()
    qtbot.addWidget(view)
    data = files("/music/one.mid", "/music/a folder")
    for event in dragged(view, data, COPY | MOVE):
        assert event.isAccepted()
        assert event.dropAction() == COPY
    # A source that would rather move, or make a link, gets nothing and keeps everything.
    for actions in (MOVE, LINK, MOVE | LINK):
        assert not any(event.isAccepted() for event in dragged(view, data, actions))


def test_what_is_no_file_is_not_taken(qtbot: QtBot) -> None:
    panel, roll = LibraryPanel(), PianoRoll()
    for view in (panel, roll):
        qtbot.addWidget(view)
    text, piece, page = QMimeData(), QMimeData(), QMimeData()
    text.setText("C major")
    piece.setData(PIECE_MIME, b"7:song.mid")
    page.setUrls([QUrl("https://example.org/song.mid")])
    for data in (text, piece, page):
        assert not any(event.isAccepted() for event in dragged(panel, data, COPY))
    # Pieces of the library go into the roll.
    with qtbot.waitSignal(roll.piece_dropped) as dropped:
        assert all(event.isAccepted() for event in dragged(roll, piece, COPY))
    assert dropped.args[0] == "7:song.mid"


def test_no_view_answers_drags_by_itself() -> None:
    own = {
        path.relative_to(APP).as_posix()
        for path in APP.rglob("*.py")
        for word in ("acceptProposedAction", "setDropAction", "possibleActions")
        if word in path.read_text(encoding="utf-8")
    }
    assert own == {"widgets/drops.py"}
