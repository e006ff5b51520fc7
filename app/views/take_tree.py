"""The tree of takes: each accepted take is a node, and another continuation is a branch."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QContextMenuEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QInputDialog,
    QLineEdit,
    QMenu,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import font, theme
from app.widgets.keys.own import ENTER, takes_key
from app.widgets.keys.tips import watch_keys
from app.widgets.menus import add_action, add_choice
from app.widgets.roles import give_role
from app.widgets.words import announce, words
from engine.values.take_marks import TakeMarks

# Pixels of a node, and of the gaps between nodes.
_NODE = QSize(132, 40)
_GAP_X, _GAP_Y, _MARGIN = 34, 10, 14
# The number of the root: the piece as it was written.
ROOT = 0
# Qt's default drag distance.
_DRAG_PIXELS = 10
SYMBOLS = ("●", "▲", "■", "♥", "♪", "?", "!")
# The opacity of nodes that do not match a search.
_OUT = 0.28


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeNode(TakeMarks):
    """An accepted take.

    Attributes:
        parent: The number of the take that it continues; 0 is the piece as it was written.
        label: The bars, such as `5–8`.
    """

    parent: int
    label: str


def places(nodes: tuple[TreeNode, ...]) -> dict[int, tuple[int, int]]:
    """Return column and row of each node, and of the root, 0.

    Columns are generations. A first child keeps its parent's row and other children take new rows
    below, so that the first branch is a straight line.
    """
    children: dict[int, list[int]] = {}
    known = {node.number for node in nodes}
    for node in nodes:
        parent = node.parent if node.parent in known else ROOT
        children.setdefault(parent, []).append(node.number)
    found: dict[int, tuple[int, int]] = {}
    next_row = 0
    # Depth first without recursion, because a piece may have hundreds of takes in a line.
    stack: list[tuple[int, int, bool]] = [(ROOT, 0, False)]
    while stack:
        number, column, new_row = stack.pop()
        next_row += new_row
        found[number] = (column, next_row)
        ways = children.get(number, [])
        stack.extend((child, column + 1, i > 0) for i, child in reversed(list(enumerate(ways))))
    return found


class _Canvas(QWidget):
    """Paints the nodes.

    Signals:
        chosen(int), renamed(int, str), starred(int, bool), signed(int, str): The user's actions.
        dragged(int): The user drags a node out of the window.
        wanted_again(int): Regenerate the take.
    """

    chosen = Signal(int)
    renamed = Signal(int, str)
    starred = Signal(int, bool)
    signed = Signal(int, str)
    dragged = Signal(int)
    wanted_again = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Tree)
        self._nodes: dict[int, TreeNode] = {}
        self._places: dict[int, tuple[int, int]] = {ROOT: (0, 0)}
        self._current, self._marked = ROOT, ROOT
        self._pressed: tuple[int, QPointF] | None = None
        self._found: frozenset[int] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Tree of takes"))
        watch_keys(self, "continue", self._show_keys)

    def _show_keys(self, keys: str) -> None:
        text = self.tr("Click a node to go back there; %1 goes on from it another way")
        self.setToolTip(text.replace("%1", keys or self.tr("Continue")))

    def show_tree(self, nodes: tuple[TreeNode, ...], current: int) -> None:
        self._nodes = {node.number: node for node in nodes}
        self._places = places(nodes)
        self._current = self._marked = current if current in self._places else ROOT
        columns = max(column for column, _ in self._places.values()) + 1
        rows = max(row for _, row in self._places.values()) + 1
        self.setMinimumSize(
            2 * _MARGIN + columns * (_NODE.width() + _GAP_X), 2 * _MARGIN + rows * self._row()
        )
        self.update()

    def show_search(self, text: str) -> None:
        """Highlight the nodes that contain all of these words; an empty text highlights all."""
        words_ = text.casefold().split()
        self._found = None
        if words_:
            self._found = frozenset(
                number
                for number, node in self._nodes.items()
                if all(word in " ".join(self._words(node)).casefold() for word in words_)
            )
        self.update()

    @staticmethod
    def _row() -> int:
        return _NODE.height() + _GAP_Y

    def _box(self, number: int) -> QRectF:
        column, row = self._places[number]
        x = _MARGIN + column * (_NODE.width() + _GAP_X)
        return QRectF(x, _MARGIN + row * self._row(), _NODE.width(), _NODE.height())

    def _path_home(self) -> set[int]:
        path, number = {ROOT}, self._current
        while number != ROOT and number not in path:
            path.add(number)
            number = self._nodes[number].parent if number in self._nodes else ROOT
        return path

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        home = self._path_home()
        for node in self._nodes.values():
            self._paint_branch(painter, node, strong=node.number in home)
        for number in self._places:
            self._paint_node(painter, number, on_path=number in home)
        painter.setOpacity(1.0)
        painter.end()

    def _paint_branch(self, painter: QPainter, node: TreeNode, *, strong: bool) -> None:
        tokens = theme()
        parent = node.parent if node.parent in self._places else ROOT
        start, end = self._box(parent), self._box(node.number)
        a = QPointF(start.right(), start.center().y())
        b = QPointF(end.left(), end.center().y())
        path = QPainterPath(a)
        middle = (a.x() + b.x()) / 2
        path.cubicTo(QPointF(middle, a.y()), QPointF(middle, b.y()), b)
        colour = QColor(tokens.accent if strong else tokens.outline)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, 2 if strong else 1.2))
        painter.drawPath(path)

    def _paint_node(self, painter: QPainter, number: int, *, on_path: bool) -> None:
        tokens, box, node = theme(), self._box(number), self._nodes.get(number)
        is_current = number == self._current
        edge = tokens.accent if on_path else tokens.line
        focused = self.hasFocus() and number == self._marked
        painter.setOpacity(1.0 if self._found is None or number in self._found else _OUT)
        painter.setPen(QPen(QColor(tokens.focus if focused else edge), 2 if focused else 1.2))
        painter.setBrush(QColor(tokens.accent_soft if is_current else tokens.raised))
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 7, 7)
        title, line = self._words(node)
        inside = box.adjusted(10, 4, -8, -4)
        painter.setPen(QColor(tokens.accent_text if is_current else tokens.text))
        painter.setFont(font(12, weight=QFont.Weight.DemiBold))
        painter.drawText(inside, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), title)
        painter.setPen(QColor(tokens.dim))
        painter.setFont(font(11))
        cut = painter.fontMetrics().elidedText(
            line, Qt.TextElideMode.ElideRight, round(inside.width())
        )
        painter.drawText(
            inside, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom), cut
        )

    def _words(self, node: TreeNode | None) -> tuple[str, str]:
        if node is None:
            return self.tr("Written"), self.tr("before any take")
        star = "★ " if node.starred else ""
        sign = f"{node.symbol} " if node.symbol else ""
        return f"{sign}{star}{self.tr('Take {0}').format(node.number)}", node.text or node.label

    def _at(self, place: QPoint) -> int | None:
        hits = (number for number in self._places if self._box(number).contains(QPointF(place)))
        return next(hits, None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._at(event.position().toPoint())
        if number is not None and event.button() == Qt.MouseButton.LeftButton:
            self._marked = number
            self._pressed = (number, event.position())
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        number, place = self._pressed
        if number != ROOT and (event.position() - place).manhattanLength() > _DRAG_PIXELS:
            self._pressed = None
            self.dragged.emit(number)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        # A press that became a drag is no click.
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed[0] != self._current:
            self.chosen.emit(pressed[0])

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        node = self._nodes.get((self._marked if by_key else self._at(event.pos())) or ROOT)
        if node is None:
            return
        menu = QMenu(self)
        add_action(menu, self.tr("Go back here"), partial(self.chosen.emit, node.number))
        again = partial(self.wanted_again.emit, node.number)
        add_action(menu, self.tr("Make this take again"), again)
        add_action(menu, self.tr("Rename…"), partial(self._rename, node))
        star = self.tr("Remove star") if node.starred else self.tr("Star")
        add_action(menu, star, partial(self.starred.emit, node.number, not node.starred))
        signs = menu.addMenu(self.tr("Sign"))
        for symbol in ("", *SYMBOLS):
            act = partial(self.signed.emit, node.number, symbol)
            add_choice(signs, symbol or self.tr("None"), act, checked=symbol == node.symbol)
        place = self._box(node.number).bottomLeft().toPoint()
        menu.exec(self.mapToGlobal(place) if by_key else event.globalPos())
        menu.deleteLater()

    def _rename(self, node: TreeNode) -> None:
        text, agreed = QInputDialog.getText(
            self, self.tr("Rename take"), self.tr("Your words on it"), text=node.text
        )
        if agreed:
            self.renamed.emit(node.number, text.strip())

    def event(self, event: QEvent) -> bool:
        return takes_key(event, ENTER) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self.chosen.emit(self._marked)
        elif (target := self._neighbour(Qt.Key(event.key()))) is not None:
            self._marked = target
            announce(self, ", ".join(self._words(self._nodes.get(target))))
            self.update()
        else:
            super().keyPressEvent(event)

    def _neighbour(self, key: Qt.Key) -> int | None:
        column, row = self._places[self._marked]
        wanted = {
            Qt.Key.Key_Left: lambda place: place[0] == column - 1,
            Qt.Key.Key_Right: lambda place: place[0] == column + 1,
            Qt.Key.Key_Up: lambda place: place[0] == column and place[1] < row,
            Qt.Key.Key_Down: lambda place: place[0] == column and place[1] > row,
        }.get(key)
        if wanted is None:
            return None
        found = [(abs(p[1] - row), number) for number, p in self._places.items() if wanted(p)]
        return min(found)[1] if found else self._marked


class TakeTree(QWidget):
    """Nodes from left to right; the current one is filled.

    Signals:
        node_chosen(int): Go back to this take; 0 is the piece as it was written.
        node_renamed(int, str): The user's words on a node.
        node_starred(int, bool): Starred or not.
        node_signed(int, str): The user's symbol on a node.
        node_dragged(int): The user drags a node out of the window.
        node_wanted_again(int): Regenerate this take.
    """

    node_chosen = Signal(int)
    node_renamed = Signal(int, str)
    node_starred = Signal(int, bool)
    node_signed = Signal(int, str)
    node_dragged = Signal(int)
    node_wanted_again = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._canvas = _Canvas()
        self._canvas.chosen.connect(self.node_chosen)
        self._canvas.renamed.connect(self.node_renamed)
        self._canvas.starred.connect(self.node_starred)
        self._canvas.signed.connect(self.node_signed)
        self._canvas.dragged.connect(self.node_dragged)
        self._canvas.wanted_again.connect(self.node_wanted_again)
        self._search = QLineEdit()
        self._search.setPlaceholderText(self.tr("Search takes…"))
        self._search.setAccessibleName(self.tr("Search the tree"))
        self._search.setToolTip(self.tr("Search takes…"))
        self._search.setClearButtonEnabled(True)
        self._search.setMaximumWidth(220)
        self._search.textChanged.connect(self._canvas.show_search)
        self._area = QScrollArea()
        self._area.setWidget(self._canvas)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.viewport().setAutoFillBackground(False)
        self._canvas.setAutoFillBackground(False)
        self._empty = words(
            self.tr("Each continuation that you keep becomes a branch here."), tone="dim"
        )
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(8, 4, 8, 0)
        head.addStretch(1)
        head.addWidget(self._search)
        column.addLayout(head)
        column.addWidget(self._area, 1)
        column.addWidget(self._empty)
        self.show_tree((), current=ROOT)

    def sizeHint(self) -> QSize:
        return QSize(600, 142)

    def show_tree(self, nodes: tuple[TreeNode, ...], *, current: int) -> None:
        """Show these nodes; `current` is the take that the piece ends with (0: the root)."""
        self._canvas.show_tree(nodes, current)
        self._area.setVisible(bool(nodes))
        self._search.setVisible(bool(nodes))
        self._empty.setVisible(not nodes)
