"""The start page: recent pieces with pictures of their notes, templates, and demo pieces."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import font, theme
from app.widgets.buttons import TextButton
from app.widgets.mini_roll import TrackNote, paint_notes
from app.widgets.own_keys import ENTER
from app.widgets.words import words

# Pixels: the column beside the tiles.
_SIDE = 232
# The minimum width and the height of a tile; the tiles of a row share the spare width.
_TILE = QSize(160, 116)
_GAP = 12
_PICTURE_HEIGHT = 68
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceTile:
    """A piece that can be opened.

    Attributes:
        key: The key for the signal.
        title: Its name.
        detail: A few words below it.
        place: Its folder, for the tooltip.
        notes: Its first notes; none until the picture is there.
        end: The tick where they end.
        colours: The index of each track's colour.
    """

    key: str
    title: str
    detail: str = ""
    place: str = ""
    notes: tuple[TrackNote, ...] = ()
    end: int = 0
    colours: tuple[int, ...] = ()


class StartPage(QWidget):
    """The choices to begin with.

    Signals:
        new_clicked(), open_clicked(): An empty piece; a file.
        template_chosen(str): An empty piece with the tracks of a template (its key).
        piece_chosen(str): A tile (its key).
        back_clicked(): Back to the open piece.
    """

    new_clicked = Signal()
    open_clicked = Signal()
    template_chosen = Signal(str)
    piece_chosen = Signal(str)
    back_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Start page"))
        self._new = TextButton(
            self.tr("New piece"), kind="main", tooltip=self.tr("Begin an empty piece")
        )
        self._new.clicked.connect(self.new_clicked)
        self._recent = _TileGrid(self.tr("Recent pieces"))
        self._demos = _TileGrid(self.tr("Demo pieces"))
        for grid in (self._recent, self._demos):
            grid.chosen.connect(self.piece_chosen)
        self._none = words(self.tr("What you open or save is here the next time."), tone="dim")
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 20, 0, 0)
        row.setSpacing(24)
        row.addWidget(self._side())
        row.addWidget(self._pieces(), 1)

    def _side(self) -> QWidget:
        side = QWidget()
        side.setFixedWidth(_SIDE)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 16)
        column.setSpacing(6)
        column.addWidget(words(self.tr("Begin"), tone="heading"))
        column.addSpacing(4)
        opening = TextButton(
            self.tr("Open…"), tooltip=self.tr("Open a Segue piece, a MIDI file or MusicXML")
        )
        opening.clicked.connect(self.open_clicked)
        for button in (self._new, opening):
            button.setMinimumHeight(34)
            column.addWidget(button)
        column.addSpacing(8)
        column.addWidget(words(self.tr("Empty, with tracks for"), tone="dim"))
        self._templates = QVBoxLayout()
        self._templates.setSpacing(0)
        column.addLayout(self._templates)
        column.addStretch(1)
        self._back = TextButton("", kind="link")
        self._back.clicked.connect(self.back_clicked)
        column.addWidget(self._back, 0, Qt.AlignmentFlag.AlignLeft)
        return side

    def _pieces(self) -> QWidget:
        inside = QWidget()
        inside.setAutoFillBackground(False)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 24, 20)
        column.setSpacing(8)
        column.addWidget(words(self.tr("Recent pieces"), tone="heading"))
        column.addWidget(self._none)
        column.addWidget(self._recent)
        column.addSpacing(12)
        column.addWidget(words(self.tr("Demo pieces"), tone="heading"))
        column.addWidget(self._demos)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.viewport().setAutoFillBackground(False)
        for grid in (self._recent, self._demos):
            grid.focused.connect(lambda tile: area.ensureWidgetVisible(tile, 0, _GAP))
        return area

    def show_templates(self, entries: Sequence[tuple[str, str]]) -> None:
        """Show templates, (key, name) each."""
        for key, name in entries:
            button = TextButton(name, kind="quiet")
            button.setStyleSheet("text-align: left;")
            button.clicked.connect(partial(self.template_chosen.emit, key))
            self._templates.addWidget(button)

    def show_recent(self, tiles: Sequence[PieceTile]) -> None:
        """Show the recent pieces."""
        self._recent.show_tiles(tiles)
        self._recent.setVisible(bool(tiles))
        self._none.setVisible(not tiles)

    def show_demos(self, tiles: Sequence[PieceTile]) -> None:
        """Show the demo pieces."""
        self._demos.show_tiles(tiles)

    def show_back(self, title: str) -> None:
        """Show a link to the open piece; an empty title hides it."""
        self._back.setVisible(bool(title))
        self._back.setText(self.tr("Back to ‘{0}’").format(title))
        self._back.setAccessibleName(self._back.text())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        first = self._recent.first() or self._demos.first() or self._new
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def event(self, event: QEvent) -> bool:
        # The window's shortcut on Esc would stop the music of a piece that is not visible.
        if event.type() == QEvent.Type.ShortcutOverride and self._leads_back(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._leads_back(event):
            self.back_clicked.emit()
        else:
            super().keyPressEvent(event)

    def _leads_back(self, event: QEvent) -> bool:
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        return escape and not self._back.isHidden()


class _Tile(QAbstractButton):
    """One piece: a picture of its first notes, its name, and a few words."""

    def __init__(self, tile: PieceTile) -> None:
        super().__init__()
        self.tile = tile
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_tile(tile)

    def show_tile(self, tile: PieceTile) -> None:
        """Update the tile, such as with its picture."""
        self.tile = tile
        self.setText(tile.title)
        self.setAccessibleName(", ".join(filter(None, (tile.title, tile.detail))))
        self.setToolTip(tile.place or tile.title)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, tile = theme(), self.tile
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.hasFocus()
        edge = QColor(tokens.focus if lit else tokens.line)
        painter.setPen(QPen(edge, 2 if lit else 1))
        painter.setBrush(QColor(tokens.hover if self.underMouse() else tokens.raised))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        picture = QRectF(9, 9, self.width() - 18, _PICTURE_HEIGHT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.window))
        painter.drawRoundedRect(picture, 5, 5)
        paint_notes(
            painter,
            picture.adjusted(6, 6, -6, -6),
            tile.notes,
            start=0,
            end=tile.end,
            colours=tile.colours,
        )
        line = QRectF(11, _PICTURE_HEIGHT + 12, self.width() - 22, 17)
        painter.setPen(QColor(tokens.text))
        _write(painter, line, tile.title, font(12, weight=QFont.Weight.DemiBold))
        painter.setPen(QColor(tokens.dim))
        _write(painter, line.translated(0, 15), tile.detail, font(11))
        painter.end()


def _write(painter: QPainter, box: QRectF, text: str, face: QFont) -> None:
    """Write a text in one line, cut with … if it is too long."""
    painter.setFont(face)
    shown = QFontMetrics(face).elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), shown)


class _TileGrid(QWidget):
    """Tiles in as many columns as fit; arrow keys move between them.

    Signals:
        chosen(str): A tile was clicked (its key).
        focused(object): A tile got the focus.
    """

    chosen = Signal(str)
    focused = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._tiles: list[_Tile] = []
        self.setAccessibleName(name)

    def first(self) -> QWidget | None:
        return self._tiles[0] if self._tiles else None

    def show_tiles(self, tiles: Sequence[PieceTile]) -> None:
        """Show these tiles; a tile that only got its picture keeps its widget and the focus."""
        if [tile.key for tile in tiles] != [each.tile.key for each in self._tiles]:
            for old in self._tiles:
                old.deleteLater()
            self._tiles = [self._made(tile) for tile in tiles]
            self._arrange()
            return
        for each, tile in zip(self._tiles, tiles, strict=True):
            each.show_tile(tile)

    def _made(self, tile: PieceTile) -> _Tile:
        made = _Tile(tile)
        made.setParent(self)
        made.clicked.connect(partial(self.chosen.emit, tile.key))
        made.installEventFilter(self)
        made.show()
        return made

    @property
    def _columns(self) -> int:
        return max(1, (self.width() + _GAP) // (_TILE.width() + _GAP))

    def _arrange(self) -> None:
        columns = self._columns
        width = (self.width() + _GAP) // columns - _GAP
        for index, tile in enumerate(self._tiles):
            row, column = divmod(index, columns)
            left, top = column * (width + _GAP), row * (_TILE.height() + _GAP)
            tile.setGeometry(left, top, width, _TILE.height())
        rows = -(-len(self._tiles) // columns)
        self.setFixedHeight(max(0, rows * (_TILE.height() + _GAP) - _GAP))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.focused.emit(watched)
        if (
            isinstance(watched, _Tile)
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
        ):
            if event.key() in ENTER:
                watched.click()
                return True
            if event.key() in _ARROWS:
                self._step(watched, *_ARROWS[Qt.Key(event.key())])
                return True
        return False

    def _step(self, tile: _Tile, across: int, down: int) -> None:
        here = next(i for i, each in enumerate(self._tiles) if each is tile)
        there = here + across + down * self._columns
        if 0 <= there < len(self._tiles):
            self._tiles[there].setFocus(Qt.FocusReason.OtherFocusReason)
