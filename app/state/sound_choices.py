"""What the user chose for inputs, clock and the built-in sound: one value, kept as JSON."""

from typing import Literal

import msgspec

from app.values.keyboard_shape import NO_SPLIT, KeyboardShape, Touch
from engine.gate import documents
from engine.messages import AudioOptions, ControlId, InputPort, Room, VelocityCurve, Zone

ROOMS: tuple[Room, ...] = ("off", "room", "hall")
CountInWhen = Literal["record", "always"]
BUFFERS_MS = (5, 10, 20, 40)
LARGEST_OFFSET_MS = 300
# As the player is told of it.
LearnedControl = ControlId


class SoundChoices(msgspec.Struct, frozen=True, kw_only=True):
    """What holds for ports and sound.

    Attributes:
        inputs: MIDI inputs that are listened to.
        offsets_ms: By input, how much later (positive) or earlier what is played is put down.
        keyboards: By input, how what is played on it is heard.
        device: Audio device of the built-in sound, or empty for the system's own.
        buffer_ms: What the built-in sound makes ahead.
        bank: Path of a sound bank, or empty for the best one found.
        clock_out: Outputs that get MIDI clock.
        clock_in: Input whose clock is followed, or empty.
        learned: By what it moves, the control that was learned for it.
        click_volume: 0 to 127.
        count_in_when: Whether every playing is counted in, or recording only.
        record_replaces: Whether what is recorded takes the place of what is there.
        record_in_loop: Whether it is recorded in the loop range alone.
        record_takes: Whether each round of a loop is a take of its own.
        octave: Of the computer's keys: its lowest C is 12 times this.
        room: Where the built-in sound is.
        export: How audio files are written, their room aside.
    """

    inputs: tuple[str, ...] = ()
    offsets_ms: dict[str, int] = {}
    keyboards: dict[str, KeyboardShape] = {}
    device: str = ""
    buffer_ms: int = 10
    bank: str = ""
    clock_out: tuple[str, ...] = ()
    clock_in: str = ""
    learned: dict[str, LearnedControl] = {}
    click_volume: int = 100
    count_in_when: CountInWhen = "record"
    record_replaces: bool = False
    record_in_loop: bool = False
    record_takes: bool = False
    octave: int = 5
    room: Room = "room"
    export: AudioOptions = AudioOptions()


_CURVES: dict[Touch, VelocityCurve] = {
    "played": VelocityCurve(),
    "softer": VelocityCurve(bend=-0.4),
    "louder": VelocityCurve(bend=0.4),
    "loudest": VelocityCurve(bend=0.8),
    "alike": VelocityCurve(softest=90, loudest=90),
}


def input_port(name: str, choices: SoundChoices) -> InputPort:
    """Return how the player is to listen to an input."""
    shape = choices.keyboards.get(name, KeyboardShape())
    return InputPort(
        name=name,
        offset_s=choices.offsets_ms.get(name, 0) / 1000,
        through=shape.through,
        channels=(shape.channel - 1,) if shape.channel else (),
        transpose=shape.transpose,
        curve=_CURVES[shape.touch],
        zones=_zones(shape),
    )


def _zones(shape: KeyboardShape) -> tuple[Zone, ...]:
    if shape.split == NO_SPLIT:
        return ()
    low = Zone(highest=shape.split - 1, transpose=shape.low_transpose, program=shape.low_program)
    return low, Zone(lowest=shape.split)


def read_choices(text: str) -> SoundChoices:
    """Return the choices in a text; anything unreadable becomes what holds at first."""
    try:
        return documents.decode(text.encode(), SoundChoices, documents.DESCRIPTION)
    except ValueError:
        return SoundChoices()


def write_choices(choices: SoundChoices) -> str:
    """Return the choices as a text."""
    return msgspec.json.encode(choices).decode()
