"""The tree of takes by pointer: going back, dragging out, signs and search."""

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.views.take_tree import TakeTree, TreeNode

NODES = (
    TreeNode(number=1, parent=0, label="5–8", text="Opening", symbol="♥"),
    TreeNode(number=3, parent=1, label="9–12", text="darker"),
    TreeNode(number=4, parent=1, label="9–12", starred=True),
)


def tree(qtbot: QtBot) -> TakeTree:
    view = TakeTree()
    qtbot.addWidget(view)
    view.resize(900, 260)
    view.show_tree(NODES, current=3)
    view.show()
    return view


def middle(view: TakeTree, number: int) -> QPoint:
    return view._canvas._box(number).center().toPoint()


def test_a_click_goes_back_and_a_drag_does_not(qtbot: QtBot) -> None:
    view = tree(qtbot)
    chosen: list[int] = []
    dragged: list[int] = []
    view.node_chosen.connect(chosen.append)
    view.node_dragged.connect(dragged.append)
    canvas, place = view._canvas, middle(view, 4)
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=place)
    assert (chosen, dragged) == ([4], [])
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseMove(canvas, place + QPoint(30, 4))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=place + QPoint(30, 4))
    assert (chosen, dragged) == ([4], [4])
    # The piece as it was written is no take: there is nothing to drag.
    root = middle(view, 0)
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=root)
    qtbot.mouseMove(canvas, root + QPoint(30, 4))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=root)
    assert (chosen, dragged) == ([4, 0], [4])


def test_signs_are_said_and_searched(qtbot: QtBot) -> None:
    view = tree(qtbot)
    canvas = view._canvas
    assert canvas._words(NODES[0]) == ("♥ Take 1", "Opening")
    view._search.setText("dark")
    assert canvas._found == {3}
    view._search.setText("take ♥")
    assert canvas._found == {1}
    view._search.clear()
    assert canvas._found is None
    view.grab()


def test_a_take_is_wanted_again_by_the_menu_of_the_marked_node(qtbot: QtBot) -> None:
    view = tree(qtbot)
    again: list[int] = []
    view.node_wanted_again.connect(again.append)

    def choose() -> None:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        next(a for a in menu.actions() if a.text() == "Make this take again").trigger()
        menu.close()

    QTimer.singleShot(0, choose)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    view._canvas.contextMenuEvent(event)
    assert again == [3]
