"""The paper of a score: its lines in a column or a row, and the marks on them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import font, theme
from app.views.score.line import PlacedHead, ScoreLine
from engine.values.score import Note

# Pixels of a line before any line is drawn.
_LEAST_HEIGHT = 120
# Units of a picture in a pixel on an endless line, which is not scaled to a width.
_UNITS = 25.0
_PLAYHEAD_WIDTH = 2
# The ground of offered measures is fainter than that of chosen notes.
_OFFERED_ALPHA, _CHOSEN_ALPHA = 0.12, 0.35
# Cached lines: more than a screen shows.
_MOST_PICTURES = 16
_TITLE_PIXELS, _COMPOSER_PIXELS, _MARGIN = 19.0, 13.0, 12
_MORE = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
Offered = frozenset[tuple[int, Note]]


def _size(line: ScoreLine) -> tuple[int, int, int]:
    """Return the values of a line that the layout depends on."""
    return line.picture.width, line.picture.height, line.picture.top


class Paper(QWidget):
    """All lines below each other, or side by side as one endless line.

    A line that is not drawn yet takes the mean size of the drawn ones.

    Signals:
        head_clicked(object, bool): The clicked PlacedHead, and whether Shift or Ctrl was held.
        bar_clicked(int, int): Track and measure of a click beside the notes.
        heading_clicked(): The title or the composer was double-clicked.
        place_clicked(int): The measure of a double click beside the notes.
    """

    head_clicked = Signal(object, bool)
    bar_clicked = Signal(int, int)
    heading_clicked = Signal()
    place_clicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.starts: tuple[int, ...] = ()
        self.measures = 0
        self._endless = False
        # Title and composer.
        self._heading = ("", "")
        self._lines: dict[int, ScoreLine] = {}
        # The start of each line and the end of the last; the greatest `top` of an endless line.
        self._edges: tuple[float, ...] = (0.0,)
        self._top = 0
        # The lines with offered notes in the accent colour.
        self._tinted: dict[int, ScoreLine] = {}
        self._offered: Offered = frozenset()
        self._offered_bars = range(0)
        # Pixels of visible lines by id(line); the reference to the line keeps the id unique.
        self._pictures: dict[int, tuple[ScoreLine, QPixmap]] = {}
        self._chosen: tuple[int, tuple[Note, ...]] = (0, ())
        self._playhead: tuple[int, float] = (-1, 0.0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def lay_out(
        self, starts: tuple[int, ...], measures: int, drawn: Mapping[int, ScoreLine]
    ) -> None:
        """Replace the layout; `drawn` has the lines that stay valid."""
        self.starts, self.measures = starts, measures
        self._lines = dict(drawn)
        self._tint(self._lines)
        self._resize()

    def show_heading(self, title: str, composer: str) -> None:
        """Show title and composer above the first line."""
        if (title, composer) != self._heading:
            self._heading = (title, composer)
            self._resize()
            self.update()

    def show_endless(self, *, on: bool) -> None:
        """Lay lines out side by side or below each other; the owner must draw them again."""
        self._endless = on
        self.lay_out((), 0, {})

    @property
    def lines(self) -> Mapping[int, ScoreLine]:
        """The drawn lines, by number."""
        return self._lines

    def show_line(self, number: int, line: ScoreLine) -> None:
        """Show a drawn line, unless the layout has changed since."""
        if number >= len(self.starts):
            return
        before = self._lines.get(number)
        self._lines[number] = line
        self._tint((number,))
        if before is None or _size(before) != _size(line):
            self._resize()
        self.update()

    def show_offered(self, offered: Offered, bars: range) -> None:
        """Show some (track, note) pairs in the accent colour, and their measures on a ground."""
        if (offered, bars) != (self._offered, self._offered_bars):
            self._offered, self._offered_bars = offered, bars
            self._tint(self._lines)
            self.update()

    def _tint(self, numbers: Iterable[int]) -> None:
        colour = theme().accent
        for number in numbers:
            self._tinted[number] = self._lines[number].tinted(self._offered, colour)

    def choose(self, track: int, notes: tuple[Note, ...]) -> None:
        """Mark the selected notes of a track."""
        self._chosen = (track, notes)
        self.update()

    def show_playhead(self, measure: int, tick: float) -> int:
        """Move the playhead; return the number of its line."""
        number = self.line_of(measure)
        before, self._playhead = self._playhead[0], (number, tick)
        for changed in {before, number}:
            if changed in self._lines:
                self.update(self.area_of(changed).toAlignedRect())
        return number

    def line_of(self, measure: int) -> int:
        """Return the number of a measure's line; -1 without lines."""
        return bisect_right(self.starts, measure) - 1

    def lines_in(self, area: QRectF) -> range:
        """Return the numbers of the lines in an area."""
        first, last = (area.left(), area.right()) if self._endless else (area.top(), area.bottom())
        there = range(
            max(0, bisect_right(self._edges, first) - 1),
            min(len(self.starts), bisect_left(self._edges, last)),
        )
        # Lines side by side differ in height, so an area below a low line may miss it.
        seen = [number for number in there if self.area_of(number).intersects(area)]
        return range(seen[0], seen[-1] + 1) if seen else range(0)

    def area_of(self, number: int) -> QRectF:
        """Return the area of a line."""
        before, extent = self._edges[number], self._edges[number + 1] - self._edges[number]
        if not self._endless:
            return QRectF(0, before, self.width(), extent)
        line = self._lines.get(number)
        if line is None:
            return QRectF(before, 0, extent, self.height())
        # Align the first staves of lines side by side.
        return QRectF(
            before, (self._top - line.picture.top) / _UNITS, extent, line.picture.height / _UNITS
        )

    @property
    def _headroom(self) -> int:
        """The height of the heading; 0 for an endless line."""
        title, composer = self._heading
        if self._endless or not self.starts or not (title or composer):
            return 0
        fonts = [each for text, each in self._heading_fonts() if text]
        return _MARGIN + sum(QFontMetrics(each).height() for each in fonts)

    def _heading_fonts(self) -> tuple[tuple[str, QFont], ...]:
        title, composer = self._heading
        return (
            (title, font(_TITLE_PIXELS, weight=QFont.Weight.DemiBold)),
            (composer, font(_COMPOSER_PIXELS)),
        )

    def _usual(self) -> float:
        """Return the mean size of the drawn lines, which stands for the others."""
        known = [self._extent_of(number, 0.0) for number in self._lines]
        return sum(known) / len(known) if known else _LEAST_HEIGHT

    def _extent_of(self, number: int, usual: float) -> float:
        """Return a line's height, or its width on an endless line."""
        line = self._lines.get(number)
        if line is None:
            return usual
        return line.picture.width / _UNITS if self._endless else line.height_at(self.width())

    def _measure(self) -> None:
        """Cache the sums of the line sizes, which every playhead move needs."""
        usual = self._usual()
        extents = (self._extent_of(number, usual) for number in range(len(self.starts)))
        self._edges = tuple(accumulate(extents, initial=float(self._headroom)))
        self._top = max((line.picture.top for line in self._lines.values()), default=0)

    def _resize(self) -> None:
        self._measure()
        extent = max(1, round(self._edges[-1]))
        if not self._endless:
            self.setMinimumWidth(0)
            self.setFixedHeight(extent)
            return
        areas = [self.area_of(number) for number in self._lines]
        self.setMinimumWidth(extent)
        self.setFixedHeight(max(1, round(max((a.bottom() for a in areas), default=1.0))))

    def sizeHint(self) -> QSize:
        return QSize(600, max(1, self.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._resize()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        clip = QRectF(event.rect())
        if clip.top() < self._headroom:
            self._paint_heading(painter)
        for number in self.lines_in(clip):
            line = self._tinted.get(number) if number in self._lines else None
            if line is not None:
                self._paint_line(painter, line, self.area_of(number), number)
        painter.end()

    def _paint_heading(self, painter: QPainter) -> None:
        painter.setPen(QColor(theme().text))
        top = float(_MARGIN)
        aligned = (Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight)
        for (text, each), align in zip(self._heading_fonts(), aligned, strict=True):
            if text:
                metrics = QFontMetrics(each)
                room = QRectF(_MARGIN, top, self.width() - 2 * _MARGIN, metrics.height())
                shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, round(room.width()))
                painter.setFont(each)
                painter.drawText(room, align | Qt.AlignmentFlag.AlignVCenter, shown)
                top = room.bottom()

    def _paint_line(self, painter: QPainter, line: ScoreLine, area: QRectF, number: int) -> None:
        scale = area.width() / max(1, line.picture.width)
        soft = QColor(theme().accent)
        soft.setAlphaF(_OFFERED_ALPHA)
        ground = line.ground(*self._offered_in(number))
        if ground is not None:
            left, width = ground
            painter.fillRect(
                QRectF(area.left() + left * scale, area.top(), width * scale, area.height()), soft
            )
        soft.setAlphaF(_CHOSEN_ALPHA)
        painter.setPen(QColor(theme().accent))
        for box in line.boxes(*self._chosen):
            marked = QRectF(box.topLeft() * scale, box.size() * scale).translated(area.topLeft())
            marked.adjust(-3, -3, 3, 3)
            painter.fillRect(marked, soft)
            painter.drawRect(marked)
        painter.drawPixmap(area.topLeft(), self._picture(line, area))
        place = line.x_at(self._playhead[1]) if number == self._playhead[0] else None
        if place is not None:
            x = area.left() + place * scale - _PLAYHEAD_WIDTH / 2
            painter.fillRect(
                QRectF(x, area.top(), _PLAYHEAD_WIDTH, area.height()), QColor(theme().playhead)
            )

    def _offered_in(self, number: int) -> tuple[int, int]:
        """Return the first offered measure of a line and the one past the last, from its first."""
        begin = self.starts[number]
        return max(0, self._offered_bars.start - begin), self._offered_bars.stop - begin

    def _picture(self, line: ScoreLine, area: QRectF) -> QPixmap:
        """Return the cached pixels of a line: rendering takes ten milliseconds, a copy none."""
        ratio = self.devicePixelRatioF()
        size = (area.size() * ratio).toSize()
        cached = self._pictures.get(id(line))
        if cached is not None and cached[0] is line and cached[1].size() == size:
            return cached[1]
        picture = QPixmap(size)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line.paint(painter, QRectF(QPointF(0, 0), area.size()))
        painter.end()
        if len(self._pictures) >= _MOST_PICTURES:
            self._pictures.clear()
        self._pictures[id(line)] = (line, picture)
        return picture

    def head_at(self, place: QPointF) -> PlacedHead | None:
        """Return the note head at a place."""
        found = self._line_at(place)
        return found[1].head_at(found[2]) if found is not None else None

    def _line_at(self, place: QPointF) -> tuple[int, ScoreLine, QPointF] | None:
        """Return a line's number, the line, and the place in units of its picture."""
        for number in self.lines_in(QRectF(place, QSizeF(1, 1))):
            line = self._lines.get(number)
            if line is not None:
                area = self.area_of(number)
                scale = line.picture.width / max(1.0, area.width())
                return number, line, (place - area.topLeft()) * scale
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        head = self.head_at(event.position())
        if head is not None:
            self.head_clicked.emit(head, bool(event.modifiers() & _MORE))
            return
        found = self._line_at(event.position())
        if found is not None:
            number, line, place = found
            track = line.track_near(place)
            if track is not None:
                self.bar_clicked.emit(track, self.starts[number] + line.measure_at(place.x()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.position().y() < self._headroom:
            self.heading_clicked.emit()
            return
        found = self._line_at(event.position())
        if found is not None and found[1].head_at(found[2]) is None:
            number, line, place = found
            self.place_clicked.emit(self.starts[number] + line.measure_at(place.x()))
