"""The left column of the Jam page: settings before and during a jam."""

from collections.abc import Callable
from typing import Any

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.settings.setting import OneOf, Setting, Switch, Whole
from app.values.continue_settings import ContinueSettings
from app.values.jam_choices import (
    AS_MINE,
    BARS,
    DRUMS,
    FASTEST,
    METERS,
    MODES,
    SLOWEST,
    JamChoices,
)
from app.widgets.buttons import TextButton
from app.widgets.drawn_values import adventurousness_of, steering_of, temperature_of, values_of
from app.widgets.keys.tips import show_keys_in_tooltip, watch_keys
from app.widgets.settings.form import CONTROL_HEIGHT, Form
from app.widgets.steering import AdventureSlider, SteeringSliders
from app.widgets.wheel import ignore_wheel
from app.widgets.words import words
from app.words.instruments import all_instruments, instrument_words

# Pixels at least; longer words make it wider.
_WIDTH = 300
# The modes in which no number of bars ends a turn.
_WITHOUT_TURNS = ("endless", "accompany")
Entries = tuple[tuple[Any, str], ...]


class JamSetup(QScrollArea):
    """The settings of a jam.

    Signals:
        choices_changed(object): New `JamChoices`.
        drawing_changed(object): New `ContinueSettings`, which differ in the sampling only.
        click_toggled(bool): The metronome.
        forget_clicked(), pin_toggled(bool): The memory.
        calibrate_clicked(): Measure the keyboard's latency.
        cable_clicked(): Measure the ports' latency over a cable.
    """

    choices_changed = Signal(object)
    drawing_changed = Signal(object)
    click_toggled = Signal(bool)
    forget_clicked = Signal()
    pin_toggled = Signal(bool)
    calibrate_clicked = Signal()
    cable_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._choices = JamChoices()
        self._asked = ContinueSettings()
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(16, 14, 14, 14)
        self._column.setSpacing(8)
        self._make_choices()
        self._make_sliders()
        self._make_memory()
        self._column.addStretch(1)
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The width depends on the language of the texts.
        needed = inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        self.setFixedWidth(max(_WIDTH, needed))
        self.show_choices(self._choices)

    # --- parts -----------------------------------------------------------------------------

    def _make_choices(self) -> None:
        form = self._form = Form(self._rows(), self._choices, tone="dim", height=CONTROL_HEIGHT)
        form.lines.setHorizontalSpacing(10)
        form.lines.setVerticalSpacing(6)
        form.lines.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for box in form.findChildren(QComboBox):
            # Long entries must not widen the column.
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(6)
            ignore_wheel(box)
        ignore_wheel(form.widget("bpm"))
        watch_keys(form.widget("hand_over_by"), "hand_over", self._show_hand_over_keys)
        form.changed.connect(self._take)
        self._click = QCheckBox(self.tr("Click on the beats"))
        self._click.setAccessibleName(self._click.text())
        self._click.setToolTip(self.tr("The metronome"))
        show_keys_in_tooltip(self._click, "metronome")
        self._click.clicked.connect(self.click_toggled)
        self._column.addWidget(form)
        self._column.addWidget(self._click)

    def _rows(self) -> tuple[Setting | tuple[Setting, Setting], ...]:
        return (*self._parts_and_time(), *self._turns())

    def _parts_and_time(self) -> tuple[Setting | tuple[Setting, Setting], ...]:
        instruments = _instruments()
        same = (AS_MINE, self.tr("The same"))
        needed = self.tr("This mode needs a beat.")
        beats = ((True, self.tr("A beat for both")), (False, self.tr("Free: your own time")))
        meters = tuple((meter, f"{meter[0]}/{meter[1]}") for meter in METERS)
        meter = self.tr("Meter")
        tempo = self.tr("Quarters a minute")
        return (
            _choice("mode", self.tr("Mode"), self.tr("How you play together"), self._modes()),
            _choice("me", self.tr("I play"), self.tr("What you play"), instruments),
            _choice(
                "segue", self.tr("Segue plays"), self.tr("What Segue plays"), (same, *instruments)
            ),
            _choice(
                "beat",
                self.tr("Time"),
                self.tr("Time"),
                beats,
                unless=lambda choices: needed if choices.needs_a_beat else "",
            ),
            (
                Setting("bpm", self.tr("Tempo"), tempo, Whole(SLOWEST, FASTEST)),
                _choice("numerator denominator", meter, meter, meters),
            ),
        )

    def _turns(self) -> tuple[Setting, ...]:
        one, more = self.tr("1 bar"), self.tr("%1 bars")
        lengths = {0: self.tr("Until I play"), 1: one}
        no_turns = self.tr("In this mode turns do not end by themselves.")
        by_bars = self.tr("In this mode only the number of bars ends a turn.")
        return (
            _choice(
                "bars",
                self.tr("Its turn"),
                self.tr("Bars of Segue's turn"),
                tuple((bars, lengths.get(bars, more.replace("%1", str(bars)))) for bars in BARS),
                unless=lambda choices: no_turns if choices.mode in _WITHOUT_TURNS else "",
            ),
            _choice(
                "hand_over_by",
                self.tr("Hand over"),
                self.tr("What hands over beside the button"),
                (
                    ("keys", self.tr("Space")),
                    ("sustain", self.tr("The sustain pedal")),
                    ("soft", self.tr("The soft pedal")),
                    ("lowest", self.tr("The lowest key (A0)")),
                ),
            ),
            Setting(
                "hears_ends",
                self.tr("The end of a phrase hands over"),
                self.tr("A silence of nearly two beats is the end of a phrase"),
                Switch(),
                unless=lambda choices: by_bars if choices.needs_a_beat else "",
            ),
        )

    def _modes(self) -> Entries:
        names = {
            "answer": self.tr("Trade turns by phrase"),
            "trade": self.tr("Trade bars"),
            "accompany": self.tr("Segue accompanies me"),
            "endless": self.tr("Segue plays on and on"),
        }
        return tuple((mode, names[mode]) for mode in MODES)

    def _make_sliders(self) -> None:
        self._column.addSpacing(4)
        self._column.addWidget(words(self.tr("While it plays"), tone="title"))
        self.adventure, self.steering = AdventureSlider(), SteeringSliders()
        self.adventure.value_changed.connect(self._set_temperature)
        self.steering.changed.connect(self._steer)
        self._column.addWidget(self.adventure)
        self._column.addWidget(self.steering)

    def _make_memory(self) -> None:
        self._forget = TextButton(
            self.tr("Forget"), tooltip=self.tr("Segue forgets what was played before this bar")
        )
        self._pin = TextButton(
            self.tr("Pin"),
            tooltip=self.tr("Segue uses only what was played up to now, whatever comes later"),
            checkable=True,
        )
        self._calibrate = TextButton(
            self.tr("Calibrate…"),
            tooltip=self.tr("Tap eight clicks: finds how late your keyboard is"),
        )
        self._cable = TextButton(
            self.tr("By cable"),
            tooltip=self.tr(
                "With a MIDI cable from the output back to the input: finds how late they are"
            ),
        )
        self._cable.clicked.connect(self.cable_clicked)
        self._forget.clicked.connect(self.forget_clicked)
        self._pin.clicked.connect(self.pin_toggled)
        self._calibrate.clicked.connect(self.calibrate_clicked)
        self._memory = words(tone="dim", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(6)
        for button in (self._forget, self._pin):
            row.addWidget(button)
        row.addStretch(1)
        below = QHBoxLayout()
        below.setSpacing(6)
        below.addWidget(self._calibrate)
        below.addWidget(self._cable)
        below.addStretch(1)
        self._column.addSpacing(4)
        self._column.addWidget(words(self.tr("Memory and keyboard"), tone="title"))
        self._column.addLayout(row)
        self._column.addLayout(below)
        self._column.addWidget(self._memory)

    def _show_hand_over_keys(self, keys: str) -> None:
        """Name the keys of the computer that hand over now."""
        text = self.tr("Space and %1").replace("%1", keys) if keys else self.tr("Space")
        box = self._form.widget("hand_over_by")
        box.setItemText(box.findData("keys"), text)

    # --- showing values --------------------------------------------------------------------

    def show_choices(self, choices: JamChoices) -> None:
        """Show these settings without a signal."""
        self._choices = choices
        self._form.show_value(_as_shown(choices))

    def show_running(self, *, running: bool) -> None:
        """Disable the settings that cannot change during a jam."""
        busy = self.tr("Stop the jam first.") if running else ""
        self._form.lock(busy)
        idle = "" if running else self.tr("No jam is running.")
        for button in (self._forget, self._pin):
            button.show_reason(idle)
        if not running:
            self._pin.setChecked(False)
        for button in (self._calibrate, self._cable):
            button.show_reason(busy)

    def show_click(self, *, on: bool) -> None:
        """Show whether the metronome clicks."""
        self._click.setChecked(on)

    def show_drawing(self, asked: ContinueSettings) -> None:
        """Show the sampling settings without a signal."""
        self._asked = asked
        self.adventure.show_adventurousness(adventurousness_of(asked.request.sampling.temperature))
        self.steering.show_values(values_of(asked.request.steering))

    def show_memory(self, text: str) -> None:
        """Show the content of the memory as text."""
        self._memory.setText(text)

    # --- user input ------------------------------------------------------------------------

    def _take(self, made: JamChoices) -> None:
        shown = _as_shown(self._choices)
        # A mode may impose a beat or bars: the user's own choice comes back with another mode.
        chosen = {
            name: getattr(self._choices, name)
            for name in ("beat", "bars")
            if getattr(made, name) == getattr(shown, name)
        }
        self.show_choices(msgspec.structs.replace(made, **chosen))
        self.choices_changed.emit(self._choices)

    def _set_temperature(self, value: int) -> None:
        self.adventure.show_adventurousness(value)
        self._asked = self._asked.drawing(temperature=temperature_of(value))
        self.drawing_changed.emit(self._asked)

    def _steer(self, values: tuple[tuple[str, int], ...]) -> None:
        self._asked = self._asked.asking(steering=steering_of(values))
        self.drawing_changed.emit(self._asked)


def _as_shown(choices: JamChoices) -> JamChoices:
    """Return the choices with what their mode asks for."""
    return msgspec.structs.replace(choices, beat=choices.has_beat, bars=choices.turn_bars)


def _choice(
    key: str,
    label: str,
    spoken: str,
    entries: Entries,
    *,
    unless: Callable[[JamChoices], str] = lambda _choices: "",
) -> Setting:
    return Setting(key, label, spoken, OneOf(entries), spoken=spoken, unless=unless)


def _instruments() -> Entries:
    return (*enumerate(all_instruments()), (DRUMS, instrument_words(0, is_drum=True)))
