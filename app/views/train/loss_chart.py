"""The chart of a run: how much better it is than its base, and the copied share, by step."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.style.hatch import hatch
from app.style.theme import font, theme
from app.views.train.values import FEW_SONGS, Curves, Gain
from app.widgets.buttons import TextButton
from app.widgets.lettering import write_line
from app.widgets.roles import give_role
from app.words.figures import decimal, number, percent, signed_percent

# Margins in pixels; the left and the lower one have the labels, the upper one a title.
_LEFT, _RIGHT, _TOP, _BOTTOM = 50, 20, 40, 34
# Pixels of the copied shares below the gains: the bars, and their title above them.
_BARS, _BARS_TITLE = 46, 52
# The bars end at this multiple of the limit, which is drawn as a line.
_ABOVE_LIMIT = 1.3
_BAR_WIDTH, _HATCH = 16.0, 5
# In a lower chart there is no room for the bars.
_LOWEST_WITH_BARS = 270
_GRID_LINES = 5
# Distances between grid lines, as shares; the chart takes the first that gives few lines.
_STEPS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
# From this distance on the labels have no decimal place.
_WHOLE = 0.01
# The least height of the scale, as a share, and the room above and below the curve.
_LEAST_SPAN, _AIR = 0.01, 0.12
_BAND_ALPHA = 0.18
# Labels of steps that are closer together, in pixels, would touch.
_NARROWEST_LABEL = 56
# Pixels of a bar's own figure, and the least room beside the line that marks the present step.
_BAR_LABEL, _BESIDE_NOW = 34.0, 130.0
# In a lower chart the present step is a line without words.
_LOWEST_WITH_NOW = 90
# Points of the sketched curve of an empty chart.
_SKETCHED = 48


class LossChart(QWidget):
    """Paints what was measured; a plotting library would take half a second to import."""

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Chart)
        self._curves = Curves()
        self._low, self._high = 0.0, _LEAST_SPAN
        self._pointed = -1
        self._by_logarithm = TextButton(
            self.tr("Log steps"),
            kind="chip",
            checkable=True,
            tooltip=self.tr("Give the first steps, where most is learned, most room"),
            parent=self,
        )
        self._by_logarithm.toggled.connect(self.update)
        self.setMinimumSize(240, 124)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Better than the beginning, and copying, over steps"))

    def sizeHint(self) -> QSize:
        return QSize(720, 380)

    def show_curves(self, curves: Curves) -> None:
        """Show what was measured."""
        self._curves = curves
        # The gains take the whole height; the base, at 0, is always part of it.
        low = min((min(gain.low, gain.share) for gain in curves.gains), default=0.0)
        high = max((max(gain.high, gain.share) for gain in curves.gains), default=0.0)
        low, high = min(low, 0.0), max(high, 0.0, low + _LEAST_SPAN)
        air = _AIR * (high - low)
        self._low, self._high = low - air, high + air
        self._by_logarithm.setVisible(bool(curves.gains))
        self.setAccessibleDescription(self._spoken())
        self.update()

    def _spoken(self) -> str:
        curves = self._curves
        told = []
        if curves.gains:
            latest = signed_percent(curves.gains[-1].share, places=1)
            text = self.tr("Latest step: {0} against {1}, at songs it never saw")
            told.append(text.format(latest, curves.base))
        if curves.copied:
            told.append(self.tr("Copied: {0}").format(percent(curves.copied[-1][1])))
        return ". ".join(told)

    # --- places ----------------------------------------------------------------------------

    @property
    def _has_bars(self) -> bool:
        return bool(self._curves.copied) and self.height() >= _LOWEST_WITH_BARS

    def _area(self) -> QRectF:
        below = _BOTTOM + (_BARS + _BARS_TITLE if self._has_bars else 0)
        return QRectF(self.rect()).adjusted(_LEFT, _TOP, -_RIGHT, -below)

    def _last_step(self) -> int:
        seen = [gain.step for gain in self._curves.gains[-1:]]
        return max(self._curves.steps, self._curves.now, *seen, 1)

    def _share(self, step: float) -> float:
        """Return the horizontal place of a step, 0 to 1."""
        last = self._last_step()
        if self._by_logarithm.isChecked():
            return math.log1p(step) / math.log1p(last)
        return step / last

    def _step_at(self, share: float) -> float:
        """Return the step at a horizontal place."""
        last = self._last_step()
        if self._by_logarithm.isChecked():
            return math.expm1(share * math.log1p(last))
        return share * last

    def _place(self, step: float, gain: float) -> QPointF:
        area = self._area()
        x = area.left() + self._share(step) * area.width()
        share = (gain - self._low) / (self._high - self._low)
        return QPointF(x, area.bottom() - min(max(share, 0.0), 1.04) * area.height())

    # --- painting --------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(self.rect()), 9, 9)
        painter.fillPath(shape, QColor(theme().roll))
        self._paint_titles(painter)
        self._paint_grid(painter)
        self._paint_band(painter)
        self._paint_now(painter)
        self._paint_base(painter)
        self._paint_gains(painter)
        if self._has_bars:
            self._paint_copied(painter)
        self._paint_pointed(painter)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._by_logarithm.adjustSize()
        self._by_logarithm.move(self.width() - self._by_logarithm.width() - _RIGHT, 8)
        super().resizeEvent(event)

    def _paint_titles(self, painter: QPainter) -> None:
        tokens = theme()
        painter.setPen(QColor(tokens.text))
        line = QRectF(16, 10, self._by_logarithm.x() - 26, 20)
        bold = font(12, weight=QFont.Weight.DemiBold)
        write_line(painter, line, self._title(), bold)
        if self._curves.gains:
            self._paint_legend(painter, line, bold)
        else:
            painter.setPen(QColor(tokens.dim))
            painter.setFont(font(12))
            text = self.tr("The curve appears here while the model learns.")
            flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
            painter.drawText(self._above_sketch(), flags, text)
            self._paint_sketch(painter)

    def _title(self) -> str:
        if not self._curves.base:
            return self.tr("Better at songs never seen")
        return self.tr("Better than {0} at songs never seen").format(self._curves.base)

    def _paint_legend(self, painter: QPainter, line: QRectF, face: QFont) -> None:
        """Say what the band is, where there is room for it beside the title."""
        count = self._curves.gains[-1].songs
        if count < 2:
            return
        half = self.tr("band: half of the {0} songs").format(number(count))
        whole = self.tr("band: all {0} songs").format(number(count))
        text = half if count > FEW_SONGS else whole
        room = line.width() - QFontMetrics(face).horizontalAdvance(self._title()) - 24
        if QFontMetrics(font(11)).horizontalAdvance(text) <= room:
            painter.setPen(QColor(theme().dim))
            painter.setFont(font(11))
            painter.drawText(line, _flags(right=True), text)

    def _above_sketch(self) -> QRectF:
        """Return the free part of the area below the sketch.

        From a third of the width on, the sketch stands in the upper half.
        """
        area = self._area()
        left, height = area.width() / 3, area.height() / 2
        return QRectF(area.left() + left, area.top() + height, area.width() - left - 8, height)

    def _paint_sketch(self, painter: QPainter) -> None:
        """Paint, dashed, how such a curve may run."""
        area = self._area()
        places = QPolygonF()
        for index in range(_SKETCHED + 1):
            share = index / _SKETCHED
            y = area.top() + area.height() * (0.1 + 0.75 * math.exp(-4 * share))
            places.append(QPointF(area.left() + share * area.width(), y))
        painter.setPen(QPen(QColor(theme().outline), 1.6, Qt.PenStyle.DashLine))
        painter.drawPolyline(places)

    def _paint_grid(self, painter: QPainter) -> None:
        tokens, area = theme(), self._area()
        painter.setFont(font(11))
        step = _grid_step(self._high - self._low)
        places = 0 if step >= _WHOLE else 1
        for share in self._grid_shares(step) if self._curves.gains else ():
            y = self._place(0, share).y()
            painter.setPen(QColor(tokens.roll_beat))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(tokens.dim))
            label = signed_percent(share, places=places)
            painter.drawText(QRectF(0, y - 8, _LEFT - 8, 16), _flags(right=True), label)
        bottom = self.height() - _BOTTOM
        for step in self._labelled_steps() if self._curves.gains else ():
            x = self._place(step, self._low).x()
            box = QRectF(x - 40, bottom + 8, 80, 16)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), number(step))

    def _labelled_steps(self) -> list[int]:
        """Return the steps whose labels below the chart do not touch."""
        last = self._last_step()
        if not self._by_logarithm.isChecked():
            return self._measured_steps(last) or [round(last * i / 5) for i in range(6)]
        most = max(2.0, self._area().width() / _NARROWEST_LABEL)
        decades = range(math.ceil(math.log10(last + 1)) + 1)
        few = 3 * len(decades) > most
        marks = [base * 10**n for n in decades for base in ((1,) if few else (1, 2, 5))]
        free = 1 - 1 / most
        return [0, *(step for step in marks if step < last and self._share(step) < free), last]

    def _measured_steps(self, last: int) -> list[int]:
        """Return multiples of the first measured step, as many as have room; empty if unknown."""
        first = next((gain.step for gain in self._curves.gains if gain.step > 0), 0)
        room = max(2, int(self._area().width() // _NARROWEST_LABEL))
        if not first or last % first:
            return []
        every = first * max(1, math.ceil(last / first / room))
        return list(range(0, last + 1, every))

    def _grid_shares(self, step: float) -> list[float]:
        """Return round shares between the lowest and the highest."""
        first, last = math.ceil(self._low / step), math.floor(self._high / step)
        return [n * step for n in range(first, last + 1)]

    def _paint_band(self, painter: QPainter) -> None:
        """Paint how far the songs lie apart at each step."""
        gains = [gain for gain in self._curves.gains if gain.songs]
        if len(gains) < 2:
            return
        edges = [self._place(gain.step, gain.high) for gain in gains]
        edges += [self._place(gain.step, gain.low) for gain in reversed(gains)]
        colour = QColor(theme().accent)
        colour.setAlphaF(_BAND_ALPHA)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF(edges))

    def _paint_base(self, painter: QPainter) -> None:
        """Paint the base, from which the gains are counted, as a dashed line with its name."""
        curves, area, tokens = self._curves, self._area(), theme()
        if not curves.gains:
            return
        y = self._place(0, 0.0).y()
        painter.setPen(QPen(QColor(tokens.text), 1.2, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        # The curve goes on above the line where it gets better.
        below = y + 2 if y + 18 < area.bottom() else y - 18
        painter.setFont(font(11))
        box = QRectF(area.left(), below, area.width() - 4, 16)
        painter.drawText(box, _flags(right=True), curves.base)

    def _paint_gains(self, painter: QPainter) -> None:
        gains, tokens = self._curves.gains, theme()
        if not gains:
            return
        places = [self._place(gain.step, gain.share) for gain in gains]
        painter.setPen(QPen(QColor(tokens.accent), 2.2, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(places))
        for place, gain in zip(places, gains, strict=True):
            best = 0 < gain.step == self._curves.best_step
            painter.setBrush(QColor(tokens.roll if best else tokens.accent))
            painter.drawEllipse(place, *((5.5, 5.5) if best else (2.5, 2.5)))
            if best:
                self._paint_best(painter, place, gain.step)

    def _paint_best(self, painter: QPainter, place: QPointF, step: int) -> None:
        area = self._area()
        painter.save()
        painter.setPen(QColor(theme().text))
        painter.setFont(font(11, weight=QFont.Weight.DemiBold))
        # The best point is the highest: the curve runs below it, never through words above.
        top = max(place.y() - 24, area.top() - 12)
        running = self._is_running
        text = self.tr("best so far: step {0}") if running else self.tr("best: step {0}")
        text = text.format(number(step))
        wide = painter.fontMetrics().horizontalAdvance(text) + 2.0
        # The line of the present step must not run through the words.
        right = self._place(self._curves.now, self._low).x() - 6 if running else area.right()
        box = QRectF(min(place.x() - wide / 2, right - wide), top, wide, 16)
        box.moveLeft(max(area.left() + 2, box.left()))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
        painter.restore()

    def _paint_copied(self, painter: QPainter) -> None:
        """Paint the copied share at the saved steps, under the gains of these steps."""
        tokens, area = theme(), self._area()
        base = self.height() - _BOTTOM - 2.0
        painter.setPen(QColor(tokens.text))
        title = QRectF(16, base - _BARS - _BARS_TITLE + 14, self.width() - 16 - _RIGHT, 18)
        bold = font(12, weight=QFont.Weight.DemiBold)
        text = self.tr("Copied from your pieces: above {0} Segue advises to stop")
        text = text.format(self._limit)
        # The line of the present step ends above the words and goes on below.
        wide = min(QFontMetrics(bold).horizontalAdvance(text) + 4.0, title.width())
        painter.fillRect(QRectF(title.topLeft(), QSizeF(wide, title.height())), QColor(tokens.roll))
        write_line(painter, title, text, bold)
        painter.setPen(QPen(QColor(tokens.warning_text), 1.2, Qt.PenStyle.DotLine))
        limit = base - _BARS / _ABOVE_LIMIT
        painter.drawLine(QPointF(area.left(), limit), QPointF(area.right(), limit))
        painter.setFont(font(11))
        painter.setPen(QColor(tokens.dim))
        label = QRectF(0, limit - 8, _LEFT - 10, 16)
        painter.drawText(label, _flags(right=True), self._limit)
        painter.drawLine(QPointF(area.left(), base), QPointF(area.right(), base))
        painter.setPen(Qt.PenStyle.NoPen)
        labelled = -_BAR_LABEL
        for step, share in self._curves.copied:
            most = _ABOVE_LIMIT * self._curves.limit
            height = max(2.0, _BARS * min(share / most, 1.0))
            x = self._place(step, self._low).x()
            box = QRectF(x - _BAR_WIDTH / 2, base - height, _BAR_WIDTH, height)
            high = share > self._curves.limit
            painter.fillRect(box, QColor(tokens.playhead) if high else hatch(tokens.text, _HATCH))
            if x - labelled >= _BAR_LABEL:
                labelled = x
                label = QRectF(x - _BAR_LABEL / 2, box.top() - 15, _BAR_LABEL, 14)
                self._paint_share(painter, label, decimal(100 * share, 1), high=high)

    def _paint_share(self, painter: QPainter, box: QRectF, text: str, *, high: bool) -> None:
        """Paint a bar's figure, on the ground of the chart where it crosses the limit."""
        tokens = theme()
        wide = QFontMetrics(font(11)).horizontalAdvance(text) + 4.0
        painter.fillRect(
            QRectF(box.center().x() - wide / 2, box.top(), wide, 14), QColor(tokens.roll)
        )
        painter.setFont(font(11))
        painter.setPen(QColor(tokens.text if high else tokens.dim))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
        painter.setPen(Qt.PenStyle.NoPen)

    @property
    def _limit(self) -> str:
        """The share above which the page advises to stop, without a place after the point."""
        return percent(self._curves.limit, places=0)

    @property
    def _is_running(self) -> bool:
        return 0 < self._curves.now < self._last_step()

    def _paint_now(self, painter: QPainter) -> None:
        """Paint a line at the present step, with its number and that of the next measurement."""
        if not self._is_running:
            return
        curves, area, tokens = self._curves, self._area(), theme()
        x = self._place(curves.now, self._low).x()
        painter.setPen(QPen(QColor(tokens.dim), 1))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, self.height() - _BOTTOM))
        if area.right() - x < _BESIDE_NOW or area.height() < _LOWEST_WITH_NOW:
            return
        # Free of the base's name, and of the curve, which comes from the left.
        low = self._place(0, 0.0).y() > area.center().y()
        top = area.top() + 4 if low else area.bottom() - 40
        lines = [self.tr("now, step {0}").format(number(curves.now))]
        if curves.next_step is not None:
            step, when = curves.next_step
            text = self.tr("next measured at {0}").format(number(step))
            lines.append(", ".join(filter(None, (text, when))))
        for index, (text, colour) in enumerate(zip(lines, (tokens.text, tokens.dim), strict=False)):
            painter.setPen(QColor(colour))
            box = QRectF(x + 8, top + 18 * index, area.right() - x - 8, 16)
            write_line(painter, box, text, font(11))

    def _paint_pointed(self, painter: QPainter) -> None:
        """Paint the step under the pointer, and its gain."""
        if self._pointed < 0 or not self._curves.gains:
            return
        area = self._area()
        x = self._place(self._pointed, self._low).x()
        painter.setPen(QPen(QColor(theme().dim), 1))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        painter.setPen(QPen(QColor(theme().text), 1.5))
        painter.setBrush(QColor(theme().roll))
        gain = _nearest(self._curves.gains, self._pointed)
        painter.drawEllipse(self._place(gain.step, gain.share), 4, 4)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        area = self._area()
        share = (event.position().x() - area.left()) / max(1.0, area.width())
        inside = area.left() <= event.position().x() <= area.right()
        lines = self._told_at(self._step_at(share)) if inside else []
        pointed = round(self._step_at(share)) if lines else -1
        if pointed != self._pointed:
            self._pointed = pointed
            self.update()
        if lines:
            QToolTip.showText(event.globalPosition().toPoint(), "\n".join(lines), self)

    def leaveEvent(self, event: QEvent) -> None:
        self._pointed = -1
        self.update()
        super().leaveEvent(event)

    def _told_at(self, step: float) -> list[str]:
        """Return what was measured nearest to a step, one line for each."""
        lines = []
        if self._curves.gains:
            gain = _nearest(self._curves.gains, step)
            text = self.tr("step {0}: {1} against {2}")
            share = signed_percent(gain.share, places=1)
            lines.append(text.format(number(gain.step), share, self._curves.base))
            if gain.songs:
                text = self.tr("better at {0} of {1} songs")
                lines.append(text.format(number(gain.better), number(gain.songs)))
        if self._curves.copied:
            at, share_copied = min(self._curves.copied, key=lambda point: abs(point[0] - step))
            text = self.tr("step {0}: {1} copied")
            lines.append(text.format(number(at), percent(share_copied)))
        return lines


def _nearest(gains: Sequence[Gain], step: float) -> Gain:
    return min(gains, key=lambda gain: abs(gain.step - step))


def _grid_step(span: float) -> float:
    """Return the distance of grid lines for a span of shares."""
    return next((step for step in _STEPS if span / step <= _GRID_LINES), _STEPS[-1])


def _flags(*, right: bool) -> int:
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)
