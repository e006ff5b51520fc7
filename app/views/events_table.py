"""Notes as a table: sortable, editable, and the accessible way into the roll."""

import re
from bisect import bisect_left
from dataclasses import replace
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

from app.widgets.words import words
from engine.music.keys import FLAT_NAMES, SHARP_NAMES, pitch_name
from engine.music.score import Note, Score
from engine.music.time import Position, Timeline

AnyIndex = QModelIndex | QPersistentModelIndex
START, PITCH, LENGTH, VELOCITY, ORIGIN = range(5)
_PITCH = re.compile(r"([A-Ga-g])([#♯b♭]?)(-?\d+)")


def parsed_pitch(text: str) -> int | None:
    """Return the number of `C4`, `f#3`, `Eb5` or `60`; None if it is none."""
    if text.strip().isdigit():
        number = int(text)
        return number if number <= 127 else None
    match = _PITCH.fullmatch(text.strip())
    if match is None:
        return None
    letter, sign, octave = match.groups()
    name = letter.upper() + {"#": "♯", "b": "♭"}.get(sign, sign)
    names = FLAT_NAMES if name in FLAT_NAMES else SHARP_NAMES
    if name not in names:
        return None
    pitch = names.index(name) + 12 * (int(octave) + 1)
    return pitch if 0 <= pitch <= 127 else None


