"""The overview: the whole piece in 28 pixels, with a frame around the visible part."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import theme
from app.widgets.mini_roll import paint_notes
from app.widgets.notes.raster import picture_of
from app.widgets.roles import give_role
from engine.values.score import Note, Score

# Pixels: the strip, its free edges, and the thickness of a note.
HEIGHT = 30
_MARGIN = 4
_DASH = 1.5
# Paint at most this many notes: more are not distinguishable in about 1,000 pixels.
_AT_MOST = 6000
# The same limits as in `paint_notes`: the narrowest dash, and at least an octave of pitches.
_NARROWEST, _LEAST_RANGE = 1.5, 11
# A shorter piece does not fill the width.
_LEAST_BEATS = 16


class Overview(QWidget):
    """A miniature of the piece; a click or a drag scrolls the roll.

    Signals:
        window_dragged(float): The tick for the left edge of the roll.
    """

    window_dragged = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Grouping)
        self._score = Score()
        self._colours: tuple[int, ...] = ()
        self._offered: tuple[tuple[int, Note], ...] = ()
        # For each track, its notes and the thinned array that was painted from them.
        self._read: list[tuple[tuple[Note, ...], NDArray[np.int64]]] = []
        self._apart = 1
        # The ends of the piece, the offer and the window; every playhead move needs them.
        self._ends = [_LEAST_BEATS * Score().ticks_per_quarter, 0, 0]
        self._window, self._playhead = (0.0, 0.0), 0.0
        self._picture: QPixmap | None = None
        self._shown_end = 0.0
        self._grabbed = -1.0
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Overview"))
        self.setToolTip(self.tr("The whole piece: drag the frame to look elsewhere"))

    def sizeHint(self) -> QSize:
        return QSize(600, HEIGHT)

    def show_score(self, score: Score, colours: tuple[int, ...]) -> None:
        """Show a score in these track colours."""
        self._score, self._colours = score, colours
        self._ends[:2] = [_LEAST_BEATS * score.ticks_per_quarter, score.end]
        self._refresh()

    def show_continuation(self, notes: tuple[tuple[int, Note], ...]) -> None:
        """Show the offered notes."""
        self._offered = notes
        self._ends[2] = max((note.end for _, note in notes), default=0)
        self._refresh()

    def show_window(self, *, start: float, end: float) -> None:
        """Frame the ticks that the roll shows."""
        if (start, end) != self._window:
            self._window = (start, end)
            self._refresh_if_longer()
            self.update()

    def show_playhead(self, tick: float) -> None:
        """Move the playhead; only both of its places are painted again."""
        if round(self._x(tick)) != round(self._x(self._playhead)):
            for place in (self._playhead, tick):
                self.update(round(self._x(place)) - 2, 0, 5, HEIGHT)
        self._playhead = tick

    def _refresh(self) -> None:
        self._picture = None
        self.update()

    def _refresh_if_longer(self) -> None:
        """Repaint if the end of the scale changed: the end of the piece or of the visible part."""
        if self._picture is not None and self._shown_end != self._end():
            self._picture = None

    def _end(self) -> float:
        return max(self._ends) * 1.01

    def _x(self, tick: float) -> float:
        return _MARGIN + tick / self._end() * (self.width() - 2 * _MARGIN)

    def _tick(self, x: float) -> float:
        return (x - _MARGIN) / max(1, self.width() - 2 * _MARGIN) * self._end()

    # --- painting --------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        if self._picture is None:
            self._picture = self._painted()
        painter.drawPixmap(0, 0, self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_window(painter)
        x = round(self._x(self._playhead))
        painter.fillRect(QRect(x, 2, 1, HEIGHT - 5), QColor(tokens.playhead))
        painter.end()

    def _paint_window(self, painter: QPainter) -> None:
        tokens = theme()
        left = max(1.0, self._x(self._window[0]))
        right = min(self.width() - 1.0, self._x(self._window[1]))
        if right - left < 3:
            return
        frame = QRectF(left, 1.5, right - left, HEIGHT - 4.0)
        fill = QColor(tokens.text)
        fill.setAlphaF(0.07)
        painter.setBrush(fill)
        ring = tokens.focus if self.hasFocus() else tokens.outline
        painter.setPen(QPen(QColor(ring), 2 if self.hasFocus() else 1))
        painter.drawRoundedRect(frame, 4, 4)

    def _painted(self) -> QPixmap:
        self._shown_end = self._end()
        ratio = self.devicePixelRatioF()
        picture = QPixmap(round(self.width() * ratio), round(HEIGHT * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(QColor(theme().window))
        painter = QPainter(picture)
        area = QRectF(_MARGIN, 5, self.width() - 2 * _MARGIN, HEIGHT - 11)
        self._paint_piece(painter, area)
        paint_notes(
            painter,
            area,
            self._offered,
            start=0,
            end=int(self._shown_end),
            colours=self._colours,
            thickness=_DASH,
            tint=QColor(theme().accent),
        )
        painter.fillRect(QRect(0, HEIGHT - 1, self.width(), 1), QColor(theme().line))
        painter.end()
        return picture

    def _paint_piece(self, painter: QPainter, area: QRectF) -> None:
        notes = self._thinned()
        if not len(notes):
            return
        ratio = painter.device().devicePixelRatioF()
        width, height = painter.device().width(), painter.device().height()
        known = [self._colours[i] if i < len(self._colours) else i for i in range(len(self._read))]
        colours = np.array([theme().track(each).rgba() for each in known], dtype=np.uint32)
        boxes = _boxes(notes, area, end=self._shown_end, ratio=ratio)
        picture = picture_of(boxes, colours[notes[:, 3]], width=width, height=height, soft=False)
        picture.setDevicePixelRatio(ratio)
        painter.drawImage(0, 0, picture)

    def _thinned(self) -> NDArray[np.int64]:
        """Return (n, 4) start, duration, pitch and track of at most `_AT_MOST` notes."""
        apart = max(1, self._score.note_count // _AT_MOST)
        # Tracks that an edit did not change keep their arrays.
        known = {id(notes): table for notes, table in self._read if apart == self._apart}
        parts = [track.notes for track in self._score.tracks]
        self._read = [(n, known[id(n)] if id(n) in known else _table(n[::apart])) for n in parts]
        self._apart = apart
        tables = [
            np.column_stack((table, np.full(len(table), index)))
            for index, (_, table) in enumerate(self._read)
        ]
        return np.concatenate(tables) if tables else np.empty((0, 4), dtype=np.int64)

    # --- pointer and keys ------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        tick, (start, end) = self._tick(event.position().x()), self._window
        self._grabbed = tick - start if start <= tick <= end else (end - start) / 2
        self._drag_to(tick)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grabbed >= 0:
            self._drag_to(self._tick(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grabbed = -1.0

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = (self._window[1] - self._window[0]) / 4
        direction = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if direction:
            self.window_dragged.emit(max(0.0, self._window[0] + direction * step))
        else:
            super().keyPressEvent(event)

    def _drag_to(self, tick: float) -> None:
        self.window_dragged.emit(max(0.0, tick - self._grabbed))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self._refresh()
        super().changeEvent(event)


def _table(notes: tuple[Note, ...]) -> NDArray[np.int64]:
    """Return (n, 3) start, duration and pitch."""
    rows = [(note.start, note.duration, note.pitch) for note in notes]
    return np.array(rows, dtype=np.int64).reshape(len(rows), 3)


def _boxes(
    notes: NDArray[np.int64], area: QRectF, *, end: float, ratio: float
) -> NDArray[np.int64]:
    """Return (n, 4) x, y, width and height of each note in device pixels."""
    start, duration, pitch = notes[:, 0], notes[:, 1], notes[:, 2]
    scale, high = area.width() / end, max(int(pitch.max()), int(pitch.min()) + _LEAST_RANGE)
    row = (area.height() - _DASH) / (high - int(pitch.min()))
    left = (area.left() + start * scale) * ratio
    width = np.maximum(_NARROWEST, duration * scale - 0.5) * ratio
    top = (area.top() + (high - pitch) * row) * ratio
    thick = np.full(len(notes), max(1, round(_DASH * ratio)))
    columns = (np.floor(left), np.round(top), np.maximum(1, np.round(width)), thick)
    return np.column_stack(columns).astype(np.int64)
