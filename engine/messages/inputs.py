"""What is played on keyboards: which are listened to and how, and what came."""

from typing import Annotated

import msgspec

from engine.messages.base import PlayerCommand, PlayerEvent
from engine.music.ranges import Pitch, SevenBits, Velocity
from engine.music.score import Track

MidiChannel = Annotated[int, msgspec.Meta(ge=0, le=15)]
Semitones = Annotated[int, msgspec.Meta(ge=-48, le=48)]
Program = Annotated[int, msgspec.Meta(ge=-1, le=127)]
Bend = Annotated[float, msgspec.Meta(ge=-1.0, le=1.0)]


class ControlId(msgspec.Struct, frozen=True, kw_only=True):
    """A control of a MIDI keyboard.

    Attributes:
        number: Of the controller.
        channel: 0 to 15.
    """

    number: SevenBits
    channel: MidiChannel


class VelocityCurve(msgspec.Struct, frozen=True, kw_only=True):
    """How hard a key's note sounds for how hard it was pressed.

    Attributes:
        bend: 0 sounds as pressed between the two ends; up to 1 ever louder, down to -1 softer.
        softest: What the softest touch sounds like.
        loudest: What the hardest does; the same as `softest` makes all notes alike.
    """

    bend: Bend = 0.0
    softest: Velocity = 1
    loudest: Velocity = 127


class Zone(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of keys with a sound of its own.

    Attributes:
        lowest: Its first key.
        highest: Its last key.
        transpose: Semitones up.
        program: Its General MIDI program, or -1 for the one of all inputs.
        is_drum: Whether it sounds as drums.
    """

    lowest: Pitch = 0
    highest: Pitch = 127
    transpose: Semitones = 0
    program: Program = -1
    is_drum: bool = False


class InputPort(msgspec.Struct, frozen=True, kw_only=True):
    """A MIDI input to listen to.

    What is recorded, told and heard by live is what sounds: transposed, on its curve.

    Attributes:
        name: One of the inputs in `PortsChanged`.
        offset_s: Seconds earlier (negative) or later than it came that what is played is put
            down: what a slow instrument or driver needs.
        through: Whether what is played on it sounds at once; without, it only is recorded and told:
            for an instrument that sounds by itself.
        channels: Which of its channels are heard; empty hears all.
        transpose: Semitones up, for all keys.
        curve: How hard its notes sound.
        zones: Stretches of keys with sounds of their own, the first that has a key counts; a key in
            none of them plays nothing. Empty is one stretch of all keys.
    """

    name: str
    offset_s: float = 0.0
    through: bool = True
    channels: tuple[MidiChannel, ...] = ()
    transpose: Semitones = 0
    curve: VelocityCurve = VelocityCurve()
    zones: tuple[Zone, ...] = ()


class OpenInputs(PlayerCommand, frozen=True, kw_only=True):
    """Listen to these MIDI inputs and to no others; one that is not there is used when it comes.

    Attributes:
        inputs: Which.
        through: Whether what is played sounds at once.
        program: With which General MIDI program.
        is_drum: Whether it sounds as drums.
        learned: Controls that move the program: they are told, but neither sound nor are kept.
    """

    inputs: tuple[InputPort, ...]
    through: bool = True
    program: int = 0
    is_drum: bool = False
    learned: tuple[ControlId, ...] = ()


class TypedNote(PlayerCommand, frozen=True, kw_only=True):
    """A note played on the computer's keys, now: all that one from a MIDI input is.

    Attributes:
        pitch: MIDI number.
        velocity: 0 ends it.
    """

    pitch: int
    velocity: int


class Capture(PlayerCommand, frozen=True, kw_only=True):
    """Answer with what was just played on the input, without anyone having pressed record."""


class NotePlayed(PlayerEvent, frozen=True, kw_only=True):
    """Someone played a note on a MIDI input or on the computer's keys.

    Attributes:
        pitch: MIDI number.
        velocity: 0 for its end.
        tick: The place in the music if it is playing, else 0; before where it began while the
            count-in is heard.
        seconds: The player's clock.
        port: Name of the input; empty for the computer's keys.
        lap: How often a loop has jumped back since playing began.
    """

    pitch: int
    velocity: int
    tick: float
    seconds: float
    port: str = ""
    lap: int = 0


class ControlMoved(PlayerEvent, frozen=True, kw_only=True):
    """Someone moved a control on a MIDI input: what is recorded, and what a setting can learn.

    Attributes:
        number: Of the controller, 0 to 119.
        value: 0 to 127.
        channel: 0 to 15.
        tick: As for `NotePlayed`.
        seconds: The player's clock.
        port: Name of the input.
        lap: As for `NotePlayed`.
    """

    number: int
    value: int
    channel: int
    tick: float = 0.0
    seconds: float = 0.0
    port: str = ""
    lap: int = 0


class WheelMoved(PlayerEvent, frozen=True, kw_only=True):
    """Someone moved the pitch wheel on a MIDI input.

    Attributes:
        value: -8192 to 8191, 0 at rest.
        tick: As for `NotePlayed`.
        seconds: The player's clock.
        port: Name of the input.
        lap: As for `NotePlayed`.
    """

    value: int
    tick: float
    seconds: float
    port: str = ""
    lap: int = 0


class Captured(PlayerEvent, frozen=True, kw_only=True):
    """What was played on the input since the last long silence.

    Attributes:
        track: Its notes and pedal, unquantised; where the music was, or from the playhead on.
        ticks_per_quarter: The grid of its ticks.
    """

    track: Track
    ticks_per_quarter: int