class NotesModel(QAbstractTableModel):
    """Rows are notes in the order they are sorted by.

    Signals:
        change_wanted(object, object, str): Note before, note after, what the user did.
    """

    change_wanted = Signal(object, object, str)

    def __init__(self) -> None:
        super().__init__()
        self._notes: list[Note] = []
        self._timeline = Timeline(Score())
        self._sorted_by, self._order = START, Qt.SortOrder.AscendingOrder

    def show_notes(self, notes: tuple[Note, ...], timeline: Timeline) -> None:
        """Show these notes."""
        self.beginResetModel()
        self._timeline = timeline
        self._notes = list(notes)
        self._sort()
        self.endResetModel()

    def note(self, row: int) -> Note:
        """Return the note of a row."""
        return self._notes[row]

    def rows_of(self, notes: frozenset[Note]) -> list[int]:
        """Return the rows of some notes."""
        return [row for row, note in enumerate(self._notes) if note in notes]

    def headings(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        return (
            self.tr("Start"),
            self.tr("Pitch"),
            self.tr("Length"),
            self.tr("Velocity"),
            self.tr("Made by"),
        )

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._notes)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - the same
        return 0 if parent.isValid() else 5

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return self.headings()[section] if orientation == Qt.Orientation.Horizontal else section + 1

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        flags = super().flags(index)
        if not index.isValid():
            return flags
        return flags if index.column() == ORIGIN else flags | Qt.ItemFlag.ItemIsEditable

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self._text(self._notes[index.row()], index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            column = index.column()
            return f"{self.headings()[column]} {self._text(self._notes[index.row()], column)}"
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() in (LENGTH, VELOCITY):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _text(self, note: Note, column: int) -> str:
        if column == START:
            place = self._timeline.bars.position_at(note.start)
            return f"{place.bar + 1}.{place.beat + 1}.{place.tick:03d}"
        if column == PITCH:
            return pitch_name(note.pitch)
        if column == LENGTH:
            return str(note.duration)
        if column == VELOCITY:
            return str(note.velocity)
        if note.origin == 0:
            return self.tr("you")
        made = self.tr("take {0}").format(abs(note.origin))
        return made if note.origin > 0 else self.tr("{0}, edited").format(made)

    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        note = self._notes[index.row()]
        changed = self._changed(note, index.column(), str(value))
        if changed is None or changed == note:
            return False
        what = self.tr("Change {0}").format(self.headings()[index.column()].lower())
        # The row may be elsewhere once the owner shows the new notes: ask when Qt is done here.
        QTimer.singleShot(0, lambda: self.change_wanted.emit(note, changed, what))
        return True

    def _changed(self, note: Note, column: int, text: str) -> Note | None:
        if column == PITCH:
            pitch = parsed_pitch(text)
            return None if pitch is None else replace(note, pitch=pitch)
        if column == START:
            start = self._tick(text)
            return None if start is None else replace(note, start=start)
        if not text.strip().isdigit() or int(text) < 1:
            return None
        if column == LENGTH:
            return replace(note, duration=int(text))
        return replace(note, velocity=min(int(text), 127))

    def _tick(self, text: str) -> int | None:
        parts = text.strip().split(".")
        if not parts or not all(part.isdigit() for part in parts) or len(parts) > 3:
            return None
        bar, beat, tick = [*(int(part) for part in parts), *(1, 1, 0)[len(parts) :]]
        if bar < 1 or beat < 1:
            return None
        return self._timeline.bars.tick_of(Position(bar=bar - 1, beat=beat - 1, tick=tick))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._sorted_by, self._order = column, order
        self._sort()
        self.layoutChanged.emit()

    def _sort(self) -> None:
        name = ("start", "pitch", "duration", "velocity", "origin")[self._sorted_by]
        backwards = self._order == Qt.SortOrder.DescendingOrder
        self._notes.sort(key=lambda note: (getattr(note, name), note), reverse=backwards)


class _Table(QTableView):
    """Delete removes the selected rows.

    Signals:
        deleted(): The key was pressed.
    """

    deleted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.deleted.emit()
        else:
            super().keyPressEvent(event)


class EventsTable(QWidget):
    """The notes of the current track.

    Signals:
        edit_requested(object, object, str): Tuple of Notes to remove, tuple of Notes to add, and
            what the user did.
        selection_changed(object): Tuple of Notes.
        seek_requested(int): Tick of a double-clicked row number.
    """

    edit_requested = Signal(object, object, str)
    selection_changed = Signal(object)
    seek_requested = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._model = NotesModel()
        self._model.setParent(self)
        self._model.change_wanted.connect(self._change)
        self._quiet = False
        self._view = _Table()
        self._view.setModel(self._model)
        self._view.setSortingEnabled(True)
        self._view.sortByColumn(START, Qt.SortOrder.AscendingOrder)
        self._view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._view.setAlternatingRowColors(True)
        self._view.setShowGrid(False)
        self._view.setWordWrap(False)
        self._view.setTabKeyNavigation(False)
        self._view.verticalHeader().setDefaultSectionSize(26)
        self._view.verticalHeader().setMinimumWidth(44)
        self._view.horizontalHeader().setStretchLastSection(True)
        self._view.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        self._view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self._view.setAccessibleName(self.tr("Notes"))
        self._view.selectionModel().selectionChanged.connect(self._say_selection)
        self._view.verticalHeader().sectionDoubleClicked.connect(self._seek)
        self._view.deleted.connect(self._delete)
        self._empty = words(
            self.tr("No notes in this track yet. Draw some, play some, or press G."), tone="dim"
        )
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._view)
        column.addWidget(self._empty)
        self.setAccessibleName(self.tr("Events"))
        self._show_empty()

    def sizeHint(self) -> QSize:
        return QSize(600, 200)

    def show_notes(self, notes: tuple[Note, ...], *, timeline: Timeline, track: str) -> None:
        """Show these notes with places in this timeline; `track` is the track's name."""
        kept = frozenset(self._selected())
        self._model.show_notes(notes, timeline)
        self._view.setAccessibleName(self.tr("Notes of {0}").format(track))
        self._show_empty()
        self.show_selection(tuple(note for note in kept if _holds(notes, note)))

    def show_selection(self, notes: tuple[Note, ...]) -> None:
        """Select these rows without saying so by a signal."""
        self._quiet = True
        selection = QItemSelection()
        rows = self._model.rows_of(frozenset(notes)) if notes else []
        for row in rows:
            index = self._model.index(row, 0)
            selection.select(index, self._model.index(row, self._model.columnCount() - 1))
        flags = QItemSelectionModel.SelectionFlag
        self._view.selectionModel().select(selection, flags.ClearAndSelect | flags.Rows)
        if rows:
            self._view.scrollTo(self._model.index(rows[0], 0))
        self._quiet = False

    def _show_empty(self) -> None:
        self._view.setVisible(self._model.rowCount() > 0)
        self._empty.setVisible(self._model.rowCount() == 0)

    def _selected(self) -> tuple[Note, ...]:
        rows = self._view.selectionModel().selectedRows()
        return tuple(sorted(self._model.note(index.row()) for index in rows))

    def _say_selection(self) -> None:
        if not self._quiet:
            self.selection_changed.emit(self._selected())

    def _change(self, before: Note, after: Note, what: str) -> None:
        self.edit_requested.emit((before,), (after,), what)

    def _delete(self) -> None:
        notes = self._selected()
        if notes:
            one = self.tr("Delete note")
            many = self.tr("Delete %n notes", "", len(notes))
            self.edit_requested.emit(notes, (), one if len(notes) == 1 else many)

    def _seek(self, row: int) -> None:
        self.seek_requested.emit(self._model.note(row).start)


def _holds(notes: tuple[Note, ...], note: Note) -> bool:
    index = bisect_left(notes, note)
    return index < len(notes) and notes[index] == note
