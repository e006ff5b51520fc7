"""The page of beats: what was played, the bars found in it, the page before and after."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollBar, QVBoxLayout, QWidget

from app.style.theme import scaled, theme
from app.views.beats.grid import BARS, STEP_S, TEMPO, BeatsGrid
from app.views.beats.sheet import BeatSheet
from app.views.beats.side import BeatsSide
from app.views.beats.values import MS, Counted, Played
from app.widgets.keys.own import ENTER
from app.widgets.words import ElidedLabel, hairline, words

# Pixels: the column of explanations, the width below which it goes, and the height of the pages.
_HEADS, _NARROW, _SHEETS, _LOW, _LOW_SHEETS = 168, 1180, 216, 660, 164
# A resize asks for other lines once the width has been stable for so long.
_SETTLE_MS = 150
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


class BeatsPage(QWidget):
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
        undo_wanted(): Take back the last change of the draft.
        pictures_wanted(): The pages have another width, or another part is in view.
    """

    chosen = Signal(float)
    undo_wanted = Signal()
    pictures_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Find the beats"))
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
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self.pictures_wanted)
        self._counted = Counted()
        self._lay_out()
        self._scroll.valueChanged.connect(lambda value: self.grid.scroll_to(value / MS))
        self.grid.scrolled.connect(self._show_scroll)
        self.grid.chosen.connect(self.chosen)
        self.side.doubt_clicked.connect(self.chosen)

    # --- parts -------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._says = ElidedLabel(tone="dim")
        head = QHBoxLayout()
        head.setContentsMargins(16, 0, 16, 0)
        head.setSpacing(12)
        head.addWidget(words(self.tr("Find the beats"), tone="title"))
        head.addWidget(self._says, 1)
        top = QWidget()
        top.setFixedHeight(40)
        top.setLayout(head)
        self._heads = self._make_heads()
        row = QHBoxLayout()
        row.setSpacing(0)
        self._scroll = QScrollBar(Qt.Orientation.Horizontal)
        self._scroll.setAccessibleName(self.tr("Time in view"))
        time = QVBoxLayout()
        time.setSpacing(0)
        time.addWidget(self.grid, 1)
        time.addWidget(self._scroll)
        row.addWidget(self._heads)
        row.addLayout(time, 1)
        self._sheets = QWidget()
        pages = QHBoxLayout(self._sheets)
        pages.setContentsMargins(8, 8, 8, 8)
        pages.setSpacing(8)
        pages.addWidget(self.was, 1)
        pages.addWidget(self.will, 1)
        middle = QVBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(top)
        middle.addWidget(hairline())
        middle.addLayout(row, 1)
        middle.addWidget(hairline())
        middle.addWidget(self._sheets)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(middle, 1)
        whole.addWidget(hairline(vertical=True))
        whole.addWidget(self.side)

    def _make_heads(self) -> QWidget:
        """Return the column that says what the rows and the lines of the grid are."""
        heads = QWidget()
        heads.setFixedWidth(scaled(_HEADS))
        tempo = QVBoxLayout()
        tempo.setSpacing(0)
        tempo.addWidget(words(self.tr("Tempo"), tone="title"))
        tempo.addWidget(words(self.tr("beats a minute"), tone="small"))
        tempo.addStretch(1)
        upper = QWidget()
        upper.setFixedHeight(TEMPO + BARS)
        upper.setLayout(tempo)
        column = QVBoxLayout(heads)
        column.setContentsMargins(16, 6, 8, 8)
        column.setSpacing(8)
        column.addWidget(upper)
        solid, dashed = Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine
        for text, width, style, share in (
            (self.tr("bar, sure: drag it"), 3.0, solid, 1.0),
            (self.tr("bar, doubtful"), 2.0, dashed, 1.0),
            (self.tr("beat"), 1.0, solid, 0.6),
        ):
            row = QHBoxLayout()
            row.addWidget(_Sample(width, style, share))
            row.addWidget(words(text, tone="small"), 1)
            column.addLayout(row)
        column.addStretch(1)
        return heads

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._heads.setVisible(self.width() >= _NARROW)
        self._sheets.setFixedHeight(_LOW_SHEETS if self.height() < _LOW else _SHEETS)
        self._settle.start()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self._settle.start()
        super().changeEvent(event)

    # --- what it shows -----------------------------------------------------------------------

    def show_says(self, text: str) -> None:
        """Show what Segue does, or did, in the line at the top."""
        self._says.setText(text)

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

    def _show_scroll(self) -> None:
        grid = self.grid
        blocked = self._scroll.blockSignals(True)
        self._scroll.setPageStep(max(1, round((grid.right_s - grid.left_s) * MS)))
        self._scroll.setSingleStep(MS)
        self._scroll.setRange(0, round(grid.longest_s * MS))
        self._scroll.setValue(round(grid.left_s * MS))
        self._scroll.blockSignals(blocked)

    # --- keys --------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        is_own = isinstance(event, QKeyEvent) and self._is_own(event)
        if event.type() is QEvent.Type.ShortcutOverride and is_own:
            # The window has shortcuts on some of these keys.
            event.accept()
            return True
        return super().event(event)

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
