"""Modal questions: files, numbers, texts and confirmations."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QCoreApplication, QMarginsF, Qt
from PySide6.QtGui import QPageLayout
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QMessageBox, QWidget

from engine.values.formats import Format

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

# The initial margin; the print dialog can change it.
_MARGIN_MM = 15.0
_ENDING = re.compile(r"\*(\.\w+)")

Answer = Literal["save", "discard", "cancel"]


def ask_to_save(parent: QWidget, title: str) -> Answer:
    """Ask what to do with unsaved work."""
    changed = _tr("‘%1’ has changes that are not saved.").replace("%1", title)
    box = message_box(parent, _tr("Save?"), changed, detail=_tr("Without saving they are lost."))
    save = box.addButton(_tr("&Save"), QMessageBox.ButtonRole.AcceptRole)
    discard = box.addButton(_tr("&Don't save"), QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(_tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(save)
    box.setEscapeButton(cancel)
    box.exec()
    if box.clickedButton() is save:
        return "save"
    return "discard" if box.clickedButton() is discard else "cancel"


def confirm(parent: QWidget, question: str, *, detail: str, yes: str) -> bool:
    """Ask before an action that cannot be undone."""
    box = message_box(parent, _tr("Segue"), question, detail=detail)
    agree = box.addButton(yes, QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(_tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(cancel)
    box.setEscapeButton(cancel)
    box.exec()
    return box.clickedButton() is agree


def tell(parent: QWidget, title: str, text: str, *, more: str = "") -> bool:
    """Show a text in a message box.

    Args:
        parent: The box's parent.
        title: The title.
        text: The text.
        more: The label of a second button, or empty.

    Returns:
        Whether the user pressed the second button.
    """
    box = message_box(parent, title, text)
    second = box.addButton(more, QMessageBox.ButtonRole.ActionRole) if more else None
    close = box.addButton(_tr("Close"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(close)
    box.setEscapeButton(close)
    box.exec()
    return second is not None and box.clickedButton() is second


def message_box(parent: QWidget | None, title: str, text: str, *, detail: str = "") -> QMessageBox:
    """Create a message box without buttons; it shows its texts as plain text, never as HTML."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle(title)
    box.setText(text)
    box.setInformativeText(detail)
    return box


def ask_open(parent: QWidget, title: str, folder: Path, *, kinds: str) -> Path | None:
    """Ask for an existing file; None if the user cancels."""
    name, _ = QFileDialog.getOpenFileName(parent, title, str(folder), kinds)
    return Path(name) if name else None


def ask_save(
    parent: QWidget, title: str, suggestion: Path, *, kinds: str, also: Sequence[str] = ()
) -> Path | None:
    """Ask where to write a file; None if the user cancels.

    A name without an ending gets the ending of the chosen kind. The system's dialog asked about
    overwriting the typed name only, so this asks again about the completed one.

    Args:
        parent: The dialog's parent.
        title: The dialog's title.
        suggestion: A name with the usual ending.
        kinds: Qt's filter: `WAV (*.wav);;FLAC (*.flac)`.
        also: Other endings to accept.
    """
    name, kind = QFileDialog.getSaveFileName(parent, title, str(suggestion), kinds)
    path = Path(name)
    if not name or path.suffix.lower() in (*_endings(kinds), *also):
        return path if name else None
    ending = next(iter(_endings(kind)), suggestion.suffix)
    whole = path.with_name(path.name + ending)
    if whole.exists() and not confirm(
        parent,
        _tr("‘%1’ is there already.").replace("%1", whole.name),
        detail=_tr("What is in it now is replaced."),
        yes=_tr("Replace"),
    ):
        return None
    return whole


def _endings(kinds: str) -> list[str]:
    return _ENDING.findall(kinds.lower())


def written_kinds(formats: Iterable[Format]) -> str:
    """Return the formats as a Qt filter, each with its usual ending."""
    return ";;".join(f"{_tr(each.shown)} (*{each.written[0]})" for each in formats)


def ask_printer(parent: QWidget) -> "QPrinter | None":
    """Ask for a printer and its settings; None if the user cancels."""
    # Only users who print pay for this import.
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter  # noqa: PLC0415

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
    printer.setPageMargins(margins, QPageLayout.Unit.Millimeter)
    dialog = QPrintDialog(printer, parent)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return printer if accepted else None


def ask_folder(parent: QWidget, title: str, folder: Path) -> Path | None:
    """Ask for a folder; None if the user cancels."""
    name = QFileDialog.getExistingDirectory(parent, title, str(folder))
    return Path(name) if name else None


def ask_choice(
    parent: QWidget, title: str, label: str, entries: list[str], current: int
) -> int | None:
    """Ask for one of a few entries in a combo box; None if the user cancels."""
    text, accepted = QInputDialog.getItem(parent, title, label, entries, current, editable=False)
    return entries.index(text) if accepted else None


def ask_from_list(
    parent: QWidget, title: str, label: str, entries: list[str], current: int
) -> int | None:
    """Ask for one of many entries in a list; None if the user cancels."""
    dialog = QInputDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setLabelText(label)
    dialog.setOption(QInputDialog.InputDialogOption.UseListViewForComboBoxItems)
    dialog.setComboBoxItems(entries)
    dialog.setTextValue(entries[current])
    dialog.resize(420, 480)
    accepted = dialog.exec() == QInputDialog.DialogCode.Accepted
    return entries.index(dialog.textValue()) if accepted else None


def ask_entry(
    parent: QWidget, title: str, label: str, entries: list[str], current: int
) -> str | None:
    """Ask for one of a few entries or a typed one; None if the user cancels."""
    text, accepted = QInputDialog.getItem(parent, title, label, entries, current, editable=True)
    return text if accepted else None


def ask_number(
    parent: QWidget, title: str, label: str, value: float, *, low: float, high: float
) -> float | None:
    """Ask for a number with one decimal; None if the user cancels."""
    number, accepted = QInputDialog.getDouble(parent, title, label, value, low, high, 1)
    return number if accepted else None


def ask_text(parent: QWidget, title: str, label: str, text: str) -> str | None:
    """Ask for a short text; None if the user cancels."""
    words, accepted = QInputDialog.getText(parent, title, label, text=text)
    return words if accepted else None


def _tr(text: str) -> str:
    return QCoreApplication.translate("Dialogs", text)
