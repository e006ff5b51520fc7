"""The ruler above the roll: bars, loop, continuation flag, and the model's memory."""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import font, mixed, scaled, theme
from app.values.geometry import KEYS_WIDTH, SnapName, Transform, snap_step, snapped
from app.widgets.key_names import key_name
from app.widgets.roles import give_role
from engine.harmony.keys import Key
from engine.values.score import Score
from engine.values.time import Timeline

# Pixels of the row of bar numbers; names and changes have a row of their own above it, where
# the piece has any.
HEIGHT, MARKS_HEIGHT = 24, 15
# The band at the bottom shows the model's memory.
_BAND = 3
_FLAG_WIDTH, _FLAG_HEIGHT = 46, 15
# Pixels of a bar number with three digits.
_NUMBER_WIDTH = 22
# Pixels from a bar line to its number or mark; between two of them at least.
_INDENT, _SPACE = 4, 6
# Characters of a section's name.
_LONGEST_NAME = 24
# Pixels: a press that moves less is a click.
_DRAG = 4.0
# Pixels: narrower bars have a line only where they have a number; from dot to dot of a dotted line.
_BAR_WIDTH, _DOT_SPACING = 8, 4
# A piece with more tempos is a recorded performance; the ruler then shows none.
_MOST_TEMPOS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mark:
    """A text of the upper row: a section's name, or a change of meter, tempo or key.

    Attributes:
        tick: Where it stands.
        text: The words as they are written, cut where they have too little room.
        is_section: Whether it is the name of a section, which can be dragged.
        left: The first pixel.
        right: The pixel after the last.
    """

    tick: int
    text: str
    is_section: bool
    left: float
    right: float


# Tick, text, and whether it is the name of a section.
_Text = tuple[int, str, bool]


