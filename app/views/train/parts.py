"""Parts of the training page: bars, cards to choose from, phases, figures, samples, copying."""

from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import font, mixed, theme
from app.views.train.values import PHASES, Phase, SampleRow, SetupOption
from app.widgets.buttons import IconButton
from app.widgets.mini_roll import MiniRoll
from app.widgets.words import hairline, words
from app.words.figures import decimal, percent

# Above this share the page advises to stop.
_COPYING_LIMIT = 0.10
_FIGURE_GAP = 26


class InstrumentBars(QWidget):
    """A bar chart of the number of pieces by instrument."""

    def __init__(self) -> None:
        super().__init__()
        self._bars: tuple[tuple[str, int], ...] = ()
        self.setFixedHeight(80)
        self.setAccessibleName(self.tr("Instruments"))

    def show_bars(self, bars: tuple[tuple[str, int], ...]) -> None:
        """Show (short name, count), most first."""
        self._bars = bars[:8]
        self.setVisible(bool(bars))
        text = ", ".join(f"{name} {count}" for name, count in self._bars)
        self.setToolTip(text)
        self.setAccessibleDescription(text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._bars:
            return
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(10))
        slot = self.width() / 8
        most = max(count for _, count in self._bars)
        for index, (name, count) in enumerate(self._bars):
            height = max(3.0, count / most * 58)
            x = index * slot
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mixed(tokens.panel, tokens.accent, 0.5))
            painter.drawRoundedRect(QRectF(x, 60 - height, slot - 8, height), 2, 2)
            painter.setPen(QColor(tokens.dim))
            box = QRectF(x - 4, 63, slot, 14)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), name)
        painter.end()


