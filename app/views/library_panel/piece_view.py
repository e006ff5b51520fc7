"""The pieces as a list."""

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView

from app.views.library_panel.piece_model import PieceModel
from app.views.library_panel.row_list import ROW_ROLE, RowView
from engine.values.library import FoundPiece

# A click left of this ticks; `PieceDelegate` paints the box there.
TICK_WIDTH = 34


class PieceView(RowView):
    """The list; a click on the box or T ticks the selected pieces.

    Signals:
        ticked(object, bool): The rows, and whether models may learn from them.
    """

    ticked = Signal(object, bool)

    def __init__(self, model: PieceModel, *, name: str) -> None:
        super().__init__(model, name=name, drags_out=False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def selected(self) -> list[FoundPiece]:
        """Return the selected rows that have arrived."""
        rows = (index.data(ROW_ROLE) for index in self.selectionModel().selectedIndexes())
        return [row for row in rows if isinstance(row, FoundPiece)]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        row = self.indexAt(place).data(ROW_ROLE)
        if (
            isinstance(row, FoundPiece)
            and place.x() < TICK_WIDTH
            and event.button() is Qt.MouseButton.LeftButton
        ):
            chosen = self.selected()
            self.ticked.emit(chosen if row in chosen else [row], not row.used)
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.position().x() < TICK_WIDTH:
            self.mousePressEvent(event)
            return
        super().mouseDoubleClickEvent(event)

    def startDrag(self, actions: Qt.DropAction) -> None:
        # A drag takes one piece, so select only that one.
        chosen = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().select(self.currentIndex(), chosen)
        super().startDrag(actions)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        rows = self.selected()
        if event.key() == Qt.Key.Key_T and not event.modifiers() and rows:
            self.ticked.emit(rows, not rows[0].used)
            return
        super().keyPressEvent(event)
