"""The user's choices for inputs, clock and the built-in sound: one value, stored as JSON."""

from typing import Literal

import msgspec

from app.values.keyboard_shape import NO_SPLIT, KeyboardShape, Touch
from engine.gate import documents
from engine.messages import (
    AudioOptions,
    ControlId,
    InputPort,
    Room,
    VelocityCurve,
    Zone,
)
from engine.midi.tuning_messages import TuningOut

ROOMS: tuple[Room, ...] = ("off", "room", "hall")
CountInWhen = Literal["record", "always"]
# A shorter buffer sounds sooner, and crackles on a busy machine.
BUFFERS_MS = (5, 10, 20, 40)
# `Calibrating` clamps to this.
LARGEST_OFFSET_MS = LARGEST_LATENCY_MS = 300
# The same value goes to the player.
LearnedControl = ControlId


class SoundChoices(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of ports and sound.

    Attributes:
        inputs: Names of the MIDI inputs in use.
        offsets_ms: Latency compensation by input; positive records notes later.
        latencies_ms: Time from sending to sounding by output; the player sends earlier by it.
        keyboards: Split, transposition and velocity curve by input.
        port_per_track: Whether each track has a MIDI port of its own beside Segue's own port.
        device: Audio device, or empty for the system's default.
        buffer_ms: Audio buffer of the built-in sound.
        bank: Path of a sound bank, or empty for the best one found.
        clock_out: MIDI outputs that get a clock.
        time_code_out: MIDI outputs that get time code.
        clock_runs: Whether clock goes out while the music is stopped, too.
        clock_in: MIDI input whose clock the player follows, or empty.
        learned: MIDI controls by the window control that each one moves.
        click_volume: Metronome volume, 0 to 127.
        count_in_when: Whether every playback gets a count-in, or recordings only.
        record_replaces: Whether a recording replaces existing notes.
        record_in_loop: Whether only the loop range is recorded.
        record_takes: Whether each loop round becomes a take of its own.
        octave: Octave of the computer keyboard: its lowest C is MIDI pitch 12 × `octave`.
        room: Reverb of the built-in sound.
        tuning_out: How MIDI outputs play a piece that has a tuning.
        export: Options of audio export, without the room.
    """

    inputs: tuple[str, ...] = ()
    offsets_ms: dict[str, int] = {}
    latencies_ms: dict[str, int] = {}
    keyboards: dict[str, KeyboardShape] = {}
    port_per_track: bool = False
    device: str = ""
    buffer_ms: int = 10
    bank: str = ""
    clock_out: tuple[str, ...] = ()
    time_code_out: tuple[str, ...] = ()
    clock_runs: bool = False
    clock_in: str = ""
    learned: dict[str, LearnedControl] = {}
    click_volume: int = 100
    count_in_when: CountInWhen = "record"
    record_replaces: bool = False
    record_in_loop: bool = False
    record_takes: bool = False
    octave: int = 5
    room: Room = "room"
    tuning_out: TuningOut = "mts"
    export: AudioOptions = AudioOptions()

    @property
    def own_tracks(self) -> frozenset[str]:
        """The inputs in use that have a track of their own."""
        shapes = self.keyboards
        return frozenset(n for n in self.inputs if n in shapes and shapes[n].own_track)


# `bend` below 0 makes notes softer, above 0 louder.
_CURVES: dict[Touch, VelocityCurve] = {
    "played": VelocityCurve(),
    "softer": VelocityCurve(bend=-0.4),
    "louder": VelocityCurve(bend=0.4),
    "loudest": VelocityCurve(bend=0.8),
    "alike": VelocityCurve(softest=90, loudest=90),
}


def input_port(
    name: str, choices: SoundChoices, sound: tuple[int, bool] = (-1, False)
) -> InputPort:
    """Return the player's settings for a MIDI input.

    Args:
        name: Its name.
        choices: The user's choices.
        sound: The program of its own track, and whether it is a drum kit; -1 without one.
    """
    shape = choices.keyboards.get(name, KeyboardShape())
    return InputPort(
        name=name,
        offset_s=choices.offsets_ms.get(name, 0) / 1000,
        through=shape.through,
        channels=(shape.channel - 1,) if shape.channel else (),
        transpose=shape.transpose,
        curve=_CURVES[shape.touch],
        zones=_zones(shape),
        program=sound[0],
        is_drum=sound[1],
        mpe=shape.mpe,
    )


def _zones(shape: KeyboardShape) -> tuple[Zone, ...]:
    if shape.split == NO_SPLIT:
        return ()
    low = Zone(highest=shape.split - 1, transpose=shape.low_transpose, program=shape.low_program)
    return low, Zone(lowest=shape.split)


def read_choices(text: str) -> SoundChoices:
    """Parse the choices; unreadable text gives the defaults."""
    try:
        return documents.decode(text.encode(), SoundChoices, documents.DESCRIPTION)
    except ValueError:
        return SoundChoices()


def write_choices(choices: SoundChoices) -> str:
    """Return the choices as JSON."""
    return msgspec.json.encode(choices).decode()
