"""Parts of the training page: bars, cards to choose from, figures, samples."""

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import font, mixed, scaled, theme
from app.views.train.values import SampleRow, SetupOption
from app.widgets.buttons import IconButton
from app.widgets.mini_roll import MiniRoll
from app.widgets.words import Tone, hairline, words

# Pixels of the words beside a sample.
_WORDS = 78


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
        self.setFixedHeight(scaled(40) + (box.height() if line else 0))

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
        painter.drawText(QRectF(13, 9, self.width() - 26, scaled(18)), 0, self._choice.title)
        painter.setPen(QColor(tokens.dim))
        painter.setFont(font(12))
        line = self._choice.reason or self._choice.detail
        area = QRectF(13, scaled(29), self.width() - 26, self.height() - scaled(29) - 5)
        painter.drawText(area, int(Qt.TextFlag.TextWordWrap), line)
        painter.end()


class Figure(QWidget):
    """A large number over its name.

    Args:
        tone: Of the number.
        wrap: Whether it may take several lines.
    """

    def __init__(self, tone: Tone = "figure", *, wrap: bool = False) -> None:
        super().__init__()
        self._value, self._name = words(tone=tone, wrap=wrap), words(tone="dim", wrap=wrap)
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


class SampleList(QWidget):
    """The same opening continued at each saved step, and the step that is heard next.

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
        self._when: list[tuple[str, QLabel]] = []

    def show_samples(
        self,
        rows: tuple[SampleRow, ...],
        *,
        colours: tuple[int, ...],
        coming: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Replace the rows; the focus stays at the same step.

        Args:
            rows: The rows.
            colours: The colour index of each track.
            coming: (title, when) of the steps that are not reached yet: empty rows.
        """
        at = next((i for i, play in enumerate(self._plays) if play.hasFocus()), -1)
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._plays = []
        for index, row in enumerate(rows):
            self._column.addWidget(self._row(index, row, colours))
            self._column.addWidget(hairline())
        if 0 <= at < len(self._plays):
            self._plays[at].setFocus(Qt.FocusReason.OtherFocusReason)
        self._when = []
        for title, when in coming:
            label = words(when, tone="small")
            self._when.append((title, label))
            self._column.addWidget(_line(_NotYet(), words(title, tone="dim"), label))

    def show_when(self, coming: tuple[tuple[str, str], ...]) -> None:
        """Show anew when the steps that are not reached yet are reached."""
        when = dict(coming)
        for title, label in self._when:
            label.setText(when.get(title, ""))

    def show_playing(self, index: int) -> None:
        """Mark the row that plays; -1 for none."""
        for place, play in enumerate(self._plays):
            play.show_icon("stop" if place == index else "play")

    def _row(self, index: int, row: SampleRow, colours: tuple[int, ...]) -> QWidget:
        play = IconButton("play", name=self.tr("Hear {0}").format(row.title), size=QSize(30, 30))
        play.clicked.connect(partial(self.sample_clicked.emit, index))
        self._plays.append(play)
        roll = MiniRoll(minimum=QSize(80, 36))
        start = min((note.start for _, note in row.notes), default=0)
        end = max((note.end for _, note in row.notes), default=1)
        roll.show_notes(
            row.notes, start=start, end=end, colours=colours, boundary=row.boundary or None
        )
        figure = self.tr("{0}, best").format(row.figure) if row.best and row.figure else row.figure
        return _line(roll, words(row.title), words(figure, tone="small"), play=play)


class _NotYet(QWidget):
    """The dashed place of music that does not exist yet."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme().outline), 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.end()


def _line(picture: QWidget, *lines: QWidget, play: IconButton | None = None) -> QWidget:
    """Return a row of a button, a picture, and lines of words."""
    line = QWidget()
    line.setFixedHeight(52)
    picture.setFixedHeight(38)
    row = QHBoxLayout(line)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(10)
    if play is not None:
        row.addWidget(play)
    else:
        row.addSpacing(30 + row.spacing())
    row.addWidget(picture, 1)
    texts = QVBoxLayout()
    texts.setContentsMargins(0, 0, 0, 0)
    texts.setSpacing(0)
    texts.addStretch(1)
    for text in lines:
        text.setMinimumWidth(_WORDS)
        texts.addWidget(text)
    texts.addStretch(1)
    row.addLayout(texts)
    return line
