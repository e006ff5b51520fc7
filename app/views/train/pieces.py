"""The list of pieces that a model learns from."""

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListView, QVBoxLayout, QWidget

from app.views.train.values import TrainingPieces
from app.widgets.words import words

# Pixels; the user can make it larger.
_WIDTH, _HEIGHT = 620, 480


class PiecesDialog(QDialog):
    """Shows the pieces until it is closed; the window can be used meanwhile.

    Args:
        shown: The pieces.
        parent: Qt's owner.
    """

    def __init__(self, shown: TrainingPieces, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(False)
        self.resize(_WIDTH, _HEIGHT)
        self.setWindowTitle(
            self.tr("“%1” learns from these pieces").replace("%1", shown.name)
            if shown.name
            else self.tr("Pieces to learn from")
        )
        pieces = self.tr("%n pieces", "", len(shown.pieces))
        summary = words(f"{pieces} · {shown.length}")
        listed = QListView()
        listed.setModel(QStringListModel(list(shown.pieces), self))
        listed.setUniformItemSizes(True)
        listed.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        listed.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        listed.setAccessibleName(self.tr("Pieces to learn from"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.addWidget(summary)
        column.addWidget(listed, 1)
        if shown.left_out:
            column.addWidget(words("\n".join(shown.left_out), tone="amber", wrap=True))
        column.addWidget(buttons)
