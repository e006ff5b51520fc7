"""The piece as a score: the lines in sight are asked for, shown, and clicked."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.theme import theme
from app.views.score.line import Line, PlacedHead
from app.widgets.words import announce, words
from engine.music.score import Note

# Tenths of a millimetre of the engraver's paper that one pixel shows: staves 29 pixels high.
_PAPER_PER_PIXEL = 2.5
_NARROWEST, _WIDEST = 600, 8000
_LEAST_HEIGHT = 120
_SETTLE_MS = 150
_PLAYHEAD_WIDTH = 2
_MOST_PICTURES = 16


class _Paper(QWidget):
    """All lines under each other; those that are not drawn yet have the height of one that is.

    Signals:
        head_clicked(object): The clicked PlacedHead.
        place_clicked(int): The first measure of a line whose empty part was double-clicked.
    """

    head_clicked = Signal(object)
    place_clicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.starts: tuple[int, ...] = ()
        self.measures = 0
        self._lines: dict[int, Line] = {}
        # Of lines in sight: the line, so that its id is nobody else's, and its pixels.
        self._pictures: dict[int, tuple[Line, QPixmap]] = {}
        self._chosen: tuple[int, tuple[Note, ...]] = (0, ())
        self._playhead: tuple[int, float] = (-1, 0.0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def lay_out(self, starts: tuple[int, ...], measures: int, kept: Mapping[int, Line]) -> None:
        """Show other lines, of which some are drawn already."""
        self.starts, self.measures = starts, measures
        self._lines = dict(kept)
        self._resize()

    @property
    def lines(self) -> Mapping[int, Line]:
        """What is drawn, by number."""
        return self._lines

    def show_line(self, number: int, line: Line) -> None:
        """Show a line that was drawn."""
        before = self._lines.get(number)
        self._lines[number] = line
        if before is None or before.height != line.height:
            self._resize()
        self.update()

    def choose(self, track: int, notes: tuple[Note, ...]) -> None:
        """Mark the chosen notes of a track."""
        self._chosen = (track, notes)
        self.update()

    def show_playhead(self, measure: int, tick: float) -> int:
        """Show where the music is; return the line it is on."""
        number = self.line_of(measure)
        before, self._playhead = self._playhead[0], (number, tick)
        for changed in {before, number}:
            if changed in self._lines:
                self.update(self.area_of(changed).toAlignedRect())
        return number

    def line_of(self, measure: int) -> int:
        """Return the line a measure stands on, -1 without lines."""
        return max((n for n, start in enumerate(self.starts) if start <= measure), default=-1)

    def lines_between(self, top: float, bottom: float) -> range:
        """Return the lines that are seen between two heights."""
        seen = [
            number
            for number in range(len(self.starts))
            if self.area_of(number).top() < bottom and self.area_of(number).bottom() > top
        ]
        return range(seen[0], seen[-1] + 1) if seen else range(0)

    def area_of(self, number: int) -> QRectF:
        """Return the room of a line."""
        usual = self._usual_height()
        top = sum(self._height_of(before, usual) for before in range(number))
        return QRectF(0, top, self.width(), self._height_of(number, usual))

    def _usual_height(self) -> float:
        heights = [line.height_at(self.width()) for line in self._lines.values()]
        return sum(heights) / len(heights) if heights else _LEAST_HEIGHT

    def _height_of(self, number: int, usual: float) -> float:
        line = self._lines.get(number)
        return line.height_at(self.width()) if line is not None else usual

    def _resize(self) -> None:
        usual = self._usual_height()
        height = sum(self._height_of(n, usual) for n in range(len(self.starts)))
        self.setFixedHeight(max(1, round(height)))

    def sizeHint(self) -> QSize:
        return QSize(600, max(1, self.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._resize()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        clip = QRectF(event.rect())
        for number in self.lines_between(clip.top(), clip.bottom()):
            line = self._lines.get(number)
            if line is not None:
                self._paint_line(painter, line, self.area_of(number), number)
        painter.end()

    def _paint_line(self, painter: QPainter, line: Line, area: QRectF, number: int) -> None:
        scale = area.width() / max(1, line.width)
        soft = QColor(theme().accent)
        soft.setAlphaF(0.35)
        for box in line.boxes(*self._chosen):
            marked = QRectF(box.topLeft() * scale, box.size() * scale).translated(area.topLeft())
            painter.fillRect(marked.adjusted(-3, -3, 3, 3), soft)
        painter.drawPixmap(area.topLeft(), self._picture(line, area))
        place = line.x_at(self._playhead[1]) if number == self._playhead[0] else None
        if place is not None:
            x = area.left() + place * scale - _PLAYHEAD_WIDTH / 2
            painter.fillRect(
                QRectF(x, area.top(), _PLAYHEAD_WIDTH, area.height()), QColor(theme().playhead)
            )

    def _picture(self, line: Line, area: QRectF) -> QPixmap:
        """Return a line as pixels, kept: to draw it takes ten milliseconds, to scroll it none."""
        ratio = self.devicePixelRatioF()
        size = (area.size() * ratio).toSize()
        kept = self._pictures.get(id(line))
        if kept is not None and kept[0] is line and kept[1].size() == size:
            return kept[1]
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
        for number in self.lines_between(place.y(), place.y() + 1):
            line = self._lines.get(number)
            if line is not None:
                area = self.area_of(number)
                scale = line.width / max(1.0, area.width())
                return line.head_at((place - area.topLeft()) * scale)
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        head = self.head_at(event.position())
        if head is not None:
            self.head_clicked.emit(head)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        seen = self.lines_between(place.y(), place.y() + 1)
        if self.head_at(place) is None and seen:
            self.place_clicked.emit(self.starts[seen[0]])


class ScorePage(QWidget):
    """The score, which scrolls line by line and follows the playhead.

    Signals:
        look_changed(): Its width or its colours are others; what is drawn must be drawn anew.
        lines_wanted(int, int): First and last measure of lines in sight that are not drawn.
        note_chosen(int, object): Track and Note that were clicked or walked to.
        seek_requested(int): A measure that was double-clicked.
    """

    look_changed = Signal()
    lines_wanted = Signal(int, int)
    note_chosen = Signal(int, object)
    seek_requested = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self._ask)
        self._paper = _Paper()
        self._paper.head_clicked.connect(self._choose)
        self._paper.place_clicked.connect(self.seek_requested)
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self._ask)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setWidget(self._paper)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # One that came and went would change the width, and all lines be drawn again.
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._area.verticalScrollBar().valueChanged.connect(lambda _: self._settle.start())
        self._word = words("", tone="dim", wrap=True)
        self._word.hide()
        self._look = (0, "")
        self._line_now = -1
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._word)
        column.addWidget(self._area, 1)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Score"))

    @property
    def paper_width(self) -> int:
        """How wide a line is to be drawn, in tenths of a millimetre."""
        wanted = round(self._area.viewport().width() * _PAPER_PER_PIXEL)
        return max(_NARROWEST, min(_WIDEST, wanted))

    @property
    def ink(self) -> str:
        """In which colour."""
        return theme().text

    def show_layout(self, starts: tuple[int, ...], measures: int, anew: tuple[int, int]) -> None:
        """Show which measures stand on which line.

        Args:
            starts: The first measure of each line.
            measures: How many there are in all.
            anew: First and last line that are not drawn as they are now.
        """
        same = starts == self._paper.starts and measures == self._paper.measures
        seen, stale = self._lines_in_sight(), range(anew[0], anew[1] + 1)
        # What is in sight stays until it is drawn anew: nothing flickers.
        kept = {n: e for n, e in self._paper.lines.items() if n not in stale or n in seen}
        self._paper.lay_out(starts, measures, kept if same else {})

    def show_line(self, number: int, line: Line) -> None:
        """Show a line that was drawn."""
        self._paper.show_line(number, line)

    def show_word(self, text: str) -> None:
        """Say something over the score, or nothing."""
        self._word.setText(text)
        self._word.setVisible(bool(text))

    def show_selection(self, track: int, notes: tuple[Note, ...]) -> None:
        """Mark the chosen notes of a track."""
        self._paper.choose(track, notes)

    def show_playhead(self, measure: int, tick: float) -> None:
        """Show where the music is, and turn to its line when it comes to another one."""
        number = self._paper.show_playhead(measure, tick)
        if number >= 0 and number != self._line_now:
            area, bar = self._paper.area_of(number), self._area.verticalScrollBar()
            seen = bar.value(), bar.value() + self._area.viewport().height()
            if area.top() < seen[0] or area.bottom() > seen[1]:
                bar.setValue(round(area.top()))
        self._line_now = number

    def measures_in_sight(self) -> tuple[int, int]:
        """Return the first and the last measure in sight."""
        lines = self._lines_in_sight()
        return self._measures_of(lines) if lines else (0, 0)

    def _lines_in_sight(self) -> range:
        top = self._area.verticalScrollBar().value()
        return self._paper.lines_between(top, top + self._area.viewport().height())

    def _measures_of(self, lines: range) -> tuple[int, int]:
        ends = (*self._paper.starts[1:], self._paper.measures)
        return self._paper.starts[lines.start], ends[lines.stop - 1] - 1

    def _ask(self) -> None:
        look = (self.paper_width, self.ink)
        if look != self._look:
            self._look = look
            self.look_changed.emit()
            return
        missing = [n for n in self._lines_in_sight() if n not in self._paper.lines]
        if missing:
            self.lines_wanted.emit(*self._measures_of(range(missing[0], missing[-1] + 1)))

    def _choose(self, head: PlacedHead) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.note_chosen.emit(head.track, head.note)

    def say(self, text: str) -> None:
        """Let a screen reader say something of the score."""
        announce(self, text)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._settle.start()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self._settle.start()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self._area.verticalScrollBar()
        steps = {
            Qt.Key.Key_PageDown: bar.pageStep(),
            Qt.Key.Key_PageUp: -bar.pageStep(),
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            bar.setValue(bar.value() + step)