class GoalCard(QAbstractButton):
    """A goal with a title and one line; grey with a reason if it cannot be chosen."""

    def __init__(self) -> None:
        super().__init__()
        self._choice = SetupOption(key="", title="")
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_choice(self, choice: SetupOption, *, chosen: bool) -> None:
        """Show a goal."""
        self._choice = choice
        self.setChecked(chosen)
        self.setEnabled(not choice.reason)
        line = choice.reason or choice.detail
        self.setAccessibleName(choice.title)
        self.setAccessibleDescription(line)
        self.setToolTip(line or choice.title)
        self._fit()
        self.update()

    @property
    def key(self) -> str:
        """The key of the goal."""
        return self._choice.key

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def _fit(self) -> None:
        """Set the height that the words need at this width."""
        line = self._choice.reason or self._choice.detail
        flags = int(Qt.TextFlag.TextWordWrap)
        box = QFontMetrics(font(12)).boundingRect(
            0, 0, max(60, self.width() - 30), 400, flags, line
        )
        self.setFixedHeight(40 + (box.height() if line else 0))

    def sizeHint(self) -> QSize:
        return QSize(240, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        edge = tokens.accent if self.isChecked() else tokens.line
        strong = self.isChecked() or self.hasFocus()
        painter.setPen(QPen(QColor(tokens.focus if self.hasFocus() else edge), 2 if strong else 1))
        painter.setBrush(QColor(tokens.raised if self.isEnabled() else tokens.panel))
        painter.drawRoundedRect(box, 8, 8)
        painter.setPen(QColor(tokens.text if self.isEnabled() else tokens.dim))
        painter.setFont(font(13, weight=QFont.Weight.DemiBold))
        painter.drawText(QRectF(13, 9, self.width() - 26, 18), 0, self._choice.title)
        painter.setPen(QColor(tokens.dim))
        painter.setFont(font(12))
        line = self._choice.reason or self._choice.detail
        area = QRectF(13, 29, self.width() - 26, self.height() - 34)
        painter.drawText(area, int(Qt.TextFlag.TextWordWrap), line)
        painter.end()


class PhaseBar(QWidget):
    """The phases of a run: which are over, and which one is active."""

    def __init__(self) -> None:
        super().__init__()
        self._phase: Phase | None = None
        self._share, self._finished = 0.0, False
        self.setFixedHeight(34)

    def _names(self) -> dict[Phase, str]:
        return {
            "preparing": self.tr("Preparing"),
            "training": self.tr("Training"),
            "evaluating": self.tr("Evaluating"),
            "sampling": self.tr("Trying out"),
            "finishing": self.tr("Finishing"),
        }

    def _place(self) -> int:
        """Return the number of the active phase; -1 for none, the count when all are over."""
        if self._phase is None:
            return len(PHASES) * self._finished - 1
        # Evaluating has no box of its own; it is part of trying out.
        return PHASES.index("sampling" if self._phase == "evaluating" else self._phase)

    def show_phase(self, phase: Phase | None, share: float = 0.0) -> None:
        """Show the active phase and its progress (0 to 1); None shows that no phase is active."""
        self._phase, self._share, self._finished = phase, share, False
        text = self._names()[phase] if phase else self.tr("Not running")
        self.setAccessibleName(self.tr("Phase: {0}").format(text))
        self.update()

    def show_finished(self) -> None:
        """Show that all phases are over."""
        self._phase, self._finished = None, True
        self.setAccessibleName(self.tr("Phase: {0}").format(self.tr("Finished")))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        gap, names, now = 6.0, self._names(), self._place()
        width = (self.width() - gap * (len(PHASES) - 1)) / len(PHASES)
        # Training and trying out alternate, so only preparing is over before finishing.
        over = now if self._phase == "finishing" or self._finished else min(now, 1)
        for index, phase in enumerate(PHASES):
            box = QRectF(index * (width + gap), 0, width, self.height())
            shape = QPainterPath()
            shape.addRoundedRect(box, 7, 7)
            text, ground, ink = names[phase], tokens.raised, tokens.dim
            if index < over or self._finished:
                text, ground, ink = f"{text} ✓", tokens.accent_soft, tokens.accent_text
            elif index == now:
                ground, ink = tokens.accent, tokens.on_accent
            painter.fillPath(shape, QColor(ground))
            painter.setPen(QColor(ink))
            weight = QFont.Weight.Bold if index == now else QFont.Weight.Normal
            painter.setFont(font(13, weight=weight))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
            if index == now:
                self._paint_share(painter, box.adjusted(8, 28, -8, -3), QColor(ink))
        painter.end()

    def _paint_share(self, painter: QPainter, line: QRectF, ink: QColor) -> None:
        """Paint the progress of the phase as a line under its name."""
        line.setWidth(line.width() * min(1.0, max(0.0, self._share)))
        painter.fillRect(line, ink)


class Figure(QWidget):
    """A large number over its name."""

    def __init__(self) -> None:
        super().__init__()
        self._value, self._name = words(tone="figure"), words(tone="dim")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addWidget(self._value)
        column.addWidget(self._name)

    def show_figure(self, value: str, name: str, *, tooltip: str = "") -> None:
        """Show a number and its name; an empty value hides it."""
        self.setVisible(bool(value))
        self._value.setText(value)
        self._name.setText(name)
        self.setToolTip(tooltip)
        self.setAccessibleName(f"{value} {name}")


class FigureRow(QWidget):
    """Several figures side by side, in two rows where one row is too narrow.

    Args:
        count: The number of figures.
    """

    def __init__(self, count: int) -> None:
        super().__init__()
        self.figures = tuple(Figure() for _ in range(count))
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(_FIGURE_GAP)
        self._columns = 0
        self._arrange(count)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Arrange the figures for their present words."""
        shown = [figure for figure in self.figures if not figure.isHidden()]
        wanted = sum(figure.sizeHint().width() + _FIGURE_GAP for figure in shown)
        count = len(self.figures)
        self._arrange(count if wanted <= self.width() else -(-count // 2))

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for index, figure in enumerate(self.figures):
            self._grid.addWidget(figure, index // columns, index % columns)
        for column in range(len(self.figures) + 1):
            self._grid.setColumnStretch(column, int(column == columns))


class SampleList(QWidget):
    """The same opening continued at each saved step.

    Signals:
        sample_clicked(int): Hear a row.
    """

    sample_clicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._plays: list[IconButton] = []

    def show_samples(self, rows: tuple[SampleRow, ...], *, colours: tuple[int, ...]) -> None:
        """Replace the rows."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._plays = []
        for index, row in enumerate(rows):
            self._column.addWidget(self._row(index, row, colours))
            self._column.addWidget(hairline())

    def show_playing(self, index: int) -> None:
        """Mark the row that plays; -1 for none."""
        for place, play in enumerate(self._plays):
            play.show_icon("stop" if place == index else "play")

    def _row(self, index: int, row: SampleRow, colours: tuple[int, ...]) -> QWidget:
        line = QWidget()
        line.setFixedHeight(44)
        play = IconButton("play", name=self.tr("Hear {0}").format(row.title), size=QSize(30, 30))
        play.clicked.connect(partial(self.sample_clicked.emit, index))
        self._plays.append(play)
        roll = MiniRoll(minimum=QSize(96, 28))
        roll.setFixedHeight(28)
        start = min((note.start for _, note in row.notes), default=0)
        end = max((note.end for _, note in row.notes), default=1)
        roll.show_notes(row.notes, start=start, end=end, colours=colours)
        loss = decimal(row.loss, 2) if row.loss >= 0 else ""
        layout = QHBoxLayout(line)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(play)
        layout.addWidget(roll, 1)
        title = words(row.title)
        title.setMinimumWidth(48)
        layout.addWidget(title)
        figure = words(f"{loss} ★" if row.best else loss, tone="dim")
        figure.setMinimumWidth(44)
        layout.addWidget(figure)
        return line


class CopyingBars(QWidget):
    """A bar chart of the copied share at each saved step, with the limit as a line."""

    def __init__(self) -> None:
        super().__init__()
        self._shares: tuple[float, ...] = ()
        self.setFixedHeight(92)
        self.setAccessibleName(self.tr("Copying"))

    def show_shares(self, shares: tuple[float, ...]) -> None:
        """Show shares, 0 to 1, oldest first."""
        self._shares = shares[-16:]
        latest = percent(shares[-1]) if shares else ""
        self.setAccessibleDescription(latest)
        self.setToolTip(latest)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        limit_y, base = 18.0, self.height() - 4.0
        painter.setPen(QPen(QColor(tokens.danger), 1.4, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(0, limit_y), QPointF(self.width(), limit_y))
        painter.setPen(QColor(tokens.danger_text))
        painter.setFont(font(10))
        painter.drawText(QRectF(0, 2, self.width(), 14), int(Qt.AlignmentFlag.AlignRight), "10 %")
        slot = self.width() / 14
        painter.setPen(Qt.PenStyle.NoPen)
        for index, share in enumerate(self._shares):
            height = max(2.0, min(share / _COPYING_LIMIT, 1.15) * (base - limit_y))
            tone = tokens.accent if share < 0.02 else tokens.playhead
            painter.setBrush(QColor(tone if share <= _COPYING_LIMIT else tokens.danger))
            box = QRectF(index * slot, base - height, slot - 6, height)
            painter.drawRoundedRect(box, 2, 2)
        painter.end()
