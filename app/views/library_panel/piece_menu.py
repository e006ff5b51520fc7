"""The menu of a piece in a list."""

from functools import partial

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from app.widgets.menus import add_action
from engine.values.library import FoundPiece


class PieceMenu(QWidget):
    """Opens the menu of one or several rows. A widget only because Qt then owns and translates it.

    Signals:
        opened(str), auditioned(str), added(str), remembered(str), revealed(str): By the row's key.
        used(object, bool): Numbers of pieces, and whether models may learn from them.
        tagged(object, object): Numbers of pieces, and their tags from now on.
        rights_noted(object, str): Numbers of pieces, and whose music it is.
    """

    opened = Signal(str)
    auditioned = Signal(str)
    added = Signal(str)
    remembered = Signal(str)
    revealed = Signal(str)
    used = Signal(object, bool)
    tagged = Signal(object, object)
    rights_noted = Signal(object, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()

    def open(self, row: FoundPiece, rows: list[FoundPiece], place: QPoint) -> None:
        """Open the menu of a row; ticks, tags and rights apply to all of `rows`."""
        menu = QMenu(self.parentWidget())
        add_action(menu, self.tr("Open"), partial(self.opened.emit, row.key))
        add_action(menu, self.tr("Hear"), partial(self.auditioned.emit, row.key))
        add_action(menu, self.tr("Add to this piece"), partial(self.added.emit, row.key))
        remember = partial(self.remembered.emit, row.key)
        add_action(menu, self.tr("Let the model remember it first"), remember)
        menu.addSeparator()
        rows = rows if row in rows else [row]
        text = self.tr("Do not use for training") if row.used else self.tr("Use for training")
        add_action(menu, text, partial(self.used.emit, numbers_of(rows), not row.used))
        add_action(menu, self.tr("Tags…"), partial(self._ask_tags, row, rows))
        add_action(menu, self.tr("Whose music it is…"), partial(self._ask_rights, row, rows))
        menu.addSeparator()
        add_action(menu, self.tr("Show in folder"), partial(self.revealed.emit, row.key))
        menu.exec(place)
        menu.deleteLater()

    def _ask_tags(self, row: FoundPiece, rows: list[FoundPiece]) -> None:
        label = self.tr("Words of your own, with commas between them")
        text, agreed = QInputDialog.getText(
            self.parentWidget(), self.tr("Tags"), label, text=", ".join(row.tags)
        )
        if agreed:
            tags = tuple(tag for each in text.split(",") if (tag := each.strip()))
            self.tagged.emit(numbers_of(rows), tags)

    def _ask_rights(self, row: FoundPiece, rows: list[FoundPiece]) -> None:
        label = self.tr("Who wrote it, and what may be done with it")
        text, agreed = QInputDialog.getText(
            self.parentWidget(), self.tr("Whose music it is"), label, text=row.rights
        )
        if agreed:
            self.rights_noted.emit(numbers_of(rows), text.strip())


def numbers_of(rows: list[FoundPiece]) -> tuple[int, ...]:
    """Return the numbers of some rows."""
    return tuple(row.number for row in rows)