class TimeRuler(QWidget):
    """A row of bar numbers; above it, where there are any, a row of names and changes.

    A click seeks, a drag selects bars (with Alt it makes a loop on the grid), the flag and the
    names of sections can be dragged to another bar line. With the focus, Left and Right seek by
    bars; with Shift they select bars.

    Signals:
        seek_requested(int): Tick of a click.
        bars_dragged(int, int): First tick and the tick after the last of dragged bars.
        bars_extended(int): The selected bars shall end so many bars later, or earlier.
        loop_dragged(int, int): Start and end of a range dragged with Alt.
        section_dragged(int, int): First tick of a section, and the bar line where it was dropped.
        boundary_dragged(int): Tick (a bar line) where the flag was dropped.
        transform_changed(object): The `Transform` after a wheel event.
        menu_requested(object, int): Global QPoint, tick (the playhead for the menu key).
    """

    seek_requested = Signal(int)
    bars_dragged = Signal(int, int)
    bars_extended = Signal(int)
    loop_dragged = Signal(int, int)
    section_dragged = Signal(int, int)
    boundary_dragged = Signal(int)
    transform_changed = Signal(object)
    menu_requested = Signal(object, int)

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Grouping)
        self._timeline = Timeline(Score())
        # The texts of the upper row, and where they stand at the zoom and in the font of now.
        self._texts = tuple[_Text, ...]()
        self._marks, self._marks_made_for = tuple[_Mark, ...](), (0.0, "")
        self._transform = Transform()
        self._playhead = 0.0
        self._loop, self._boundary, self._memory = (0, 0, False), -1, (0, 0)
        self._snap: SnapName = "adaptive"
        self._pressed_x, self._range = -1.0, (0, 0)
        self._flag_tick = -1
        self._bars = (0, 0)
        self._doubtful = frozenset[int]()
        self._finely = False
        # The section that is dragged: its first tick, and the bar line where it would go.
        self._section, self._section_to = -1, -1
        self._fit_height()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Ruler"))
        self.setToolTip(self._help())

    def sizeHint(self) -> QSize:
        return QSize(600, HEIGHT + self._bars_top())

    def show_timeline(self, timeline: Timeline) -> None:
        """Show the bars and markers of a piece."""
        self._timeline = timeline
        self._texts, self._marks_made_for = tuple(_texts(timeline.score)), (0.0, "")
        self._fit_height()
        self.update()

    def _fit_height(self) -> None:
        self.setFixedHeight(HEIGHT + self._bars_top())

    def _bars_top(self) -> int:
        """Return the pixel where the row of bar numbers begins."""
        return MARKS_HEIGHT if self._texts else 0

    def show_transform(self, transform: Transform) -> None:
        """Scroll and zoom as the roll does."""
        self._transform = transform
        self.update()

    def show_playhead(self, tick: float) -> None:
        """Move the playhead; only both of its places are painted again."""
        for place in (self._playhead, tick):
            self.update(round(self._x(place)) - 8, 0, 16, self.height())
        self._playhead = tick

    def show_loop(self, *, start: int, end: int, enabled: bool) -> None:
        """Show the loop range; an empty range shows none."""
        self._loop = (start, end, enabled)
        self.update()

    def show_bars(self, start: int, end: int) -> None:
        """Show the selected bars; an empty range shows none."""
        self._bars = (start, end)
        bars = self._timeline.bars
        first, last = bars.bar_at(start) + 1, bars.bar_at(max(start, end - 1)) + 1
        text = self.tr("Bars %1 to %2 of all tracks selected")
        said = text.replace("%1", str(first)).replace("%2", str(last)) if end > start else ""
        self.setAccessibleDescription(said)
        self.update()

    def show_doubtful(self, ticks: Iterable[int]) -> None:
        """Show the bar lines of doubtful bars as dotted lines."""
        self._doubtful = frozenset(ticks)
        self.update()

    def doubtful(self) -> frozenset[int]:
        """Return the bar lines of doubtful bars."""
        return self._doubtful

    def show_boundary(self, tick: int | None) -> None:
        """Show the flag where the continuation starts; None hides it."""
        boundary = -1 if tick is None else tick
        if boundary != self._boundary:
            self._boundary = boundary
            self.update()

    def boundary(self) -> int:
        """Return the tick of the flag; -1 without one."""
        return self._boundary

    def show_memory(self, *, start: int, end: int) -> None:
        """Shade the ticks that the model remembers exactly; an empty range shades none."""
        self._memory = (start, end)
        self.update()

    def show_snap(self, name: SnapName) -> None:
        """Snap loop ends to this grid."""
        self._snap = name

    # --- painting --------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(tokens.panel))
        painter.setClipRect(self.rect().adjusted(KEYS_WIDTH, 0, 0, 0))
        self._paint_marks(painter)
        painter.translate(0, self._bars_top())
        self._paint_bands(painter)
        self._paint_bars(painter)
        self._paint_drop(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_flag(painter)
        self._paint_playhead(painter)
        painter.resetTransform()
        painter.setClipping(False)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillRect(QRect(KEYS_WIDTH - 1, 0, 1, self.height()), QColor(tokens.line))
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), QColor(tokens.line))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(tokens.focus))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
            painter.drawRect(self.rect().adjusted(1, 1, -2, -2))
        painter.end()

    def _paint_bands(self, painter: QPainter) -> None:
        tokens = theme()
        start, end, enabled = self._loop
        if self._pressed_x >= 0 and self._range[1] > self._range[0]:
            start, end, enabled = *self._range, True
        if end > start:
            colour = QColor(tokens.text if enabled else tokens.outline)
            colour.setAlphaF(0.16 if enabled else 0.08)
            self._band(painter, start, end, top=0, height=HEIGHT - _BAND - 1, colour=colour)
        if self._bars[1] > self._bars[0]:
            colour = mixed(tokens.panel, tokens.text, 0.35)
            self._band(painter, *self._bars, top=0, height=HEIGHT - _BAND - 1, colour=colour)
        if self._memory[1] > self._memory[0]:
            colour = mixed(tokens.panel, tokens.dim, 0.6)
            self._band(painter, *self._memory, top=HEIGHT - _BAND - 1, height=_BAND, colour=colour)
        if self._boundary >= 0:
            end_tick = int(self._transform.tick_at(self.width()))
            colour = QColor(tokens.accent)
            self._band(
                painter,
                self._boundary,
                end_tick,
                top=HEIGHT - _BAND - 1,
                height=_BAND,
                colour=colour,
            )

    def _band(
        self, painter: QPainter, start: int, end: int, *, top: int, height: int, colour: QColor
    ) -> None:
        left, right = round(self._x(start)), round(self._x(end))
        painter.fillRect(QRect(left, top, right - left, height), colour)

    def _paint_bars(self, painter: QPainter) -> None:
        tokens = theme()
        painter.setFont(font(11))
        starts, pixels = self._bars_in_view()
        numbers = dict(self._numbers())
        for bar, tick in starts:
            x = round(self._x(tick))
            if tick in self._doubtful and pixels >= _BAR_WIDTH:
                self._paint_doubtful(painter, x)
            if bar in numbers:
                painter.fillRect(QRect(x, HEIGHT - 9, 1, 8), QColor(tokens.line))
                painter.setPen(QColor(tokens.dim))
                painter.drawText(QPointF(x + _INDENT, HEIGHT - 9), numbers[bar])
            elif pixels >= _BAR_WIDTH:
                painter.fillRect(QRect(x, HEIGHT - 6, 1, 5), QColor(tokens.line))

    def _bars_in_view(self) -> tuple[tuple[tuple[int, int], ...], float]:
        """Return bar and tick of each bar line in view, and the pixels of a usual bar there."""
        bars = self._timeline.bars
        start = bars.start_of(bars.bar_at(max(0, int(self._transform.tick_at(-80)))))
        starts = tuple(bars.bar_starts(start, int(self._transform.tick_at(self.width()))))
        after = bars.start_of(starts[-1][0] + 1) if starts else start + 1
        length = (after - start) / max(1, len(starts))
        return starts, length * self._transform.pixels_per_tick

    def _numbers(self) -> Iterator[tuple[int, str]]:
        """Yield the bars in view that have their number, and the number; none under the flag."""
        starts, pixels = self._bars_in_view()
        every, flag, free = self._every(pixels), self._flag_span(), -math.inf
        for bar, tick in starts:
            x = self._x(tick) + _INDENT
            # Bars of a piece may differ in length: a short one has no room.
            if bar % every == 0 and x >= free:
                free = x + scaled(_NUMBER_WIDTH)
                if not flag[0] - scaled(_NUMBER_WIDTH) < x < flag[1]:
                    yield bar, str(bar + 1)

    @staticmethod
    def _paint_doubtful(painter: QPainter, x: int) -> None:
        for y in range(1, HEIGHT - 1, _DOT_SPACING):
            painter.fillRect(QRect(x, y, 1, 2), QColor(theme().dim))

    @staticmethod
    def _every(pixels: float) -> int:
        """Return the number of bars between two numbers, so that the numbers do not overlap."""
        every = 1
        while every * pixels < scaled(30) and every < 4096:
            every *= 2
        return every

    def _paint_marks(self, painter: QPainter) -> None:
        painter.setFont(font(10))
        for mark in self._marks_between(0, self.width()):
            x = round(self._x(mark.tick))
            painter.fillRect(QRect(x, 2, 1, MARKS_HEIGHT - 2), QColor(theme().line))
            painter.setPen(QColor(theme().warning_text if mark.is_section else theme().dim))
            painter.drawText(QPointF(self._x(0) + mark.left, MARKS_HEIGHT - 4), mark.text)

    def _marks_between(self, left: float, right: float) -> Iterator[_Mark]:
        """Yield the marks that touch some pixels of the view."""
        marks, origin = self._laid_out(), self._x(0)
        for mark in marks[bisect_right(marks, left - origin, key=lambda one: one.right) :]:
            if origin + mark.left >= right:
                return
            yield mark

    def _laid_out(self) -> tuple[_Mark, ...]:
        """Return the names and changes that have room, from left to right.

        Their pixels count from tick 0, so that scrolling neither shows nor hides any.
        """
        scale = self._transform.pixels_per_tick
        made_for = scale, font(10).key()
        if made_for != self._marks_made_for:
            self._marks_made_for = made_for
            self._marks = tuple(_with_room(self._texts, scale, QFontMetricsF(font(10))))
        return self._marks

    def _paint_drop(self, painter: QPainter) -> None:
        """Paint the bar line where the dragged section would go."""
        to = self._section_to
        if to >= 0:
            x = round(self._x(to))
            painter.fillRect(QRect(x - 1, 0, 3, HEIGHT), QColor(theme().focus))

    def _flag_span(self) -> tuple[float, float]:
        """Return the first and last pixel of the flag; an empty span without one."""
        tick = self._flag_tick if self._flag_tick >= 0 else self._boundary
        left = self._x(tick) if tick >= 0 else -math.inf
        return left, left + scaled(_FLAG_WIDTH)

    def _paint_flag(self, painter: QPainter) -> None:
        x = self._flag_span()[0]
        if x == -math.inf:
            return
        tokens, right = theme(), self._flag_span()[1]
        flag = QPolygonF(
            [
                QPointF(x, 2),
                QPointF(right, 2),
                QPointF(right - 5, 2 + _FLAG_HEIGHT / 2),
                QPointF(right, 2 + _FLAG_HEIGHT),
                QPointF(x, 2 + _FLAG_HEIGHT),
            ]
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.accent))
        painter.drawPolygon(flag)
        painter.drawRect(QRectF(x, 2, 1.5, HEIGHT))
        painter.setPen(QColor(tokens.on_accent))
        painter.setFont(font(10, weight=QFont.Weight.Bold))
        painter.drawText(QPointF(x + 5, 13.5), "Segue")

    def _paint_playhead(self, painter: QPainter) -> None:
        x, base = self._x(self._playhead), HEIGHT - 1.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme().playhead))
        painter.drawPolygon(
            QPolygonF([QPointF(x - 6, base - 9), QPointF(x + 6, base - 9), QPointF(x, base)])
        )

    # --- pointer and keys ------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self._is_flag(event.position()):
            self._flag_tick = self._boundary
            return
        self._section = self._section_at(event.position())
        self._pressed_x, self._range = event.position().x(), (0, 0)
        self._finely = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._flag_tick >= 0:
            self._flag_tick = self._bar_line(x)
        elif self._pressed_x >= 0 and abs(x - self._pressed_x) > _DRAG:
            if self._section >= 0:
                self._section_to = self._section_line(x)
            else:
                self._range = self._dragged(self._pressed_x, x)
        else:
            self._show_cursor(event)
            return
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._flag_tick >= 0:
            tick, self._flag_tick = self._flag_tick, -1
            if tick != self._boundary:
                self.boundary_dragged.emit(tick)
        elif self._pressed_x >= 0:
            pressed, self._pressed_x = self._pressed_x, -1.0
            section, to = self._section, self._section_to
            self._section = self._section_to = -1
            if to >= 0:
                self.section_dragged.emit(section, to)
            elif self._range[1] > self._range[0]:
                (self.loop_dragged if self._finely else self.bars_dragged).emit(*self._range)
            elif abs(event.position().x() - pressed) <= _DRAG:
                self.seek_requested.emit(self._snapped(pressed))
        self._range = (0, 0)
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        tick = self._transform.tick_at(event.pos().x() - KEYS_WIDTH)
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            tick = self._playhead
        self.menu_requested.emit(event.globalPos(), max(0, int(tick)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta().y() or event.angleDelta().x()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            x = event.position().x() - KEYS_WIDTH
            self._transform = self._transform.zoomed(1.0015 ** (2 * delta), at_x=x)
        else:
            self._transform = self._transform.scrolled(pixels_x=-delta / 2)
        self.update()
        self.transform_changed.emit(self._transform)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bars = self._timeline.bars
        bar = bars.bar_at(max(0, int(self._playhead)))
        extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if extends and event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self.bars_extended.emit(1 if event.key() == Qt.Key.Key_Right else -1)
        elif event.key() == Qt.Key.Key_Right:
            self.seek_requested.emit(bars.start_of(bar + 1))
        elif event.key() == Qt.Key.Key_Left:
            inside = self._playhead - bars.start_of(bar) > 1
            self.seek_requested.emit(bars.start_of(bar if inside else max(0, bar - 1)))
        else:
            super().keyPressEvent(event)

    def _show_cursor(self, event: QMouseEvent) -> None:
        place = event.position()
        if self._is_flag(place):
            shape, text = Qt.CursorShape.SizeHorCursor, self.tr("Drag to where Segue goes on")
        elif self._section_at(place) >= 0:
            text = self.tr("Drag to move this section with everything in it")
            shape = Qt.CursorShape.OpenHandCursor
        else:
            shape, text = Qt.CursorShape.ArrowCursor, self._help()
            bar = self._timeline.bars.bar_at(self._tick(place.x()))
            if self._timeline.bars.start_of(bar) in self._doubtful:
                doubt = self.tr("Bar %1 is doubtful: its beats are not clear.")
                text = f"{doubt.replace('%1', str(bar + 1))}\n{text}"
        self.setCursor(shape)
        self.setToolTip(text)

    def _help(self) -> str:
        return self.tr("Click to go there, drag to select bars, Alt and drag to make a loop")

    def _dragged(self, pressed: float, x: float) -> tuple[int, int]:
        """Return the range of a drag: whole bars, or with Alt a range on the grid."""
        if self._finely:
            ends = sorted((self._snapped(pressed), self._snapped(x)))
            return ends[0], ends[1]
        left, right = sorted((pressed, x))
        bars = self._timeline.bars
        first = bars.bar_at(self._tick(left))
        # A drag selects each bar that it touches.
        return bars.start_of(first), bars.start_of(bars.bar_at(self._tick(right)) + 1)

    def _tick(self, x: float) -> int:
        return max(0, int(self._transform.tick_at(x - KEYS_WIDTH)))

    def _section_at(self, place: QPointF) -> int:
        """Return the bar line of the section whose name is at a place; -1 without one."""
        if place.y() >= self._bars_top():
            return -1
        bars = self._timeline.bars
        for mark in self._marks_between(place.x(), place.x() + 1):
            if mark.is_section:
                return bars.start_of(bars.bar_at(mark.tick))
        return -1

    def _section_line(self, x: float) -> int:
        """Return the nearest bar line where a section begins, or the one after the music."""
        score, bars = self._timeline.score, self._timeline.bars
        lines = {bars.start_of(bars.bar_at(marker.tick)) for marker in score.markers}
        lines |= {0, bars.start_of(bars.bars_until(max(score.end, max(lines) + 1)))}
        tick = self._tick(x)
        return min(sorted(lines), key=lambda line: abs(line - tick))

    def _is_flag(self, place: QPointF) -> bool:
        x = self._x(self._boundary)
        within = x - 4 <= place.x() <= x + _FLAG_WIDTH
        return self._boundary >= 0 and within and 0 <= place.y() - self._bars_top() <= 20

    def _snapped(self, x: float) -> int:
        step = snap_step(
            self._snap,
            ticks_per_quarter=self._timeline.score.ticks_per_quarter,
            pixels_per_tick=self._transform.pixels_per_tick,
        )
        tick = max(0.0, self._transform.tick_at(x - KEYS_WIDTH))
        bars = self._timeline.bars
        return max(0, snapped(tick, step, origin=bars.start_of(bars.bar_at(int(tick)))))

    def _bar_line(self, x: float) -> int:
        bars = self._timeline.bars
        tick = self._tick(x)
        bar = bars.bar_at(tick)
        before, after = bars.start_of(bar), bars.start_of(bar + 1)
        return before if tick - before < after - tick else after

    def _x(self, tick: float) -> float:
        return self._transform.x_of(tick) + KEYS_WIDTH


def _texts(score: Score) -> Iterator[_Text]:
    """Yield the names of sections, and after the beginning the changes of meter, tempo or key."""
    changes: dict[int, list[str]] = {}
    for meter in score.time_signatures:
        changes.setdefault(meter.tick, []).append(f"{meter.numerator}/{meter.denominator}")
    for tempo in score.tempos if len(score.tempos) <= _MOST_TEMPOS else ():
        changes.setdefault(tempo.tick, []).append(f"♩{tempo.bpm:.0f}")
    for key in score.key_signatures:
        changes.setdefault(key.tick, []).append(key_name(Key.of(key)))
    changes.pop(0, None)
    names = {marker.tick: marker.text[:_LONGEST_NAME] for marker in score.markers}
    for tick in sorted({*changes, *names}):
        if tick in names:
            yield tick, names[tick], True
        if tick in changes:
            yield tick, " ".join(changes[tick]), False


def _with_room(
    texts: Sequence[_Text], pixels_per_tick: float, metrics: QFontMetricsF
) -> Iterator[_Mark]:
    """Yield the texts that have room.

    The name of a section is cut before the next one. A change without room is left out: zoomed in,
    it has room.
    """
    sections = [tick * pixels_per_tick for tick, _, is_section in texts if is_section]
    free, last = -math.inf, -1
    for tick, text, is_section in texts:
        x = tick * pixels_per_tick
        left = free if tick == last else x + _INDENT
        after = bisect_right(sections, x)
        end = sections[after] if after < len(sections) else math.inf
        shown, right = text, left + metrics.horizontalAdvance(text)
        if is_section and right > end:
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, end - left)
            right = left + metrics.horizontalAdvance(shown)
        if is_section or (free <= left and right <= end):
            yield _Mark(tick=tick, text=shown, is_section=is_section, left=left, right=right)
            free, last = right + _SPACE, tick
