"""Client of the player for ports and the built-in sound; resends all choices on `Ready`."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from app.clients.engine_link import Link
from app.settings.settings import Settings
from app.settings.values import OutputChoice
from app.values.keyboard_shape import KeyboardShape
from app.values.sound_choices import (
    LARGEST_LATENCY_MS,
    SoundChoices,
    input_port,
    read_choices,
    write_choices,
)
from engine import messages
from engine.midi.tuning_messages import TuningOut

# Key in the settings file.
_KEPT = "sound"


class Sound(QObject):
    """Outputs, inputs, clock and the built-in sound.

    Signals:
        changed: The choices changed.
        output_changed: A `messages.OutputOpened`, or None without an output.
        output_lost: An output disappeared (its name).
        ports_changed: A `messages.PortsChanged`.
        clock_heard: Tempo of the external clock in quarters per minute; 0 without a clock.
        levels_changed: A `messages.Levels`.
        counted_in: Remaining beats of the count-in; 0 at its end.
        dropped_out: Number of audio drop-outs since the output was opened.
    """

    changed = Signal()
    output_changed = Signal(object)
    output_lost = Signal(str)
    ports_changed = Signal(object)
    clock_heard = Signal(float)
    counted_in = Signal(int)
    dropped_out = Signal(int)
    levels_changed = Signal(object)

    def __init__(self, link: Link, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._settings = settings
        self._choices = read_choices(settings.note(_KEPT))
        if settings.preferences.input_name and not self._choices.inputs:
            self._choices = msgspec.structs.replace(
                self._choices, inputs=(settings.preferences.input_name,)
            )
        self._output: messages.OutputOpened | None = None
        self._ports = messages.PortsChanged(outputs=(), inputs=())
        self._was_ready = False
        self._played_as = (0, False)
        self._own_sounds: dict[str, tuple[int, bool]] = {}
        self._through = True
        self._bpm = 0.0
        self._counted = 0
        link.on(messages.Ready, self._on_ready)
        link.on(messages.OutputOpened, self._on_output)
        link.on(messages.OutputLost, self._on_lost)
        link.on(messages.PortsChanged, self._on_ports)
        link.on(messages.ExternalClock, lambda event: self._on_clock(event.bpm))
        link.on(messages.DropOuts, lambda event: self.dropped_out.emit(event.count))
        link.on(messages.Levels, self.levels_changed)
        link.on(messages.Playhead, self._on_playhead)
        link.died.connect(self._on_death)

    # --- state --------------------------------------------------------------------------------

    @property
    def choices(self) -> SoundChoices:
        """The user's choices."""
        return self._choices

    @property
    def uses_own_port(self) -> bool:
        """Whether the user chose the port that other programs connect to."""
        preferences = self._settings.preferences
        name = preferences.output_name if preferences.output_kind == "port" else ""
        return name == messages.OWN_OUTPUT

    @property
    def output(self) -> messages.OutputOpened | None:
        """The open output, or None."""
        return self._output

    @property
    def ports(self) -> messages.PortsChanged:
        """The MIDI ports and audio devices of this machine."""
        return self._ports

    @property
    def listening(self) -> tuple[str, ...]:
        """The chosen inputs that are connected."""
        return tuple(name for name in self._choices.inputs if name in self._ports.inputs)

    @property
    def bpm(self) -> float:
        """Tempo of the external clock in quarters per minute; 0 without a clock."""
        return self._bpm

    def _on_playhead(self, event: messages.Playhead) -> None:
        left = event.count_in if event.playing else 0
        if left != self._counted:
            self._counted = left
            self.counted_in.emit(left)

    # --- choosing ---------------------------------------------------------------------------

    def choose_output(self, kind: OutputChoice, name: str = "") -> None:
        """Open another output."""
        self._settings.prefer(
            replace(self._settings.preferences, output_kind=kind, output_name=name)
        )
        self._send_output()
        self.changed.emit()

    def give_tracks_ports(self, *, on: bool) -> None:
        """Set whether each track has a port of its own beside Segue's own port."""
        self._keep(port_per_track=on)
        self._send_output()

    def choose_inputs(self, names: tuple[str, ...]) -> None:
        """Listen to exactly these MIDI inputs."""
        self._settings.prefer(
            replace(self._settings.preferences, input_name=names[0] if names else "")
        )
        self._keep(inputs=tuple(dict.fromkeys(names)))
        self._send_inputs()

    def listen_to(self, name: str, *, on: bool) -> None:
        """Add or remove a MIDI input."""
        others = tuple(other for other in self._choices.inputs if other != name)
        self.choose_inputs((*others, name) if on else others)

    def choose_offset(self, name: str, milliseconds: int) -> None:
        """Set an input's latency compensation."""
        offsets = {k: v for k, v in self._choices.offsets_ms.items() if k != name}
        self._keep(offsets_ms=offsets | ({name: milliseconds} if milliseconds else {}))
        self._send_inputs()

    def choose_latency(self, name: str, milliseconds: int) -> None:
        """Set the time from sending to sounding of an output; 0 for none known."""
        latencies = {k: v for k, v in self._choices.latencies_ms.items() if k != name}
        within = min(LARGEST_LATENCY_MS, max(0, milliseconds))
        self._keep(latencies_ms=latencies | ({name: within} if within else {}))
        self._send_latencies()

    def play_through(self, *, on: bool) -> None:
        """Set whether notes of inputs sound or are only reported; not saved."""
        if self._through != on:
            self._through = on
            self._send_inputs()

    def shape(self, name: str, shape: KeyboardShape) -> None:
        """Set split, transposition and velocity curve of an input."""
        others = {k: v for k, v in self._choices.keyboards.items() if k != name}
        self._keep(keyboards=others | ({name: shape} if shape != KeyboardShape() else {}))
        self._send_inputs()

    def choose_device(self, name: str) -> None:
        """Set the audio device of the built-in sound."""
        self._keep(device=name)
        self._send_output()

    def choose_buffer(self, milliseconds: int) -> None:
        """Set the audio buffer of the built-in sound."""
        self._keep(buffer_ms=milliseconds)
        self._send_output()

    def choose_bank(self, path: str) -> None:
        """Set the sound bank; empty for the best one found."""
        self._keep(bank=path)
        self._send_output()

    def open_again(self) -> None:
        """Reopen the output, because the best sound bank changed."""
        self._send_output()

    def choose_room(self, room: messages.Room) -> None:
        """Set the reverb of the built-in sound."""
        self._keep(room=room)
        self._link.send(messages.SetRoom(room=room))

    def choose_tuning_out(self, how: TuningOut) -> None:
        """Set how MIDI outputs play a piece that has a tuning."""
        if how != self._choices.tuning_out:
            self._keep(tuning_out=how)
            self._link.send(messages.SetTuningOut(how=how))

    def play_as(
        self,
        program: int,
        *,
        is_drum: bool,
        own: Mapping[str, tuple[int, bool]] = MappingProxyType({}),
    ) -> None:
        """Set the instrument of keyboards, the computer keyboard included.

        Args:
            program: General MIDI program, or drum kit.
            is_drum: Whether it is a drum kit.
            own: The same of inputs that play another instrument, by name.
        """
        if (program, is_drum, own) != (*self._played_as, self._own_sounds):
            self._played_as, self._own_sounds = (program, is_drum), dict(own)
            self._send_inputs()

    def send_clock(self, name: str, *, on: bool) -> None:
        """Add or remove an output that gets MIDI clock."""
        others = tuple(other for other in self._choices.clock_out if other != name)
        self._keep(clock_out=(*others, name) if on else others)
        self._send_clock()

    def send_time_code(self, name: str, *, on: bool) -> None:
        """Add or remove an output that gets MIDI time code."""
        others = tuple(other for other in self._choices.time_code_out if other != name)
        self._keep(time_code_out=(*others, name) if on else others)
        self._send_clock()

    def run_clock(self, *, on: bool) -> None:
        """Set whether the clock is sent while the music is stopped, too."""
        self._keep(clock_runs=on)
        self._send_clock()

    def follow_clock(self, name: str) -> None:
        """Follow the clock of an input; empty for the internal clock."""
        self._keep(clock_in=name)
        self._send_clock()
        self._on_clock(0.0)

    def keep(self, **choices: Any) -> None:
        """Save choices that the player need not know, except learned controls."""
        before = self._choices.learned
        self._keep(**choices)
        if self._choices.learned != before:
            self._send_inputs()

    # --- commands to the player ---------------------------------------------------------------

    def _keep(self, **choices: Any) -> None:
        self._choices = msgspec.structs.replace(self._choices, **choices)
        self._settings.keep_note(_KEPT, write_choices(self._choices))
        self.changed.emit()

    def _send_output(self) -> None:
        preferences, choices = self._settings.preferences, self._choices
        built_in = preferences.output_kind == "synth"
        self._link.send(
            messages.OpenOutput(
                kind=preferences.output_kind,
                name=choices.bank if built_in else preferences.output_name,
                device=choices.device if built_in else "",
                buffer_ms=choices.buffer_ms,
                port_per_track=choices.port_per_track and self.uses_own_port,
            )
        )

    def _send_inputs(self) -> None:
        self._link.send(
            messages.OpenInputs(
                inputs=tuple(
                    input_port(name, self._choices, self._own_sounds.get(name, (-1, False)))
                    for name in self._choices.inputs
                ),
                program=self._played_as[0],
                is_drum=self._played_as[1],
                learned=tuple(self._choices.learned.values()),
                through=self._through,
            )
        )

    def _send_latencies(self) -> None:
        latencies = self._choices.latencies_ms.items()
        within_s = {name: min(LARGEST_LATENCY_MS, max(0, each)) / 1000 for name, each in latencies}
        self._link.send(messages.SetLatencies(latencies_s=within_s))

    def _send_clock(self) -> None:
        self._link.send(
            messages.SetClock(
                out=self._choices.clock_out,
                time_code=self._choices.time_code_out,
                follow=self._choices.clock_in,
                runs=self._choices.clock_runs,
            )
        )

    def _on_ready(self, _event: messages.Ready) -> None:
        if self._was_ready:
            # The player before may have left notes on a synthesizer.
            self._link.send(messages.EndOrphans())
        self._was_ready = True
        if self._choices.room != SoundChoices().room:
            self._link.send(messages.SetRoom(room=self._choices.room))
        if self._choices.tuning_out != SoundChoices().tuning_out:
            self._link.send(messages.SetTuningOut(how=self._choices.tuning_out))
        if self._choices.latencies_ms:
            self._send_latencies()
        self._send_output()
        if self._choices.inputs or self._played_as != (0, False):
            self._send_inputs()
        if self._choices.clock_out or self._choices.time_code_out or self._choices.clock_in:
            self._send_clock()

    def test(self) -> None:
        """Play three chords as a sound test."""
        for index, chord in enumerate(((60, 64, 67), (65, 69, 72), (60, 67, 72, 76))):
            for pitch in chord:
                QTimer.singleShot(600 * index, self, lambda p=pitch: self._blip(p))

    def _blip(self, pitch: int) -> None:
        def say(*, on: bool) -> None:
            self._link.send(
                messages.SoundNote(pitch=pitch, velocity=80, program=0, is_drum=False, on=on)
            )

        say(on=True)
        QTimer.singleShot(500, self, lambda: say(on=False))

    # --- events of the player -----------------------------------------------------------------

    def _on_output(self, event: messages.OutputOpened) -> None:
        self._output = event
        self.output_changed.emit(event)

    def _on_lost(self, event: messages.OutputLost) -> None:
        if self._output is not None and self._output.name == event.name:
            self._output = None
            self.output_changed.emit(None)
        self.output_lost.emit(event.name)

    def _on_ports(self, event: messages.PortsChanged) -> None:
        self._ports = event
        self.ports_changed.emit(event)

    def _on_clock(self, bpm: float) -> None:
        self._bpm = bpm
        self.clock_heard.emit(bpm)

    def _on_death(self, _sentence: str) -> None:
        self._output = None
        self.output_changed.emit(None)
