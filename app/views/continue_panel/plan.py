"""The small plan of an offer: which track plays in which bar, and how full."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.style.hatch import hatch
from app.style.theme import font, mixed, scaled, theme
from app.widgets.words import ElidedLabel, words

# Pixels.
_ROW, _NAMES, _GAP = 20, 66, 2
# A bar with one note is drawn at this share of the height.
_LEAST = 0.3
MOST_BARS = 16
# Tracks with a row; one more takes the room of the line that would count it.
MOST_ROWS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRow:
    """One track of the plan.

    Attributes:
        name: The track's name.
        colour: The index of its colour.
        bars: How full each bar is, 0 (it rests) to 1; empty before there are notes.
        planned: Bars in which it is planned to play, from 0, while notes are drawn; empty where
            nobody comes in or falls silent.
    """

    name: str
    colour: int
    bars: tuple[float, ...] = ()
    planned: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanView:
    """The contents of the plan.

    Attributes:
        number: The number of the alternative, from 1; 0 before anything is offered.
        bars: The number of bars.
        rows: The tracks that are written, or the first of them.
        more: The names of the others.
    """

    number: int = 0
    bars: int = 0
    rows: tuple[PlanRow, ...] = ()
    more: tuple[str, ...] = ()


class OfferPlan(QWidget):
    """A row of bars for each track; dashed before anything is offered."""

    def __init__(self) -> None:
        super().__init__()
        self._title, self._detail = words(tone="title"), ElidedLabel(tone="small")
        self._detail.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._grid, self._more = _PlanGrid(), words(tone="small")
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addWidget(self._detail, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self._grid)
        column.addWidget(self._more)
        self._detail.setText(self.tr("who plays"))
        self.show_plan(PlanView())

    def show_plan(self, plan: PlanView) -> None:
        """Show a plan."""
        offered = self.tr("Plan of alternative {0}").format(plan.number)
        self._title.setText(offered if plan.number else self.tr("Plan"))
        self._grid.show_plan(plan)
        self._more.setText(self.tr("and %n more", "", len(plan.more)))
        self._more.setToolTip("\n".join(plan.more))
        self._more.setVisible(bool(plan.more))
        self.setAccessibleName(self._title.text())
        self.setAccessibleDescription(self._spoken(plan))
        self.setVisible(bool(plan.rows))

    def _spoken(self, plan: PlanView) -> str:
        said = [self._spoken_row(row, plan.bars) for row in plan.rows if row.bars]
        return ", ".join([*said, *([self._more.text()] if said and plan.more else ())])

    def _spoken_row(self, row: PlanRow, bars: int) -> str:
        said = self.tr("{0} plays in {1} of {2} bars").format(
            row.name, sum(full > 0 for full in row.bars), bars
        )
        if not row.planned:
            return said
        return f"{said}, {self.tr('{0} are planned').format(len(row.planned))}"


class _PlanGrid(QWidget):
    """The drawn rows."""

    def __init__(self) -> None:
        super().__init__()
        self._plan = PlanView()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_plan(self, plan: PlanView) -> None:
        if plan != self._plan:
            self._plan = plan
            self.setFixedHeight(max(1, scaled(_ROW) * len(plan.rows)))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, scaled(_ROW) * len(self._plan.rows))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(12))
        metrics = QFontMetrics(painter.font())
        names, high = scaled(_NAMES), scaled(_ROW)
        for index, row in enumerate(self._plan.rows):
            painter.setPen(QColor(theme().dim))
            name = metrics.elidedText(row.name, Qt.TextElideMode.ElideRight, names - 6)
            box = QRectF(0, index * high, names, high)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), name)
            self._paint_row(painter, row, index * high)
        painter.end()

    def _paint_row(self, painter: QPainter, row: PlanRow, top: int) -> None:
        bars = max(1, self._plan.bars)
        names, high = scaled(_NAMES), scaled(_ROW)
        width = (self.width() - names) / bars
        for bar in range(bars):
            cell = QRectF(names + bar * width, top + 4, width - _GAP, high - 8)
            if row.bars:
                _paint_bar(painter, cell, row.bars[bar] if bar < len(row.bars) else 0, row.colour)
                if bar in row.planned:
                    _paint_planned(painter, cell, row.colour)
            else:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(theme().outline), 1, Qt.PenStyle.DotLine))
                painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5))


def _paint_bar(painter: QPainter, cell: QRectF, full: float, colour: int) -> None:
    """Paint one bar: empty where the track rests, else hatched to its fullness."""
    tokens = theme()
    painter.fillRect(cell, QColor(tokens.raised))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(tokens.edge, 1))
    painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5))
    if full <= 0:
        return
    height = cell.height() * max(_LEAST, min(1.0, full))
    box = QRectF(cell.left(), cell.bottom() - height, cell.width(), height)
    own = tokens.track(colour)
    painter.fillRect(box, mixed(tokens.panel, own, 0.45))
    painter.fillRect(box, hatch(own.name(), 6))


def _paint_planned(painter: QPainter, cell: QRectF, colour: int) -> None:
    """Paint the outline of a bar in which the track is planned to play."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme().track(colour)), 1, Qt.PenStyle.DashLine))
    painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5))
