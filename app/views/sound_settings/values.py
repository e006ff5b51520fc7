"""The values that the page for sound and ports shows."""

from dataclasses import dataclass, field

from engine.values.sound import Sound

Entries = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundView:
    """The outputs and the built-in sound.

    Attributes:
        choices: The choices of the user.
        outputs: (key, text) of the outputs.
        output: The selected key.
        devices: (key, text) of the audio devices.
        buffers: (key, text) of the buffer sizes.
        rooms: (key, text) of the reverbs.
        bank: The name of the sound bank.
        state: One sentence on the open output.
        audition: Whether notes sound as they are drawn.
        count_in: `record` or `always`.
        track_ports: The text of the choice to give each track a MIDI port of its own; empty where
            the output has no such ports.
    """

    choices: Sound = field(default_factory=Sound)
    outputs: Entries = ()
    output: str = ""
    devices: Entries = ()
    buffers: Entries = ()
    rooms: Entries = ()
    bank: str = ""
    state: str = ""
    audition: bool = True
    count_in: str = "record"
    track_ports: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputRow:
    """A MIDI input.

    Attributes:
        name: Its name.
        on: Whether Segue listens to it.
        there: Whether it is connected.
        offset_ms: The latency that recordings are corrected by, in milliseconds.
        text: The text to show while it is connected; empty for its name.
    """

    name: str
    on: bool
    there: bool = True
    offset_ms: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputRow:
    """A MIDI output.

    Attributes:
        name: Its name.
        clock: Whether it gets MIDI clock.
        time_code: Whether it gets MIDI time code.
        latency_ms: The time from sending to sounding, in milliseconds; 0 if it is not known.
    """

    name: str
    clock: bool = False
    time_code: bool = False
    latency_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockView:
    """The MIDI outputs, and MIDI clock.

    Attributes:
        choices: The choices of the user.
        outputs: The outputs.
        inputs: (key, text) of the inputs.
    """

    choices: Sound = field(default_factory=Sound)
    outputs: tuple[OutputRow, ...] = ()
    inputs: Entries = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnRow:
    """A target that a MIDI control can move.

    Attributes:
        name: Its key.
        title: Its name.
        control: The control as text, or empty.
        waiting: Whether it waits for a control now.
    """

    name: str
    title: str
    control: str = ""
    waiting: bool = False
