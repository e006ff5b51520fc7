"""The lane under the roll for velocities or a controller."""

from bisect import bisect_left
from dataclasses import replace
from itertools import pairwise
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QActionGroup,
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from app.style.theme import mixed, theme
from app.values.geometry import KEYS_WIDTH, Transform
from app.values.note_columns import NoteColumns
from app.widgets.buttons import TextButton
from app.widgets.roles import give_role
from app.words.control_names import control_names
from engine.values.score import Control, Note

# The lane number of velocity; controllers are 0 to 127.
VELOCITY = -1
# The lanes of modulation, volume, expression and sustain are always available.
_LANES = (1, 7, 11, 64)
_TOP, _BOTTOM = 8, 4
# Drawing a controller sets points at least this many pixels apart.
_POINT_PIXELS = 6


class VelocityLane(QWidget):
    """One stem for each note; a drag over stems sets velocities, or draws a controller.

    Attributes:
        button: The menu of the lanes; the owner lays it out.

    Signals:
        edit_requested(object, object, str): Tuple of Notes to remove, tuple of Notes to add, and
            the step's name.
        controls_edited(object, object, str): The same with Controls.
        lane_chosen(int): Controller number, or -1 for velocity.
    """

    edit_requested = Signal(object, object, str)
    controls_edited = Signal(object, object, str)
    lane_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Grouping)
        self._notes = self._chosen = self._offered = NoteColumns.of(())
        self._controls: tuple[Control, ...] = ()
        self._colour, self._lane = 0, VELOCITY
        self._transform = Transform()
        self._drawn: dict[Note, int] = {}
        self._points: dict[int, int] = {}
        self._last: QPointF | None = None
        self.button = TextButton("", kind="link", name=self.tr("Lane"))
        self.button.setToolTip(self.tr("Show velocities or a controller"))
        self.button.clicked.connect(self._open_menu)
        self.setMinimumHeight(24)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Velocity lane"))
        self.setMouseTracking(True)
        self._name_lane()

    def sizeHint(self) -> QSize:
        return QSize(600, 84)

    def lanes(self) -> tuple[tuple[int, str], ...]:
        """Return (number, name) of the lanes, including the track's other controllers."""
        names = control_names()
        own = {control.number for control in self._controls} - set(_LANES)
        others = ((n, names.get(n) or self.tr("Controller {0}").format(n)) for n in sorted(own))
        usual = ((n, names[n]) for n in _LANES)
        return ((VELOCITY, self.tr("Velocity")), *usual, *others)

    def show_notes(
        self, notes: tuple[Note, ...], *, colour: int, selection: tuple[Note, ...] = ()
    ) -> None:
        """Show the current track's notes in its colour; selected ones are brighter."""
        self._notes, self._colour = _changed(self._notes, notes), colour
        self._chosen = _changed(self._chosen, selection)
        self._drawn = {}
        self.update()

    def show_controls(self, controls: tuple[Control, ...]) -> None:
        """Show the current track's controllers."""
        self._controls, self._points = controls, {}
        self.update()

    def show_continuation(self, notes: tuple[Note, ...]) -> None:
        """Show the notes offered for the current track in the accent colour."""
        self._offered = _changed(self._offered, notes)
        self.update()

    def show_lane(self, number: int) -> None:
        """Show a controller, or velocity (-1)."""
        self._lane = number
        self._name_lane()
        self.update()

    def show_transform(self, transform: Transform) -> None:
        """Scroll and zoom as the roll does."""
        self._transform = transform
        self.update()

    def _name_lane(self) -> None:
        name = dict(self.lanes()).get(self._lane, self.tr("Controller {0}").format(self._lane))
        self.button.setText(f"{name} ▾")
        self.button.setAccessibleName(self.tr("Lane: {0}").format(name))

    def _open_menu(self) -> None:
        menu = QMenu(self)
        group = QActionGroup(menu)
        for number, name in self.lanes():
            action = menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(number == self._lane)
            action.setData(number)
            group.addAction(action)
        chosen = menu.exec(self.button.mapToGlobal(QPointF(0, self.button.height()).toPoint()))
        if chosen is not None:
            self.show_lane(int(chosen.data()))
            self.lane_chosen.emit(self._lane)

    # --- painting --------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(tokens.window))
        painter.fillRect(QRect(0, 0, self.width(), 1), QColor(tokens.line))
        painter.setClipRect(self.rect().adjusted(KEYS_WIDTH, 0, 0, 0))
        if self._lane == VELOCITY:
            self._paint_velocities(painter)
        else:
            self._paint_controller(painter)
        painter.setClipping(False)
        painter.fillRect(QRect(KEYS_WIDTH - 1, 0, 1, self.height()), QColor(tokens.line))
        painter.end()

    def _paint_velocities(self, painter: QPainter) -> None:
        tokens = theme()
        plain = mixed(tokens.window, tokens.track(self._colour), 0.85)
        self._stems(painter, self._notes, plain)
        self._stems(painter, self._offered, QColor(tokens.accent))
        # A selected note's stem covers its plain one.
        bright = mixed(tokens.track(self._colour), tokens.text, 0.55)
        self._stems(painter, self._chosen, bright)

    def _stems(self, painter: QPainter, columns: NoteColumns, colour: QColor) -> None:
        start, end = self._transform.tick_at(-4), self._transform.tick_at(self.width())
        first, last = _between(columns, start, end)
        if first == last:
            return
        scale = self._transform.pixels_per_tick
        offset = self._transform.left * scale - KEYS_WIDTH
        pixels = (columns.starts[first:last] * scale - offset).astype(np.int64)
        # Of the stems on one pixel, only the loudest is visible.
        begins = np.flatnonzero(np.diff(pixels, prepend=pixels[0] - 1))
        loudest = np.maximum.reduceat(self._velocities(columns, first, last), begins)
        room, foot = self.height() - _TOP - _BOTTOM, self.height() - _BOTTOM
        heights = zip(pixels[begins].tolist(), (loudest / 127 * room).tolist(), strict=True)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRects([QRectF(x, foot - height, 3, height) for x, height in heights])

    def _velocities(self, columns: NoteColumns, first: int, last: int) -> NDArray[np.int64]:
        """Return (n,) velocities, with the values that are being drawn."""
        velocities = columns.table[first:last, 3].copy()
        for note, velocity in self._drawn.items():
            index = bisect_left(columns.notes, note, first, last)
            if index < last and columns.notes[index] == note:
                velocities[index - first] = velocity
        return velocities

    def _paint_controller(self, painter: QPainter) -> None:
        colour = theme().track(self._colour)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        points = self._controller_points()
        painter.setPen(QPen(colour, 1.5))
        edges = [*(self._x(tick) for tick, _ in points), self.width()]
        for (_, value), (left, right) in zip(points, pairwise(edges), strict=True):
            y = self._y(value)
            painter.drawLine(QPointF(left, y), QPointF(right, y))
            painter.drawEllipse(QPointF(left, y), 2, 2)

    def _controller_points(self) -> list[tuple[int, int]]:
        held = {c.tick: c.value for c in self._controls if c.number == self._lane}
        for tick in self._covered(held):
            del held[tick]
        return sorted((held | self._points).items())

    def _covered(self, held: dict[int, int]) -> list[int]:
        """Return the ticks of old points under a drawn line."""
        if not self._points:
            return []
        first, last = min(self._points), max(self._points)
        return [tick for tick in held if first <= tick <= last]

    # --- pointer ---------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and event.position().x() >= KEYS_WIDTH:
            self._points, self._drawn = {}, {}
            self._last = event.position()
            self._draw_to(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._last is not None:
            self._draw_to(event.position())
            self._last = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._last = None
        if self._drawn:
            removed = tuple(sorted(self._drawn))
            added = tuple(replace(note, velocity=self._drawn[note]) for note in removed)
            if removed != added:
                self.edit_requested.emit(removed, added, self.tr("Change velocity"))
        elif self._points:
            self._ask_for_controls()

    def _ask_for_controls(self) -> None:
        held = [c for c in self._controls if c.number == self._lane]
        covered = set(self._covered({c.tick: c.value for c in held}))
        removed = tuple(c for c in held if c.tick in covered)
        added = tuple(Control(tick, self._lane, v) for tick, v in sorted(self._points.items()))
        name = dict(self.lanes()).get(self._lane, str(self._lane))
        self.controls_edited.emit(removed, added, self.tr("Draw {0}").format(name))

    def _draw_to(self, place: QPointF) -> None:
        last = self._last or place
        left, right = sorted((last, place), key=lambda point: point.x())
        if self._lane == VELOCITY:
            self._draw_velocities(left, right)
        else:
            self._draw_controller(left, right)
        self.update()

    def _draw_velocities(self, left: QPointF, right: QPointF) -> None:
        columns = self._chosen if self._chosen.notes else self._notes
        # A stem is three pixels wide; a click may miss it by as much.
        reach = (self._transform.tick_at(x - KEYS_WIDTH) for x in (left.x() - 5, right.x() + 2))
        first, last = _between(columns, *reach)
        for note in columns.notes[first:last]:
            x = self._x(note.start) + 1.5
            if left.x() - 3 <= x <= right.x() + 3:
                self._drawn[note] = max(1, self._value(_height_at(x, left, right)))

    def _draw_controller(self, left: QPointF, right: QPointF) -> None:
        x = left.x()
        while x <= right.x():
            tick = max(0, round(self._transform.tick_at(x - KEYS_WIDTH)))
            value = self._value(_height_at(x, left, right))
            # The sustain pedal is a switch.
            self._points[tick] = (127 if value >= 64 else 0) if self._lane == 64 else value
            x += _POINT_PIXELS

    def _value(self, y: float) -> int:
        share = (self.height() - _BOTTOM - y) / max(1, self.height() - _TOP - _BOTTOM)
        return round(min(max(share, 0.0), 1.0) * 127)

    def _y(self, value: int) -> float:
        return self.height() - _BOTTOM - value / 127 * (self.height() - _TOP - _BOTTOM)

    def _x(self, tick: float) -> float:
        return self._transform.x_of(tick) + KEYS_WIDTH


def _changed(columns: NoteColumns, notes: tuple[Note, ...]) -> NoteColumns:
    return columns if notes is columns.notes else columns.changed_to(notes)[0]


def _between(columns: NoteColumns, start: float, end: float) -> tuple[int, int]:
    """Return the indices of the first note, and past the last, that begin in [start, end)."""
    first, last = np.searchsorted(columns.starts, (floor(start), ceil(end) + 1))
    return int(first), int(last)


def _height_at(x: float, left: QPointF, right: QPointF) -> float:
    if right.x() - left.x() < 1:
        return right.y()
    share = min(max((x - left.x()) / (right.x() - left.x()), 0.0), 1.0)
    return left.y() + (right.y() - left.y()) * share
