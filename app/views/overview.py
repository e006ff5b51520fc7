"""The whole piece in 28 pixels, with the part in sight framed."""

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
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

from app.theme import theme
from app.widgets.mini_roll import paint_notes
from engine.music.score import Note, Score

HEIGHT = 30
_MARGIN = 4
# Dashes for at most this many notes: more than that in 1,000 pixels cannot be told apart.
_AT_MOST = 6000
# A shorter piece does not fill the width.
_LEAST_BEATS = 16


class Overview(QWidget):
    """A miniature of the piece; click or drag to look elsewhere.

    Signals:
        window_dragged(float): Tick that shall be at the roll's left edge.
    """

    window_dragged = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        self._score = Score()
        self._colours: tuple[int, ...] = ()
        self._offered: tuple[tuple[int, Note], ...] = ()
        # Ends of what is shown, kept: each is asked for at every move of the playhead.
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
        """Show this music in these track colours."""
        self._score, self._colours = score, colours
        self._ends[:2] = [_LEAST_BEATS * score.ticks_per_quarter, score.end]
        self._refresh()

    def show_continuation(self, notes: tuple[tuple[int, Note], ...]) -> None:
        """Show notes that are offered."""
        self._offered = notes
        self._ends[2] = max((note.end for _, note in notes), default=0)
        self._refresh()

    def show_window(self, *, start: float, end: float) -> None:
        """Frame the ticks in sight in the roll."""
        if (start, end) != self._window:
            self._window = (start, end)
            self._refresh_if_longer()
            self.update()

    def show_playhead(self, tick: float) -> None:
        """Show where the music is."""
        if round(self._x(tick)) != round(self._x(self._playhead)):
            for place in (self._playhead, tick):
                self.update(round(self._x(place)) - 2, 0, 5, HEIGHT)
        self._playhead = tick

    def _refresh(self) -> None:
        self._picture = None
        self.update()

    def _refresh_if_longer(self) -> None:
        """The scale reaches to the end of the piece, or of what is in sight if that is later."""
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
        apart = max(1, self._score.note_count // _AT_MOST)
        thinned = [
            (index, note)
            for index, track in enumerate(self._score.tracks)
            for note in track.notes[::apart]
        ]
        end = int(self._shown_end)
        paint_notes(painter, area, thinned, start=0, end=end, colours=self._colours, thickness=1.5)
        accent = QColor(theme().accent)
        paint_notes(
            painter,
            area,
            self._offered,
            start=0,
            end=end,
            colours=self._colours,
            thickness=1.5,
            tint=accent,
        )
        painter.fillRect(QRect(0, HEIGHT - 1, self.width(), 1), QColor(theme().line))
        painter.end()
        return picture

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
