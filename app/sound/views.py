"""The binder of the page for sound and ports, and of learned controls."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from app.clients.midi_learn import MidiLearn, Target
from app.clients.playing import Playing
from app.clients.recording import Recording
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.settings.settings import Settings
from app.sound.banks import BankViews
from app.state.selection import Selection
from app.values.sound_choices import BUFFERS_MS
from app.views.keyboard_dialog import KeyboardDialog
from app.views.notice_strip import NoticeText
from app.views.sound_settings.page import SoundSettings
from app.views.sound_settings.values import (
    ClockView,
    InputRow,
    LearnRow,
    OutputRow,
    SoundView,
)
from app.widgets.levels.decibels import level_at
from app.widgets.slider import LineSlider
from app.words.ports import clock_words, input_words, output_words, track_ports_words
from engine.messages import BUILT_IN, OWN_OUTPUT
from engine.values.sound import ROOMS, ControlId, KeyboardShape

# Actions that a pedal or a button of a MIDI keyboard can learn.
LEARNABLE = (
    "panic",
    "play",
    "stop",
    "record",
    "capture",
    "continue",
    *(f"audition_{number}" for number in range(1, 9)),
    "next_alternative",
    "previous_alternative",
    "accept",
    "reject",
    "forget",
    "hand_over",
)


class SoundViews(QObject):
    """Binds `Sound` and `MidiLearn` to their views."""

    def __init__(
        self,
        shell: Shell,
        compose: ComposePage,
        playing: Playing,
        settings: Settings,
        *,
        recording: Recording,
        selection: Selection,
        banks: BankViews,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._compose = compose
        self._playing = playing
        self._sound = playing.audio
        self._settings = settings
        self._recording = recording
        self._selection = selection
        self._banks = banks
        self._page: SoundSettings | None = None
        self.learning = MidiLearn(playing, self)
        self._offer_targets()
        selection.track_changed.connect(lambda _index: self._play_current())
        selection.document.tracks_changed.connect(self._play_current)
        self._sound.changed.connect(self._show)
        self._sound.ports_changed.connect(lambda _ports: self._show())
        self._sound.output_changed.connect(lambda _output: self._show())
        self._sound.dropped_out.connect(self._on_drop_outs)
        self.learning.changed.connect(self._on_learning)
        shell.notices.button_clicked.connect(self._on_notice)
        self._on_learning()

    def page(self) -> QWidget:
        """Return the page, made at the first use."""
        page = self._page = SoundSettings()
        sound, learning = self._sound, self.learning
        page.output_chosen.connect(
            lambda name: sound.choose_output("port" if name else "synth", name)
        )
        page.chosen.connect(lambda field, value: sound.choose(**{field: value}))
        page.chosen_of.connect(sound.choose_of)
        page.chosen_one.connect(lambda field, name, on: sound.choose_one(field, name, on=on))
        page.bank_clicked.connect(self._banks.ask)
        page.test_clicked.connect(self._playing.audio.test)
        page.audition_chosen.connect(lambda on: self._choose_audition(on=on))
        page.input_shape_clicked.connect(self._ask_shape)
        page.learn_clicked.connect(learning.begin)
        page.forget_clicked.connect(learning.forget)
        page.destroyed.connect(self._forget_page)
        self._show()
        return page

    def _play_current(self) -> None:
        """Give keyboards the sound of the current track."""
        track = self._selection.track
        if track is not None:
            wanted = self._sound.choices.own_tracks
            tracks = self._selection.document.score.tracks
            own = {t.name: (t.program, t.is_drum) for t in tracks if t.name in wanted}
            self._sound.play_as(
                track.program,
                is_drum=track.is_drum,
                own=own,
                track=self._selection.current,
                own_tracks={t.name: i for i, t in enumerate(tracks) if t.name in wanted},
            )

    def _forget_page(self) -> None:
        self._page = None
        # Without the page nothing says that the next control is learned.
        self.learning.cancel()

    # --- learning ---------------------------------------------------------------------------

    def _offer_targets(self) -> None:
        table = self._shell.actions
        for name in LEARNABLE:
            action = table[name]
            title = action.text().replace("&", "").rstrip("…")
            self.learning.offer(Target(name=name, title=title, press=action.trigger))
        for name, line in self._compose.continue_panel.sliders().items():
            self.learning.offer(Target(name=name, title=line.accessibleName(), move=_moving(line)))
        self.learning.offer(
            Target(
                name="track_volume",
                title=self.tr("Volume of the current track"),
                move=self._move_volume,
            )
        )

    def _move_volume(self, share: float) -> None:
        self._compose.mixer.level_changed.emit(self._selection.current, level_at(1 - share))

    def _on_learning(self) -> None:
        self._recording.learned = frozenset(self.learning.learned.values())
        self._show()

    # --- showing values ---------------------------------------------------------------------

    def _show(self) -> None:
        page = self._page
        if page is None:
            return
        page.show_sound(self._sound_view())
        page.show_inputs(self._input_rows())
        page.show_clock(self._clock_view())
        page.show_controls(tuple(self._learn_row(target) for target in self.learning.targets))

    def _sound_view(self) -> SoundView:
        choices, ports = self._sound.choices, self._sound.ports
        built_in = choices.output_kind == "synth"
        output = "" if built_in else choices.output_name
        return SoundView(
            choices=choices,
            outputs=self._entries(
                self.tr("Built-in sound"), ports.outputs, output, words=output_words
            ),
            output=output,
            devices=self._entries(self.tr("The system's own"), ports.devices, choices.device),
            buffers=tuple((str(ms), self.tr("%1 ms").replace("%1", str(ms))) for ms in BUFFERS_MS),
            rooms=self._rooms(),
            bank=self._sound.bank,
            state=self._state(),
            audition=self._settings.preferences.audition,
            count_in=choices.count_in_when,
            track_ports=track_ports_words() if self._sound.uses_own_port else "",
        )

    def _input_rows(self) -> tuple[InputRow, ...]:
        choices, there = self._sound.choices, self._sound.ports.inputs
        return tuple(
            InputRow(
                name=name,
                text=input_words(name),
                on=name in choices.inputs,
                there=name in there,
                offset_ms=choices.offsets_ms.get(name, 0),
            )
            for name in dict.fromkeys((*there, *choices.inputs))
        )

    def _clock_view(self) -> ClockView:
        choices, ports = self._sound.choices, self._sound.ports
        outputs = dict.fromkeys(
            (*ports.outputs, *choices.clock_out, *choices.time_code_out, *choices.latencies_ms)
        )
        nobody = self.tr("None: Segue's own clock")
        return ClockView(
            outputs=tuple(
                OutputRow(
                    name=name,
                    clock=name in choices.clock_out,
                    time_code=name in choices.time_code_out,
                    latency_ms=choices.latencies_ms.get(name, 0),
                )
                for name in outputs
            ),
            inputs=self._entries(
                nobody, (*ports.inputs, *ports.clocks), choices.clock_in, words=clock_words
            ),
            choices=choices,
        )

    def _rooms(self) -> tuple[tuple[str, str], ...]:
        names = {"off": self.tr("None"), "room": self.tr("Room"), "hall": self.tr("Hall")}
        return tuple((room, names[room]) for room in ROOMS)

    def _learn_row(self, target: Target) -> LearnRow:
        learned = self.learning.learned.get(target.name)
        return LearnRow(
            name=target.name,
            title=target.title,
            control=self._control_words(learned) if learned else "",
            waiting=self.learning.waiting == target.name,
        )

    def _control_words(self, control: ControlId) -> str:
        text = self.tr("Control %1, channel %2")
        if control.is_key:
            text = self.tr("Key %1, channel %2")
        text = text.replace("%1", str(control.number))
        return text.replace("%2", str(control.channel + 1))

    def _state(self) -> str:
        output = self._sound.output
        if output is None:
            return self.tr("Nothing is open yet.")
        if output.kind == "recording":
            return self.tr("No audio device found. You can still send MIDI to a port.")
        if output.name == OWN_OUTPUT:
            text = self.tr("Connect another program to the MIDI port “%1”: notes go there.")
            return text.replace("%1", output.name)
        if not output.live_latency_s:
            return self.tr("Notes go to ‘%1’.").replace("%1", output.name)
        text = self.tr("‘%1’ sounds about %2 ms after a note is asked for.")
        own = output.name in ("", BUILT_IN)
        name = self.tr("Built-in sound") if own else output.name
        return text.replace("%1", name).replace("%2", f"{output.live_latency_s * 1000:.0f}")

    def _entries(
        self,
        first: str,
        names: tuple[str, ...],
        current: str,
        *,
        words: Callable[[str], str] = str,
    ) -> tuple[tuple[str, str], ...]:
        gone = [current] if current and current not in names else []
        away = [(name, self.tr("%1 (not connected)").replace("%1", name)) for name in gone]
        return (("", first), *((name, words(name)) for name in names), *away)

    # --- user input -------------------------------------------------------------------------

    def _ask_shape(self, name: str) -> None:
        shape = self._sound.choices.keyboards.get(name, KeyboardShape())
        dialog = KeyboardDialog(name, shape, self._page)
        dialog.changed.connect(lambda chosen: self._sound.choose_of("keyboards", name, chosen))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _choose_audition(self, *, on: bool) -> None:
        self._settings.prefer(replace(self._settings.preferences, audition=on))
        self._compose.roll.show_audition(enabled=on)

    def _on_drop_outs(self, count: int) -> None:
        larger = next((ms for ms in BUFFERS_MS if ms > self._sound.choices.buffer_ms), 0)
        text = self.tr("Sound is breaking up (%1 drop-outs).").replace("%1", str(count))
        buttons = []
        if larger:
            buttons.append(("larger", self.tr("Use %1 ms").replace("%1", str(larger))))
        self._shell.notices.show_notice(
            NoticeText(
                key="drop-outs",
                happened=text,
                can=self.tr("A larger buffer usually helps.") if larger else "",
                tone="warning",
                about="sound",
                buttons=tuple(buttons),
            )
        )

    def _on_notice(self, key: str, button: str) -> None:
        if key == "drop-outs" and button == "larger":
            now = self._sound.choices.buffer_ms
            self._sound.choose(buffer_ms=next(ms for ms in BUFFERS_MS if ms > now))


def _moving(slider: LineSlider) -> Callable[[float], None]:
    def move(share: float) -> None:
        if slider.isVisibleTo(slider.window()) and slider.isEnabled():
            low, high = slider.minimum(), slider.maximum()
            slider.setValue(round(low + share * (high - low)))

    return move
