"""Client of the player for ports and the built-in sound; resends all choices on `Ready`."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from app.clients.engine_link import Link
from app.settings.settings import Settings
from app.values.sound_choices import SoundChoices, read_choices, write_choices
from engine import messages
from engine.values.sound import DEFAULT_BANK, KeyboardShape, OutputKind

if TYPE_CHECKING:
    from engine.values import sound as values

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
        self._take_over_older()
        # The choices that the player knows; None if it knows none.
        self._told: values.Sound | None = None
        self._keys = messages.PlayKeysAs()
        self._output: messages.OutputOpened | None = None
        self._ports = messages.PortsChanged(outputs=(), inputs=())
        self._was_ready = False
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

    def _take_over_older(self) -> None:
        """Take over the ports that earlier versions saved among the preferences."""
        older = self._settings.preferences
        if (older.output_kind, older.input_name) == ("synth", ""):
            return
        inputs = (older.input_name,) if older.input_name else ()
        self._choices = msgspec.structs.replace(
            self._choices,
            output_kind=older.output_kind,
            output_name=older.output_name,
            inputs=self._choices.inputs or inputs,
        )
        self._settings.keep_note(_KEPT, write_choices(self._choices))
        self._settings.prefer(replace(older, output_kind="synth", output_name="", input_name=""))

    # --- state --------------------------------------------------------------------------------

    @property
    def choices(self) -> SoundChoices:
        """The user's choices."""
        return self._choices

    @property
    def uses_own_port(self) -> bool:
        """Whether the user chose the port that other programs connect to."""
        choices = self._choices
        return (choices.output_kind, choices.output_name) == ("port", messages.OWN_OUTPUT)

    @property
    def bank(self) -> str:
        """The name of the chosen sound bank, also if a MIDI port plays."""
        name = Path(self._choices.bank).name or DEFAULT_BANK
        # A name need not be UTF-8.
        return os.fsencode(name).decode("utf-8", "replace")

    @property
    def bank_heard(self) -> str:
        """The name of the sound bank that sounds; empty if a MIDI port plays."""
        return self.bank if self._choices.output_kind == "synth" else ""

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

    def choose(self, **choices: Any) -> None:
        """Change fields of the choices, save them, and tell the player what it obeys."""
        before, self._choices = self._choices, msgspec.structs.replace(self._choices, **choices)
        self._settings.keep_note(_KEPT, write_choices(self._choices))
        self.changed.emit()
        self._tell()
        if self._choices.clock_in != before.clock_in:
            self._on_clock(0.0)

    def choose_of(self, field: str, name: str, value: int | KeyboardShape) -> None:
        """Choose what a field holds of one input or output; the default value removes it."""
        others = {k: v for k, v in getattr(self._choices, field).items() if k != name}
        default = type(value)()
        self.choose(**{field: others | ({name: value} if value != default else {})})

    def choose_one(self, field: str, name: str, *, on: bool) -> None:
        """Add or remove an input or output of a field that lists names."""
        others = tuple(other for other in getattr(self._choices, field) if other != name)
        self.choose(**{field: (*others, name) if on else others})

    def choose_output(self, kind: OutputKind, name: str = "") -> None:
        """Open another output, or the same again."""
        if (kind, name) == (self._choices.output_kind, self._choices.output_name):
            self.open_again()
        else:
            self.choose(output_kind=kind, output_name=name)

    def open_again(self) -> None:
        """Open the output again: it failed, or another sound bank is the best one."""
        self._link.send(messages.OpenAgain())

    def play_through(self, *, on: bool) -> None:
        """Set whether notes of inputs sound or are only reported; not saved."""
        self._play_keys(msgspec.structs.replace(self._keys, through=on))

    def play_as(
        self,
        program: int,
        *,
        is_drum: bool,
        own: Mapping[str, tuple[int, bool]] = MappingProxyType({}),
        track: int = -1,
        own_tracks: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        """Set the instrument of keyboards, the computer keyboard included.

        Args:
            program: General MIDI program, or drum kit.
            is_drum: Whether it is a drum kit.
            own: The same of inputs that play another instrument, by name.
            track: The track to whose output and channel they play; -1 for none.
            own_tracks: The same of inputs that play another instrument, by name.
        """
        keys = msgspec.structs.replace(
            self._keys,
            program=program,
            is_drum=is_drum,
            own=dict(own),
            track=track,
            own_tracks=dict(own_tracks),
        )
        self._play_keys(keys)

    # --- commands to the player ---------------------------------------------------------------

    def _play_keys(self, keys: messages.PlayKeysAs) -> None:
        if keys != self._keys:
            self._keys = keys
            self._link.send(keys)

    def _tell(self) -> None:
        """Send the choices, unless the player knows them."""
        sound = self._choices.of_player
        if sound != self._told:
            self._told = sound
            self._link.send(messages.ChooseSound(sound=sound))

    def _on_ready(self, _event: messages.Ready) -> None:
        if self._was_ready:
            # The player before may have left notes on a synthesizer.
            self._link.send(messages.EndOrphans())
        self._was_ready = True
        self._told = None
        self._tell()
        if self._keys != messages.PlayKeysAs():
            self._link.send(self._keys)

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
