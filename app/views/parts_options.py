"""The dialog for the parts of players that are written as files."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.widgets.dialog_parts import form_layout, ok_and_cancel


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsChoice:
    """Which parts are written.

    Attributes:
        parts: Their indices.
        format: The index of their format.
    """

    parts: tuple[int, ...]
    format: int


class PartsOptionsDialog(QDialog):
    """Asks for parts and their format.

    Args:
        names: The parts, from the top.
        formats: The formats that they may be written in.
        title: The dialog's title.
    """

    def __init__(
        self,
        names: tuple[str, ...],
        formats: tuple[str, ...],
        parent: QWidget | None,
        *,
        title: str,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._parts = QListWidget()
        for name in names:
            item = QListWidgetItem(name)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
            self._parts.addItem(item)
        self._format = QComboBox()
        self._format.addItems(list(formats))
        form = form_layout()
        for label, field in (
            (self.tr("&Parts"), self._parts),
            (self.tr("&Write as"), self._format),
        ):
            form.addRow(label, field)
            field.setAccessibleName(label.replace("&", ""))
        buttons = ok_and_cancel(self)
        self._accept = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self._parts.itemChanged.connect(self._allow)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(buttons)

    def choice(self) -> PartsChoice:
        checked = tuple(
            row
            for row in range(self._parts.count())
            if self._parts.item(row).checkState() is Qt.CheckState.Checked
        )
        return PartsChoice(parts=checked, format=self._format.currentIndex())

    def _allow(self) -> None:
        self._accept.setEnabled(bool(self.choice().parts))


def ask_parts(
    parent: QWidget | None, names: tuple[str, ...], formats: tuple[str, ...], *, title: str
) -> PartsChoice | None:
    """Ask which parts to write; None if the user cancels."""
    dialog = PartsOptionsDialog(names, formats, parent, title=title)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    made = dialog.choice()
    dialog.deleteLater()
    return made if accepted else None
