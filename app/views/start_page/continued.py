"""A demo piece on the start page: its first bars, and how Segue continued them."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QLineF, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.style.theme import font, scaled, theme
from app.views.start_page.tiles import PieceTile
from app.widgets.buttons import IconButton, TextButton
from app.widgets.keys.own import takes_key
from app.widgets.lettering import write_line
from app.widgets.mini_roll import paint_notes
from app.widgets.words import ElidedLabel

# Pixels.
_HEAD, _PICTURE = 28, 118
_NOTE = 4.0
_PLAY = QSize(40, 40)
_NOWHERE = -1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinuedPiece(PieceTile):
    """A demo piece that Segue has continued; it shows all its notes.

    Attributes:
        boundary: The tick from which Segue wrote them.
    """

    boundary: int


class ContinuedCard(QFrame):
    """One continued piece, with a button that plays it and one that opens it.

    Signals:
        play_clicked(str): Play it, or stop (its key).
        open_clicked(str): Open it (its key).
    """

    play_clicked = Signal(str)
    open_clicked = Signal(str)

    def __init__(self, piece: ContinuedPiece) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self._piece = piece
        self._picture = _ContinuedPicture(piece)
        self._play = IconButton(
            "play", name=self.tr("Play ‘{0}’").format(piece.title), kind="round", size=_PLAY
        )
        self._play.installEventFilter(self)
        self._play.clicked.connect(lambda: self.play_clicked.emit(piece.key))
        opening = TextButton(
            self.tr("Open"), kind="quiet", name=self.tr("Open ‘{0}’").format(piece.title)
        )
        opening.clicked.connect(lambda: self.open_clicked.emit(piece.key))
        self._open = opening
        names = QVBoxLayout()
        names.setSpacing(1)
        names.addStretch(1)
        names.addWidget(ElidedLabel(piece.title, tone="title"))
        names.addWidget(ElidedLabel(piece.detail, tone="small"))
        names.addStretch(1)
        row = QHBoxLayout()
        row.setContentsMargins(12, 10, 10, 10)
        row.setSpacing(10)
        row.addWidget(self._play)
        row.addLayout(names, 1)
        row.addWidget(opening)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self._picture)
        column.addLayout(row)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The window's shortcut on Space would play the piece that is open.
        return watched is self._play and takes_key(event, {Qt.Key.Key_Space})

    @property
    def buttons(self) -> tuple[QWidget, ...]:
        """Its buttons, from left to right."""
        return self._play, self._open

    @property
    def key(self) -> str:
        """The key of its piece."""
        return self._piece.key

    def show_playing(self, *, on: bool) -> None:
        """Show whether this piece is playing."""
        text = self.tr("Stop ‘{0}’") if on else self.tr("Play ‘{0}’")
        self._play.show_icon("pause" if on else "play")
        self._play.setAccessibleName(text.format(self._piece.title))
        if not on:
            self._picture.show_playhead(_NOWHERE)

    def show_playhead(self, tick: float) -> None:
        """Show where it is playing."""
        self._picture.show_playhead(tick)


class _ContinuedPicture(QWidget):
    """The notes of a piece: its own on the left, those of Segue hatched on the right."""

    def __init__(self, piece: ContinuedPiece) -> None:
        super().__init__()
        self._piece = piece
        self._tick = _NOWHERE
        self._drawn: QPixmap | None = None
        self.setFixedHeight(scaled(_HEAD) + _PICTURE)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(
            self.tr("The first bars of ‘{0}’, and how Segue goes on").format(piece.title)
        )

    def show_playhead(self, tick: float) -> None:
        """Show the playhead; a negative tick hides it."""
        if tick != self._tick:
            self._tick = tick
            self.update()

    def _x(self, tick: float) -> float:
        return self.width() * tick / max(1, self._piece.picture.end)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._drawn = None

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self._drawn = None
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        drawn = self._drawn
        if drawn is None or drawn.devicePixelRatio() != self.devicePixelRatioF():
            # The playhead moves over hundreds of notes many times a second.
            drawn = self._drawn = self._draw()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, drawn)
        if self._tick >= 0:
            painter.setPen(QPen(QColor(theme().playhead), 2))
            x = self._x(self._tick)
            painter.drawLine(QLineF(x, self.height() - _PICTURE, x, self.height()))
        painter.end()

    def _draw(self) -> QPixmap:
        """Return the picture without a playhead."""
        tokens, piece, ratio = theme(), self._piece, self.devicePixelRatioF()
        drawn = QPixmap(self.size() * ratio)
        drawn.setDevicePixelRatio(ratio)
        drawn.fill(Qt.GlobalColor.transparent)
        painter = QPainter(drawn)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self._x(piece.boundary)
        head = self.height() - _PICTURE
        rolled = QRectF(0, head, self.width(), _PICTURE)
        painter.fillRect(rolled, QColor(tokens.roll))
        made = QColor(tokens.accent)
        made.setAlphaF(0.08)
        painter.fillRect(QRectF(middle, head, self.width() - middle, _PICTURE), made)
        painter.fillRect(QRectF(middle, 0, self.width() - middle, head), QColor(tokens.accent_soft))
        for left, right, colour, text in (
            (0.0, middle, tokens.dim, self.tr("The piece")),
            (middle, self.width(), tokens.accent_text, self.tr("Segue goes on")),
        ):
            painter.setPen(QColor(colour))
            write_line(painter, QRectF(left + 12, 0, right - left - 16, head), text, font(12))
        paint_notes(
            painter,
            rolled.adjusted(2, 8, -2, -8),
            piece.picture.notes,
            start=0,
            end=piece.picture.end,
            colours=piece.picture.colours,
            thickness=_NOTE,
            hatched_from=piece.boundary,
        )
        painter.fillRect(QRectF(middle - 1, head, 2, _PICTURE), QColor(tokens.accent))
        painter.end()
        return drawn
