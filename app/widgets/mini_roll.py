"""A miniature piano roll for cards, lists and the overview."""

from collections import defaultdict
from collections.abc import Callable, Iterable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.hatch import hatch
from app.style.theme import theme
from engine.values.score import Note

TrackNote = tuple[int, Note]

# Pixels from stripe to stripe.
_HATCH = 4


def paint_notes(
    painter: QPainter,
    area: QRectF,
    notes: Iterable[TrackNote],
    *,
    start: int,
    end: int,
    colours: tuple[int, ...],
    thickness: float = 2.5,
    tint: QColor | None = None,
    hatched_from: int | None = None,
    shown: Callable[[Note], bool] = lambda _note: True,
) -> None:
    """Paint notes as horizontal dashes.

    Args:
        painter: The painter.
        area: The left edge is `start`, the right edge `end`; the notes fill the height.
        notes: (track, note) pairs.
        start: The first tick.
        end: The tick past the last.
        colours: The index of each track's colour.
        thickness: Height of a dash in pixels.
        tint: One colour for all notes, in place of the track colours.
        hatched_from: Notes that begin at this tick or later are hatched; None hatches none.
        shown: Whether to paint a note; all notes decide over the heights.
    """
    rectangles: dict[tuple[int, bool], list[QRectF]] = defaultdict(list)
    every = list(notes)
    if not every or end <= start:
        return
    low = min(note.pitch for _, note in every)
    high = max(low + 11, *(note.pitch for _, note in every))
    scale = area.width() / (end - start)
    row = (area.height() - thickness) / max(1, high - low)
    for track, note in every:
        if not shown(note):
            continue
        x = area.left() + (note.start - start) * scale
        y = area.top() + (high - note.pitch) * row
        hatched = hatched_from is not None and note.start >= hatched_from
        box = QRectF(x, y, max(1.5, note.duration * scale - 0.5), thickness)
        rectangles[track, hatched].append(box)
    for (track, hatched), boxes in rectangles.items():
        index = colours[track] if track < len(colours) else track
        colour = tint or theme().track(index)
        painter.setPen(QPen(colour, 1.0) if hatched else Qt.PenStyle.NoPen)
        painter.setBrush(hatch(colour.name(), _HATCH) if hatched else colour)
        painter.drawRects(boxes)


class MiniRoll(QWidget):
    """A picture of notes with a playhead."""

    def __init__(self, *, minimum: QSize | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notes: tuple[TrackNote, ...] = ()
        self._range = (0, 0)
        self._colours: tuple[int, ...] = ()
        self._boundary: int | None = None
        self._picture: QPixmap | None = None
        self.setMinimumSize(minimum or QSize(60, 20))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_notes(
        self,
        notes: tuple[TrackNote, ...],
        *,
        start: int,
        end: int,
        colours: tuple[int, ...],
        boundary: int | None = None,
    ) -> None:
        """Show these notes over [start, end); Segue made those from the boundary on."""
        shown = (notes, (start, end), colours, boundary)
        if shown != (self._notes, self._range, self._colours, self._boundary):
            self._notes, self._range, self._colours, self._boundary = shown
            self._picture = None
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(self.rect()), 4, 4)
        painter.fillPath(shape, QColor(theme().window))
        boundary = self._boundary
        self._paint(painter, lambda note: boundary is None or note.start < boundary)
        if boundary is not None:
            self._paint(painter, lambda note: note.start >= boundary, tint=QColor(theme().accent))
            self._paint_boundary(painter, boundary)
        painter.end()

    @property
    def _area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(5, 4, -5, -4)

    def _paint(
        self, painter: QPainter, shown: Callable[[Note], bool], *, tint: QColor | None = None
    ) -> None:
        paint_notes(
            painter,
            self._area,
            self._notes,
            start=self._range[0],
            end=self._range[1],
            colours=self._colours,
            thickness=2.5 if self.height() > 36 else 2.0,
            tint=tint,
            shown=shown,
        )

    def _paint_boundary(self, painter: QPainter, boundary: int) -> None:
        start, end = self._range
        x = self._area.left() + (boundary - start) / max(1, end - start) * self._area.width()
        painter.setPen(QPen(QColor(theme().accent), 1.5))
        painter.drawLine(QPointF(x, 2), QPointF(x, self.height() - 2))
