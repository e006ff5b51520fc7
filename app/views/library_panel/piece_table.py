"""The pieces as a table that can be sorted by its columns."""

from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from app.style.theme import scaled, theme
from app.views.library_panel.delegates import (
    paint_edge,
    paint_ground,
    paint_tick,
    write_line,
)
from app.views.library_panel.piece_model import AnyIndex, Column, PieceModel
from app.views.library_panel.row_list import ROW_ROLE, tell_row
from app.views.library_panel.thumbnails import thumbnail
from app.widgets.key_names import key_in_own_words
from app.words.figures import length_text
from app.words.instruments import short_families
from engine.values.library import FoundPiece
from engine.values.thumbnail import COLUMNS as PICTURE_WIDTH
from engine.values.thumbnail import ROWS as PICTURE_HEIGHT

# Pixels.
_ROW_HEIGHT = 32
_PADDING = 8
_TICK, _PICTURE = "tick", "picture"
# In a wide window the last columns get the rest.
_WIDEST_TITLE = 460


def columns() -> tuple[Column, ...]:
    """Return the columns from left to right."""
    return (
        Column(key=_TICK, title="✓", text=lambda _: "", width=34),
        Column(
            key="title", title=_tr("Title"), text=lambda row: row.title, width=190, order="name"
        ),
        Column(key=_PICTURE, title="", text=lambda _: "", width=PICTURE_WIDTH + 2 * _PADDING),
        Column(
            key="composer",
            title=_tr("Composer"),
            text=lambda row: row.composer,
            width=96,
            order="composer",
        ),
        Column(
            key="key",
            title=_tr("Key"),
            text=lambda row: key_in_own_words(row.music_key),
            width=80,
            order="music_key",
        ),
        Column(key="tempo", title="♩", text=_tempo, width=44, order="bpm", right=True),
        Column(
            key="meter",
            title=_tr("Meter"),
            text=lambda row: row.meter,
            width=56,
            order="meter",
            right=True,
        ),
        Column(
            key="length",
            title=_tr("Length"),
            text=lambda row: length_text(row.seconds),
            width=58,
            order="seconds",
            right=True,
        ),
        Column(
            key="folder",
            title=_tr("Folder"),
            text=lambda row: row.folder,
            width=136,
            order="folder",
        ),
        Column(
            key="tracks",
            title=_tr("Tracks"),
            text=lambda row: str(row.tracks),
            width=56,
            right=True,
        ),
        Column(
            key="instruments",
            title=_tr("Instruments"),
            text=lambda row: short_families(row.programs, drums=row.drums),
            width=110,
        ),
    )


