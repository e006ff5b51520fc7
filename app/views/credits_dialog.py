"""The dialog for a piece's title and composer."""

from dataclasses import dataclass

from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.widgets.dialog_parts import form_layout, ok_and_cancel
from engine.form.credits import MOST_LETTERS

# Pixels.
_FIELD_WIDTH = 320


@dataclass(frozen=True, slots=True, kw_only=True)
class CreditLines:
    """The lines above a score.

    Attributes:
        title: The piece's title, or empty.
        composer: The composer, or empty.
    """

    title: str = ""
    composer: str = ""


class CreditsDialog(QDialog):
    """Asks for title and composer.

    Args:
        known: The present values.
        name: The piece's name, which a score shows in place of an empty title.
    """

    def __init__(self, known: CreditLines, name: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Title and composer"))
        self._title = QLineEdit(known.title)
        self._title.setPlaceholderText(name)
        self._composer = QLineEdit(known.composer)
        form = form_layout()
        for label, field in (
            (self.tr("&Title"), self._title),
            (self.tr("&Composer"), self._composer),
        ):
            field.setMaxLength(MOST_LETTERS)
            field.setMinimumWidth(_FIELD_WIDTH)
            field.setAccessibleName(label.replace("&", ""))
            form.addRow(label, field)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(ok_and_cancel(self))
        # Users replace the title from a file rather than extend it.
        self._title.selectAll()

    def credits(self) -> CreditLines:
        """Return the typed values."""
        return CreditLines(title=self._title.text().strip(), composer=self._composer.text().strip())


def ask_credits(parent: QWidget | None, known: CreditLines, name: str) -> CreditLines | None:
    """Ask for title and composer; None if the user cancels."""
    dialog = CreditsDialog(known, name, parent)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    typed = dialog.credits()
    dialog.deleteLater()
    return typed if accepted else None
