"""The groups over the list of pieces: all pieces, and those that an import reads or has read."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from app.style.theme import Theme, icon, theme
from app.values.readings import Reading
from app.views.library_panel.delegates import RowDelegate, write_line
from app.views.library_panel.piece_model import piece_data
from app.views.library_panel.row_list import ROW_ROLE, AnyIndex, RowView
from app.views.library_panel.thumbnails import thumbnail
from app.widgets.buttons import TextButton
from app.widgets.key_names import key_in_own_words
from app.widgets.words import ElidedLabel, words
from app.words.figures import length_text, number
from engine.values.library import FoundPiece

# Rows of one import in memory; the whole list shows all of them when it is over.
_MOST_ROWS = 1000
# Dashed rows for what comes.
_TO_COME = 3
# Pixels.
_PICTURE, _CHEVRON, _HEAD = QSize(48, 24), 12, 32


class ReadModel(QAbstractListModel):
    """The pieces that an import has read, the newest last, and rows without a piece for the next.

    Args:
        coming: The spoken text of a row for a piece that comes.
    """

    def __init__(self, coming: str) -> None:
        super().__init__()
        self._coming = coming
        self._rows: deque[FoundPiece] = deque()
        self._to_come = 0

    @property
    def newest(self) -> int:
        """The row of the newest piece; -1 without one."""
        return len(self._rows) - 1

    def clear(self) -> None:
        """Take all rows away."""
        self.beginResetModel()
        self._rows.clear()
        self._to_come = 0
        self.endResetModel()

    def add(self, pieces: Sequence[FoundPiece]) -> None:
        """Add pieces; the oldest ones go where there are too many."""
        before = len(self._rows)
        if pieces:
            self.beginInsertRows(QModelIndex(), before, before + len(pieces) - 1)
            self._rows.extend(pieces)
            self.endInsertRows()
        if (surplus := len(self._rows) - _MOST_ROWS) > 0:
            self.beginRemoveRows(QModelIndex(), 0, surplus - 1)
            for _ in range(surplus):
                self._rows.popleft()
            self.endRemoveRows()
        if pieces and before:
            # The row that was the newest is lit no longer.
            self.dataChanged.emit(self.index(0), self.index(self.newest))

    def show_coming(self, count: int) -> None:
        """Show so many rows for pieces that come, up to a few."""
        count, last = min(count, _TO_COME), len(self._rows)
        if count > self._to_come:
            self.beginInsertRows(QModelIndex(), last + self._to_come, last + count - 1)
            self._to_come = count
            self.endInsertRows()
        elif count < self._to_come:
            self.beginRemoveRows(QModelIndex(), last + count, last + self._to_come - 1)
            self._to_come = count
            self.endRemoveRows()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._rows) + self._to_come

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{row.title}, {facts_of(row)}" if row is not None else self._coming
        return None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if index.row() > self.newest:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        return piece_data(index.data(ROW_ROLE) for index in indexes)


def facts_of(row: FoundPiece) -> str:
    """Return the key and the length of a piece."""
    parts = (key_in_own_words(row.music_key), length_text(row.seconds))
    return ", ".join(part for part in parts if part)


class _ReadDelegate(RowDelegate):
    """Paints a piece that was read: title, key, length and picture; dashes for one that comes."""

    height = 40

    def __init__(self, model: ReadModel) -> None:
        super().__init__()
        self._rows = model

    def is_marked(self, row: Any) -> bool:
        """Return whether the row is the newest piece."""
        last = self._rows.index(self._rows.newest).data(ROW_ROLE)
        return row is not None and row is last

    def paint_row(self, painter: QPainter, box: Any, row: Any, tokens: Theme) -> None:
        right = box.right() + 1 - _PICTURE.width()
        picture = QRectF(right, box.top() + 8, _PICTURE.width(), _PICTURE.height())
        box = box.adjusted(0, 4, -_PICTURE.width() - 8, -4)
        if row is None:
            painter.setPen(QPen(QColor(tokens.faint), 1, Qt.PenStyle.DashLine))
            for y, height, share in ((5, 7, 0.8), (19, 6, 0.55)):
                line = QRectF(box.left() + 0.5, box.top() + y - 0.5, box.width() * share, height)
                painter.drawRoundedRect(line, 3, 3)
            painter.drawRoundedRect(picture.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            return
        weight = QFont.Weight.DemiBold if self.is_marked(row) else QFont.Weight.Normal
        half = box.height() // 2
        title = box.adjusted(0, 0, 0, -half)
        write_line(painter, title, row.title, colour=tokens.text, weight=weight)
        facts = box.adjusted(0, half, 0, 0)
        write_line(painter, facts, facts_of(row), colour=tokens.dim, size=11)
        pixels = thumbnail(row.picture, _PICTURE)
        if not pixels.isNull():
            painter.drawPixmap(picture.topLeft(), pixels)


class ReadList(RowView):
    """The list of the pieces read: it follows the newest until the user scrolls away from it."""

    def __init__(self, model: ReadModel, *, name: str) -> None:
        super().__init__(model, name=name, drags_out=False)
        delegate = _ReadDelegate(model)
        delegate.setParent(self)
        self.setItemDelegate(delegate)
        self._follows, self._moves = True, False
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._follow)
        bar.valueChanged.connect(self._on_scrolled)

    def follow(self) -> None:
        """Show the newest piece, and follow it from now on."""
        self._follows = True
        self._follow()

    def _follow(self) -> None:
        if self._follows:
            self._moves = True
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
            self._moves = False

    def _on_scrolled(self, value: int) -> None:
        if not self._moves:
            self._follows = value >= self.verticalScrollBar().maximum()


class _Head(TextButton):
    """The name of a group with its count; a click opens the group."""

    def __init__(self) -> None:
        super().__init__("", kind="quiet", checkable=True)
        self.setFixedHeight(_HEAD)
        self._chevron, self._name = words(), ElidedLabel()
        self._count = words(tone="dim")
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 6, 0)
        row.setSpacing(6)
        row.addWidget(self._chevron)
        row.addWidget(self._name, 1)
        row.addWidget(self._count)
        for part in (self._chevron, self._name, self._count):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_group(self, name: str, count: str, *, opened: bool) -> None:
        """Show a group."""
        self.setChecked(opened)
        sign = "chevron-down" if opened else "chevron-right"
        self._chevron.setPixmap(icon(sign, colour=theme().dim).pixmap(_CHEVRON))
        font = self._name.font()
        font.setBold(opened)
        self._name.setFont(font)
        self._name.setText(name)
        self._count.setText(count)
        self.show_name("", f"{name}, {count}")


class PieceGroups(QWidget):
    """Two heads over the list of pieces, and the list of what an import reads.

    Hidden before the first import.

    Attributes:
        rows: The list of what is read.

    Signals:
        chosen(str): The user, or an import, opened a group: the list shows the pieces of this
            folder (its key), or all.
        covered(bool): The list of what is read stands in the place of the pieces, or does not.
    """

    chosen = Signal(str)
    covered = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._model = ReadModel(self.tr("comes next"))
        self.rows = ReadList(self._model, name=self.tr("Pieces just read"))
        self._all, self._read = _Head(), _Head()
        self._total, self._reading, self._runs, self._opened = 0, Reading(name=""), False, False
        self._line = QProgressBar()
        self._line.setProperty("kind", "hairline")
        self._line.setTextVisible(False)
        self._line.setAccessibleName(self.tr("Import"))
        self._all.clicked.connect(lambda: self._open(read=False))
        self._read.clicked.connect(lambda: self._open(read=True))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(6, 0, 6, 0)
        self._column.setSpacing(0)
        for part in (self._all, self._read, self._line, self.rows):
            self._column.addWidget(part)
        self.hide()

    def show_total(self, total: int) -> None:
        """Say how many pieces the library has."""
        self._total = total
        self._show()

    def begin(self, reading: Reading) -> None:
        """Open the group of an import that begins."""
        self._model.clear()
        self._reading, self._runs = reading, True
        self._open(read=True)
        self.rows.follow()
        self.show()

    def read(self, reading: Reading, pieces: Sequence[FoundPiece]) -> None:
        """Add what was read since the last call."""
        self._reading = reading
        self._model.add(pieces)
        self._model.show_coming(max(1, reading.total - reading.done) if self._runs else 0)
        self._show()

    def end(self, reading: Reading) -> None:
        """Say what an import has read; those of a folder stand in the usual list from now on."""
        self._reading, self._runs = reading, False
        self._model.show_coming(0)
        self._open(read=self._opened and reading.ready > 0)
        self.setVisible(reading.ready > 0)

    def open_read(self) -> None:
        """Open the group of the last import."""
        self._open(read=True)

    def open_all(self) -> None:
        """Open the group of all pieces."""
        self._open(read=False)

    def _open(self, *, read: bool) -> None:
        self._opened = read
        # The open group stands over its list.
        first, last = (self._all, self._read) if read else (self._read, self._all)
        for place, part in enumerate((first, last)):
            self._column.removeWidget(part)
            self._column.insertWidget(place, part)
        self._show()
        is_list = read and (self._runs or not self._reading.folder)
        self.rows.setVisible(is_list)
        self.covered.emit(is_list)
        self.chosen.emit(self._reading.folder if read and not self._runs else "")

    def _show(self) -> None:
        reading = self._reading
        count = number(reading.ready)
        if self._runs and reading.total:
            of = self.tr("%1 of %2").replace("%1", count)
            count = of.replace("%2", number(reading.total))
        self._all.show_group(self.tr("All pieces"), number(self._total), opened=not self._opened)
        self._read.show_group(reading.name, count, opened=self._opened)
        self._line.setVisible(self._runs)
        self._line.setRange(0, reading.total)
        self._line.setValue(reading.done)
