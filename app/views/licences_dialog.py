"""The dialog with the licences of everything that Segue is made of."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.widgets.dialog_parts import SearchDialog

_KEY_ROLE = Qt.ItemDataRole.UserRole
# Pixels.
_NAME_WIDTH, _TEXT_WIDTH = 260, 560


@dataclass(frozen=True, slots=True, kw_only=True)
class LicenceRow:
    """A line of the list.

    Attributes:
        key: Identifies the row.
        name: A work and its version.
        licence: The names of its licences.
        use: The purpose or the place of the work; the tooltip of its name.
    """

    key: int
    name: str
    licence: str
    use: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LicenceGroup:
    """A titled part of the list.

    Attributes:
        title: The title.
        rows: The works.
    """

    title: str
    rows: tuple[LicenceRow, ...]


class LicencesDialog(SearchDialog):
    """Shows works on the left and, on the right, the licence texts of the chosen one.

    Args:
        groups: The list.
        text_of: Returns the text of a row by its key.
        parent: The dialog's parent.
    """

    def __init__(
        self,
        groups: tuple[LicenceGroup, ...],
        text_of: Callable[[int], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            name=self.tr("Search licences"),
            hint=self.tr("Search a name or a licence…"),
            parent=parent,
        )
        self._groups, self._text_of = groups, text_of
        self.setWindowTitle(self.tr("Licences"))
        self._list = QTreeWidget()
        self._list.setHeaderLabels([self.tr("Name"), self.tr("Licence")])
        self._list.setColumnWidth(0, _NAME_WIDTH)
        self._list.setAccessibleName(self.tr("Parts of Segue"))
        self._list.setToolTip(self.tr("Choose a part to read its licence"))
        self._list.currentItemChanged.connect(self._show_text)
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setMinimumWidth(_TEXT_WIDTH)
        self._text.setAccessibleName(self.tr("Licence text"))
        # Tab leaves the text; its keys scroll it.
        self._text.setTabChangesFocus(True)
        sides = QSplitter()
        sides.setAccessibleName(self.tr("Divider between list and text"))
        sides.addWidget(self._list)
        sides.addWidget(self._text)
        self._lay_out(sides)
        self._fill("")

    def sizeHint(self) -> QSize:
        return QSize(1080, 640)

    def _fill(self, wanted: str) -> None:
        """List the rows whose name or licence contains a text, and choose the first."""
        self._list.clear()
        first: QTreeWidgetItem | None = None
        for group in self._groups:
            words = wanted.lower()
            rows = [row for row in group.rows if words in f"{row.name} {row.licence}".lower()]
            if not rows:
                continue
            top = QTreeWidgetItem([group.title])
            top.setFirstColumnSpanned(True)
            # Screen readers find a cell there all the same.
            top.setData(1, Qt.ItemDataRole.AccessibleTextRole, group.title)
            self._list.addTopLevelItem(top)
            for row in rows:
                item = QTreeWidgetItem([row.name, row.licence])
                item.setData(0, _KEY_ROLE, row.key)
                item.setToolTip(0, f"{row.name}, {row.use}" if row.use else row.name)
                item.setToolTip(1, row.licence)
                top.addChild(item)
                first = first or item
            top.setExpanded(True)
        if first is None:
            self._show_text(None)
        else:
            self._list.setCurrentItem(first)

    def _show_text(self, item: QTreeWidgetItem | None) -> None:
        key = item.data(0, _KEY_ROLE) if item is not None else None
        self._text.setPlainText("" if key is None else self._text_of(key))