class PieceTable(QTableView):
    """The table; a click on the box or T ticks the selected pieces.

    Signals:
        opened(object), heard(object), chosen(object): The row.
        ticked(object, bool): The rows, and whether models may learn from them.
        menu_wanted(object, object): Row and global QPoint.
        sorted_by(str, bool): A `PieceOrder`, and whether the largest comes first.
    """

    opened = Signal(object)
    heard = Signal(object)
    chosen = Signal(object)
    ticked = Signal(object, bool)
    menu_wanted = Signal(object, object)
    sorted_by = Signal(str, bool)

    def __init__(self, model: PieceModel, *, name: str) -> None:
        super().__init__()
        self._columns = model.columns
        self._sorted = ("name", False)
        self.setModel(model)
        self.setItemDelegate(_Cells(self._columns, self))
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._lay_out_headers()
        self.doubleClicked.connect(partial(tell_row, self.opened))
        self.customContextMenuRequested.connect(self._open_menu)
        self.selectionModel().currentRowChanged.connect(partial(tell_row, self.chosen))

    def _lay_out_headers(self) -> None:
        rows, header = self.verticalHeader(), self.horizontalHeader()
        rows.hide()
        # A fixed height, so that Qt need not measure a hundred thousand rows.
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(scaled(_ROW_HEIGHT))
        header.setSectionsClickable(True)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(34)
        for number, column in enumerate(self._columns):
            self.setColumnWidth(number, scaled(column.width))
        header.setStretchLastSection(True)
        header.setSortIndicatorShown(True)
        header.sectionClicked.connect(self._sort)
        self._mark_sorted()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._widen_titles()

    def _widen_titles(self) -> None:
        """Give the titles the width that the other columns leave."""
        title = next(n for n, column in enumerate(self._columns) if column.key == "title")
        others = sum(scaled(c.width) for n, c in enumerate(self._columns) if n != title)
        spare = self.viewport().width() - others
        self.setColumnWidth(
            title, max(scaled(self._columns[title].width), min(spare, _WIDEST_TITLE))
        )

    def row(self) -> Any:
        """Return the current row, or None."""
        return self.currentIndex().data(ROW_ROLE)

    def selected(self) -> list[FoundPiece]:
        """Return the selected rows that have arrived."""
        rows = (index.data(ROW_ROLE) for index in self.selectionModel().selectedRows())
        return [row for row in rows if isinstance(row, FoundPiece)]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, rows = self.row(), self.selected()
        if row is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(row)
        elif row is not None and event.key() == Qt.Key.Key_Space:
            self.heard.emit(row)
        elif event.key() == Qt.Key.Key_T and not event.modifiers() and rows:
            self.ticked.emit(rows, not rows[0].used)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        row = index.data(ROW_ROLE)
        left = event.button() is Qt.MouseButton.LeftButton
        if left and isinstance(row, FoundPiece) and self._columns[index.column()].key == _TICK:
            chosen = self.selected()
            self.ticked.emit(chosen if row in chosen else [row], not row.used)
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and self._columns[index.column()].key == _TICK:
            self.mousePressEvent(event)
            return
        super().mouseDoubleClickEvent(event)

    def select_first(self) -> None:
        """Make the first row current if no row is."""
        if not self.currentIndex().isValid() and self.model().rowCount():
            flags = QItemSelectionModel.SelectionFlag.SelectCurrent
            rows = QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().setCurrentIndex(self.model().index(0, 1), flags | rows)

    def _sort(self, section: int) -> None:
        order = self._columns[section].order
        if order is not None:
            descending = self._sorted == (order, False)
            self._sorted = (order, descending)
            self.sorted_by.emit(order, descending)
        self._mark_sorted()

    def _mark_sorted(self) -> None:
        order, descending = self._sorted
        number = next(n for n, column in enumerate(self._columns) if column.order == order)
        falling, rising = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
        self.horizontalHeader().setSortIndicator(number, falling if descending else rising)

    def _open_menu(self, place: QPoint) -> None:
        row = self.indexAt(place).data(ROW_ROLE)
        if row is not None:
            self.menu_wanted.emit(row, self.viewport().mapToGlobal(place))


class _Cells(QStyledItemDelegate):
    """Paints a cell: a tick, a picture or words."""

    def __init__(self, columns: tuple[Column, ...], parent: QTableView) -> None:
        super().__init__(parent)
        self._columns = columns

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(40, scaled(_ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row, tokens = index.data(ROW_ROLE), theme()
        box: QRect = option.rect
        state: QStyle.StateFlag = option.state
        column = self._columns[index.column()]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, box, state)
        if state & QStyle.StateFlag.State_Selected and index.column() == 0:
            paint_edge(painter, box)
        if isinstance(row, FoundPiece):
            if column.key == _TICK:
                tick = QRect(box.left() + 12, box.center().y() - 6, 13, 13)
                paint_tick(painter, tick, tokens, on=row.used)
            elif column.key == _PICTURE:
                self._paint_picture(painter, box, row)
            else:
                inside = box.adjusted(_PADDING, 0, -_PADDING, 0)
                colour = tokens.text if column.key == "title" else tokens.dim
                write_line(
                    painter, inside, column.text(row), colour=colour, size=12, right=column.right
                )
        self._paint_focus(painter, box, state)
        painter.restore()

    def _paint_picture(self, painter: QPainter, box: QRect, row: FoundPiece) -> None:
        picture = thumbnail(row.picture, QSize(PICTURE_WIDTH, PICTURE_HEIGHT))
        if not picture.isNull():
            top = box.top() + (box.height() - PICTURE_HEIGHT) // 2
            painter.drawPixmap(box.left() + _PADDING, top, picture)

    def _paint_focus(self, painter: QPainter, box: QRect, state: QStyle.StateFlag) -> None:
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(theme().focus), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box.adjusted(1, 1, -1, -1))


def _tempo(row: FoundPiece) -> str:
    return f"{row.bpm:.0f}" if row.bpm else ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("PieceTable", text)
