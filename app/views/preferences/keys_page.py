"""The editor of shortcuts: find an action, press keys for it."""

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QTableView,
)

from app.style.theme import font
from app.views.preferences.parts import SettingsPage
from app.views.preferences.values import KeyRow
from app.widgets.buttons import TextButton
from app.widgets.words import give_unseen_label

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class KeysModel(QAbstractTableModel):
    """Actions, their menus and their keys as a table."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[KeyRow, ...] = ()
        self._titles = (self.tr("What it does"), self.tr("Menu"), self.tr("Keys"))

    def show_rows(self, rows: tuple[KeyRow, ...]) -> None:
        """Show these rows; the actions in them do not change."""
        if len(rows) == len(self._rows):
            self._rows = rows
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, 2))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row(self, number: int) -> KeyRow:
        """Return one row."""
        return self._rows[number]

    def number_of(self, name: str) -> int:
        """Return the row of an action, -1 if it has none."""
        return next((i for i, row in enumerate(self._rows) if row.name == name), -1)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else 3

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return (row.text, row.menu, native(row.keys))[index.column()]
        if role == Qt.ItemDataRole.FontRole and row.changed:
            return font(13, weight=QFont.Weight.DemiBold)
        if role == Qt.ItemDataRole.ToolTipRole and row.changed:
            return self.tr("You gave it these keys.")
        return None


class KeysPage(SettingsPage):
    """A search field, the table, and a field in which keys are pressed.

    Signals:
        keys_pressed(str, str): An action, and the keys that the user pressed, in Qt's notation.
        keys_removed(str), reset_clicked(str): An action loses its keys, or gets its defaults.
        reset_all_clicked(): All actions get their defaults.
        take_clicked(): Take the keys away from the other action that has them.
    """

    keys_pressed = Signal(str, str)
    keys_removed = Signal(str)
    reset_clicked = Signal(str)
    reset_all_clicked = Signal()
    take_clicked = Signal()

    def __init__(self) -> None:
        super().__init__(self.tr("Shortcuts"))
        self._model = KeysModel()
        self._found = QSortFilterProxyModel(self)
        self._found.setSourceModel(self._model)
        self._found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._found.setFilterKeyColumn(-1)
        self.column.addLayout(self._head())
        self._table = self._made_table()
        self.column.addWidget(self._table, 1)
        self.column.addLayout(self._foot())
        self._state = self.add_note("")
        self._take = TextButton(self.tr("Take them from there"))
        self._take.clicked.connect(self.take_clicked)
        self._take.hide()
        self.column.addWidget(self._take, 0, Qt.AlignmentFlag.AlignLeft)
        self._show_chosen()

    def _head(self) -> QHBoxLayout:
        self._search = QLineEdit()
        self._search.setPlaceholderText(self.tr("Search what it does, or a key…"))
        self._search.setAccessibleName(self.tr("Search shortcuts"))
        self._search.setToolTip(self.tr("Search shortcuts"))
        self._search.setClearButtonEnabled(True)
        self._search.setMinimumHeight(28)
        self._search.textChanged.connect(self._found.setFilterFixedString)
        row = QHBoxLayout()
        row.addWidget(self._search, 1)
        preset = self.control("keys")
        give_unseen_label(preset)
        row.addWidget(preset)
        return row

    def _made_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self._found)
        table.setSortingEnabled(True)
        table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        table.setAccessibleName(self.tr("Shortcuts"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(28)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        table.selectionModel().selectionChanged.connect(lambda *_: self._show_chosen())
        return table

    def _foot(self) -> QHBoxLayout:
        self._keys = QKeySequenceEdit()
        self._keys.setMaximumSequenceLength(1)
        self._keys.setClearButtonEnabled(True)
        # The field inside has the focus and is what a screen reader meets.
        for each in (self._keys, *self._keys.findChildren(QLineEdit)):
            each.setAccessibleName(self.tr("Press the new keys"))
        self._keys.setToolTip(self.tr("Click here and press the keys that the action shall have"))
        self._keys.setMinimumSize(180, 28)
        self._keys.editingFinished.connect(self._on_keys)
        self._remove = TextButton(
            self.tr("No keys"), tooltip=self.tr("Take the keys away from this action")
        )
        self._reset = TextButton(
            self.tr("Reset"), tooltip=self.tr("Give this action its first keys again")
        )
        self._reset_all = TextButton(
            self.tr("Reset all"), tooltip=self.tr("Give every action its first keys again")
        )
        self._remove.clicked.connect(lambda: self.keys_removed.emit(self.chosen()))
        self._reset.clicked.connect(lambda: self.reset_clicked.emit(self.chosen()))
        self._reset_all.clicked.connect(self.reset_all_clicked)
        row = QHBoxLayout()
        row.addWidget(self._keys, 1)
        for button in (self._remove, self._reset, self._reset_all):
            row.addWidget(button)
        return row

    def chosen(self) -> str:
        """Return the name of the chosen action, or an empty text."""
        indices = self._table.selectionModel().selectedRows()
        return self._model.row(self._found.mapToSource(indices[0]).row()).name if indices else ""

    def choose(self, name: str) -> None:
        """Choose an action."""
        number = self._model.number_of(name)
        if number >= 0:
            index = self._found.mapFromSource(self._model.index(number, 0))
            self._table.selectRow(index.row())
            self._table.scrollTo(index)

    def show_keys(self, rows: tuple[KeyRow, ...]) -> None:
        """Show every action's keys."""
        self._model.show_rows(rows)
        self._show_chosen()

    def show_conflict(self, text: str) -> None:
        """Show which action has the keys, and offer to take them; an empty text hides the offer."""
        self._state.setText(text)
        self._take.setVisible(bool(text))

    def show_state(self, text: str) -> None:
        """Show what was done."""
        self.show_conflict("")
        self._state.setText(text)

    def press(self, keys: str) -> None:
        """Act as if the user had pressed these keys for the chosen action."""
        self._keys.setKeySequence(QKeySequence(keys))
        self._on_keys()

    def _show_chosen(self) -> None:
        name = self.chosen()
        none = "" if name else self.tr("Choose an action in the table first.")
        self._keys.setEnabled(bool(name))
        self._keys.clear()
        row = self._model.row(self._model.number_of(name)) if name else None
        self._remove.show_reason(none or ("" if row and row.keys else self.tr("It has no keys.")))
        own = self.tr("It has its first keys.")
        self._reset.show_reason(none or ("" if row and row.changed else own))
        self.show_conflict("")
        self._state.setText(none)

    def _on_keys(self) -> None:
        sequence = self._keys.keySequence()
        if not sequence.isEmpty() and self.chosen():
            text = sequence.toString(QKeySequence.SequenceFormat.PortableText)
            self.keys_pressed.emit(self.chosen(), text)


def native(keys: tuple[str, ...]) -> str:
    """Return keys in the notation of this system."""
    native_text = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(each).toString(native_text) for each in keys)
