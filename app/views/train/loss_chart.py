"""The chart of losses over steps: training, held out, and the base model's loss as a line."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
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

from app.style.theme import font, mixed, theme
from app.views.train.values import Curves
from app.widgets.buttons import TextButton
from app.words.figures import decimal, number

# Margins in pixels; the left and the lower one have the labels.
_LEFT, _RIGHT, _TOP, _BOTTOM = 50, 20, 26, 34
_GRID_LINES = 5
# Distances between grid lines in nats; the chart takes the first that gives few lines.
_STEPS = (0.1, 0.25, 0.5, 1.0, 2.0)
# Labels of steps that are closer together, in pixels, would touch.
_NARROWEST_LABEL = 56
Point = tuple[int, float]


class LossChart(QWidget):
    """Paints the losses; a plotting library would take half a second to import."""

    def __init__(self) -> None:
        super().__init__()
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
        self.setMinimumSize(320, 200)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Surprise over steps"))

    def sizeHint(self) -> QSize:
        return QSize(720, 340)

    def show_curves(self, curves: Curves) -> None:
        """Show these losses."""
        self._curves = curves
        values = [loss for _, loss in (*_thinned(curves.training), *curves.held_out)]
        if curves.baseline >= 0:
            values.append(curves.baseline)
        if values:
            # The first losses of a new model would flatten the rest of the curve, so the top is the
            # first held-out loss or, without one, a later training loss.
            top = max((loss for _, loss in curves.held_out), default=max(values))
            settled = sorted(loss for _, loss in curves.training[len(curves.training) // 4 :])
            top = max(top, curves.baseline, *settled[len(settled) // 2 :][:1])
            self._low = math.floor((min(values) - 0.05) * 4) / 4
            self._high = max(self._low + 0.5, math.ceil((top + 0.05) * 4) / 4)
        latest = curves.held_out[-1][1] if curves.held_out else -1.0
        self.setAccessibleDescription(
            self.tr("Latest surprise at music it never saw: {0}").format(decimal(latest, 2))
            if latest >= 0
            else ""
        )
        self.update()

    # --- places ----------------------------------------------------------------------------

    def _area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(_LEFT, _TOP, -_RIGHT, -_BOTTOM)

    def _last_step(self) -> int:
        seen = [step for step, _ in (*self._curves.training[-1:], *self._curves.held_out[-1:])]
        return max(self._curves.steps, *seen, 1)

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
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(self.rect()), 9, 9)
        painter.fillPath(shape, QColor(tokens.roll))
        self._paint_grid(painter)
        self._paint_baseline(painter)
        faint = mixed(tokens.roll, tokens.text, 0.38)
        thinned = _thinned(self._curves.training)
        self._paint_line(painter, thinned, mixed(tokens.roll, tokens.text, 0.16), 1.0)
        self._paint_line(painter, _smoothed(thinned), faint, 1.4)
        self._paint_line(painter, self._curves.held_out, QColor(tokens.accent), 2.2, dots=True)
        self._paint_now(painter)
        self._paint_pointed(painter)
        self._paint_legend(painter)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._by_logarithm.adjustSize()
        self._by_logarithm.move(_LEFT, 1)
        super().resizeEvent(event)

    def _paint_grid(self, painter: QPainter) -> None:
        tokens, area = theme(), self._area()
        painter.setFont(font(11))
        for loss in self._grid_losses():
            y = self._place(0, loss).y()
            painter.setPen(QColor(tokens.roll_beat))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(tokens.dim))
            painter.drawText(QRectF(0, y - 8, _LEFT - 10, 16), _flags(right=True), decimal(loss, 2))
        for step in self._labelled_steps():
            x = self._place(step, self._low).x()
            box = QRectF(x - 40, area.bottom() + 8, 80, 16)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), number(step))

    def _labelled_steps(self) -> list[int]:
        """Return the steps whose labels below the chart do not touch."""
        last = self._last_step()
        if not self._by_logarithm.isChecked():
            return [round(last * i / 5) for i in range(6)]
        most = max(2.0, self._area().width() / _NARROWEST_LABEL)
        decades = range(math.ceil(math.log10(last + 1)) + 1)
        few = 3 * len(decades) > most
        marks = [base * 10**n for n in decades for base in ((1,) if few else (1, 2, 5))]
        free = 1 - 1 / most
        return [0, *(step for step in marks if step < last and self._share(step) < free), last]

    def _grid_losses(self) -> list[float]:
        """Return round losses between the lowest and the highest."""
        step = next((s for s in _STEPS if (self._high - self._low) / s <= _GRID_LINES), _STEPS[-1])
        first = math.ceil(self._low / step - 1e-6)
        return [n * step for n in range(first, math.floor(self._high / step + 1e-6) + 1)]

    def _paint_baseline(self, painter: QPainter) -> None:
        curves, area = self._curves, self._area()
        if curves.baseline < 0:
            return
        colour = theme().track(0)
        y = self._place(0, curves.baseline).y()
        painter.setPen(QPen(colour, 1.2, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        text = self.tr("{0} on your pieces {1}").format(
            curves.baseline_name, decimal(curves.baseline, 2)
        )
        above = y - 18 if y - 18 > area.top() else y + 2
        painter.drawText(QRectF(area.left(), above, area.width() - 4, 16), _flags(right=True), text)

    def _paint_line(
        self,
        painter: QPainter,
        points: Sequence[Point],
        colour: QColor,
        width: float,
        *,
        dots: bool = False,
    ) -> None:
        if not points:
            return
        painter.save()
        painter.setClipRect(self._area().adjusted(-6, -8, 6, 4))
        places = [self._place(step, loss) for step, loss in points]
        painter.setPen(QPen(colour, width, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(places))
        if dots:
            painter.setBrush(colour)
            painter.setPen(Qt.PenStyle.NoPen)
            for place, (step, _) in zip(places, points, strict=True):
                radius = 5.5 if step == self._curves.best_step else 3.5
                painter.drawEllipse(place, radius, radius)
        painter.restore()

    def _paint_now(self, painter: QPainter) -> None:
        if not self._curves.training or self._curves.training[-1][0] >= self._last_step():
            return
        area = self._area()
        x = self._place(self._curves.training[-1][0], self._low).x()
        painter.setPen(QPen(QColor(theme().playhead), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    def _paint_pointed(self, painter: QPainter) -> None:
        """Paint the step under the pointer, and its losses."""
        if self._pointed < 0:
            return
        area = self._area()
        x = self._place(self._pointed, self._low).x()
        painter.setPen(QPen(QColor(theme().dim), 1))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        painter.setPen(QPen(QColor(theme().text), 1.5))
        painter.setBrush(QColor(theme().roll))
        for _, (step, loss) in self._losses_near(self._pointed):
            painter.drawEllipse(self._place(step, loss), 4, 4)

    def _paint_legend(self, painter: QPainter) -> None:
        tokens = theme()
        painter.setFont(font(12))
        metrics = QFontMetrics(painter.font())
        x = self.width() - _RIGHT
        for text, colour in (
            (self.tr("— never seen"), tokens.accent_text),
            (self.tr("— learned from"), tokens.dim),
        ):
            x -= metrics.horizontalAdvance(text)
            painter.setPen(QColor(colour))
            painter.drawText(QPointF(x, 18), text)
            x -= 12
        if not self._curves.training and not self._curves.held_out:
            painter.setPen(QColor(tokens.dim))
            text = self.tr("How much your music surprises it appears here.")
            painter.drawText(QRectF(self.rect()), int(Qt.AlignmentFlag.AlignCenter), text)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        area = self._area()
        share = (event.position().x() - area.left()) / max(1.0, area.width())
        lines = []
        if area.contains(event.position()):
            near = self._losses_near(self._step_at(share))
            lines = [f"{name} {decimal(loss, 3)}  ({number(step)})" for name, (step, loss) in near]
            if self._curves.training:
                # A baseline far above the curves would look like an error.
                lines.append(self.tr("What it learns from is varied, so it surprises more."))
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

    def _losses_near(self, step: float) -> list[tuple[str, Point]]:
        """Return the name of each curve and its point nearest to a step."""
        curves = (
            (self.tr("learned from"), self._curves.training),
            (self.tr("never seen"), self._curves.held_out),
        )
        return [
            (name, min(points, key=lambda point: abs(point[0] - step)))
            for name, points in curves
            if points
        ]


def _flags(*, right: bool) -> int:
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)


def _thinned(points: Sequence[Point], most: int = 400) -> list[Point]:
    """Return at most so many of the points, the last one included."""
    step = -(-len(points) // most) if points else 1
    kept = list(points[::step])
    return kept if not points or kept[-1] == points[-1] else [*kept, points[-1]]


def _smoothed(points: Sequence[Point], share: float = 0.85) -> list[Point]:
    """Return the points as an exponential moving average."""
    smoothed: list[Point] = []
    mean = points[0][1] if points else 0.0
    for step, loss in points:
        mean += (loss - mean) * (1 - share)
        smoothed.append((step, mean))
    return smoothed
