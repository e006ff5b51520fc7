"""The dialog for what to print."""

from dataclasses import dataclass

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.widgets.dialog_parts import form_layout, ok_and_cancel

# As long as the composer of a piece may be (`engine.form.credits`).
_MOST_LETTERS = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintChoice:
    """The books to print.

    Attributes:
        books: For each printed book, the indices of its parts.
        composer: The composer, or empty.
    """

    books: tuple[tuple[int, ...], ...]
    composer: str = ""


class PrintOptionsDialog(QDialog):
    """Asks whether to print the score or its parts.

    Args:
        names: The parts, from the top.
        composer: The composer, or empty.
        title: The dialog's title.
    """

    def __init__(
        self, names: tuple[str, ...], composer: str, parent: QWidget | None, *, title: str
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        everything = tuple(range(len(names)))
        alone = tuple((number,) for number in everything)
        choices: list[tuple[str, tuple[tuple[int, ...], ...]]] = [
            (self.tr("The score"), (everything,))
        ]
        if len(names) > 1:
            choices += [
                (self.tr("All parts, each from a new page"), alone),
                (self.tr("The score and all parts"), (everything, *alone)),
            ]
            choices += [
                (self.tr("The part of %1").replace("%1", name), (book,))
                for name, book in zip(names, alone, strict=True)
            ]
        self._books = [books for _, books in choices]
        self._what = QComboBox()
        self._what.addItems([name for name, _ in choices])
        self._composer = QLineEdit(composer)
        self._composer.setMaxLength(_MOST_LETTERS)
        form = form_layout()
        for label, field in (
            (self.tr("&Pages"), self._what),
            (self.tr("&Composer"), self._composer),
        ):
            form.addRow(label, field)
            field.setAccessibleName(label.replace("&", ""))
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(ok_and_cancel(self))

    def choice(self) -> PrintChoice:
        """Return the books to print and the composer's name."""
        books = self._books[self._what.currentIndex()]
        return PrintChoice(books=books, composer=self._composer.text().strip())


def ask_print_options(
    parent: QWidget | None, names: tuple[str, ...], composer: str, *, title: str
) -> PrintChoice | None:
    """Ask what to print; None if the user cancels."""
    dialog = PrintOptionsDialog(names, composer, parent, title=title)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    made = dialog.choice()
    dialog.deleteLater()
    return made if accepted else None
