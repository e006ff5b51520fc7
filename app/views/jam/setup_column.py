"""The right panel of the Jam page: how one plays together, and what is folded away."""

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
    SLOWEST,
    JamChoices,
)
from app.views.jam.fold import Fold
from app.views.jam.heard_level import HeardLevel
from app.views.jam.mode_tiles import ModeTiles
from app.views.jam.values import CHECKS, Check, CheckKey
from app.widgets.buttons import Segmented, TextButton
from app.widgets.drawn_values import (
    NEUTRAL,
    adventurousness_of,
    steering_of,
    temperature_of,
    values_of,
)
from app.widgets.keys.tips import show_keys_in_tooltip, watch_keys
from app.widgets.levels.lamp import Lamp
from app.widgets.settings.form import CONTROL_HEIGHT, Form
from app.widgets.steering import AdventureSlider, SteeringSliders
from app.widgets.wheel import ignore_wheel
from app.widgets.words import ElidedLabel, words
from app.words.instruments import all_instruments, instrument_words

# Pixels at least, with room and in a narrow window; longer words make it wider.
_WIDTH, _NARROW = 288, 248
# The modes in which no number of bars ends a turn.
_WITHOUT_TURNS = ("endless", "accompany")
# Which check the one line shows: the one that most needs somebody.
_GRAVITY = {"working": 1, "warning": 2, "danger": 3}
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
        self._checks: dict[CheckKey, Check] = {}
        # Why nothing of a running jam can change, or empty.
        self._busy = ""
        self._inside = QWidget()
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(16, 12, 16, 4)
        self._column.setSpacing(8)
        self._make_modes()
        self._make_choices()
        self._make_sliders()
        self._make_memory()
        self._make_sound()
        self._column.addStretch(1)
        self.setWidget(self._inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.show_choices(self._choices)

    # --- parts -----------------------------------------------------------------------------

    def _make_modes(self) -> None:
        self._modes = ModeTiles()
        self._modes.chosen.connect(lambda mode: self._change(mode=mode))
        self._bars_title = words(tone="title")
        shorter = {0: self.tr("open")}
        self._bars = Segmented(
            tuple((str(bars), shorter.get(bars, str(bars))) for bars in BARS),
            name=self.tr("Bars of Segue's turn"),
        )
        self._bars.chosen.connect(lambda bars: self._change(bars=int(bars)))
        self._column.addWidget(words(self.tr("How you play together"), tone="title"))
        self._column.addWidget(self._modes)
        self._column.addSpacing(4)
        self._column.addWidget(self._bars_title)
        self._column.addWidget(self._bars)
        self._column.addSpacing(4)

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
        self._time = Fold(
            self.tr("Instruments and time"), tooltip=self.tr("Instruments, tempo, who hands over")
        )
        self._time.column.addWidget(form)
        self._time.column.addWidget(self._click)
        self._column.addWidget(self._time)

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
        by_bars = self.tr("In this mode only the number of bars ends a turn.")
        return (
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

    def _make_sliders(self) -> None:
        self._shape = Fold(
            self.tr("Shape the answer"), tooltip=self.tr("Sliders that Segue's next notes follow")
        )
        self.adventure, self.steering = AdventureSlider(), SteeringSliders()
        self.adventure.value_changed.connect(self._set_temperature)
        self.steering.changed.connect(self._steer)
        self._shape.column.addWidget(self.adventure)
        self._shape.column.addWidget(self.steering)
        self._column.addWidget(self._shape)

    def _make_memory(self) -> None:
        self._memory = Fold(
            self.tr("What it remembers"), tooltip=self.tr("The bars that Segue goes on from")
        )
        self._forget = TextButton(
            self.tr("Forget"), tooltip=self.tr("Segue forgets what was played before this bar")
        )
        self._pin = TextButton(
            self.tr("Pin"),
            tooltip=self.tr("Segue uses only what was played up to now, whatever comes later"),
            checkable=True,
        )
        self._forget.clicked.connect(self.forget_clicked)
        self._pin.clicked.connect(self.pin_toggled)
        self._holds = words(tone="dim", wrap=True)
        self._memory.column.addLayout(_side_by_side(self._forget, self._pin))
        self._memory.column.addWidget(self._holds)
        self._column.addWidget(self._memory)

    def _make_sound(self) -> None:
        self._lamp, self._level = Lamp(), HeardLevel()
        self._sound = Fold(
            self.tr("Keyboard"),
            tooltip=self.tr("The keyboard, the sound, and how late they are"),
            lead=self._lamp,
            below=self._level,
        )
        names = {
            "input": self.tr("In"),
            "output": self.tr("Out"),
            "model": self.tr("Segue"),
            "latency": self.tr("Latency"),
        }
        self._views = {key: _CheckView(names[key]) for key in CHECKS}
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
        self._calibrate.clicked.connect(self.calibrate_clicked)
        for view in self._views.values():
            self._sound.column.addWidget(view)
        self._sound.column.addLayout(_side_by_side(self._calibrate, self._cable))
        self._column.addWidget(self._sound)

    def _show_hand_over_keys(self, keys: str) -> None:
        """Name the keys of the computer that hand over now."""
        text = self.tr("Space and %1").replace("%1", keys) if keys else self.tr("Space")
        box = self._form.widget("hand_over_by")
        box.setItemText(box.findData("keys"), text)

    # --- showing values --------------------------------------------------------------------

    def fit(self, *, narrow: bool, low: bool) -> int:
        """Take the width that the words need, which the style sheet decides; return it."""
        self._modes.show_compact(compact=low)
        needed = self._inside.minimumSizeHint().width()
        self.setFixedWidth(max(_NARROW if narrow else _WIDTH, needed))
        return self.width()

    def show_choices(self, choices: JamChoices) -> None:
        """Show these settings without a signal."""
        self._choices = choices
        shown = _as_shown(choices)
        self._form.show_value(shown)
        self._modes.show_mode(choices.mode)
        trade, turns = choices.mode == "trade", choices.mode not in _WITHOUT_TURNS
        self._bars_title.setText(
            self.tr("Bars each") if trade else self.tr("Segue's turn, in bars")
        )
        for widget in (self._bars_title, self._bars):
            widget.setVisible(turns)
        self._bars.show_choice(str(shown.bars))
        self._lock_bars()
        beat = f"{choices.bpm}, {choices.numerator}/{choices.denominator}"
        self._time.show_state(beat if shown.beat else self.tr("free"))

    def _lock_bars(self) -> None:
        """A turn of bars that are traded has a length; within a jam none changes."""
        ends = self.tr("Turns that are traded have a number of bars.")
        for bars in self._bars.keys:
            open_end = ends if bars == "0" and self._choices.mode == "trade" else ""
            self._bars.show_reason(bars, self._busy or open_end)

    def show_running(self, *, running: bool) -> None:
        """Disable the settings that cannot change during a jam."""
        busy = self.tr("Stop the jam first.") if running else ""
        self._busy = busy
        self._form.lock(busy)
        self._modes.lock(busy)
        self._lock_bars()
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
        values = values_of(asked.request.steering)
        self.steering.show_values(values)
        plain = self.adventure.value() == NEUTRAL and all(value == NEUTRAL for _, value in values)
        self._shape.show_state(self.tr("as it is") if plain else self.tr("changed"))

    def show_memory(self, text: str, *, state: str) -> None:
        """Show the content of the memory as text, and in a few words."""
        self._holds.setText(text)
        self._memory.show_state(state)

    def show_check(self, key: CheckKey, check: Check) -> None:
        """Show the state of a check; the line says the most important ones."""
        self._views[key].show_check(check)
        self._checks[key] = check
        worst = max(self._checks.values(), key=lambda each: _GRAVITY.get(each.tone, 0))
        self._lamp.show_tone(worst.tone)
        shown = [each.text for key, each in self._checks.items() if key in ("input", "latency")]
        self._sound.show_state(", ".join(shown) if worst.tone in ("good", "plain") else worst.text)

    def hear(self, velocity: int) -> None:
        """Show how loud a key was pressed, 1 to 127."""
        self._level.hear(velocity)
        self._lamp.flash()

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


class _CheckView(QWidget):
    """A lamp with the name and the state of a check."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._lamp, self._text = Lamp(), ElidedLabel(tone="dim")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(5)
        row.addWidget(self._lamp)
        row.addWidget(words(name, tone="title"))
        row.addWidget(self._text, 1)

    def show_check(self, check: Check) -> None:
        self._lamp.show_tone(check.tone)
        self._text.setText(check.text)
        self.setToolTip(check.reason or check.text)
        self.setAccessibleName(f"{self._name}: {check.text}")
        self.setAccessibleDescription(check.reason)


def _side_by_side(*buttons: TextButton) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(6)
    for button in buttons:
        row.addWidget(button)
    row.addStretch(1)
    return row


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
