"""The chart of a run: the loss on songs never seen, and below it the copied share, by step."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
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
from app.views.train.values import Curves
from app.widgets.buttons import TextButton
from app.widgets.lettering import write_line
from app.widgets.roles import give_role
from app.words.figures import HIGH, decimal, number, percent

# Margins in pixels; the left and the lower one have the labels, the upper one a title.
_LEFT, _RIGHT, _TOP, _BOTTOM = 50, 20, 40, 34
# Pixels of the copied shares below the losses: the bars, and their title above them.
_BARS, _BARS_TITLE = 46, 52
# The bars end at this multiple of the limit, which is drawn as a line.
_MOST_COPIED = 1.3 * HIGH
_BAR_WIDTH, _HATCH = 16.0, 5
# In a lower chart there is no room for the bars.
_LOWEST_WITH_BARS = 270
_GRID_LINES = 5
# Distances between grid lines in nats; the chart takes the first that gives few lines.
_STEPS = (0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0)
# The least height of the scale, in nats.
_LEAST_SPAN = 0.1
# Labels of steps that are closer together, in pixels, would touch.
_NARROWEST_LABEL = 56
# Pixels of a bar's own figure, and the least room beside the line that marks the present step.
_BAR_LABEL, _BESIDE_NOW = 34.0, 130.0
# In a lower chart the present step is a line without words.
_LOWEST_WITH_NOW = 90
# Points of the sketched curve of an empty chart.
_SKETCHED = 48
Point = tuple[int, float]


class LossChart(QWidget):
    """Paints what was measured; a plotting library would take half a second to import."""

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Chart)
        self._curves = Curves()
        self._low, self._high = 1.0, 4.0
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
        self.setAccessibleName(self.tr("Surprise and copying over steps"))

    def sizeHint(self) -> QSize:
        return QSize(720, 380)

    def show_curves(self, curves: Curves) -> None:
        """Show what was measured."""
        self._curves = curves
        values = [loss for _, loss in curves.held_out]
        if curves.baseline >= 0:
            values.append(curves.baseline)
        if values:
            low, high = min(values), max(values)
            step = _grid_step(high - low)
            self._low = step * math.floor(low / step - 0.75)
            self._high = max(self._low + _LEAST_SPAN, step * math.ceil(high / step + 0.25))
        self._by_logarithm.setVisible(bool(curves.held_out))
        self.setAccessibleDescription(self._spoken())
        self.update()

    def _spoken(self) -> str:
        curves = self._curves
        told = []
        if curves.held_out:
            latest = decimal(curves.held_out[-1][1], 2)
            told.append(self.tr("Latest surprise at music it never saw: {0}").format(latest))
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
        seen = [step for step, _ in self._curves.held_out[-1:]]
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

    def _place(self, step: float, loss: float) -> QPointF:
        area = self._area()
        x = area.left() + self._share(step) * area.width()
        share = (loss - self._low) / (self._high - self._low)
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
        self._paint_now(painter)
        self._paint_baseline(painter)
        self._paint_losses(painter)
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
        write_line(painter, line, self.tr("Surprise at songs never seen: lower is better"), bold)
        if not self._curves.held_out:
            painter.setPen(QColor(tokens.dim))
            painter.setFont(font(12))
            text = self.tr("The curve appears here while the model learns.")
            flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
            painter.drawText(self._above_sketch(), flags, text)
            self._paint_sketch(painter)

    def _above_sketch(self) -> QRectF:
        """Return the free part of the area above the sketch.

        From a third of the width on, the sketch stands in the lower half.
        """
        area = self._area()
        left, height = area.width() / 3, area.height() / 2
        return QRectF(area.left() + left, area.top(), area.width() - left - 8, height)

    def _paint_sketch(self, painter: QPainter) -> None:
        """Paint, dashed, how such a curve may run."""
        area = self._area()
        places = QPolygonF()
        for index in range(_SKETCHED + 1):
            share = index / _SKETCHED
            y = area.top() + area.height() * (0.1 + 0.75 * (1 - math.exp(-4 * share)))
            places.append(QPointF(area.left() + share * area.width(), y))
        painter.setPen(QPen(QColor(theme().outline), 1.6, Qt.PenStyle.DashLine))
        painter.drawPolyline(places)

    def _paint_grid(self, painter: QPainter) -> None:
        tokens, area = theme(), self._area()
        painter.setFont(font(11))
        for loss in self._grid_losses() if self._curves.held_out else ():
            y = self._place(0, loss).y()
            painter.setPen(QColor(tokens.roll_beat))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(tokens.dim))
            painter.drawText(QRectF(0, y - 8, _LEFT - 10, 16), _flags(right=True), decimal(loss, 2))
        bottom = self.height() - _BOTTOM
        for step in self._labelled_steps() if self._curves.held_out else ():
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
        first = next((step for step, _ in self._curves.held_out if step > 0), 0)
        room = max(2, int(self._area().width() // _NARROWEST_LABEL))
        if not first or last % first:
            return []
        every = first * max(1, math.ceil(last / first / room))
        return list(range(0, last + 1, every))

    def _grid_losses(self) -> list[float]:
        """Return round losses between the lowest and the highest."""
        step = _grid_step(self._high - self._low)
        first = math.ceil(self._low / step - 1e-6)
        return [n * step for n in range(first, math.floor(self._high / step + 1e-6) + 1)]

    def _paint_baseline(self, painter: QPainter) -> None:
        """Paint the base's loss on the same songs as a dashed line with its name."""
        curves, area, tokens = self._curves, self._area(), theme()
        if curves.baseline < 0:
            return
        y = self._place(0, curves.baseline).y()
        painter.setPen(QPen(QColor(tokens.text), 1.2, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        text = self.tr("{0} at the same songs: {1}").format(
            curves.baseline_name, decimal(curves.baseline, 2)
        )
        above = y - 18 if y - 18 > area.top() else y + 2
        painter.setFont(font(11))
        painter.drawText(QRectF(area.left(), above, area.width() - 4, 16), _flags(right=True), text)

    def _paint_losses(self, painter: QPainter) -> None:
        points, tokens = self._curves.held_out, theme()
        if not points:
            return
        places = [self._place(step, loss) for step, loss in points]
        painter.setPen(QPen(QColor(tokens.accent), 2.2, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(places))
        for place, (step, _) in zip(places, points, strict=True):
            best = step == self._curves.best_step
            painter.setBrush(QColor(tokens.roll if best else tokens.accent))
            painter.drawEllipse(place, *((5.5, 5.5) if best else (2.5, 2.5)))
            if best:
                self._paint_best(painter, place, step)

    def _paint_best(self, painter: QPainter, place: QPointF, step: int) -> None:
        area = self._area()
        painter.save()
        painter.setPen(QColor(theme().text))
        painter.setFont(font(11, weight=QFont.Weight.DemiBold))
        below = place.y() + 8 if place.y() + 20 < area.bottom() else place.y() - 24
        running = self._is_running
        text = self.tr("best so far: step {0}") if running else self.tr("best: step {0}")
        text = text.format(number(step))
        wide = painter.fontMetrics().horizontalAdvance(text) + 2.0
        # The line of the present step must not run through the words.
        right = self._place(self._curves.now, self._low).x() - 6 if running else area.right()
        box = QRectF(min(place.x() - wide / 2, right - wide), below, wide, 16)
        box.moveLeft(max(area.left() + 2, box.left()))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
        painter.restore()

    def _paint_copied(self, painter: QPainter) -> None:
        """Paint the copied share at the saved steps, under the losses of these steps."""
        tokens, area = theme(), self._area()
        base = self.height() - _BOTTOM - 2.0
        painter.setPen(QColor(tokens.text))
        title = QRectF(16, base - _BARS - _BARS_TITLE + 14, self.width() - 16 - _RIGHT, 18)
        bold = font(12, weight=QFont.Weight.DemiBold)
        text = self.tr("Copied from your pieces: above {0} Segue advises to stop")
        write_line(painter, title, text.format(_limit()), bold)
        painter.setPen(QPen(QColor(tokens.warning_text), 1.2, Qt.PenStyle.DotLine))
        limit = base - _BARS * HIGH / _MOST_COPIED
        painter.drawLine(QPointF(area.left(), limit), QPointF(area.right(), limit))
        painter.setFont(font(11))
        painter.setPen(QColor(tokens.dim))
        label = QRectF(0, limit - 8, _LEFT - 10, 16)
        painter.drawText(label, _flags(right=True), _limit())
        painter.drawLine(QPointF(area.left(), base), QPointF(area.right(), base))
        painter.setPen(Qt.PenStyle.NoPen)
        labelled = -_BAR_LABEL
        for step, share in self._curves.copied:
            height = max(2.0, _BARS * min(share / _MOST_COPIED, 1.0))
            x = self._place(step, self._low).x()
            box = QRectF(x - _BAR_WIDTH / 2, base - height, _BAR_WIDTH, height)
            high = share > HIGH
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
        # The base's line is named above or below it, at the right as well.
        high = self._place(0, curves.baseline).y() < area.center().y()
        top = area.bottom() - 40 if high else area.top() + 4
        lines = [self.tr("now, step {0}").format(number(curves.now))]
        if curves.next_step:
            lines.append(self.tr("next measured at {0}").format(number(curves.next_step)))
        for index, (text, colour) in enumerate(zip(lines, (tokens.text, tokens.dim), strict=False)):
            painter.setPen(QColor(colour))
            box = QRectF(x + 8, top + 18 * index, area.right() - x - 8, 16)
            write_line(painter, box, text, font(11))

    def _paint_pointed(self, painter: QPainter) -> None:
        """Paint the step under the pointer, and its loss."""
        if self._pointed < 0 or not self._curves.held_out:
            return
        area = self._area()
        x = self._place(self._pointed, self._low).x()
        painter.setPen(QPen(QColor(theme().dim), 1))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        painter.setPen(QPen(QColor(theme().text), 1.5))
        painter.setBrush(QColor(theme().roll))
        painter.drawEllipse(self._place(*_nearest(self._curves.held_out, self._pointed)), 4, 4)

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
        if self._curves.held_out:
            at, loss = _nearest(self._curves.held_out, step)
            lines.append(self.tr("step {0}: surprise {1}").format(number(at), decimal(loss, 3)))
        if self._curves.copied:
            at, share = _nearest(self._curves.copied, step)
            lines.append(self.tr("step {0}: {1} copied").format(number(at), percent(share)))
        return lines


def _nearest(points: Sequence[Point], step: float) -> Point:
    return min(points, key=lambda point: abs(point[0] - step))


def _grid_step(span: float) -> float:
    """Return the distance of grid lines for a span of losses."""
    return next((step for step in _STEPS if span / step <= _GRID_LINES), _STEPS[-1])


def _limit() -> str:
    """Return the share above which the page advises to stop, without a place after the point."""
    return percent(HIGH, places=0)


def _flags(*, right: bool) -> int:
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)
