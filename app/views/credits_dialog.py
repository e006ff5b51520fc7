"""A piece's title and who wrote it, asked for together."""

from dataclasses import dataclass

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from engine.music.credits import MOST_LETTERS

_FIELD_WIDTH = 320


@dataclass(frozen=True, slots=True, kw_only=True)
class CreditLines:
    """What stands over a score.

    Attributes:
        title: What the piece is called, or empty.
        composer: Who wrote it, or empty.
    """

    title: str = ""
    composer: str = ""


class CreditsDialog(QDialog):
    """Asks for both.

    Args:
        known: As far as they are known.
        name: The piece's name, which scores have where there is no title.
        parent: Qt's owner.
    """

    def __init__(self, known: CreditLines, name: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Title and composer"))
        self._title = QLineEdit(known.title)
        self._title.setPlaceholderText(name)
        self._composer = QLineEdit(known.composer)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(10)
        for label, field in (
            (self.tr("&Title"), self._title),
            (self.tr("&Composer"), self._composer),
        ):
            field.setMaxLength(MOST_LETTERS)
            field.setMinimumWidth(_FIELD_WIDTH)
            field.setAccessibleName(label.replace("&", ""))
            form.addRow(label, field)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(buttons)
        # Who types writes a new title; what a file had there is seldom one to be lengthened.
        self._title.selectAll()

    def credits(self) -> CreditLines:
        """Return what was typed."""
        return CreditLines(title=self._title.text().strip(), composer=self._composer.text().strip())


def ask_credits(parent: QWidget | None, known: CreditLines, name: str) -> CreditLines | None:
    """Ask for title and composer; None when the user thinks better of it.

    Args:
        parent: The window.
        known: As far as they are known.
        name: The piece's name, which scores have where there is no title.
    """
    dialog = CreditsDialog(known, name, parent)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    typed = dialog.credits()
    dialog.deleteLater()
    return typed if accepted else None
