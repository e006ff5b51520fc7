"""The score pane: requests the visible lines, shows them, and handles clicks and keys."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAction,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QScrollBar, QVBoxLayout, QWidget

from app.style.theme import theme
from app.views.score.line import PlacedHead, ScoreLine
from app.views.score.mark_palette import MarkPalette
from app.views.score.paper import Offered, Paper
from app.widgets.roles import give_role
from app.widgets.words import announce, words
from engine.values.score import Note

# Tenths of a millimetre of the engraver's paper in a pixel; staves are then 29 pixels high.
_PAPER_PER_PIXEL = 2.5
# The limits of a line's width, in tenths of a millimetre.
_NARROWEST, _WIDEST = 600, 8000
# The width that is drawn at once of an endless line.
_ENDLESS_WIDTH = 3000
# A resize draws the lines again once the width has been stable for this long.
_SETTLE_MS = 150
_RING = 2
# The least height and width of a pane with the palette beside the score, in pixels.
_TALL, _WIDE = 440, 640
# The arrows differ from the window's shortcuts: in a score, Up is a step of the key and Right the
# next note.
_NONE, _ALT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier
_SIDEWAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_UPWARDS = {Qt.Key.Key_Down: -1, Qt.Key.Key_Up: 1}


class ScorePage(QWidget):
    """The score, which scrolls line by line and follows the playhead.

    Attributes:
        endless: Whether the score is one line that scrolls sideways.
        marks: The palette of marks beside the score.
        mark_menus: The same as a row of menus over it.

    Signals:
        look_changed(): The width or the colours changed, so all lines must be drawn again.
        lines_wanted(int, int): First and last measure of visible lines that are not drawn.
        heading_chosen(): The title above the score was double-clicked.
        note_chosen(int, object, bool): Track and Note of a click, and whether to extend the
            selection.
        bar_chosen(int, int): Track and measure of a click beside the notes.
        command_requested(str, int): A key's command for the selection: "step" of the key,
            "semitone"
            or "nudge" by an amount.
        walk_requested(int, int): Go by chords (positive: later) and by notes (positive: higher).
        seek_requested(int): A measure that was double-clicked.
        mark_requested(str): A key for a mark was pressed (its name).
    """

    look_changed = Signal()
    lines_wanted = Signal(int, int)
    heading_chosen = Signal()
    note_chosen = Signal(int, object, bool)
    bar_chosen = Signal(int, int)
    command_requested = Signal(str, int)
    walk_requested = Signal(int, int)
    seek_requested = Signal(int)
    mark_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Document)
        self._paper = Paper()
        self._paper.head_clicked.connect(lambda head, extend: self._choose(head, extend=extend))
        self._paper.bar_clicked.connect(self._choose_bar)
        self._paper.place_clicked.connect(self.seek_requested)
        self._paper.heading_clicked.connect(self.heading_chosen)
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self._ask)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setWidget(self._paper)
        # The arrow keys are for notes, not for scrolling.
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # A scroll bar on demand would change the width, and all lines would be drawn again.
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        for bar in (self._area.verticalScrollBar(), self._area.horizontalScrollBar()):
            bar.valueChanged.connect(lambda _: self._settle.start())
        self._word = words("", tone="dim", wrap=True)
        self._word.hide()
        self._look = (0, "", False)
        self.endless = False
        self._line_now = -1
        self._chosen = False
        self.marks = MarkPalette(is_row=False)
        self.mark_menus = MarkPalette(is_row=True)
        self._mark_keys: Mapping[str, str] = {}
        self._mark_actions: Mapping[str, QAction] = {}
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self.mark_menus)
        column.addWidget(self._word)
        column.addWidget(self._area, 1)
        row = QHBoxLayout(self)
        # Room for the focus ring.
        row.setContentsMargins(*(_RING,) * 4)
        row.setSpacing(0)
        row.addWidget(self.marks)
        row.addLayout(column, 1)
        self._fit_marks()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Score"))

    def _fit_marks(self) -> None:
        """Show the palette beside the score where both have room, else as a row over it."""
        beside = self.height() >= _TALL and self.width() >= _WIDE
        self.marks.setVisible(beside)
        self.mark_menus.setVisible(not beside)

    def show_marks(self, actions: Mapping[str, QAction], keys: Mapping[str, str]) -> None:
        """Give the palette its actions.

        Args:
            actions: By the name of the mark.
            keys: The name of the mark by its keys while the score has the focus.
        """
        self.marks.show_actions(actions)
        self.mark_menus.show_actions(actions)
        self._mark_keys, self._mark_actions = keys, actions

    @property
    def paper_width(self) -> int:
        """The width to draw a line with, in tenths of a millimetre."""
        if self.endless:
            return _ENDLESS_WIDTH
        wanted = round(self._area.viewport().width() * _PAPER_PER_PIXEL)
        return max(_NARROWEST, min(_WIDEST, wanted))

    def show_endless(self, *, on: bool) -> None:
        """Show the score as one line that scrolls sideways, or line by line."""
        always, never = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.endless = on
        self._area.setHorizontalScrollBarPolicy(always if on else never)
        self._paper.show_endless(on=on)
        self._settle.start()

    @property
    def ink(self) -> str:
        """The colour to draw with."""
        return theme().text

    @property
    def drawn(self) -> frozenset[int]:
        """The numbers of the drawn lines."""
        return frozenset(self._paper.lines)

    def show_layout(self, starts: tuple[int, ...], measures: int, anew: tuple[int, int]) -> None:
        """Set which measures are on which line.

        Args:
            starts: The first measure of each line.
            measures: The number of all measures.
            anew: First and last line that are outdated.
        """
        same = starts == self._paper.starts and measures == self._paper.measures
        seen, stale = self._lines_in_sight(), range(anew[0], anew[1] + 1)
        # Visible outdated lines stay until they are drawn again, to avoid flicker.
        kept = {n: e for n, e in self._paper.lines.items() if n not in stale or n in seen}
        self._paper.lay_out(starts, measures, kept if same else {})

    def clear(self) -> None:
        """Show no line, because another piece has come that is not drawn yet."""
        self._paper.lay_out((), 0, {})
        self._line_now = -1

    def show_line(self, number: int, line: ScoreLine) -> None:
        """Show a drawn line; what is in sight stays in place while lines before it grow."""
        seen = self._lines_in_sight()
        held = self._line_now if self._line_now in seen else next(iter(seen), 0)
        before = self._begin_of(held) if seen else 0
        self._paper.show_line(number, line)
        if seen:
            self._bar.setValue(self._bar.value() + self._begin_of(held) - before)

    def show_heading(self, title: str, composer: str) -> None:
        """Show title and composer above the first line."""
        self._paper.show_heading(title, composer)
        self.setAccessibleName(", ".join(filter(None, (self.tr("Score"), title, composer))))

    def show_word(self, text: str) -> None:
        """Show a message over the score; an empty one hides it."""
        self._word.setText(text)
        self._word.setVisible(bool(text))

    def show_selection(self, track: int, notes: tuple[Note, ...]) -> None:
        """Mark the selected notes of a track."""
        self._chosen = bool(notes)
        self._paper.choose(track, notes)

    def show_offered(self, offered: Offered, bars: range) -> None:
        """Show some (track, note) pairs, and the measures they are in, as offered."""
        self._paper.show_offered(offered, bars)

    def bring_into_sight(self, measure: int) -> None:
        """Scroll to the line of a measure if it is not visible."""
        number = self._paper.line_of(measure)
        if number >= 0:
            self._scroll_to(number)

    def show_playhead(self, measure: int, tick: float) -> None:
        """Move the playhead, and scroll when it reaches another line."""
        number = self._paper.show_playhead(measure, tick)
        if number >= 0 and number != self._line_now:
            self._scroll_to(number)
        self._line_now = number

    def _begin_of(self, number: int) -> int:
        """Return where a line begins, in pixels of the direction in which the score scrolls."""
        area = self._paper.area_of(number)
        return round(area.left() if self.endless else area.top())

    def _scroll_to(self, number: int) -> None:
        area, bar, size = self._paper.area_of(number), self._bar, self._area.viewport().size()
        first, last = (area.left(), area.right()) if self.endless else (area.top(), area.bottom())
        room = size.width() if self.endless else size.height()
        if first < bar.value() or last > bar.value() + room:
            bar.setValue(round(first))

    @property
    def _bar(self) -> QScrollBar:
        area = self._area
        return area.horizontalScrollBar() if self.endless else area.verticalScrollBar()

    def measures_in_sight(self) -> tuple[int, int]:
        """Return the first and the last visible measure."""
        lines = self._lines_in_sight()
        return self._measures_of(lines) if lines else (0, 0)

    def _lines_in_sight(self) -> range:
        left, top = self._area.horizontalScrollBar(), self._area.verticalScrollBar()
        size = QSizeF(self._area.viewport().size())
        return self._paper.lines_in(QRectF(QPointF(left.value(), top.value()), size))

    def _measures_of(self, lines: range) -> tuple[int, int]:
        ends = (*self._paper.starts[1:], self._paper.measures)
        return self._paper.starts[lines.start], ends[lines.stop - 1] - 1

    def _ask(self) -> None:
        look = (self.paper_width, self.ink, self.endless)
        if look != self._look:
            self._look = look
            self.look_changed.emit()
            return
        missing = [n for n in self._lines_in_sight() if n not in self._paper.lines]
        if missing:
            self.lines_wanted.emit(*self._measures_of(range(missing[0], missing[-1] + 1)))

    def _choose(self, head: PlacedHead, *, extend: bool) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.note_chosen.emit(head.place.track, head.note, extend)

    def _choose_bar(self, track: int, measure: int) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.bar_chosen.emit(track, measure)

    def say(self, text: str) -> None:
        """Announce a sentence, and use it as the accessible description."""
        self.setAccessibleDescription(text)
        announce(self, text)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._fit_marks()
        self._settle.start()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self._settle.start()
        super().changeEvent(event)

    # --- keys ------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        # The window has shortcuts on the arrows; take those with another meaning here first.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (self._arrow(event) is not None or self._mark_of(event))
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self._bar
        steps = {
            Qt.Key.Key_PageDown: bar.pageStep(),
            Qt.Key.Key_PageUp: -bar.pageStep(),
        }
        step, arrow = steps.get(Qt.Key(event.key())), self._arrow(event)
        if mark := self._mark_of(event):
            self.mark_requested.emit(mark)
        elif arrow is not None:
            self._do(*arrow)
        elif step is not None:
            bar.setValue(bar.value() + step)
        else:
            super().keyPressEvent(event)

    def _mark_of(self, event: QKeyEvent) -> str:
        """Return the name of the mark that a key puts, or an empty text.

        A key whose mark cannot be put keeps what it means in the window.
        """
        # Keyboards differ in what is held for these two.
        text = event.text()
        keys = text if text in {"<", ">"} else QKeySequence(event.keyCombination()).toString()
        name = self._mark_keys.get(keys, "")
        return name if name and self._mark_actions[name].isEnabled() else ""

    def _arrow(self, event: QKeyEvent) -> tuple[str, int] | None:
        """Return the command and amount of an arrow key; None leaves it to the shortcuts."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        sideways = _SIDEWAYS.get(Qt.Key(event.key()), 0)
        upwards = _UPWARDS.get(Qt.Key(event.key()), 0)
        if sideways:
            commands = {_NONE: "chord", _ALT: "nudge"}
        elif upwards:
            commands = {_NONE: "step" if self._chosen else "voice", _ALT: "semitone"}
        else:
            return None
        command = commands.get(held)
        if command is None or (held == _ALT and not self._chosen):
            return None
        return command, sideways or upwards

    def _do(self, name: str, amount: int) -> None:
        if name == "chord":
            self.walk_requested.emit(amount, 0)
        elif name == "voice":
            self.walk_requested.emit(0, amount)
        else:
            self.command_requested.emit(name, amount)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(QColor(theme().focus), _RING))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
            painter.end()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()
