"""The messages about MIDI keyboards: which inputs the player opens, and what arrives on them."""

from typing import Annotated

import msgspec

from engine.messages.base import PlayerCommand, PlayerEvent
from engine.midi.channels.keys import Key
from engine.midi.channels.patches import Patch
from engine.values.ranges import Pitch, SevenBits, Velocity
from engine.values.score import Track

MidiChannel = Annotated[int, msgspec.Meta(ge=0, le=15)]
Semitones = Annotated[int, msgspec.Meta(ge=-48, le=48)]
Program = Annotated[int, msgspec.Meta(ge=-1, le=127)]
OrNone = Annotated[int, msgspec.Meta(ge=-1, le=127)]
Bend = Annotated[float, msgspec.Meta(ge=-1.0, le=1.0)]


class ControlId(msgspec.Struct, frozen=True, kw_only=True):
    """A control of a MIDI keyboard, or one of its keys or pads.

    Attributes:
        number: MIDI number of the controller, or of the note.
        channel: 0 to 15.
        is_key: Whether it is a key or pad.
    """

    number: SevenBits
    channel: MidiChannel
    is_key: bool = False


class VelocityCurve(msgspec.Struct, frozen=True, kw_only=True):
    """The map from the velocity of a key to that of its note.

    Attributes:
        bend: 0 is linear between the two ends; up to 1 is louder, down to -1 is softer.
        softest: The velocity of the softest touch.
        loudest: The velocity of the hardest touch; equal to `softest`, all notes are alike.
    """

    bend: Bend = 0.0
    softest: Velocity = 1
    loudest: Velocity = 127


class Zone(msgspec.Struct, frozen=True, kw_only=True):
    """A range of keys with its own sound.

    Attributes:
        lowest: Its first key.
        highest: Its last key.
        transpose: Semitones up.
        program: Its General MIDI program, or -1 for the one of all inputs.
    """

    lowest: Pitch = 0
    highest: Pitch = 127
    transpose: Semitones = 0
    program: Program = -1
    is_drum: bool = False


class InputPort(msgspec.Struct, frozen=True, kw_only=True):
    """A MIDI input to open.

    The recording, the events and the live process get the notes as they sound: transposed, and with
    the velocity curve applied.

    Attributes:
        name: One of the inputs in `PortsChanged`.
        offset_s: Seconds by which its notes are recorded earlier (negative) or later, for an
            instrument or driver with latency.
        through: Whether its notes sound at once; off for an instrument with its own sound.
        channels: The MIDI channels to accept; empty accepts all.
        transpose: Semitones up, for all keys.
        zones: Ranges of keys with their own sounds; the first that contains a key counts, and a key
            in none of them is ignored. Empty means one range of all keys. Each sounds on a MIDI
            channel of its own.
        program: Its General MIDI program where no zone has one; -1 for the one of all inputs.
        is_drum: Whether that is a drum kit.
        mpe: Whether each of its notes has a channel of its own from the start; a device may also
            say so by itself.
    """

    name: str
    offset_s: float = 0.0
    through: bool = True
    channels: tuple[MidiChannel, ...] = ()
    transpose: Semitones = 0
    curve: VelocityCurve = VelocityCurve()
    zones: tuple[Zone, ...] = ()
    program: Program = -1
    is_drum: bool = False
    mpe: bool = False


class OpenInputs(PlayerCommand, frozen=True, kw_only=True):
    """Open these MIDI inputs and close all others; an absent one is opened when it appears.

    Attributes:
        through: Whether notes sound at once.
        program: The General MIDI program of the notes.
        learned: Controls and keys assigned to the program: they cause `ControlMoved`, but no sound
            or recording.
    """

    inputs: tuple[InputPort, ...]
    through: bool = True
    program: int = 0
    is_drum: bool = False
    learned: tuple[ControlId, ...] = ()


class TypedNote(PlayerCommand, frozen=True, kw_only=True):
    """A note played now on the computer keyboard, treated like one from a MIDI input.

    Attributes:
        pitch: MIDI number.
        velocity: 0 ends it.
    """

    pitch: int
    velocity: int


class Capture(PlayerCommand, frozen=True, kw_only=True):
    """Send `Captured` with the notes that were just played, even without recording."""


class NotePlayed(PlayerEvent, frozen=True, kw_only=True):
    """Someone played a note on a MIDI input or on the computer keyboard.

    Attributes:
        pitch: MIDI number, as it sounds.
        velocity: 0 for its end.
        tick: The place in the music if it is playing, else 0; in the count-in, before the start.
        port: Name of the input; empty for the computer keyboard.
        lap: Number of times that a loop jumped back since playing began.
        channel: 0 to 15, as the input says it.
        key: The key's own pitch where the input is transposed; -1 where it is `pitch`.
        sound: Its instrument where a zone or a program change says that; None where it sounds
            as all inputs do.
    """

    pitch: int
    velocity: int
    tick: float
    seconds: float
    port: str = ""
    lap: int = 0
    channel: MidiChannel = 0
    key: OrNone = -1
    sound: Patch | None = None

    @property
    def held(self) -> Key:
        """The key that was moved: the end of a note is the end of its own key."""
        return Key(self.port, self.channel, self.pitch if self.key < 0 else self.key)


class ControlMoved(PlayerEvent, frozen=True, kw_only=True):
    """Someone moved a control on a MIDI input; for recording and for assigning controls.

    Attributes:
        number: MIDI controller number, 0 to 119; the MIDI number of a learned key.
        value: 0 to 127; a learned key has 127 while it is down, and 0.
        channel: 0 to 15.
        port: Name of the input.
        of_note: Whether it moves only the note of its channel, as in MPE.
        is_key: Whether it is a learned key or pad.
    """

    number: int
    value: int
    channel: int
    tick: float = 0.0
    seconds: float = 0.0
    port: str = ""
    lap: int = 0
    of_note: bool = False
    is_key: bool = False

    @property
    def control(self) -> ControlId:
        """The control or key that was moved."""
        return ControlId(number=self.number, channel=self.channel, is_key=self.is_key)


class WheelMoved(PlayerEvent, frozen=True, kw_only=True):
    """Someone moved the pitch wheel on a MIDI input.

    Attributes:
        value: -8192 to 8191, 0 at rest.
        port: Name of the input.
        channel: 0 to 15.
        of_note: Whether it moves only the note of its channel, as in MPE; a full bend is then of 48
            semitones.
    """

    value: int
    tick: float
    seconds: float
    port: str = ""
    lap: int = 0
    of_note: bool = False
    channel: MidiChannel = 0


class PressureMoved(PlayerEvent, frozen=True, kw_only=True):
    """Someone pressed keys that are down harder or softer (aftertouch).

    Attributes:
        value: 0 at rest.
        pitch: Whose key, as it sounds; -1 for all keys of the channel.
        port: Name of the input.
        channel: 0 to 15.
        of_note: Whether it moves only the note of its channel, as in MPE.
    """

    value: SevenBits
    tick: float
    seconds: float
    pitch: OrNone = -1
    port: str = ""
    lap: int = 0
    of_note: bool = False
    channel: MidiChannel = 0


class Captured(PlayerEvent, frozen=True, kw_only=True):
    """The notes played on the inputs since the last long silence.

    Attributes:
        track: Notes and pedal, unquantised; at the ticks of the music, or from the playhead on.
        ticks_per_quarter: The resolution of its ticks.
    """

    track: Track
    ticks_per_quarter: int
