"""The pieces that a model learns from: a column beside a run, and a list in a window."""

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QStringListModel,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QListView,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import font, icon, theme
from app.views.train.values import LearnedPiece, TrainingPieces
from app.widgets.words import ElidedLabel, hairline, words

# Pixels; the user can make it larger.
_WIDTH, _HEIGHT = 620, 480
# Pixels of a row, of the icon beside “locked” and of the ring that marks a test piece.
_ROW, _LOCK, _RING = 22, 14, 4.0
_TITLE, _USE, _LENGTH = range(3)
AnyIndex = QModelIndex | QPersistentModelIndex


class PiecesColumn(QWidget):
    """Lists the fixed pieces of a run and marks those that only measure it."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Chosen pieces"))
        self._shown: TrainingPieces | None = None
        self._title = ElidedLabel(tone="title")
        self._locked = words(self.tr("locked"), tone="dim")
        self._locked.setToolTip(self.tr("A training keeps the pieces that it began with"))
        self._summary = words(tone="dim", wrap=True)
        self._model = _PieceRows(self)
        self._table = _made_table(self._model, name=self.accessibleName())
        self._note = words(tone="dim", wrap=True)
        self._ring = _Ring()
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self._title, 1)
        head.addWidget(self._locked)
        head.addWidget(_Lock())
        top = QVBoxLayout()
        top.setContentsMargins(16, 14, 16, 10)
        top.setSpacing(2)
        top.addLayout(head)
        top.addWidget(self._summary)
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 12, 16, 14)
        foot.setSpacing(8)
        foot.addWidget(self._ring, 0, Qt.AlignmentFlag.AlignTop)
        foot.addWidget(self._note, 1)
        self._foot = QWidget()
        self._foot.setLayout(foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(hairline())
        column.addSpacing(6)
        column.addWidget(self._table, 1)
        column.addWidget(hairline())
        column.addWidget(self._foot)

    def show_pieces(self, shown: TrainingPieces) -> None:
        """Show the pieces of a run."""
        if shown == self._shown:
            return
        self._shown = shown
        aside = sum(piece.set_aside for piece in shown.pieces)
        learned = len(shown.pieces) - aside
        self._title.setText(self.tr("%n chosen pieces", "", len(shown.pieces)))
        use = (
            self.tr("{0} to learn, {1} to test").format(learned, aside) if learned and aside else ""
        )
        self._summary.setText(", ".join(filter(None, (use, shown.length))))
        text = self.tr(
            "%n pieces are set aside. They are never learned from and only measure.", "", aside
        )
        if not learned:
            text = self.tr(
                "The end of the piece is set aside: it is not learned from, it measures."
            )
        self._note.setText(text)
        self._foot.setVisible(aside > 0)
        self._model.show_pieces(shown.pieces)


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
        listed.setModel(QStringListModel([piece.path for piece in shown.pieces], self))
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


class _PieceRows(QAbstractTableModel):
    """Title, use and length of each piece."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._pieces: tuple[LearnedPiece, ...] = ()

    def show_pieces(self, pieces: tuple[LearnedPiece, ...]) -> None:
        """Replace the pieces."""
        self.beginResetModel()
        self._pieces = pieces
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._pieces)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else 3

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        piece = self._pieces[index.row()]
        use = self.tr("test") if piece.set_aside else ""
        if role == Qt.ItemDataRole.DisplayRole:
            return (piece.title, use, piece.length)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return piece.path
        if role == Qt.ItemDataRole.ForegroundRole:
            return QColor(theme().text if index.column() == _TITLE else theme().dim)
        if index.column() == _TITLE:
            return self._title_data(piece, use, role)
        return None

    def _title_data(self, piece: LearnedPiece, use: str, role: int) -> object:
        """Return the look of a title, and what a screen reader says of the whole row."""
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (piece.title, use, piece.length)))
        if role == Qt.ItemDataRole.FontRole and piece.set_aside:
            return font(12, weight=QFont.Weight.DemiBold)
        if role == Qt.ItemDataRole.DecorationRole:
            return _mark(ring=piece.set_aside)
        return None


def _made_table(model: QAbstractTableModel, *, name: str) -> QTableView:
    table = QTableView()
    table.setProperty("surface", "pieces")
    table.setModel(model)
    table.setFont(font(12))
    table.setAccessibleName(name)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
    table.setTabKeyNavigation(False)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(_ROW)
    header = table.horizontalHeader()
    header.hide()
    header.setMinimumSectionSize(0)
    header.setSectionResizeMode(_TITLE, QHeaderView.ResizeMode.Stretch)
    for column in (_USE, _LENGTH):
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    return table


def _mark(*, ring: bool) -> QPixmap:
    """Return the mark of a piece: a ring for one that is set aside, a dot for all others."""
    side = 12
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle = QPointF(side / 2, side / 2)
    if ring:
        _paint_ring(painter, middle)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme().faint))
        painter.drawEllipse(middle, 3.0, 3.0)
    painter.end()
    return picture


def _paint_ring(painter: QPainter, middle: QPointF) -> None:
    painter.setPen(QPen(QColor(theme().text), 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(middle, _RING, _RING)


class _Ring(QWidget):
    """The mark of a test piece, beside the words that explain it."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(12, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_ring(painter, QRectF(self.rect()).center())
        painter.end()


class _Lock(QWidget):
    """A picture of a lock."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(_LOCK, _LOCK)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        icon("lock", colour=theme().dim).paint(painter, self.rect())
        painter.end()
