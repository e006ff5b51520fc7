"""Parts that several dialogs have: buttons that accept or reject, and a search field on top."""

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.widgets.buttons import TextButton

# Pixels.
_FIELD_HEIGHT = 32


def ok_and_cancel(
    dialog: QDialog,
    accept: QDialogButtonBox.StandardButton = QDialogButtonBox.StandardButton.Ok,
) -> QDialogButtonBox:
    """Return the buttons that accept and reject a dialog."""
    buttons = QDialogButtonBox(accept | QDialogButtonBox.StandardButton.Cancel)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons


def form_layout(parent: QWidget | None = None) -> QFormLayout:
    """Return an empty form."""
    form = QFormLayout(parent)
    form.setHorizontalSpacing(16)
    form.setVerticalSpacing(10)
    return form


class SearchDialog(QDialog):
    """A dialog with a search field, its contents, and a button that closes it.

    Args:
        name: The tooltip of the field and its name for screen readers.
        hint: Shown in the empty field.
        parent: The dialog's parent.
    """

    def __init__(self, *, name: str, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._field = QLineEdit()
        self._field.setPlaceholderText(hint)
        self._field.setAccessibleName(name)
        self._field.setToolTip(name)
        self._field.setClearButtonEnabled(True)
        self._field.setMinimumHeight(_FIELD_HEIGHT)
        self._field.textChanged.connect(self._fill)

    def _fill(self, wanted: str) -> None:
        """Show only what contains a text."""
        raise NotImplementedError

    def _lay_out(self, contents: QWidget) -> None:
        """Put the contents between the field and the button."""
        close = TextButton(self.tr("Close"), tooltip=self.tr("Close (Esc)"))
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(self._field)
        column.addWidget(contents, 1)
        column.addLayout(foot)
