"""The notes around now: the played ones at the left, the planned ones at the right."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import font, mixed, theme
from app.views.jam.values import JamScene
from engine.values.score import Note

# Visible bars on each side of now.
_PAST_BARS, _FUTURE_BARS = 2.5, 2.5
# Rows on show at first (from C3), and free rows beyond the outer notes.
_LEAST_PITCHES, _MARGIN = 30, 3
# The shortest note in pixels.
_LEAST_WIDTH = 4.0
# Longer notes are not drawn once they begin this many bars before the left edge.
_LONGEST_BARS = 4


class Waterfall(QWidget):
    """The notes of both players around now; solid ones are final, hollow ones may still change.

    Signals:
        bar_clicked(int): A past bar, from 0.
    """

    bar_clicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._scene = JamScene()
        self._now = 0.0
        self._pitches = (48, 48 + _LEAST_PITCHES)
        self._starts: tuple[list[int], list[int]] = ([], [])
        self.setMinimumHeight(120)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(self.tr("Waterfall"))
        self.setToolTip(
            self.tr(
                "What you and Segue play; hollow notes are planned and may still change. Click a"
                " bar of the past to go back to it."
            )
        )

    def sizeHint(self) -> QSize:
        return QSize(700, 260)

    def show_scene(self, scene: JamScene) -> None:
        """Show these notes."""
        self._scene = scene
        self._starts = ([n.start for n in scene.me], [n.start for n in scene.segue])
        self._make_room()
        self.update()

    def show_now(self, tick: float) -> None:
        """Scroll to a tick."""
        if tick != self._now:
            self._now = tick
            self.update()

    def _make_room(self) -> None:
        """Add rows for new pitches; within a jam no row is removed."""
        scene = self._scene
        if not scene.me and not scene.segue:
            self._pitches = (48, 48 + _LEAST_PITCHES)
        low, high = self._pitches
        for notes in (scene.me[-40:], scene.segue[-80:], scene.waiting):
            for note in notes:
                low = min(low, note.pitch - _MARGIN)
                high = max(high, note.pitch + _MARGIN)
        self._pitches = max(0, low), min(127, high)

    # --- coordinates ------------------------------------------------------------------------

    @property
    def _per_tick(self) -> float:
        return self.width() / (self._scene.bar * (_PAST_BARS + _FUTURE_BARS))

    @property
    def _now_x(self) -> float:
        return self.width() * _PAST_BARS / (_PAST_BARS + _FUTURE_BARS)

    def _x(self, tick: float) -> float:
        return self._now_x + (tick - self._now) * self._per_tick

    @property
    def _range(self) -> tuple[float, float]:
        bar = self._scene.bar
        return self._now - _PAST_BARS * bar, self._now + _FUTURE_BARS * bar

    def _box(self, note: Note) -> QRectF:
        low, high = self._pitches
        row = self.height() / (high - low + 1)
        width = max(_LEAST_WIDTH, note.duration * self._per_tick - 1)
        return QRectF(self._x(note.start), (high - note.pitch) * row, width, max(3.0, row - 1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        tick = self._now + (event.position().x() - self._now_x) / self._per_tick
        begin = self._scene.grid.begin
        if event.button() == Qt.MouseButton.LeftButton and begin <= tick < self._now:
            self.bar_clicked.emit(int(tick - begin) // self._scene.bar)

    # --- painting ---------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(tokens.roll))
        now = self._now_x
        future = QRectF(now, 0, self.width() - now, self.height())
        painter.fillRect(future, mixed(tokens.roll, tokens.panel, 0.6))
        self._paint_grid(painter)
        self._paint_notes(painter)
        painter.setPen(QPen(QColor(tokens.playhead), 2))
        painter.drawLine(round(now), 0, round(now), self.height())
        painter.end()

    def _paint_grid(self, painter: QPainter) -> None:
        tokens, scene = theme(), self._scene
        first, last = self._range
        painter.setFont(font(11))
        for line in scene.grid.lines(first, last):
            x = round(self._x(line.tick))
            painter.setPen(QColor(tokens.roll_bar if line.bar else tokens.roll_beat))
            painter.drawLine(x, 0, x, self.height())
            if line.bar:
                painter.setPen(QColor(tokens.dim))
                painter.drawText(x + 5, 15, str(line.bar))

    def _paint_notes(self, painter: QPainter) -> None:
        tokens, scene = theme(), self._scene
        me, segue = tokens.track(0), QColor(tokens.accent)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(me)
        painter.drawRects([self._box(note) for note in self._seen(scene.me, self._starts[0])])
        mine = list(self._seen(scene.segue, self._starts[1]))
        fixed = max(self._now, scene.committed)
        painter.setBrush(segue)
        painter.drawRects([self._box(note) for note in mine if note.start < fixed])
        hollow = [note for note in mine if note.start >= fixed]
        _, last = self._range
        hollow += [note for note in scene.waiting if self._now <= note.start < last]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(segue, 1.5))
        painter.drawRects([self._box(note).adjusted(1, 1, -1, -1) for note in hollow])

    def _seen(self, notes: tuple[Note, ...], starts: list[int]) -> Iterator[Note]:
        """Yield the notes that may be visible; `starts` ascends but for held keys."""
        first, last = self._range
        begin = bisect_left(starts, first - _LONGEST_BARS * self._scene.bar)
        yield from _from(notes[begin:], first, last)


def _from(notes: Iterable[Note], first: float, last: float) -> Iterator[Note]:
    for note in notes:
        if note.start < last and note.end > first:
            yield note
