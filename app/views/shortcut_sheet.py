"""The sheet of all shortcuts, with a search field."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.widgets.dialog_parts import SearchDialog
from app.widgets.words import words

ShortcutGroup = tuple[str, tuple[tuple[str, str], ...]]
# Pixels. In narrower columns the texts would break and the keys be cut off.
_COLUMN_WIDTH, _COLUMNS_AT_MOST = 290, 3
_AT_TOP_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop


class ShortcutSheet(SearchDialog):
    """A dialog with groups of (action, keys)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            name=self.tr("Search shortcuts"),
            hint=self.tr("Search what it does, or a key…"),
            parent=parent,
        )
        self._groups: tuple[ShortcutGroup, ...] = ()
        self._shown = 0
        self.setWindowTitle(self.tr("Shortcuts"))
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setAccessibleName(self.tr("Shortcuts"))
        self._lay_out(self._area)

    def sizeHint(self) -> QSize:
        return QSize(940, 620)

    def show_shortcuts(self, groups: tuple[ShortcutGroup, ...]) -> None:
        """Show (title, ((text, keys in the system's notation), ...)) groups."""
        self._groups = groups
        self._fill(self._field.text())

    def _fill(self, wanted: str) -> None:
        inside = QWidget()
        row = QHBoxLayout(inside)
        row.setContentsMargins(0, 0, 8, 0)
        row.setSpacing(32)
        self._shown = self._columns()
        columns = [QVBoxLayout() for _ in range(self._shown)]
        heights = [0] * self._shown
        for title, shortcuts in self._groups:
            found = [s for s in shortcuts if wanted.lower() in f"{s[0]} {s[1]}".lower()]
            if found:
                shortest = heights.index(min(heights))
                columns[shortest].addWidget(self._group(title, found))
                heights[shortest] += len(found) + 2
        for column in columns:
            column.addStretch(1)
            row.addLayout(column, 1)
        if not any(heights):
            columns[0].insertWidget(0, words(self.tr("Nothing named ‘{0}’.").format(wanted)))
        self._area.setWidget(inside)

    def _columns(self) -> int:
        return min(max(1, self.width() // _COLUMN_WIDTH), _COLUMNS_AT_MOST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._groups and self._columns() != self._shown:
            self._fill(self._field.text())

    @staticmethod
    def _group(title: str, shortcuts: list[tuple[str, str]]) -> QWidget:
        group = QWidget()
        grid = QGridLayout(group)
        grid.setContentsMargins(0, 0, 0, 14)
        grid.setVerticalSpacing(5)
        grid.addWidget(words(title, tone="title"), 0, 0, 1, 2)
        for index, (text, keys) in enumerate(shortcuts, 1):
            name: QLabel = words(text, wrap=True)
            grid.addWidget(name, index, 0)
            pill = words(keys, tone="pill")
            # Aligned at the top, so that it is not stretched beside a text of two lines.
            grid.addWidget(pill, index, 1, _AT_TOP_RIGHT)
        grid.setColumnStretch(0, 1)
        return group
