"""The Jam workspace."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.views.jam.actions import JamActions
from app.views.jam.bar_row import BarRow
from app.views.jam.clock import JamClock
from app.views.jam.jam_roll import JamRoll
from app.views.jam.setup_column import JamSetup
from app.views.jam.values import BarPicture, ClockView, Stage
from app.widgets.roles import give_role
from app.widgets.words import announce, hairline, set_tone, words

# Pixels: in a page that is narrower or lower, the clock is one row.
_NARROW, _LOW = 1180, 600


class JamPage(QWidget):
    """The page of a jam: the clock, the notes, every bar so far, and the buttons.

    Signals:
        hand_over_clicked(): By the button or Space.
        back_clicked(int): Go back to this bar, from 0, with the memory of that time.
        part_clicked(int, int): Keep the bars from this one to this one, from 0.

    Attributes:
        setup: The settings.
        buttons: The buttons of each stage.
        clock: The turn.
        roll: The played and planned notes.
        bars: Every bar so far.
    """

    hand_over_clicked = Signal()
    back_clicked = Signal(int)
    part_clicked = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Pane)
        self._stage: Stage = "before"
        self._who = ""
        self._starts: tuple[int, ...] = ()
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Jam"))
        # A click anywhere gives the page the focus, so that Space hands over.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setup, self.buttons = JamSetup(), JamActions()
        self.clock, self.roll, self.bars = JamClock(), JamRoll(), BarRow()
        self.buttons.hand_over_clicked.connect(self.hand_over_clicked)
        self.buttons.part_clicked.connect(self._keep_part)
        self.bars.back_clicked.connect(self._go_back)
        self.bars.chosen.connect(lambda first, last: self.buttons.show_part((first, last)))
        self.roll.bar_clicked.connect(self._choose_at)
        self._lay_out()
        self.show_stage("before", reason="")

    def _lay_out(self) -> None:
        self._message = words(tone="plain", wrap=True)
        self._message.setVisible(False)
        clock = QVBoxLayout()
        clock.setContentsMargins(8, 8, 8, 8)
        clock.setSpacing(6)
        clock.addWidget(self.clock)
        clock.addWidget(self._message)
        middle = QVBoxLayout()
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addLayout(clock)
        middle.addWidget(hairline())
        middle.addWidget(self.roll, 1)
        middle.addWidget(hairline())
        middle.addWidget(self.bars)
        self.buttons.setProperty("surface", "panel")
        self.buttons.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        panel = QVBoxLayout()
        panel.setContentsMargins(0, 0, 0, 0)
        panel.setSpacing(0)
        panel.addWidget(self.setup, 1)
        panel.addWidget(self.buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(middle, 1)
        row.addWidget(hairline(vertical=True))
        row.addLayout(panel)

    def sizeHint(self) -> QSize:
        return QSize(1280, 700)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Give the room of a small window to the roll."""
        narrow, low = self.width() < _NARROW, self.height() < _LOW
        self.clock.show_compact(compact=narrow or low)
        self.buttons.setFixedWidth(self.setup.fit(narrow=narrow, low=low))

    # --- showing values --------------------------------------------------------------------

    def show_stage(
        self, stage: Stage, *, reason: str, needs_keys: bool = False, going_on: str = ""
    ) -> None:
        """Show the buttons of a stage.

        Args:
            stage: Before, within or after a jam.
            reason: Why none can start, or empty.
            needs_keys: Whether nobody could play, but the computer's keys could.
            going_on: Why a finished jam cannot go on at one of its bars, or empty.
        """
        before, self._stage = self._stage, stage
        had_focus = self.hasFocus() or self.buttons.isAncestorOf(self.window().focusWidget())
        self.buttons.show_stage(stage, reason=reason, needs_keys=needs_keys)
        self.setup.show_running(running=stage == "playing")
        self.bars.setEnabled(stage in ("playing", "over"))
        self.bars.show_reason(going_on)
        if stage == before:
            return
        self.bars.clear_choice()
        self.buttons.show_part(None)
        if stage == "playing":
            self.setFocus()
        elif had_focus:
            self.buttons.focus_main()

    def show_clock(self, view: ClockView, *, sentence: str, press: str) -> None:
        """Show whose turn it is, what follows, and what a hand-over does; announce a change."""
        self.clock.show_clock(view)
        self.buttons.show_turn(sentence, press=press)
        who = f"{view.me.title}. {view.segue.title}."
        if who != self._who:
            self._who = who
            announce(self, view.spoken)

    def show_bars(self, bars: tuple[BarPicture, ...], *, now: int) -> None:
        """Show every bar so far; the playhead is in bar `now`, from 0, or in none (-1)."""
        self._starts = tuple(bar.start for bar in bars)
        self.bars.show_bars(bars, now=now)

    def show_message(self, text: str, *, warning: bool = False) -> None:
        """Show a sentence under the clock; an empty one hides it."""
        self._message.setText(text)
        self._message.setVisible(bool(text))
        set_tone(self._message, "amber" if warning else "plain")
        # The new tone may have another padding, which changes the height.
        self._message.updateGeometry()

    # --- user input ------------------------------------------------------------------------

    def _choose_at(self, tick: int) -> None:
        self.bars.choose(sum(start <= tick for start in self._starts) - 1)

    def _go_back(self, bar: int) -> None:
        self.back_clicked.emit(bar)
        # Leave the row, so that Space hands over again.
        self.setFocus()

    def _keep_part(self) -> None:
        if self.bars.span is not None:
            self.part_clicked.emit(*self.bars.span)

    def event(self, event: QEvent) -> bool:
        # During a jam Space hands over; otherwise it is the window's shortcut to play.
        if event.type() is QEvent.Type.ShortcutOverride and self._taken(event) is not None:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = self._taken(event)
        if key is None:
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            (self.hand_over_clicked.emit if key == Qt.Key.Key_Space else self.bars.go_back)()

    def _taken(self, event: QEvent) -> int | None:
        """Return the key of an event if the page takes it: Space within a jam, B also after it."""
        if not isinstance(event, QKeyEvent) or event.modifiers():
            return None
        taken = {"playing": (Qt.Key.Key_Space, Qt.Key.Key_B), "over": (Qt.Key.Key_B,)}
        return event.key() if event.key() in taken.get(self._stage, ()) else None
