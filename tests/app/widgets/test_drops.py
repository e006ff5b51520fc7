"""A drop is a copy: nobody deletes what was dropped."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.values.held import Held
from app.views.roll.piano_roll import PianoRoll
from app.widgets.drops import PIECE_MIME
from tests.app.house import main_window

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


def test_the_window_takes_copies_of_files_only(qtbot: QtBot) -> None:
    window = main_window()
    qtbot.addWidget(window)
    window.drops.held.connect(lambda _paths: window.drops.show_held(Held(kind="music")))
    data = files("/music/one.mid", "/music/a folder")
    for event in dragged(window, data, COPY | MOVE):
        assert event.isAccepted()
        assert event.dropAction() == COPY
    # A source that would rather move, or make a link, gets nothing and keeps everything.
    for actions in (MOVE, LINK, MOVE | LINK):
        assert not any(event.isAccepted() for event in dragged(window, data, actions))
    window.close_now()


def test_pieces_of_the_library_go_into_the_roll_and_files_to_the_window(qtbot: QtBot) -> None:
    roll = PianoRoll()
    qtbot.addWidget(roll)
    text, piece = QMimeData(), QMimeData()
    text.setText("C major")
    piece.setData(PIECE_MIME, b"7:song.mid")
    for data in (text, files("/music/one.mid")):
        assert not any(event.isAccepted() for event in dragged(roll, data, COPY))
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
