"""The Jam workspace."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from app.views.jam.setup_column import JamSetup
from app.views.jam.turn_button import TurnButton
from app.views.jam.values import CHECKS, Check, CheckKey, TurnView
from app.views.jam.waterfall import Waterfall
from app.widgets.buttons import TextButton
from app.widgets.keys.tips import watch_keys
from app.widgets.lamp import Lamp
from app.widgets.numbers import number_field
from app.widgets.roles import give_role
from app.widgets.wheel import ignore_wheel
from app.widgets.words import ElidedLabel, announce, hairline, set_tone, words


class _CheckView(QWidget):
    """A lamp with the name and the state of a check."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.lamp = Lamp()
        self._text = ElidedLabel(tone="dim")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(5)
        row.addWidget(self.lamp)
        row.addWidget(words(name, tone="title"))
        row.addWidget(self._text, 1)
        self.show_check(Check(text="", tone="off"))

    def show_check(self, check: Check) -> None:
        self.lamp.show_tone(check.tone)
        self._text.setText(check.text)
        self.setToolTip(check.reason or check.text)
        self.setAccessibleName(f"{self._name}: {check.text}")
        self.setAccessibleDescription(check.reason)


class JamPage(QWidget):
    """The page of a jam.

    Signals:
        start_clicked(), stop_clicked(): Start or stop the jam.
        hand_over_clicked(): By the button or Space.
        back_clicked(int): Go back to this bar, from 0, with the memory of that time.
        keep_clicked(), discard_clicked(): Keep or discard the finished jam.

    Attributes:
        setup: The settings.
        waterfall: The played and planned notes.
    """

    start_clicked = Signal()
    stop_clicked = Signal()
    hand_over_clicked = Signal()
    back_clicked = Signal(int)
    keep_clicked = Signal()
    discard_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Pane)
        self._running = False
        self._who, self._keys = "", ""
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Jam"))
        # A click anywhere gives the page the focus, so that Space hands over.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setup, self.waterfall = JamSetup(), Waterfall()
        self.waterfall.bar_clicked.connect(self._choose_bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.setup)
        row.addWidget(hairline(vertical=True))
        row.addLayout(self._make_middle(), 1)
        self.show_idle(reason="")

    # --- parts -----------------------------------------------------------------------------

    def _make_middle(self) -> QVBoxLayout:
        self._turn = TurnButton()
        self._turn.clicked.connect(self.hand_over_clicked)
        watch_keys(self._turn, "hand_over", self._show_keys)
        self._message = words(tone="plain", wrap=True)
        self._message.setVisible(False)
        column = QVBoxLayout()
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(10)
        column.addLayout(self._make_checks())
        column.addWidget(self.waterfall, 1)
        column.addWidget(self._message)
        column.addWidget(self._turn)
        column.addLayout(self._make_buttons())
        return column

    def _make_checks(self) -> QHBoxLayout:
        names = {
            "input": self.tr("In"),
            "output": self.tr("Out"),
            "model": self.tr("Segue"),
            "latency": self.tr("Latency"),
        }
        self._checks = {key: _CheckView(names[key]) for key in CHECKS}
        row = QHBoxLayout()
        row.setSpacing(14)
        for view in self._checks.values():
            row.addWidget(view, 1)
        return row

    def _make_buttons(self) -> QHBoxLayout:
        self._main = TextButton(self.tr("Start jamming"), kind="main")
        self._main.clicked.connect(self._press_main)
        self._bar = number_field(QSpinBox)
        self._bar.setRange(1, 1)
        self._bar.setMinimumHeight(28)
        self._bar.setAccessibleName(self.tr("Bar to go back to"))
        self._bar.setToolTip(self.tr("Everything from this bar on is removed"))
        ignore_wheel(self._bar)
        self._back = TextButton(
            self.tr("Go back to bar"),
            tooltip=self.tr(
                "Remove everything from this bar on, and restore Segue's memory of that time"
            ),
        )
        self._back.clicked.connect(self._go_back)
        self._bar.lineEdit().returnPressed.connect(self._go_back)
        self._keep = TextButton(
            self.tr("Keep as a piece"),
            kind="main",
            tooltip=self.tr("Open what you played together on Compose"),
        )
        self._discard = TextButton(
            self.tr("Discard"), kind="danger", tooltip=self.tr("Throw this jam away")
        )
        self._keep.clicked.connect(self.keep_clicked)
        self._discard.clicked.connect(self.discard_clicked)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._main)
        row.addWidget(self._keep)
        row.addWidget(self._discard)
        row.addStretch(1)
        row.addWidget(self._back)
        row.addWidget(self._bar)
        for button in (self._main, self._keep, self._discard, self._back):
            button.setMinimumHeight(36)
        return row

    def sizeHint(self) -> QSize:
        return QSize(1280, 700)

    # --- showing values --------------------------------------------------------------------

    def show_check(self, key: CheckKey, check: Check) -> None:
        """Show the state of a check."""
        self._checks[key].show_check(check)

    def flash_input(self) -> None:
        """Flash the lamp of the keyboard after a key press."""
        self._checks["input"].lamp.flash()

    def show_idle(self, *, reason: str, kept: bool = False) -> None:
        """Show that no jam runs.

        Args:
            reason: Why none can start, or empty.
            kept: Whether a finished jam can be kept or discarded.
        """
        self._running = False
        self._main.setText(self.tr("Start jamming"))
        self._main.setAccessibleName(self._main.text())
        self._main.show_reason(reason)
        self._show_buttons(kept=kept)
        self.setup.show_running(running=False)

    def show_running(self, *, bar: int) -> None:
        """Show that a jam runs; `bar` is the last bar to go back to."""
        begins = not self._running
        self._running = True
        self._main.setText(self.tr("Stop"))
        self._main.setAccessibleName(self._main.text())
        self._main.show_reason("")
        self._show_buttons(kept=False)
        self.show_bar(bar)
        if begins:
            self.setup.show_running(running=True)
            self.setFocus()

    def show_bar(self, bar: int) -> None:
        """Allow going back to any bar up to this one, from 0."""
        at_end = self._bar.value() == self._bar.maximum()
        self._bar.setMaximum(max(1, bar + 1))
        if at_end and not self._bar.hasFocus():
            self._bar.setValue(self._bar.maximum())

    def _go_back(self) -> None:
        self.back_clicked.emit(self._bar.value() - 1)
        # Leave the number field, so that Space hands over again.
        self.setFocus()

    def _show_buttons(self, *, kept: bool) -> None:
        self._keep.setVisible(kept)
        self._discard.setVisible(kept)
        self._main.setVisible(not kept)
        self._back.setVisible(self._running)
        self._bar.setVisible(self._running)

    def show_turn(self, view: TurnView, *, reason: str = "") -> None:
        """Show whose turn it is, and announce a change."""
        self._turn.show_turn(view, tooltip=self._tip(), reason=reason)
        if view.title != self._who:
            self._who = view.title
            announce(self, f"{view.title}. {view.detail}")

    def _show_keys(self, keys: str) -> None:
        self._keys = keys
        self._turn.show_tip(self._tip())

    def _tip(self) -> str:
        keys = ", ".join(each for each in (self.tr("Space"), self._keys) if each)
        text = self.tr("Give the turn to the other: %1, a pedal or a learned control")
        return text.replace("%1", keys)

    def show_message(self, text: str, *, warning: bool = False) -> None:
        """Show a sentence above the button; an empty one hides it."""
        self._message.setText(text)
        self._message.setVisible(bool(text))
        set_tone(self._message, "amber" if warning else "plain")
        # The new tone may have another padding, which changes the height.
        self._message.updateGeometry()

    # --- user input ------------------------------------------------------------------------

    def _press_main(self) -> None:
        (self.stop_clicked if self._running else self.start_clicked).emit()

    def _choose_bar(self, bar: int) -> None:
        self._bar.setValue(bar + 1)

    def event(self, event: QEvent) -> bool:
        # During a jam Space hands over; otherwise it is the window's shortcut to play.
        if event.type() is QEvent.Type.ShortcutOverride and self._takes(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._takes(event):
            if not event.isAutoRepeat():
                self.hand_over_clicked.emit()
        else:
            super().keyPressEvent(event)

    def _takes(self, event: QEvent) -> bool:
        if not self._running or not isinstance(event, QKeyEvent):
            return False
        return event.key() == Qt.Key.Key_Space and not event.modifiers()
