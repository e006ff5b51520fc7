"""The transport bar: playing, recording, clock, tempo, meter, key, metronome and grid."""

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QMenu, QSizePolicy, QWidget

from app.style.theme import scaled, theme
from app.values.geometry import SnapName
from app.values.hum import RecordShown
from app.views.transport import menus
from app.views.transport.signs import Signs
from app.views.transport.taps import Taps
from app.widgets.buttons import IconButton, TextButton
from app.widgets.fields import DragNumber, QuietField
from app.widgets.key_names import key_name
from app.widgets.keys.tips import show_keys_in_tooltip
from app.widgets.levels.lamp import Lamp
from app.widgets.menus import FillMenu, add_action, add_choice, attach_menu
from app.widgets.row_fit import hidden_parts
from app.widgets.words import hairline, repolish, words
from app.words.figures import decimal
from engine.harmony.keys import Key
from engine.values.score import Score
from engine.values.time import Position, Timeline

# The modes with a sign, from left to right, and their icons. The last one keeps its words longest.
MODES = {
    "speed": "play",
    "clock": "return",
    "taps": "note",
    "jam": "speaker",
    "typing": "keyboard",
    "microphone": "microphone",
}


class TransportBar(QWidget):
    """The row above the workspaces.

    Signals:
        to_start_clicked, stop_clicked, play_clicked, panic_clicked: The buttons.
        record_toggled(bool), loop_toggled(bool): The buttons that stay down.
        record_chosen(str, str): Another source of Record: a field of `RecordShown`, and its value.
        record_menu_opened(): The menu of Record opens.
        seek_requested(int): The tick that was typed into the clock.
        tempo_changed(float): Quarters a minute: dragged, scrolled, typed or tapped.
        meter_changed(int, int): Numerator, denominator.
        other_meter_clicked(): Ask for a meter that is not in the menu.
        key_chosen(object): A `Key`, or None to detect it.
        metronome_changed(bool, int, int): Clicks, count-in bars, volume 0 to 127.
        snap_chosen(str): A `SnapName`.
        input_toggled(str, bool): Listen to a MIDI input, or stop.
        sound_settings_clicked(): Open the page for sound and ports.
        mode_ended(str): End a mode of the whole program, one of `MODES`.
    """

    to_start_clicked = Signal()
    stop_clicked = Signal()
    play_clicked = Signal()
    record_toggled = Signal(bool)
    loop_toggled = Signal(bool)
    panic_clicked = Signal()
    record_chosen = Signal(str, str)
    record_menu_opened = Signal()
    seek_requested = Signal(int)
    tempo_changed = Signal(float)
    meter_changed = Signal(int, int)
    other_meter_clicked = Signal()
    key_chosen = Signal(object)
    metronome_changed = Signal(bool, int, int)
    snap_chosen = Signal(str)
    input_toggled = Signal(str, bool)
    sound_settings_clicked = Signal()
    mode_ended = Signal(str)

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._timeline, self._tick = Timeline(Score()), 0.0
        self._as_time, self._playing = False, False
        self._key: Key | None = None
        self._record_name = "record"
        self._metronome = (False, 0, 100)
        self._snap: SnapName = "adaptive"
        self._inputs: tuple[str, ...] = ()
        self._chosen: tuple[str, ...] = ()
        self._taps = Taps(clock)
        self._external = False
        self._meter = (4, 4)
        self._recorded = RecordShown()
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(scaled(48))
        self._make_buttons()
        self._make_display()
        self._make_menus()
        self._lay_out()
        self.show_timeline(self._timeline)
        self.show_key(None)
        self.show_metronome(enabled=False, count_in_bars=0, volume=100)
        self.show_snap("adaptive")
        self.show_inputs((), chosen=())

    # --- parts -----------------------------------------------------------------------------

    def _make_buttons(self) -> None:
        side = QSize(32, 32)
        self._to_start = IconButton("to-start", name=self.tr("To start"), size=side)
        self._stop = IconButton(
            "stop",
            name=self.tr("Stop"),
            tooltip=self.tr("Stop; a second click goes to the start and ends every sound"),
            size=side,
        )
        self._play = IconButton(
            "play",
            name=self.tr("Play"),
            tooltip=self.tr("Play or stop"),
            size=QSize(44, 36),
            icon_size=20,
            kind="play",
            colour="window",
        )
        self._record = IconButton(
            "record",
            name=self.tr("Record"),
            tooltip=self.tr("Record what you play"),
            size=side,
            kind="record",
            checkable=True,
            colour="danger",
        )
        self._record_from = self._make_record_choice()
        self._loop = IconButton(
            "loop",
            name=self.tr("Loop"),
            tooltip=self.tr("Repeat the loop range"),
            size=side,
            checkable=True,
        )
        self._panic = TextButton(
            self.tr("PANIC"),
            kind="panic",
            name=self.tr("Panic"),
            tooltip=self.tr("End every note on every output"),
        )
        # The width depends on the language; a narrow window hides other buttons.
        self._panic.setMinimumHeight(32)
        self._to_start.clicked.connect(self.to_start_clicked)
        self._stop.clicked.connect(self.stop_clicked)
        self._play.clicked.connect(self.play_clicked)
        self._record.clicked.connect(self.record_toggled)
        self._loop.clicked.connect(self.loop_toggled)
        self._panic.clicked.connect(self.panic_clicked)
        for button, action in (
            (self._to_start, "to_start"),
            (self._play, "play"),
            (self._record, "record"),
            (self._loop, "loop"),
            (self._panic, "panic"),
        ):
            show_keys_in_tooltip(button, action)

    def _make_record_choice(self) -> IconButton:
        button = IconButton(
            "chevron-down",
            name=self.tr("What Record records"),
            size=QSize(24, 32),
            icon_size=10,
            kind="bell",
            colour="dim",
        )
        self._record_menu = attach_menu(button, self._fill_record)
        return button

    def _make_display(self) -> None:
        self._display = QFrame()
        self._display.setProperty("surface", "display")
        self._position = QuietField(
            name=self.tr("Position"),
            tooltip=self.tr("Bar, beat and sixteenth: type a place to go there"),
            size=18,
            weight=QFont.Weight.DemiBold,
        )
        self._position.setFixedWidth(scaled(96))
        self._position.entered.connect(self._go_to)
        self._unit = TextButton(
            self.tr("bars"), kind="link", tooltip=self.tr("Show bars and beats, or minutes")
        )
        self._unit.clicked.connect(self._switch_unit)
        self._tempo = DragNumber(
            name=self.tr("Tempo"),
            tooltip=self.tr("Quarter notes a minute: drag, scroll or type"),
            low=20,
            high=300,
            decimals=2,
        )
        self._tempo.setFixedWidth(scaled(48))
        self._tempo.number_changed.connect(self.tempo_changed)
        self._external_label = words(self.tr("ext"), tone="dim")
        self._show_external_label(shown=False)
        self._tap = TextButton(
            self.tr("tap"),
            kind="link",
            name=self.tr("Tap tempo"),
            tooltip=self.tr("Tap in time to set the tempo"),
        )
        self._tap.clicked.connect(self._take_tap)
        self._meter_button = TextButton("4 / 4", kind="quiet", name=self.tr("Meter"))
        self._key_button = TextButton("", kind="quiet", name=self.tr("Key"))

    def _make_menus(self) -> None:
        self._click_button = TextButton("", kind="quiet", name=self.tr("Metronome"))
        self._snap_button = TextButton("", kind="quiet", name=self.tr("Snap"))
        self._input_button = TextButton("", kind="quiet", name=self.tr("MIDI input"))
        self._lamp = Lamp()
        self._signs = Signs(MODES, whole=("microphone",))
        self._signs.ended.connect(self.mode_ended)
        self._more = TextButton("»", kind="quiet", name=self.tr("More"))
        # The order of hiding: first buttons with keys or for rare use, last the keyboard's name.
        self._optional = (
            self._tap,
            self._unit,
            self._snap_button,
            self._to_start,
            self._key_button,
            self._click_button,
            self._input_button,
        )
        self._fillers: dict[QWidget, FillMenu] = {}
        for button, fill, tip in (
            (self._meter_button, self._fill_meters, self.tr("Meter from here on")),
            (self._key_button, self._fill_keys, self.tr("Key of the piece")),
            (self._click_button, self._fill_click, self.tr("Metronome and count-in")),
            (self._snap_button, self._fill_snaps, self.tr("Grid that edits snap to")),
            (self._input_button, self._fill_inputs, self.tr("MIDI inputs that Segue listens to")),
            (self._more, self._fill_more, self.tr("Buttons that do not fit into a narrow window")),
        ):
            button.setToolTip(tip)
            attach_menu(button, fill)
            self._fillers[button] = fill
        show_keys_in_tooltip(self._click_button, "metronome")
        show_keys_in_tooltip(self._snap_button, "snap")

    def _lay_out(self) -> None:
        inside = QHBoxLayout(self._display)
        inside.setContentsMargins(10, 2, 8, 2)
        inside.setSpacing(4)
        note = words("♩ =", tone="dim")
        for part in (
            self._position,
            self._unit,
            hairline(vertical=True),
            note,
            self._tempo,
            self._external_label,
            self._tap,
            hairline(vertical=True),
            self._meter_button,
            hairline(vertical=True),
            self._key_button,
        ):
            inside.addWidget(part)
        self._display.setFixedHeight(scaled(36))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(6)
        for button in (
            self._to_start,
            self._stop,
            self._play,
            self._record,
            self._record_from,
            self._loop,
        ):
            row.addWidget(button)
        row.addSpacing(8)
        row.addWidget(self._display)
        row.addSpacing(8)
        row.addWidget(self._click_button)
        row.addWidget(self._snap_button)
        row.addStretch(1)
        row.addWidget(self._signs)
        row.addWidget(self._lamp)
        row.addWidget(self._input_button)
        row.addWidget(self._more)
        row.addSpacing(4)
        row.addWidget(self._panic)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    # --- showing values --------------------------------------------------------------------

    def show_timeline(self, timeline: Timeline) -> None:
        """Set the timeline that the clock, the tempo and the meter refer to."""
        self._timeline = timeline
        self.show_position(self._tick)

    def show_position(self, tick: float) -> None:
        """Show the playhead's position."""
        self._tick = tick
        self._position.show_text(self._written(tick))
        if not self._external:
            self._tempo.show_number(self._timeline.tempo.bpm_at(tick))
        signature = self._timeline.bars.signature_at(int(tick))
        meter = (signature.numerator, signature.denominator)
        self._meter = meter
        self._meter_button.setText(f"{meter[0]} / {meter[1]}")

    def show_hanging(self, *, on: bool) -> None:
        """Make Panic stand out while a note hangs."""
        if bool(self._panic.property("hangs")) != on:
            self._panic.setProperty("hangs", on)
            repolish(self._panic)

    def _written(self, tick: float) -> str:
        if self._as_time:
            seconds = self._timeline.tempo.seconds_at(tick)
            return f"{int(seconds // 60)}:{decimal(seconds % 60, 1).zfill(4)}"
        place = self._timeline.bars.position_at(max(0, int(tick)))
        sixteenth = max(1, self._timeline.score.ticks_per_quarter // 4)
        return f"{place.bar + 1:03d}.{place.beat + 1}.{place.tick // sixteenth + 1}"

    def show_playing(self, *, playing: bool, recording: bool = False) -> None:
        """Show whether music plays and whether the user records."""
        self._playing = playing
        self._play.show_icon("pause" if playing else "play")
        self._play.setAccessibleName(self.tr("Pause") if playing else self.tr("Play"))
        self.show_recording(on=recording)

    def show_recording(self, *, on: bool) -> None:
        """Show whether the user records."""
        recording = on or self._signs.shows("microphone")
        self._record.setChecked(recording)
        self._record.show_icon(self._record_name, colour="window" if recording else "danger")

    def show_loop(self, *, enabled: bool) -> None:
        """Show whether a range repeats."""
        self._loop.setChecked(enabled)
        self._loop.show_icon("loop", colour="text" if enabled else "dim")

    def show_key(self, key: Key | None) -> None:
        """Show the key; None shows that it is unknown."""
        self._key = key
        self._key_button.setText(key_name(key) if key else self.tr("Key"))

    def show_metronome(self, *, enabled: bool, count_in_bars: int, volume: int) -> None:
        """Show the click, its count-in in bars, and keep its volume for the menu."""
        self._metronome = (enabled, count_in_bars, volume)
        parts = [self.tr("Click") if enabled else self.tr("Click off")]
        if count_in_bars == 1:
            parts.append(self.tr("1 bar"))
        elif count_in_bars:
            parts.append(self.tr("%n bars", "", count_in_bars))
        self._click_button.setText(" · ".join(parts) + " ▾")

    def show_snap(self, name: SnapName) -> None:
        """Show the grid that notes snap to."""
        self._snap = name
        self._snap_button.setText(self.tr("Snap {0}").format(menus.snap_label(name)) + " ▾")

    def show_inputs(self, names: tuple[str, ...], *, chosen: tuple[str, ...]) -> None:
        """Show the MIDI inputs, and those that Segue listens to."""
        self._inputs, self._chosen = names, chosen
        there = self._listening
        self._lamp.show_tone("good" if there else "off")
        text = ", ".join(there) or self.tr("No MIDI in")
        if chosen and not there:
            text = self.tr("{0} (not connected)").format(", ".join(chosen))
        self._input_button.setText(
            self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, 150)
        )
        self._input_button.setAccessibleName(self.tr("MIDI input: {0}").format(text))
        self._share_place()

    @property
    def _listening(self) -> list[str]:
        return [name for name in self._chosen if name in self._inputs]

    def show_record_from(self, shown: RecordShown) -> None:
        """Show what Record records."""
        before, self._recorded = self._recorded, shown
        if before.microphones != shown.microphones and self._record_menu.isVisible():
            self._record_menu.clear()
            menus.fill_record(self._record_menu, shown, self.record_chosen.emit)
        sung = shown.record_from == "microphone"
        name = self.tr("Record from the microphone") if sung else self.tr("Record")
        self._record.setAccessibleName(name)
        self._record_name = "microphone" if sung else "record"
        self._record.show_icon(self._record_name)

    def show_mode(self, name: str, text: str, tip: str = "") -> None:
        """Show the sign of a mode of the whole program.

        Args:
            name: One of `MODES`.
            text: A few words; empty when the mode is over.
            tip: A sentence about its effect and its end.
        """
        self._signs.show_sign(name, text, tip)
        self._share_place()

    def shows_mode(self, name: str) -> bool:
        """Return whether a mode has its sign."""
        return self._signs.shows(name)

    def _share_place(self) -> None:
        """Show the computer's keys in place of the inputs while no MIDI keyboard is heard."""
        absent = self._signs.shows("typing") and not self._listening
        if absent == bool(self._lamp.property("absent")):
            return
        for part in (self._lamp, self._input_button):
            part.setProperty("absent", absent)
        self._lamp.setVisible(not absent)
        self._hide_surplus()

    def flash_input(self) -> None:
        """Flash the lamp after a played note."""
        self._lamp.flash()

    def show_external_tempo(self, bpm: float | None) -> None:
        """Show the tempo of an external clock in amber; None shows the piece's own.

        A silent clock has the tempo 0: the piece's own tempo is then shown in amber.
        """
        self._external = bpm is not None
        self._show_external_label(shown=self._external)
        self._tempo.setReadOnly(self._external)
        followed = self.tr("The tempo of the external clock")
        self._tap.show_reason(followed if self._external else "")
        self._tempo.setStyleSheet(f"color: {theme().playhead}" if self._external else "")
        if bpm:
            self._tempo.show_number(round(bpm, 1))
        elif bpm is None:
            self.show_position(self._tick)
        repolish(self._tempo)

    def _show_external_label(self, *, shown: bool) -> None:
        self._external_label.setProperty("absent", not shown)
        self._external_label.setVisible(shown)

    # --- user input ------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hide_surplus()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            # The name of a key or a keyboard may have become longer.
            self._hide_surplus()
        return done

    def _hide_surplus(self) -> None:
        """In a narrow window, move rarely used buttons into a menu."""
        row = self.layout()
        if not isinstance(row, QBoxLayout):
            return
        optional = (*(each for each in self._optional if not each.property("absent")),)
        words = self._signs.words()
        gone = hidden_parts(row, self.width(), (*optional, *words), self._more)
        for part in (*self._optional, *words, self._more):
            shown = part not in gone and not part.property("absent")
            # `setVisible` requests a layout even without a change.
            if part.isHidden() == shown:
                part.setVisible(shown)

    def _switch_unit(self) -> None:
        self._as_time = not self._as_time
        self._unit.setText(self.tr("m:s") if self._as_time else self.tr("bars"))
        self.show_position(self._tick)

    def _go_to(self, text: str) -> None:
        tick = self._tick_of(text)
        if tick is not None:
            self.seek_requested.emit(tick)

    def _tick_of(self, text: str) -> int | None:
        """Return the tick of `18`, `18.2`, `18.2.3` or `1:05.5`; None for other texts."""
        try:
            if ":" in text:
                minutes, seconds = text.split(":")
                total_s = int(minutes) * 60 + float(seconds.replace(",", "."))
                return max(0, round(self._timeline.tempo.tick_at(total_s)))
            numbers = [max(1, int(part)) for part in text.replace(",", ".").split(".") if part]
        except ValueError:
            return None
        if not numbers:
            return None
        bar, beat, sixteenth = [*numbers, 1, 1][:3]
        tick = (sixteenth - 1) * (self._timeline.score.ticks_per_quarter // 4)
        return self._timeline.bars.tick_of(Position(bar=bar - 1, beat=beat - 1, tick=tick))

    def _take_tap(self) -> None:
        bpm = self._taps.tap()
        if bpm is not None:
            self._tempo.show_number(bpm)
            self.tempo_changed.emit(bpm)

    # --- menus -----------------------------------------------------------------------------

    def _fill_meters(self, menu: QMenu) -> None:
        menus.fill_meters(menu, self._meter, self.meter_changed.emit)
        menu.addSeparator()
        add_action(menu, self.tr("Another…"), self.other_meter_clicked.emit)

    def _fill_keys(self, menu: QMenu) -> None:
        menus.fill_keys(menu, self._key, self.key_chosen.emit)

    def _fill_click(self, menu: QMenu) -> None:
        menus.fill_click(menu, self._metronome, self.metronome_changed.emit)

    def _fill_snaps(self, menu: QMenu) -> None:
        menus.fill_snaps(menu, self._snap, self.snap_chosen.emit)

    def _fill_record(self, menu: QMenu) -> None:
        self.record_menu_opened.emit()
        menus.fill_record(menu, self._recorded, self.record_chosen.emit)

    def _fill_more(self, menu: QMenu) -> None:
        for button in self._optional:
            if not button.isHidden():
                continue
            title = button.accessibleName() or button.toolTip()
            fill = self._fillers.get(button)
            if fill is None:
                add_action(menu, title, button.click)
            else:
                fill(menu.addMenu(title))

    def _fill_inputs(self, menu: QMenu) -> None:
        for name in dict.fromkeys((*self._inputs, *self._chosen)):
            on = name in self._chosen
            text = name if name in self._inputs else self.tr("{0} (not connected)").format(name)
            add_choice(menu, text, partial(self.input_toggled.emit, name, not on), checked=on)
        if menu.isEmpty():
            text = self.tr("No MIDI devices found. Plug one in; it appears by itself.")
            menu.addAction(text).setEnabled(False)
        menu.addSeparator()
        add_action(menu, self.tr("Sound and ports…"), self.sound_settings_clicked.emit)
