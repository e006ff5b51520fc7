"""The level meter of a strip: two bars on the scale of its fader, with held peaks."""

from collections.abc import Iterator

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.style.theme import theme
from app.widgets.levels.decibels import level_of, level_words, place_of
from app.widgets.levels.fader import ROOM
from app.widgets.roles import give_role

# From these levels on, in decibels, a bar is pale yellow, and red.
_LOUD, _TOO_LOUD = -6.0, 0.0
# Pixels between the bars, and of the line of a held peak.
_GAP, _LINE = 1, 2

Sides = tuple[float, float]


class LevelBars(QWidget):
    """A vertical meter of left and right.

    Args:
        name: The accessible name.
        width: Of each bar in pixels.
    """

    def __init__(self, name: str, *, width: int) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Indicator)
        self._width = width
        self._colour: QColor | None = None
        self._levels: Sides = (0.0, 0.0)
        self._peaks: Sides = (0.0, 0.0)
        self._name = name
        self.setAccessibleName(name)
        self.setFixedWidth(2 * width + _GAP)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._say_peak()

    @property
    def levels(self) -> Sides:
        """The peaks on show, left and right; 1.0 is full scale."""
        return self._levels

    @property
    def peaks(self) -> Sides:
        """The held peaks on show."""
        return self._peaks

    def sizeHint(self) -> QSize:
        return QSize(2 * self._width + _GAP, 80)

    def show_colour(self, colour: QColor | None) -> None:
        """Show the bars in a colour; None is that of text."""
        if colour != self._colour:
            self._colour = colour
            self.update()

    def show_levels(self, levels: Sides, peaks: Sides) -> None:
        """Show the levels and the peaks that are held, each left and right."""
        before, self._levels = self._levels, levels
        held, self._peaks = self._peaks, peaks
        # Levels arrive 15 times a second for every track: repaint only the rows that change.
        for side in (0, 1):
            for old, new in ((before[side], levels[side]), (held[side], peaks[side])):
                first, last = sorted((self._y_of(old), self._y_of(new)))
                if first != last:
                    x = side * (self._width + _GAP)
                    self.update(x, first - _LINE, self._width, last - first + 2 * _LINE)
        if max(peaks) > max(held) or (max(held) > 0 and max(peaks) <= 0):
            self._say_peak()

    def _say_peak(self) -> None:
        peak = self.tr("Peak {0} dB").format(level_words(level_of(max(self._peaks))))
        self.setAccessibleDescription(peak)
        self.setToolTip(f"{self._name}. {peak}")

    def _y_of(self, peak: float) -> int:
        return ROOM + round(place_of(level_of(peak)) * (self.height() - 2 * ROOM))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        top, bottom = ROOM, self.height() - ROOM
        # The ground is seen against a panel of its own colour by its edges.
        edges = theme().line if theme().is_flat else theme().window
        for side, (level, peak) in enumerate(zip(self._levels, self._peaks, strict=True)):
            x = side * (self._width + _GAP)
            painter.fillRect(x, top, self._width, bottom - top, QColor(edges))
            inside = QRect(x + 1, top + 1, self._width - 2, bottom - top - 2)
            painter.fillRect(inside, QColor(theme().window))
            for part, colour in self._parts(self._y_of(level), bottom):
                painter.fillRect(part.translated(x, 0), colour)
            if peak > 0 and self._y_of(peak) < bottom:
                tone = theme().danger if level_of(peak) > _TOO_LOUD else theme().text
                painter.fillRect(x, self._y_of(peak) - 1, self._width, _LINE, QColor(tone))
        painter.end()

    def _parts(self, y: int, bottom: int) -> Iterator[tuple[QRect, QColor]]:
        """Yield the parts of a bar that reaches up to `y`, from the lowest."""
        own = self._colour or QColor(theme().text)
        height = self.height() - 2 * ROOM
        loud, red = (ROOM + round(place_of(db) * height) for db in (_LOUD, _TOO_LOUD))
        for above, below, colour in (
            (loud, bottom, own),
            (red, loud, QColor(theme().loud)),
            (ROOM, red, QColor(theme().danger)),
        ):
            if y < below:
                first = max(y, above)
                yield QRect(0, first, self._width, below - first), colour
