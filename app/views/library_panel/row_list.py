"""A list with a search field, and a sentence in its place when it is empty."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSortFilterProxyModel,
    Qt,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import icon, theme
from app.widgets.buttons import TextButton
from app.widgets.drops import PIECE_MIME
from app.widgets.words import words

# Qt reserves roles below `UserRole`; this one is the row's value.
ROW_ROLE = Qt.ItemDataRole.UserRole + 1
AnyIndex = QModelIndex | QPersistentModelIndex


class RowsModel(QAbstractListModel):
    """The Qt model of rows, with the text for screen readers and for the search.

    Args:
        text: Returns the text of a row.
        key: Returns the key that a drag of the row carries, or an empty text.
    """

    def __init__(self, text: Callable[[Any], str], key: Callable[[Any], str]) -> None:
        super().__init__()
        self._rows: Sequence[Any] = ()
        self._text, self._key = text, key

    def show_rows(self, rows: Sequence[Any]) -> None:
        """Replace the rows."""
        if len(rows) == len(self._rows):
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._text(row)
        return None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def mimeTypes(self) -> list[str]:
        return [PIECE_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        for index in indexes:
            data.setData(PIECE_MIME, self._key(self._rows[index.row()]).encode())
        return data


class RowView(QListView):
    """The list: Enter and a double click open a row, Space plays it.

    Signals:
        opened(object), heard(object), chosen(object), drag_began(object): The row.
        menu_wanted(object, object): The row and a global QPoint.
    """

    opened = Signal(object)
    heard = Signal(object)
    chosen = Signal(object)
    menu_wanted = Signal(object, object)
    drag_began = Signal(object)

    def __init__(self, model: QAbstractItemModel, *, name: str, drags_out: bool) -> None:
        super().__init__()
        self._drags_out = drags_out
        self.setModel(model)
        self.setAccessibleName(name)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragEnabled(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMouseTracking(True)
        self.doubleClicked.connect(partial(tell_row, self.opened))
        self.customContextMenuRequested.connect(self._open_menu)
        self.selectionModel().currentChanged.connect(partial(tell_row, self.chosen))

    def row(self) -> Any:
        """Return the current row, or None."""
        return self.currentIndex().data(ROW_ROLE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.row()
        if row is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(row)
        elif row is not None and event.key() == Qt.Key.Key_Space:
            self.heard.emit(row)
        else:
            super().keyPressEvent(event)

    def startDrag(self, actions: Qt.DropAction) -> None:
        if self._drags_out:
            self.drag_began.emit(self.row())
        else:
            super().startDrag(actions)

    def _open_menu(self, place: QPoint) -> None:
        row = self.indexAt(place).data(ROW_ROLE)
        if row is not None:
            self.menu_wanted.emit(row, self.viewport().mapToGlobal(place))


def tell_row(signal: SignalInstance, index: AnyIndex, *_before: object) -> None:
    """Emit the row at an index, if it has arrived."""
    if index.data(ROW_ROLE) is not None:
        signal.emit(index.data(ROW_ROLE))


class RowList(QWidget):
    """A search field, a list, and a sentence when the list is empty.

    Args:
        model: The rows.
        delegate: Paints them.
        search: The placeholder of the search field.
        empty: The sentence without rows.
        name: The accessible name of the list.
        drags_out: Whether the owner handles the drag of a row.
    """

    def __init__(
        self,
        model: RowsModel,
        delegate: QStyledItemDelegate,
        *,
        search: str,
        empty: str,
        name: str,
        drags_out: bool = False,
    ) -> None:
        super().__init__()
        self._model, self._usual = model, empty
        self._filter = QSortFilterProxyModel(self)
        self._filter.setSourceModel(model)
        self._filter.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.field = QLineEdit()
        self.field.setPlaceholderText(search)
        self.field.setAccessibleName(search)
        self.field.setToolTip(search)
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumHeight(32)
        self.view = RowView(self._filter, name=name, drags_out=drags_out)
        delegate.setParent(self.view)
        self.view.setItemDelegate(delegate)
        self._empty = words(empty, tone="dim", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._clear = TextButton(self.tr("Clear"), tooltip=self.tr("Clear the search"))
        self._clear.clicked.connect(self.field.clear)
        self.field.textChanged.connect(self._search)
        self._lay_out()
        self.refresh()

    def _lay_out(self) -> None:
        top = QVBoxLayout()
        top.setContentsMargins(10, 10, 10, 8)
        top.addWidget(self.field)
        self._nothing = QWidget()
        nothing = QVBoxLayout(self._nothing)
        nothing.setContentsMargins(16, 24, 16, 8)
        nothing.setSpacing(10)
        nothing.addWidget(self._empty)
        nothing.addWidget(self._clear, 0, Qt.AlignmentFlag.AlignHCenter)
        self.extra = QVBoxLayout()
        nothing.addLayout(self.extra)
        nothing.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.view, 1)
        column.addWidget(self._nothing, 1)

    def refresh(self) -> None:
        """Show the list, or why it is empty."""
        rows, shown = self._model.rowCount(), self._filter.rowCount()
        self.view.setVisible(shown > 0)
        self._nothing.setVisible(shown == 0)
        self.field.setVisible(rows > 0)
        searched = rows > 0 and shown == 0
        text = self.tr("No piece named ‘{0}’.").format(self.field.text())
        self._empty.setText(text if searched else self._usual)
        self._clear.setVisible(searched)

    def _search(self, text: str) -> None:
        self._filter.setFilterFixedString(text)
        self.refresh()


def star_pixmap(size: int, *, starred: bool) -> Any:
    """Return the picture of a star, of a size in pixels."""
    colour = theme().playhead if starred else theme().dim
    return icon("star" if starred else "star-empty", colour=colour).pixmap(size)
