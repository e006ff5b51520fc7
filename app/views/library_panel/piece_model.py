"""The Qt model of the library's pieces, which reads its rows page by page."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from app.views.library_panel.row_list import ROW_ROLE
from app.widgets.drops import PIECE_MIME
from app.words.engine import translate_engine_text
from engine.values.library import FoundPiece, PieceOrder

# Rows in one request: more than a window shows.
PAGE = 100
# Pages in memory at most, however long the library is.
_PAGES_KEPT = 60
# Dragging the scroll bar passes thousands of rows; read only where it rests.
_ASK_AFTER_MS = 15
_PAGES_ASKED_FOR = 3
# A constant, because Qt asks for it for each cell it paints.
_FLAGS = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
)
AnyIndex = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of the table.

    Attributes:
        key: Its name in code.
        title: Its header.
        text: Returns the text of a row.
        width: Its first width in pixels.
        order: The order when its header is clicked; None for no order.
        right: Whether the text is aligned to the right, as numbers are.
    """

    key: str
    title: str
    text: Callable[[FoundPiece], str]
    width: int
    order: PieceOrder | None = None
    right: bool = False


class PieceModel(QAbstractTableModel):
    """Rows that are requested when Qt shows them.

    Args:
        text: Returns the spoken text of a row.
        columns: The columns of a table; empty for a list.

    Signals:
        wanted(int, int): The first row and the number of rows to pass to `show_rows`.
    """

    wanted = Signal(int, int)

    def __init__(
        self, text: Callable[[FoundPiece], str], *, columns: tuple[Column, ...] = ()
    ) -> None:
        super().__init__()
        self._text = text
        self.columns = columns
        self._count = 0
        self._pages: OrderedDict[int, tuple[FoundPiece, ...]] = OrderedDict()
        # The rows before a change, shown until the new ones arrive.
        self._old: OrderedDict[int, tuple[FoundPiece, ...]] = OrderedDict()
        self._wanted: OrderedDict[int, None] = OrderedDict()
        self._asked_for: set[int] = set()
        self._ask_soon = QTimer(self, singleShot=True, interval=_ASK_AFTER_MS)
        self._ask_soon.timeout.connect(self._ask)

    def show_count(self, count: int) -> None:
        """Set the number of rows, and request all of them again.

        If the number stays the same, the old rows stay until the new ones arrive: otherwise a tick
        would make the list flicker.
        """
        self._wanted.clear()
        self._asked_for.clear()
        same = count == self._count
        if not same:
            self.beginResetModel()
        self._old = self._pages if same else OrderedDict()
        self._pages = OrderedDict()
        self._count = count
        if not same:
            self.endResetModel()
        elif count:
            self._tell_changed(0, count - 1)

    def show_rows(self, first: int, rows: Sequence[FoundPiece]) -> None:
        """Set rows from `first` on, a multiple of `PAGE`."""
        for start in range(0, len(rows), PAGE):
            number = (first + start) // PAGE
            self._pages[number] = tuple(rows[start : start + PAGE])
            self._pages.move_to_end(number)
            self._asked_for.discard(number)
        while len(self._pages) > _PAGES_KEPT:
            self._pages.popitem(last=False)
        last = min(first + len(rows), self._count) - 1
        if last >= first:
            self._tell_changed(first, last)

    def row(self, number: int) -> FoundPiece | None:
        """Return a row, or None until it arrives."""
        page = self._pages.get(number // PAGE)
        if page is None:
            self._want(number // PAGE)
            page = self._old.get(number // PAGE, ())
        return page[number % PAGE] if number % PAGE < len(page) else None

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else max(1, len(self.columns))

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation == Qt.Orientation.Vertical or not self.columns:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(right=self.columns[section].right)
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.ToolTipRole:
            file = row.key.replace("\n", "/")
            return "\n".join(
                filter(None, (row.title, file, row.rights, translate_engine_text(row.warning)))
            )
        if role == Qt.ItemDataRole.CheckStateRole:
            ticked = Qt.CheckState.Checked if row.used else Qt.CheckState.Unchecked
            return ticked if index.column() == 0 else None
        words = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
        if not self.columns:
            return self._text(row) if words else None
        return self._in_column(row, self.columns[index.column()], role) if words else None

    def _in_column(self, row: FoundPiece, column: Column, role: int) -> str:
        if role == Qt.ItemDataRole.AccessibleTextRole and column is self.columns[0]:
            return self._text(row)
        return column.text(row)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        return _FLAGS if index.isValid() else Qt.ItemFlag.NoItemFlags

    def mimeTypes(self) -> list[str]:
        return [PIECE_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        return piece_data(self.row(index.row()) for index in indexes)

    def _tell_changed(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first, 0), self.index(last, self.columnCount() - 1))

    def _want(self, page: int) -> None:
        if page not in self._asked_for:
            self._wanted[page] = None
            self._wanted.move_to_end(page)
            self._ask_soon.start()

    def _ask(self) -> None:
        while len(self._wanted) > _PAGES_ASKED_FOR:
            self._wanted.popitem(last=False)
        pages, self._wanted = list(self._wanted), OrderedDict()
        self._asked_for.update(pages)
        for page in pages:
            self.wanted.emit(page * PAGE, PAGE)


def piece_data(rows: Iterable[FoundPiece | None]) -> QMimeData:
    """Return what a drag of some rows carries."""
    data = QMimeData()
    for row in rows:
        if row is not None:
            data.setData(PIECE_MIME, row.key.encode("utf-8", "surrogateescape"))
    return data


def _alignment(*, right: bool) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
