"""Ports and the built-in sound: what is chosen, kept, and told to the player whenever it starts."""

from dataclasses import replace
from typing import Any

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from app.clients.engine_link import Link
from app.settings.settings import Settings
from app.settings.values import OutputChoice
from app.state.sound_choices import SoundChoices, input_port, read_choices, write_choices
from app.values.keyboard_shape import KeyboardShape
from engine import messages

_KEPT = "sound"


class Sound(QObject):
    """What sounds, what is listened to, whose clock holds.

    Signals:
        changed: Other choices hold.
        output_changed: A `messages.OutputOpened`, or None while there is none.
        output_lost: The name of an output that went away.
        ports_changed: A `messages.PortsChanged`.
        clock_heard: Quarters a minute of the clock that is followed, 0 when it is silent.
        levels_changed: A `messages.Levels`.
        counted_in: Beats of a count-in still to be heard with that of now; 0 when it is over.
        dropped_out: Gaps in the built-in sound since it was opened.
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

    # --- what holds now ---------------------------------------------------------------------

    @property
    def choices(self) -> SoundChoices:
        """What the user chose."""
        return self._choices

    @property
    def output(self) -> messages.OutputOpened | None:
        """What sounds, or None."""
        return self._output

    @property
    def ports(self) -> messages.PortsChanged:
        """The MIDI ports and audio devices of this machine."""
        return self._ports

    @property
    def listening(self) -> tuple[str, ...]:
        """The chosen inputs that are there."""
        return tuple(name for name in self._choices.inputs if name in self._ports.inputs)

    @property
    def bpm(self) -> float:
        """Quarters a minute of the clock that is followed; 0 while it is silent."""
        return self._bpm

    def _on_playhead(self, event: messages.Playhead) -> None:
        left = event.count_in if event.playing else 0
        if left != self._counted:
            self._counted = left
            self.counted_in.emit(left)

    # --- choosing ---------------------------------------------------------------------------

    def choose_output(self, kind: OutputChoice, name: str = "") -> None:
        """Sound through another output from now on."""
        self._settings.prefer(
            replace(self._settings.preferences, output_kind=kind, output_name=name)
        )
        self._send_output()
        self.changed.emit()

    def choose_inputs(self, names: tuple[str, ...]) -> None:
        """Listen to these MIDI inputs and no others."""
        self._settings.prefer(
            replace(self._settings.preferences, input_name=names[0] if names else "")
        )
        self._keep(inputs=tuple(dict.fromkeys(names)))
        self._send_inputs()

    def listen_to(self, name: str, *, on: bool) -> None:
        """Listen to one more MIDI input, or to one less."""
        others = tuple(other for other in self._choices.inputs if other != name)
        self.choose_inputs((*others, name) if on else others)

    def choose_offset(self, name: str, milliseconds: int) -> None:
        """Put down what is played on an input so much later, or earlier."""
        offsets = {k: v for k, v in self._choices.offsets_ms.items() if k != name}
        self._keep(offsets_ms=offsets | ({name: milliseconds} if milliseconds else {}))
        self._send_inputs()

    def play_through(self, *, on: bool) -> None:
        """Let what is played on inputs be heard, or only noticed; until Segue ends."""
        if self._through != on:
            self._through = on
            self._send_inputs()

    def shape(self, name: str, shape: KeyboardShape) -> None:
        """Hear what is played on an input in another way."""
        others = {k: v for k, v in self._choices.keyboards.items() if k != name}
        self._keep(keyboards=others | ({name: shape} if shape != KeyboardShape() else {}))
        self._send_inputs()

    def choose_device(self, name: str) -> None:
        """Let the built-in sound use another audio device."""
        self._keep(device=name)
        self._send_output()

    def choose_buffer(self, milliseconds: int) -> None:
        """Make so much of the built-in sound ahead."""
        self._keep(buffer_ms=milliseconds)
        self._send_output()

    def choose_bank(self, path: str) -> None:
        """Play another sound bank; empty for the best one found."""
        self._keep(bank=path)
        self._send_output()

    def open_again(self) -> None:
        """Open what is chosen anew: another bank is the best one now."""
        self._send_output()

    def choose_room(self, room: messages.Room) -> None:
        """Let the built-in sound be in another room."""
        self._keep(room=room)
        self._link.send(messages.SetRoom(room=room))

    def play_as(self, program: int, *, is_drum: bool) -> None:
        """Let keyboards, and the computer's keys, sound as this program from now on."""
        if (program, is_drum) != self._played_as:
            self._played_as = program, is_drum
            self._send_inputs()

    def send_clock(self, name: str, *, on: bool) -> None:
        """Give MIDI clock to one more output, or to one less."""
        others = tuple(other for other in self._choices.clock_out if other != name)
        self._keep(clock_out=(*others, name) if on else others)
        self._send_clock()

    def follow_clock(self, name: str) -> None:
        """Keep time with the clock of an input; empty for our own time."""
        self._keep(clock_in=name)
        self._send_clock()
        self._on_clock(0.0)

    def keep(self, **choices: Any) -> None:
        """Keep other choices, of which the player need only know the controls that are learned."""
        before = self._choices.learned
        self._keep(**choices)
        if self._choices.learned != before:
            self._send_inputs()

    # --- what the player is told ------------------------------------------------------------

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
            )
        )

    def _send_inputs(self) -> None:
        self._link.send(
            messages.OpenInputs(
                inputs=tuple(input_port(name, self._choices) for name in self._choices.inputs),
                program=self._played_as[0],
                is_drum=self._played_as[1],
                learned=tuple(self._choices.learned.values()),
                through=self._through,
            )
        )

    def _send_clock(self) -> None:
        self._link.send(
            messages.SetClock(out=self._choices.clock_out, follow=self._choices.clock_in)
        )

    def _on_ready(self, _event: messages.Ready) -> None:
        if self._was_ready:
            # Notes of the player before may still sound on a synthesizer somewhere.
            self._link.send(messages.EndOrphans())
        self._was_ready = True
        if self._choices.room != SoundChoices().room:
            self._link.send(messages.SetRoom(room=self._choices.room))
        self._send_output()
        if self._choices.inputs or self._played_as != (0, False):
            self._send_inputs()
        if self._choices.clock_out or self._choices.clock_in:
            self._send_clock()

    def test(self) -> None:
        """Play three chords, whatever the piece is."""
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

    # --- what the player says ---------------------------------------------------------------

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
