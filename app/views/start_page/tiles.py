"""Tiles of pieces: pictures of their first notes, in as many columns as fit."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.style.theme import font, scaled, theme
from app.values.pictures import NO_PICTURE, Picture
from app.widgets.keys.one_stop import OneStop
from app.widgets.lettering import write_line
from app.widgets.mini_roll import paint_notes

# Pixels: the minimum width of a tile; the tiles of a row share the spare width.
_NARROWEST, GAP = 160, 12
# Pixels: of the picture, around it, and of the two lines below.
_PICTURE_HEIGHT, _AROUND, _LINES = 68, 16, 32


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceTile:
    """A piece that can be opened.

    Attributes:
        key: The key for the signal.
        title: Its name.
        detail: A few words below it.
        place: Its file, for the tooltip; empty for a piece that ships.
        picture: Its first notes; none until they are there.
    """

    key: str
    title: str
    detail: str = ""
    place: str = ""
    picture: Picture = NO_PICTURE


class _Tile(QAbstractButton):
    """One piece: a picture of its first notes, its name, and a few words."""

    def __init__(self, tile: PieceTile) -> None:
        super().__init__()
        self.tile = tile
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_tile(tile)

    def show_tile(self, tile: PieceTile) -> None:
        """Update the tile, such as with its picture."""
        self.tile = tile
        self.setText(tile.title)
        self.setAccessibleName(", ".join(filter(None, (tile.title, tile.detail))))
        self.setToolTip(tile.place or tile.title)
        # Without one a screen reader reads the tooltip: a path, letter by letter.
        self.setAccessibleDescription(tile.detail or tile.title)
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
            tile.picture.notes,
            start=0,
            end=tile.picture.end,
            colours=tile.picture.colours,
        )
        line = QRectF(11, _PICTURE_HEIGHT + 12, self.width() - 22, scaled(17))
        painter.setPen(QColor(tokens.text))
        write_line(painter, line, tile.title, font(12, weight=QFont.Weight.DemiBold))
        painter.setPen(QColor(tokens.dim))
        write_line(painter, line.translated(0, scaled(15)), tile.detail, font(11))
        painter.end()


class TileGrid(QWidget):
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
        self._stop = OneStop(self, lambda: self._columns)
        self._stop.focused.connect(self.focused)
        self.setAccessibleName(name)

    @property
    def tiles(self) -> tuple[QWidget, ...]:
        """The tiles, in their order."""
        return tuple(self._tiles)

    def show_tiles(self, tiles: Sequence[PieceTile]) -> None:
        """Show these tiles; a tile that only got its picture keeps its widget and the focus."""
        if [tile.key for tile in tiles] != [each.tile.key for each in self._tiles]:
            for old in self._tiles:
                old.deleteLater()
            self._tiles = [self._made(tile) for tile in tiles]
            self._stop.hold(self._tiles)
            self._arrange()
            return
        for each, tile in zip(self._tiles, tiles, strict=True):
            each.show_tile(tile)

    def _made(self, tile: PieceTile) -> _Tile:
        made = _Tile(tile)
        made.setParent(self)
        made.clicked.connect(partial(self.chosen.emit, tile.key))
        made.show()
        return made

    @property
    def _columns(self) -> int:
        return max(1, (self.width() + GAP) // (scaled(_NARROWEST) + GAP))

    def _arrange(self) -> None:
        columns, height = self._columns, _PICTURE_HEIGHT + _AROUND + scaled(_LINES)
        width = (self.width() + GAP) // columns - GAP
        for index, tile in enumerate(self._tiles):
            row, column = divmod(index, columns)
            left, top = column * (width + GAP), row * (height + GAP)
            tile.setGeometry(left, top, width, height)
        rows = -(-len(self._tiles) // columns)
        self.setFixedHeight(max(0, rows * (height + GAP) - GAP))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
