"""The Qt model of the table of events."""

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from app.values.events import Event, kind_of
from app.views.events.cells import (
    LENGTH,
    START,
    can_edit,
    cell_text,
    expected,
    sort_key,
)
from app.views.events.typed import changed
from engine.values.score import Score
from engine.values.time import BarMap, Timeline

AnyIndex = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
# An invalid index is the parent of the top rows.
_ROOT = QModelIndex()


class EventsModel(QAbstractTableModel):
    """Events as rows.

    Signals:
        change_wanted(object, object, str): The event before, the event after, and the step's name.
        refused(str): The input has no meaning there: a sentence on what the cell accepts.
    """

    change_wanted = Signal(object, object, str)
    refused = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._events: list[Event] = []
        self._timeline = Timeline(Score())
        self._sorted_by, self._order = START, Qt.SortOrder.AscendingOrder

    def show_events(self, events: list[Event], timeline: Timeline) -> None:
        """Show these events, which are sorted by time."""
        self.beginResetModel()
        self._timeline = timeline
        self._events = list(events)
        self._sort()
        self.endResetModel()

    def bars(self) -> BarMap:
        """Return the bars of the positions."""
        return self._timeline.bars

    def event_at(self, row: int) -> Event:
        """Return the event of a row."""
        return self._events[row]

    def rows_of(self, events: frozenset[Event]) -> list[int]:
        """Return the rows of these events, from the top."""
        return [row for row, event in enumerate(self._events) if event in events]

    def headings(self) -> tuple[str, ...]:
        """Return the column headings."""
        return (
            self.tr("Start"),
            self.tr("Kind"),
            self.tr("What"),
            self.tr("Value"),
            self.tr("Length"),
            self.tr("Made by"),
        )

    def rowCount(self, parent: AnyIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._events)

    def columnCount(self, parent: AnyIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.headings())

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        if role == _Role.TextAlignmentRole and orientation == Qt.Orientation.Horizontal:
            return _side_of(section)
        if role != _Role.DisplayRole:
            return None
        return self.headings()[section] if orientation == Qt.Orientation.Horizontal else section + 1

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        flags = super().flags(index)
        if not index.isValid() or not can_edit(self._events[index.row()], index.column()):
            return flags
        return flags | Qt.ItemFlag.ItemIsEditable

    def data(self, index: AnyIndex, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column = index.column()
        if role in (_Role.DisplayRole, _Role.EditRole):
            return cell_text(self._events[index.row()], column, self._timeline)
        if role == _Role.AccessibleTextRole:
            text = cell_text(self._events[index.row()], column, self._timeline)
            return f"{self.headings()[column]} {text}"
        if role == _Role.TextAlignmentRole:
            return _side_of(column)
        return None

    def setData(self, index: AnyIndex, value: Any, role: int = _Role.EditRole) -> bool:
        event, column = self._events[index.row()], index.column()
        if str(value) == cell_text(event, column, self._timeline):
            return False
        new = changed(event, column, str(value), self.bars())
        if new is None:
            self.refused.emit(expected(kind_of(event), column))
            return False
        if new == event:
            return False
        what = self.tr("Change {0}").format(self.headings()[column].lower())
        # The owner answers with new rows, so emit only after Qt has finished with this one.
        QTimer.singleShot(0, lambda: self.change_wanted.emit(event, new, what))
        return True

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._sorted_by, self._order = column, order
        self._sort()
        self.layoutChanged.emit()

    def _sort(self) -> None:
        backwards = self._order == Qt.SortOrder.DescendingOrder
        column = self._sorted_by
        # The events are sorted by time already, and sorting a long track is slow.
        if column != START or backwards:
            self._events.sort(key=lambda event: sort_key(event, column), reverse=backwards)


def _side_of(column: int) -> Qt.AlignmentFlag:
    """Return a column's alignment: numbers are aligned at the right."""
    side = Qt.AlignmentFlag.AlignRight if column == LENGTH else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
