"""The left column of the Jam page: settings before and during a jam."""

from typing import Any

import msgspec
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

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
from app.widgets.buttons import TextButton, give_reason
from app.widgets.drawn_values import adventurousness_of, steering_of, temperature_of, values_of
from app.widgets.keys.tips import show_keys_in_tooltip, watch_keys
from app.widgets.numbers import number_field
from app.widgets.steering import AdventureSlider, SteeringSliders
from app.widgets.wheel import ignore_wheel
from app.widgets.words import give_unseen_label, label_of, words
from app.words.instruments import all_instruments, instrument_words

# Pixels at least; longer words make it wider.
_WIDTH = 300


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
        self._mode = self._choice(self.tr("How you play together"), self._modes(), "mode")
        self._me = self._choice(self.tr("What you play"), _instruments(), "me")
        same = [(AS_MINE, self.tr("The same"))]
        self._segue = self._choice(self.tr("What Segue plays"), [*same, *_instruments()], "segue")
        self._beat = self._choice(
            self.tr("Time"),
            [(True, self.tr("A beat for both")), (False, self.tr("Free: your own time"))],
            "beat",
        )
        self._bpm = number_field(QSpinBox)
        self._bpm.setRange(SLOWEST, FASTEST)
        self._bpm.setAccessibleName(self.tr("Tempo"))
        self._bpm.setToolTip(self.tr("Quarters a minute"))
        self._bpm.setMinimumHeight(28)
        ignore_wheel(self._bpm)
        self._bpm.valueChanged.connect(lambda bpm: self._change(bpm=bpm))
        self._meter = self._choice(
            self.tr("Meter"), [(meter, f"{meter[0]}/{meter[1]}") for meter in METERS], "meter"
        )
        self._bars = self._choice(self.tr("Bars of Segue's turn"), self._lengths(), "bars")
        self._by = self._choice(
            self.tr("What hands over beside the button"), self._ways(), "hand_over_by"
        )
        watch_keys(self._by, "hand_over", self._show_hand_over_keys)
        self._ends = self._check(
            self.tr("The end of a phrase hands over"),
            self.tr("A silence of nearly two beats is the end of a phrase"),
        )
        self._ends.clicked.connect(lambda on: self._change(hears_ends=on))
        self._click = self._check(self.tr("Click on the beats"), self.tr("The metronome"))
        show_keys_in_tooltip(self._click, "metronome")
        self._click.clicked.connect(self.click_toggled)
        self._lay_out_choices()

    def _lay_out_choices(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(10)
        form.setVerticalSpacing(6)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        # Tempo and meter share a row.
        pair = QHBoxLayout()
        pair.setSpacing(6)
        pair.addWidget(self._bpm, 1)
        pair.addWidget(self._meter, 1)
        give_unseen_label(self._meter)
        for label, field in (
            (self.tr("Mode"), self._mode),
            (self.tr("I play"), self._me),
            (self.tr("Segue plays"), self._segue),
            (self.tr("Time"), self._beat),
            (self.tr("Tempo"), self._bpm),
            (self.tr("Its turn"), self._bars),
            (self.tr("Hand over"), self._by),
        ):
            part = pair if field is self._bpm else field
            form.addRow(label_of(field, label, tone="dim"), part)
        self._column.addLayout(form)
        self._column.addWidget(self._ends)
        self._column.addWidget(self._click)

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
        self._by.setItemText(self._by.findData("keys"), text)

    def _choice(self, name: str, entries: list[tuple[Any, str]], key: str) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.setMinimumHeight(28)
        # Long entries must not widen the column.
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(6)
        for value, text in entries:
            box.addItem(text, value)
        ignore_wheel(box)
        # `activated` is emitted for the user's choices only, not for `show_choices`.
        box.activated.connect(lambda index: self._choose(key, box.itemData(index)))
        return box

    def _check(self, text: str, tooltip: str) -> QCheckBox:
        box = QCheckBox(text)
        box.setAccessibleName(text)
        box.setToolTip(tooltip)
        return box

    def _modes(self) -> list[tuple[Any, str]]:
        names = {
            "answer": self.tr("Trade turns by phrase"),
            "trade": self.tr("Trade bars"),
            "accompany": self.tr("Segue accompanies me"),
            "endless": self.tr("Segue plays on and on"),
        }
        return [(mode, names[mode]) for mode in MODES]

    def _lengths(self) -> list[tuple[Any, str]]:
        one, more = self.tr("1 bar"), self.tr("%1 bars")
        names = {0: self.tr("Until I play"), 1: one}
        return [(bars, names.get(bars, more.replace("%1", str(bars)))) for bars in BARS]

    def _ways(self) -> list[tuple[Any, str]]:
        return [
            ("keys", self.tr("Space")),
            ("sustain", self.tr("The sustain pedal")),
            ("soft", self.tr("The soft pedal")),
            ("lowest", self.tr("The lowest key (A0)")),
        ]

    # --- showing values --------------------------------------------------------------------

    def show_choices(self, choices: JamChoices) -> None:
        """Show these settings without a signal."""
        self._choices = choices
        for box, value in (
            (self._mode, choices.mode),
            (self._me, choices.me),
            (self._segue, choices.segue),
            (self._beat, choices.has_beat),
            (self._bars, choices.turn_bars),
            (self._by, choices.hand_over_by),
        ):
            box.setCurrentIndex(box.findData(value))
        meter = (choices.numerator, choices.denominator)
        self._meter.setCurrentIndex(METERS.index(meter) if meter in METERS else -1)
        with QSignalBlocker(self._bpm):
            self._bpm.setValue(choices.bpm)
        self._ends.setChecked(choices.hears_ends)
        self._allow()

    def _allow(self, reason: str = "") -> None:
        """Enable the settings that apply to the mode; with a reason, disable all."""
        choices = self._choices
        no_turns = self.tr("In this mode turns do not end by themselves.")
        beat = self.tr("This mode needs a beat.")
        by_bars = self.tr("In this mode only the number of bars ends a turn.")
        boxes: tuple[tuple[QWidget, str], ...] = (
            (self._mode, ""),
            (self._me, ""),
            (self._segue, ""),
            (self._beat, beat if choices.needs_a_beat else ""),
            (self._bpm, ""),
            (self._meter, ""),
            (self._bars, no_turns if choices.mode in {"endless", "accompany"} else ""),
            (self._ends, by_bars if choices.mode in {"trade", "accompany"} else ""),
            (self._by, ""),
        )
        for box, own in boxes:
            give_reason(box, reason or own, tooltip=box.accessibleName())

    def show_running(self, *, running: bool) -> None:
        """Disable the settings that cannot change during a jam."""
        self._allow(self.tr("Stop the jam first.") if running else "")
        idle = "" if running else self.tr("No jam is running.")
        for button in (self._forget, self._pin):
            button.show_reason(idle)
        if not running:
            self._pin.setChecked(False)
        for button in (self._calibrate, self._cable):
            button.show_reason(self.tr("Stop the jam first.") if running else "")

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

    def _choose(self, key: str, value: Any) -> None:
        if key == "meter":
            self._change(numerator=value[0], denominator=value[1])
        else:
            self._change(**{key: value})

    def _change(self, **changes: Any) -> None:
        self.show_choices(msgspec.structs.replace(self._choices, **changes))
        self.choices_changed.emit(self._choices)

    def _set_temperature(self, value: int) -> None:
        self.adventure.show_adventurousness(value)
        self._asked = self._asked.drawing(temperature=temperature_of(value))
        self.drawing_changed.emit(self._asked)

    def _steer(self, values: tuple[tuple[str, int], ...]) -> None:
        self._asked = self._asked.asking(steering=steering_of(values))
        self.drawing_changed.emit(self._asked)


def _instruments() -> list[tuple[Any, str]]:
    return [*enumerate(all_instruments()), (DRUMS, instrument_words(0, is_drum=True))]
