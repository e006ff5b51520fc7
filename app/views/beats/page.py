"""The page of beats: what was played, the bars found in it, the page before and after."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from app.style.theme import theme
from app.values.beats import Counted, Played
from app.views.beats.grid import BeatsGrid
from app.views.beats.side import BeatsSide
from app.widgets.beats.grid import STEP_S
from app.widgets.beats.page import TimePage
from app.widgets.beats.sheet import BeatSheet
from app.widgets.keys.own import ENTER
from app.widgets.words import words

_PLAIN, _ALT, _FINE = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier,
)


class _Sample(QWidget):
    """How a line of the grid is drawn."""

    def __init__(self, width: float, style: Qt.PenStyle, share: float) -> None:
        super().__init__()
        self._pen = width, style, share
        self.setFixedSize(24, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        width, style, share = self._pen
        painter = QPainter(self)
        painter.setOpacity(share)
        painter.setPen(QPen(QColor(theme().accent), width, style))
        painter.drawLine(12, 1, 12, 15)
        painter.end()


class BeatsPage(TimePage):
    """All of the page; its parts are attributes.

    Its keys work from each of its parts: Left and Right choose a beat, 1 begins a bar there, Delete
    takes its bar line away, Alt+Left and Alt+Right move the line to an onset, with Shift too by a
    hundredth of a second. T taps, Enter uses the beats, Ctrl+Z takes back the last change.

    Attributes:
        grid: Tempo, bars, notes, seconds.
        was, will: The page of the score before and after.
        side: How it counts, and the decision.

    Signals:
        chosen(float): The user chose a beat (its second).
    """

    chosen = Signal(float)

    def __init__(self) -> None:
        self.grid, self.side = BeatsGrid(), BeatsSide()
        self.was = BeatSheet(
            self.tr("As it was"),
            played=self.tr("Play with a click on its old beats"),
            is_made=False,
        )
        self.will = BeatSheet(
            self.tr("As it will be"),
            played=self.tr("Play with a click on these beats"),
            is_made=True,
        )
        super().__init__(
            self.tr("Find the beats"), grid=self.grid, sheets=(self.was, self.will), side=self.side
        )
        self._counted = Counted()
        self.grid.chosen.connect(self.chosen)
        self.side.doubt_clicked.connect(self.chosen)

    def _make_top_head(self) -> QLayout:
        tempo = QVBoxLayout()
        tempo.setSpacing(0)
        tempo.addWidget(words(self.tr("Tempo"), tone="title"))
        tempo.addWidget(words(self.tr("beats a minute"), tone="small"))
        tempo.addStretch(1)
        return tempo

    def _samples(self) -> Sequence[tuple[QWidget, str]]:
        solid, dashed = Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine
        return (
            (_Sample(3.0, solid, 1.0), self.tr("bar, sure: drag it")),
            (_Sample(2.0, dashed, 1.0), self.tr("bar, doubtful")),
            (_Sample(1.0, solid, 0.6), self.tr("beat")),
        )

    # --- what it shows -----------------------------------------------------------------------

    def show_played(self, played: Played) -> None:
        """Show the notes of a piece."""
        self.grid.show_played(played)
        for sheet in (self.was, self.will):
            sheet.show_line(None)
        self._show_scroll()

    def show_counted(self, counted: Counted, *, said: str, about: str) -> None:
        """Show a way to count them, its headline and the line below it."""
        self._counted = counted
        self.grid.show_counted(counted)
        self.side.show_counted(counted, said=said, about=about)
        self._settle.start()

    def show_chosen(self, at_s: float) -> None:
        """Choose a beat."""
        self.grid.show_chosen(at_s)
        self.side.show_chosen(at_s)
        self._settle.start()

    # --- keys --------------------------------------------------------------------------------

    def _is_own(self, event: QKeyEvent) -> bool:
        keys, key = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier, event.key()
        arrows, deletes = (
            {Qt.Key.Key_Left, Qt.Key.Key_Right},
            {Qt.Key.Key_Delete, Qt.Key.Key_Backspace},
        )
        if keys == _PLAIN:
            return key in arrows | deletes | ENTER | {Qt.Key.Key_1, Qt.Key.Key_T}
        return (keys in (_ALT, _FINE) and key in arrows) or event.matches(
            QKeySequence.StandardKey.Undo
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._is_own(event):
            super().keyPressEvent(event)
            return
        key = event.key()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(1 if key == Qt.Key.Key_Right else -1, event.modifiers())
        elif key == Qt.Key.Key_1:
            self.grid.beat_one_clicked.emit()
        elif key == Qt.Key.Key_T:
            self.side.tap_clicked.emit()
        elif key in ENTER:
            self.side.use_clicked.emit()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undo_wanted.emit()
        else:
            self.grid.no_bar_clicked.emit()

    def _step(self, step: int, keys: Qt.KeyboardModifier) -> None:
        grid = self.grid
        line = self._counted.line_at(grid.at_s)
        if keys == _PLAIN:
            self.chosen.emit(grid.beat_after(step))
        elif line is not None and line.number > 1:
            to_s = grid.onset_after(step) if keys == _ALT else line.at_s + step * STEP_S
            grid.line_moved.emit(line.number, to_s)
