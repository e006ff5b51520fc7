"""Four pictures of who plays when: the modes of a jam."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QRadioButton, QSizePolicy, QWidget

from app.style.hatch import hatch
from app.style.theme import font, scaled, theme
from app.values.jam_choices import MODES
from app.widgets.buttons import give_reason
from engine.values.jam import JamMode

# Pixels: the height with room, and in a low window, where the tooltip says when one plays.
_HEIGHT, _LOW, _WORDS = 76, 54, 31
# Bars of each picture: start and width in units, and whether it is Segue that plays.
_PICTURES: dict[JamMode, tuple[tuple[float, float, bool], ...]] = {
    "answer": ((0, 3, False), (3.5, 4, True), (8, 1.5, False)),
    "trade": ((0, 2, False), (2.3, 2, True), (4.6, 2, False), (6.9, 2, True)),
    "accompany": ((0, 9, False), (0, 9, True)),
    "endless": ((0, 9, True),),
}


class ModeTiles(QWidget):
    """The modes as radio buttons with a picture, a name and a few words each.

    Signals:
        chosen(str): The user chose this mode.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("How you play together"))
        texts = {
            "answer": (self.tr("Turns"), self.tr("when you stop")),
            "trade": (self.tr("Bars"), self.tr("as many each")),
            "accompany": (self.tr("Along"), self.tr("both at once")),
            "endless": (self.tr("Alone"), self.tr("only Segue")),
        }
        tips = {
            "answer": self.tr("You play a phrase, Segue answers."),
            "trade": self.tr("You and Segue play the same number of bars by turns."),
            "accompany": self.tr("Segue joins in with your first note."),
            "endless": self.tr("Segue plays on and on; play a note to take over."),
        }
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(6)
        self._tiles = {mode: _Tile(mode, *texts[mode], tips[mode]) for mode in MODES}
        for index, (mode, tile) in enumerate(self._tiles.items()):
            tile.clicked.connect(lambda _=False, chosen=mode: self.chosen.emit(chosen))
            grid.addWidget(tile, index // 2, index % 2)
        self.show_compact(compact=False)

    def show_compact(self, *, compact: bool) -> None:
        """Leave the few words out, for a low window."""
        for row in range(2):
            # The style sheet takes the least height of a radio button back.
            self._grid.setRowMinimumHeight(row, scaled(_LOW if compact else _HEIGHT))
        for tile in self._tiles.values():
            tile.show_compact(compact=compact)

    def show_mode(self, mode: JamMode) -> None:
        """Choose a mode without a signal."""
        self._tiles[mode].setChecked(True)

    def lock(self, reason: str) -> None:
        """Disable the modes for a reason; an empty one enables them."""
        for tile in self._tiles.values():
            give_reason(tile, reason, tooltip=tile.tip)


class _Tile(QRadioButton):
    """One mode."""

    def __init__(self, mode: JamMode, name: str, when: str, tip: str) -> None:
        super().__init__(name)
        self._mode, self._when, self.tip = mode, when, tip
        self._is_compact, self._high = False, scaled(_HEIGHT)
        self.setAccessibleName(f"{name}, {when}")
        self.setToolTip(tip)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        words = QFontMetrics(font(12)).horizontalAdvance(self._when) + 24
        return QSize(max(96, words), self._high)

    def show_compact(self, *, compact: bool) -> None:
        self._is_compact, self._high = compact, scaled(_LOW if compact else _HEIGHT)
        self.setMaximumHeight(self._high)
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, position: QPoint) -> bool:
        return self.rect().contains(position)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        hot = self.underMouse() and self.isEnabled()
        painter.setBrush(QColor(tokens.window if on else tokens.hover if hot else tokens.raised))
        edge = tokens.focus if self.hasFocus() else tokens.text if on else tokens.line
        painter.setPen(QPen(QColor(edge), 2 if on or self.hasFocus() else 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        self._paint_picture(painter)
        painter.setPen(QColor(tokens.text if on or self.isEnabled() else tokens.dim))
        painter.setFont(font(14, weight=QFont.Weight.DemiBold))
        painter.drawText(QRectF(12, _WORDS, self.width() - 16, scaled(20)), 0, self.text())
        if not self._is_compact:
            painter.setPen(QColor(tokens.dim))
            painter.setFont(font(12))
            painter.drawText(
                QRectF(12, _WORDS + scaled(20), self.width() - 14, scaled(18)), 0, self._when
            )
        painter.end()

    def _paint_picture(self, painter: QPainter) -> None:
        tokens = theme()
        unit = (min(self.width(), 112) - 24) / 9.5
        bright = self.isChecked()
        mine = theme().track(0) if bright else QColor(tokens.dim)
        theirs = QColor(tokens.accent if bright else tokens.dim)
        for start, width, is_segue in _PICTURES[self._mode]:
            box = QRectF(12 + start * unit, 20 if is_segue else 10, width * unit, 7)
            colour = theirs if is_segue else mine
            painter.setPen(QPen(colour, 1) if is_segue else Qt.PenStyle.NoPen)
            painter.setBrush(hatch(colour.name(), 5) if is_segue else colour)
            painter.drawRoundedRect(box, 2, 2)
