"""The page on Segue's folders: place, size, free space, moving."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.views.preferences.parts import SettingsPage
from app.views.preferences.values import StorageFolder
from app.widgets.buttons import TextButton
from app.widgets.tab_order import tab_as_laid_out
from app.widgets.words import ElidedLabel, words


class FoldersPage(SettingsPage):
    """One block for each folder.

    Signals:
        move_clicked(str), show_clicked(str): The folder's key.
    """

    move_clicked = Signal(str)
    show_clicked = Signal(str)

    def __init__(self) -> None:
        super().__init__(self.tr("Folders"))
        self._blocks = QVBoxLayout()
        self._blocks.setSpacing(16)
        self.column.addLayout(self._blocks)
        self._state = self.add_note("")
        self.column.addWidget(self.control("watch_folders"))
        self.add_note(self.tr("Your own music stays where it is: Segue only reads it."))
        self.column.addStretch(1)

    def show_folders(self, rows: tuple[StorageFolder, ...]) -> None:
        """Show these folders."""
        while (item := self._blocks.takeAt(0)) is not None:
            block = item.widget()
            if block is not None:
                block.hide()
                block.deleteLater()
        for row in rows:
            self._blocks.addWidget(self._block(row))
        tab_as_laid_out(self)

    def show_state(self, text: str) -> None:
        """Show the progress or the result of a move."""
        self._state.setText(text)

    def _block(self, row: StorageFolder) -> QWidget:
        block = QWidget()
        column = QVBoxLayout(block)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        head = QHBoxLayout()
        head.addWidget(words(row.title, tone="title"), 1)
        show = TextButton(
            self.tr("Show"), name=self.tr("Show the folder of %1").replace("%1", row.title)
        )
        show.clicked.connect(lambda: self.show_clicked.emit(row.key))
        head.addWidget(show)
        if row.movable:
            move = TextButton(self.tr("Move…"), name=self.tr("Move %1").replace("%1", row.title))
            move.clicked.connect(lambda: self.move_clicked.emit(row.key))
            move.show_reason(row.reason)
            head.addWidget(move)
        column.addLayout(head)
        column.addWidget(ElidedLabel(row.path, tone="dim"))
        column.addWidget(words(" · ".join(filter(None, (row.size, row.free))), tone="dim"))
        return block
