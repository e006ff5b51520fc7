"""The right column of the page of beats: what was found, how it counts, and the decision."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QPushButton, QVBoxLayout, QWidget

from app.style.theme import theme
from app.values.beats import BarLine, Counted
from app.widgets.beats.side import SideColumn, SpeedChoice, scrolled, titled
from app.widgets.buttons import Segmented, TextButton
from app.widgets.main_button import MainButton
from app.widgets.words import ElidedLabel, state_label, words

# Pixels.
WIDTH, _ROW, _LOW = 288, 28, 640
# Beats in a bar to choose from; any other is a meter that is typed in Compose.
METERS = (2, 3, 4, 6)
# Taps whose strokes are shown, and the most rows of doubtful bars: Tab steps through all of them.
_STROKES, _MOST_ROWS = 12, 40


class _Doubt(QPushButton):
    """A row of the list: a doubtful bar, and why."""

    def __init__(self, line: BarLine) -> None:
        super().__init__()
        self.setProperty("kind", "row")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(True)
        self.setFixedHeight(_ROW)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 0)
        row.setSpacing(8)
        self._bar, self._why = words(tone="text"), ElidedLabel(tone="dim")
        self._bar.setMinimumWidth(56)
        row.addWidget(self._bar)
        row.addWidget(self._why, 1)
        for part in (self._bar, self._why):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.show_line(line)

    def show_line(self, line: BarLine) -> None:
        """Show another bar."""
        self.line = line
        name = self.tr("Bar %1").replace("%1", str(line.number))
        self._bar.setText(name)
        self._why.setText(line.doubt)
        self.setAccessibleName(f"{name}: {line.doubt}")


class _Strokes(QWidget):
    """A row of strokes: one for each tap, higher at the first of a bar."""

    def __init__(self) -> None:
        super().__init__()
        self._taps: tuple[bool, ...] = ()
        self.setFixedHeight(16)

    def show_taps(self, taps: tuple[bool, ...]) -> None:
        """Show the last taps, each with whether it begins a bar."""
        self._taps = taps[-_STROKES:]
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().edge, 1))
        step = self.width() / _STROKES
        for place in range(_STROKES):
            given = place < len(self._taps)
            high = 16 if given and self._taps[place] else 8
            painter.setBrush(QColor(theme().text if given else theme().raised))
            box = QRectF(place * step, (16 - high) / 2, step - 4, high)
            painter.drawRoundedRect(box, 2, 2)
        painter.end()


class BeatsSide(SideColumn):
    """Headline, speed, meter, doubtful bars, taps, and the buttons that decide.

    Signals:
        level_chosen(int): Count so many times twice as fast as it was found.
        later_clicked(): All bar lines one beat later.
        meter_chosen(int): Beats in each bar.
        doubt_clicked(float): The second of a doubtful bar.
        tap_clicked(): Begin to tap, or end it.
        others_clicked(): Other beats of the whole piece.
        use_clicked(), leave_clicked(): The decision.
    """

    level_chosen = Signal(int)
    later_clicked = Signal()
    meter_chosen = Signal(int)
    doubt_clicked = Signal(float)
    tap_clicked = Signal()
    others_clicked = Signal()
    use_clicked = Signal()
    leave_clicked = Signal()

    def __init__(self) -> None:
        super().__init__(WIDTH)
        self._taps_on = False
        self._rows: list[_Doubt] = []
        self._fill(self._make_choices(), self._make_foot())
        self.show_counted(Counted(), said="", about="")
        self.show_taps((), on=False)

    def _make_choices(self) -> QVBoxLayout:
        self._speed = SpeedChoice()
        self._speed.level_chosen.connect(self.level_chosen)
        self._later = TextButton(
            self.tr("One beat later"), tooltip=self.tr("All bar lines go to the next beat")
        )
        self._later.clicked.connect(self.later_clicked)
        self._meter = Segmented(
            tuple((str(beats), str(beats)) for beats in METERS), name=self.tr("Beats in a bar")
        )
        self._meter.chosen.connect(lambda beats: self.meter_chosen.emit(int(beats)))
        self._count = state_label()
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._remark = words(tone="dim", wrap=True)
        self._list.addStretch(1)
        inside = QWidget()
        inside.setLayout(self._list)
        self._area = scrolled(inside)
        # The list takes the room that is left, and scrolls in it.
        self._area.setMinimumHeight(2 * _ROW)
        self._tap = TextButton("")
        self._tap.setMinimumHeight(40)
        self._tap.clicked.connect(self.tap_clicked)
        self._tap_state, self._strokes = words(tone="dim", wrap=True), _Strokes()
        column = QVBoxLayout()
        column.setContentsMargins(16, 12, 16, 8)
        column.setSpacing(6)
        column.addWidget(self._headline)
        column.addWidget(self._about)
        column.addSpacing(6)
        groups: tuple[tuple[QWidget | QLayout, ...], ...] = (
            (self._speed.title, self._speed, self._later),
            (titled(self.tr("Beats in a bar"), None), self._meter),
            (titled(self.tr("Doubtful bars"), self._count), self._remark, self._area),
            (titled(self.tr("Tap along"), None), self._tap, self._tap_state, self._strokes),
        )
        for group in groups:
            for part in group:
                if isinstance(part, QWidget):
                    column.addWidget(part, 1 if part is self._area else 0)
                else:
                    column.addLayout(part)
            column.addSpacing(6)
        return column

    def _make_foot(self) -> QVBoxLayout:
        self._others = TextButton(
            self.tr("Other beats"), tooltip=self.tr("The next way to count the whole piece")
        )
        self._use = MainButton(
            self.tr("Use these beats"), tooltip=self.tr("The piece gets these bars: one undo step")
        )
        self._leave = TextButton(
            self.tr("Leave as it is"), tooltip=self.tr("Nothing changes (Esc)")
        )
        for button, signal in (
            (self._others, self.others_clicked),
            (self._use, self.use_clicked),
            (self._leave, self.leave_clicked),
        ):
            button.clicked.connect(signal)
        for button in (self._others, self._leave):
            button.setMinimumHeight(32)
        foot = QVBoxLayout()
        foot.setContentsMargins(16, 8, 16, 12)
        foot.setSpacing(8)
        foot.addWidget(self._others)
        foot.addWidget(
            words(self.tr("Only the page changes, not the sound."), tone="dim", wrap=True)
        )
        foot.addWidget(self._use)
        foot.addWidget(self._leave)
        return foot

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # A low window leaves the room to the doubtful bars.
        self._tap_state.setVisible(self.height() >= _LOW)

    def show_counted(self, counted: Counted, *, said: str, about: str) -> None:
        """Show a way to count, its headline and the line below it."""
        self._headline.setText(said)
        self._about.setText(about)
        self._speed.show_speed(counted.bpm if counted.beats_s else 0.0, counted.level)
        self._meter.show_choice(str(counted.beats))
        for part in (self._meter, self._later):
            part.setEnabled(bool(counted.beats_s))
        reason = "" if counted.is_usable else self.tr("The piece counts like this already.")
        self._use.show_state(self.tr("Use these beats"), key="↵", running=False, reason=reason)
        self._show_doubts(counted)

    def _show_doubts(self, counted: Counted) -> None:
        doubtful, bars = counted.doubtful, len(counted.lines)
        text = self.tr("%1 of %2").replace("%1", str(len(doubtful))).replace("%2", str(bars))
        self._count.setText(text if bars else "")
        if not doubtful:
            self._remark.setText(self.tr("Each bar is clear."))
        else:
            self._remark.setText(self.tr("Most bars are a guess: tap along, or try other beats."))
        self._remark.setVisible(bool(bars) and (not doubtful or 2 * len(doubtful) > bars))
        doubtful = doubtful[:_MOST_ROWS]
        for row, line in zip(self._rows, doubtful, strict=False):
            row.show_line(line)
        for line in doubtful[len(self._rows) :]:
            row = _Doubt(line)
            row.clicked.connect(lambda _=False, each=row: self.doubt_clicked.emit(each.line.at_s))
            self._rows.append(row)
            self._list.insertWidget(len(self._rows) - 1, row)
        for row in self._rows[len(doubtful) :]:
            row.hide()
            row.deleteLater()
        del self._rows[len(doubtful) :]

    def show_chosen(self, at_s: float) -> None:
        """Show which doubtful bar is chosen, if one is."""
        for row in self._rows:
            row.setChecked(abs(row.line.at_s - at_s) < 1e-3)
            if row.isChecked():
                self._area.ensureWidgetVisible(row, 0, _ROW)

    def show_taps(self, taps: tuple[bool, ...], *, on: bool) -> None:
        """Show the taps so far, each with whether it begins a bar, and whether taps are taken."""
        self._taps_on = on
        name = self.tr("Done") if on else self.tr("Tap each beat (T)")
        self._tap.show_name(name, name)
        said = (
            self.tr("T or a MIDI key at each beat, from the first of a bar on.")
            if on
            else self.tr("Plays from the chosen bar; a tap counts more than a guess.")
        )
        self._tap_state.setText(said)
        self._strokes.show_taps(taps)
