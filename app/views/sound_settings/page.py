"""The page for sound and ports."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.views.sound_settings.rows import add_row, choice, fill, side_by_side
from app.views.sound_settings.values import (
    ClockView,
    Entries,
    InputRow,
    LearnRow,
    OutputRow,
    SoundView,
)
from app.widgets.buttons import TextButton
from app.widgets.numbers import number_field
from app.widgets.tab_order import tab_as_laid_out
from app.widgets.wheel import ignore_wheel
from app.widgets.words import ElidedLabel, words
from engine.values.sound import LARGEST_OFFSET_MS


class SoundSettings(QWidget):
    """Outputs, inputs, clock and learned controls.

    Signals:
        chosen(str, object): Another value of a field of the choices.
        chosen_of(str, str, object): Of a field that holds values by input or output: the name, and
            its value.
        chosen_one(str, str, bool): Of a field that lists inputs or outputs: the name, and whether
            it is one of them.
        output_chosen(str): The key of an output.
        bank_clicked(): Choose a sound bank.
        test_clicked(): Play three chords.
        audition_chosen(bool): Whether notes sound as they are drawn.
        input_shape_clicked(str): Choose an input's velocity curve and ranges.
        learn_clicked(str), forget_clicked(str): Learn or forget a control for a target.
    """

    chosen = Signal(str, object)
    chosen_of = Signal(str, str, object)
    chosen_one = Signal(str, str, bool)
    output_chosen = Signal(str)
    bank_clicked = Signal()
    test_clicked = Signal()
    audition_chosen = Signal(bool)
    input_shape_clicked = Signal(str)
    learn_clicked = Signal(str)
    forget_clicked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Sound and ports"))
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(24, 20, 24, 16)
        self._column.setSpacing(12)
        self._column.addWidget(words(self.tr("Sound and ports"), tone="heading"))
        self._make_sound()
        self._inputs = self._block(self.tr("MIDI keyboards"))
        self._make_clock()
        self._controls = self._block(self.tr("Controls of a MIDI keyboard"))
        self._column.addStretch(1)
        area = QScrollArea()
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area)
        self._shown: dict[str, object] = {}
        self.show_sound(SoundView())
        self.show_inputs(())
        self.show_clock(ClockView())
        self.show_controls(())

    # --- parts -----------------------------------------------------------------------------

    def _make_sound(self) -> None:
        self._output = choice(
            self.tr("Sound through"),
            self.tr("What sounds when a piece plays"),
            self.output_chosen.emit,
        )
        self._track_ports = QCheckBox()
        self._track_ports.setAccessibleName(self.tr("A port for each track"))
        self._track_ports.setToolTip(
            self.tr("Another program then has each track on an input of its own")
        )
        self._track_ports.setMinimumHeight(24)
        self._track_ports.clicked.connect(lambda on: self.chosen.emit("port_per_track", on))
        self._device = choice(
            self.tr("Audio device"),
            self.tr("Where the built-in sound is heard"),
            partial(self.chosen.emit, "device"),
        )
        self._buffer = choice(
            self.tr("Buffer"),
            self.tr("A larger one sounds later, and does not break up on a busy machine"),
            lambda key: self.chosen.emit("buffer_ms", int(key)),
        )
        self._room = choice(
            self.tr("Room"),
            self.tr("How much room is around the built-in sound"),
            partial(self.chosen.emit, "room"),
        )
        self._count_in = choice(
            self.tr("Count in"),
            self.tr("When the count-in is heard"),
            partial(self.chosen.emit, "count_in_when"),
        )
        self._count_in_entries: Entries = (
            ("record", self.tr("When recording only")),
            ("always", self.tr("Whenever it plays")),
        )
        self._state = words(tone="dim", wrap=True)
        self._bank = ElidedLabel()
        self._bank.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._bank.setFixedWidth(160)
        self._audition = QCheckBox(self.tr("Notes sound as they are drawn and moved"))
        self._audition.setAccessibleName(self._audition.text())
        self._audition.setToolTip(self.tr("Hear each note that you draw, move or click"))
        self._audition.setMinimumHeight(24)
        self._audition.clicked.connect(self.audition_chosen)
        self._lay_out_sound()

    def _lay_out_sound(self) -> None:
        choose = TextButton(
            self.tr("Choose…"),
            name=self.tr("Choose a sound bank"),
            tooltip=self.tr("A SoundFont file: .sf2 or .sf3"),
        )
        choose.clicked.connect(self.bank_clicked)
        self._own_bank = TextButton(
            self.tr("Segue's own"),
            name=self.tr("Use the sound bank that comes with Segue"),
            tooltip=self.tr("Pieces then sound as on every other computer with Segue"),
        )
        self._own_bank.clicked.connect(lambda: self.chosen.emit("bank", ""))
        test = TextButton(
            self.tr("Test"),
            name=self.tr("Test the sound"),
            tooltip=self.tr("Play three chords"),
        )
        test.clicked.connect(self.test_clicked)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(10)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        for label, parts in (
            (self.tr("Sound &through"), (self._output, test)),
            (self.tr("&Audio device"), (self._device,)),
            (self.tr("&Buffer"), (self._buffer,)),
            (self.tr("&Room"), (self._room,)),
            (self.tr("Sound bank"), (self._bank, choose, self._own_bank)),
            (self.tr("&Count in"), (self._count_in,)),
        ):
            add_row(form, label, *parts)
        form.addRow(self._audition)
        form.addRow(self._track_ports)
        self._column.addLayout(form)
        self._column.addWidget(self._state)

    def _make_clock(self) -> None:
        self._followed = choice(
            self.tr("Follow the clock of"),
            self.tr("Another device starts, stops and leads the tempo"),
            partial(self.chosen.emit, "clock_in"),
        )
        self._clock_outputs = self._block(self.tr("MIDI outputs and clock"))
        self._clock_runs = QCheckBox(self.tr("The clock also runs while the music is stopped"))
        self._clock_runs.setAccessibleName(self._clock_runs.text())
        self._clock_runs.setToolTip(self.tr("For devices that lose their tempo without it"))
        self._clock_runs.setMinimumHeight(24)
        self._clock_runs.clicked.connect(lambda on: self.chosen.emit("clock_runs", on))
        self._column.addWidget(self._clock_runs)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        add_row(form, self.tr("&Follow the clock of"), self._followed)
        self._column.addLayout(form)

    def _block(self, title: str) -> QVBoxLayout:
        self._column.addSpacing(8)
        self._column.addWidget(words(title, tone="title"))
        # A widget of their own: a screen reader then finds the rows under their title.
        holder = QWidget()
        rows = QVBoxLayout(holder)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(2)
        self._column.addWidget(holder)
        return rows

    # --- showing values --------------------------------------------------------------------

    def show_sound(self, view: SoundView) -> None:
        """Show the outputs and the built-in sound."""
        fill(self._output, view.outputs, view.output)
        choices = view.choices
        fill(self._device, view.devices, choices.device)
        fill(self._buffer, view.buffers, str(choices.buffer_ms))
        fill(self._room, view.rooms, choices.room)
        fill(self._count_in, self._count_in_entries, view.count_in)
        self._bank.setText(view.bank)
        self._bank.setToolTip(view.bank)
        for control in (self._device, self._buffer, self._room):
            control.setEnabled(choices.output_kind == "synth")
        self._own_bank.setVisible(bool(choices.bank))
        if view.track_ports:
            self._track_ports.setText(view.track_ports)
            self._track_ports.setAccessibleName(view.track_ports)
        self._track_ports.setVisible(bool(view.track_ports))
        self._track_ports.setChecked(choices.port_per_track)
        self._audition.setChecked(view.audition)
        self._state.setText(view.state)

    def show_inputs(self, rows: tuple[InputRow, ...]) -> None:
        """Show the MIDI inputs."""
        self._show_rows(
            "inputs",
            self._inputs,
            rows,
            self._input_row,
            empty=self.tr("No MIDI devices found. Plug one in; it appears by itself."),
        )

    def show_clock(self, view: ClockView) -> None:
        """Show the outputs that get MIDI clock, and the input that is followed."""
        fill(self._followed, view.inputs, view.choices.clock_in)
        self._clock_runs.setChecked(view.choices.clock_runs)
        self._show_rows(
            "clock",
            self._clock_outputs,
            view.outputs,
            self._clock_row,
            empty=self.tr("No MIDI outputs found that could keep time with Segue."),
        )

    def show_controls(self, rows: tuple[LearnRow, ...]) -> None:
        """Show the learned controls."""
        self._show_rows(
            "controls",
            self._controls,
            rows,
            self._learn_row,
            empty=self.tr("There is nothing to move yet."),
        )

    def _show_rows(
        self,
        key: str,
        column: QVBoxLayout,
        rows: tuple[object, ...],
        make: Callable[..., QWidget],
        *,
        empty: str = "",
    ) -> None:
        # Rebuild rows only if they changed: a spin box with the focus must stay.
        if self._shown.get(key) == rows:
            return
        self._shown[key] = rows
        while (item := column.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        for row in rows:
            column.addWidget(make(row))
        if not rows and empty:
            column.addWidget(words(empty, tone="dim", wrap=True))
        tab_as_laid_out(self)

    def _input_row(self, row: InputRow) -> QWidget:
        away = self.tr("%1 (not connected)").replace("%1", row.name)
        text = (row.text or row.name) if row.there else away
        box = QCheckBox(text)
        box.setChecked(row.on)
        box.setMinimumHeight(24)
        box.setAccessibleName(self.tr("Listen to %1").replace("%1", row.name))
        box.setToolTip(self.tr("Hear and record what is played on it"))
        box.toggled.connect(partial(self.chosen_one.emit, "inputs", row.name))
        offset = self._milliseconds(-LARGEST_OFFSET_MS, row.offset_ms)
        offset.setAccessibleName(self.tr("Input offset of %1").replace("%1", row.name))
        offset.setToolTip(self.tr("Record notes earlier (−) or later, for slow instruments"))
        offset.valueChanged.connect(partial(self.chosen_of.emit, "offsets_ms", row.name))
        shape = TextButton(
            self.tr("Keys…"),
            name=self.tr("How %1 is heard").replace("%1", row.name),
            tooltip=self.tr("Channel, transposition, touch, split, and whether it sounds at once"),
        )
        shape.clicked.connect(partial(self.input_shape_clicked.emit, row.name))
        return side_by_side(box, None, words(self.tr("Offset"), tone="dim"), offset, shape)

    def _milliseconds(self, least: int, value: int) -> QSpinBox:
        field = number_field(QSpinBox)
        field.setRange(least, LARGEST_OFFSET_MS)
        field.setSuffix(self.tr(" ms"))
        field.setValue(value)
        field.setKeyboardTracking(False)
        ignore_wheel(field)
        return field

    def _clock_row(self, row: OutputRow) -> QWidget:
        box = QCheckBox(self.tr("Send clock to %1").replace("%1", row.name))
        box.setAccessibleName(box.text())
        box.setToolTip(self.tr("It starts, stops and keeps time with Segue"))
        box.setMinimumHeight(24)
        box.setChecked(row.clock)
        box.toggled.connect(partial(self.chosen_one.emit, "clock_out", row.name))
        code = QCheckBox(self.tr("Time code"))
        code.setAccessibleName(self.tr("Send time code to %1").replace("%1", row.name))
        code.setToolTip(self.tr("It follows Segue by hours, minutes, seconds and frames (MTC)"))
        code.setMinimumHeight(24)
        code.setChecked(row.time_code)
        code.toggled.connect(partial(self.chosen_one.emit, "time_code_out", row.name))
        latency = self._milliseconds(0, row.latency_ms)
        latency.setAccessibleName(self.tr("Latency of %1").replace("%1", row.name))
        latency.setToolTip(
            self.tr("Notes and clock are sent earlier by this. Jam ▸ By cable measures it.")
        )
        latency.valueChanged.connect(partial(self.chosen_of.emit, "latencies_ms", row.name))
        return side_by_side(box, code, None, words(self.tr("Latency"), tone="dim"), latency)

    def _learn_row(self, row: LearnRow) -> QWidget:
        state = self.tr("Move a control now…") if row.waiting else row.control
        learn = TextButton(
            self.tr("Cancel") if row.waiting else self.tr("Learn"),
            name=self.tr("Learn a control for %1").replace("%1", row.title),
            tooltip=self.tr("Then move a knob, a slider or a pedal, or press a key or pad"),
        )
        learn.clicked.connect(partial(self.learn_clicked.emit, row.name))
        parts: list[QWidget | None] = [
            words(row.title),
            None,
            words(state, tone="dim"),
            learn,
        ]
        if row.control:
            forget = TextButton(
                self.tr("Forget"),
                name=self.tr("Forget the control for %1").replace("%1", row.title),
                tooltip=self.tr("No control moves it any more"),
            )
            forget.clicked.connect(partial(self.forget_clicked.emit, row.name))
            parts.append(forget)
        return side_by_side(*parts)
