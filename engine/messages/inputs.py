"""The messages about MIDI keyboards: what they sound like, and what arrives on them."""

from typing import Annotated

import msgspec

from engine.messages.base import PlayerCommand, PlayerEvent
from engine.midi.channels.keys import Key
from engine.midi.channels.patches import Patch
from engine.values.events import USUAL_RELEASE
from engine.values.ranges import SevenBits
from engine.values.score import Track
from engine.values.sound import ControlId

MidiChannel = Annotated[int, msgspec.Meta(ge=0, le=15)]
TrackOrNone = Annotated[int, msgspec.Meta(ge=-1, lt=1 << 16)]
OrNone = Annotated[int, msgspec.Meta(ge=-1, le=127)]


class PlayKeysAs(PlayerCommand, frozen=True, kw_only=True):
    """Choose the instrument of the MIDI inputs and the computer keyboard: the current track's.

    Attributes:
        program: The General MIDI program, or drum kit.
        is_drum: Whether it is a drum kit.
        own: The same two of inputs that play another instrument, by name.
        drums: Whether channel 10 of each input plays a drum kit, whatever the input plays.
        through: Whether notes of inputs sound at once.
        track: The track whose output and channel they play to, where that is another program or
            device; -1 for none.
        own_tracks: The same of inputs that play another instrument, by name.
    """

    program: SevenBits = 0
    is_drum: bool = False
    own: dict[str, tuple[SevenBits, bool]] = msgspec.field(default_factory=dict)
    drums: bool = False
    through: bool = True
    track: TrackOrNone = -1
    own_tracks: dict[str, TrackOrNone] = msgspec.field(default_factory=dict)


class TypedNote(PlayerCommand, frozen=True, kw_only=True):
    """A note played now on the computer keyboard, treated like one from a MIDI input.

    Attributes:
        pitch: MIDI number.
        velocity: 0 ends it.
    """

    pitch: SevenBits
    velocity: SevenBits


class Capture(PlayerCommand, frozen=True, kw_only=True):
    """Send `Captured` with the notes that were just played, even without recording."""


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """When and on which input something was played or moved.

    Attributes:
        seconds: The time of the player's clock.
        port: Name of the input; empty for the computer keyboard.
        channel: 0 to 15, as the input says it.
    """

    seconds: float = 0.0
    port: str = ""
    channel: MidiChannel = 0


class InputMoment(Moment, frozen=True, kw_only=True):
    """A moment, and its place in the music of the window.

    Attributes:
        tick: The place in the music if it is playing, else 0; in the count-in, before the start.
        lap: Number of times that a loop jumped back since playing began.
    """

    tick: float = 0.0
    lap: int = 0


class NotePlayed(PlayerEvent, InputMoment, frozen=True, kw_only=True):
    """Someone played a note on a MIDI input or on the computer keyboard.

    Attributes:
        pitch: MIDI number, as it sounds.
        velocity: 0 for its end.
        key: The key's own pitch where the input is transposed; -1 where it is `pitch`.
        sound: Its instrument where a zone or a program change says that; None where it sounds
            as all inputs do.
        release: For its end: the velocity with which the key was let go.
    """

    pitch: int
    velocity: int
    key: OrNone = -1
    sound: Patch | None = None
    release: SevenBits = USUAL_RELEASE

    @property
    def held(self) -> Key:
        """The key that was moved: the end of a note is the end of its own key."""
        return Key(self.port, self.channel, self.pitch if self.key < 0 else self.key)


class ControlMoved(PlayerEvent, InputMoment, frozen=True, kw_only=True):
    """Someone moved a control on a MIDI input; for recording and for assigning controls.

    Attributes:
        number: MIDI controller number, 0 to 119; the MIDI number of a learned key.
        value: 0 to 127; a learned key has 127 while it is down, and 0.
        of_note: Whether it moves only the note of its channel, as in MPE.
        is_key: Whether it is a learned key or pad.
    """

    number: int
    value: int
    of_note: bool = False
    is_key: bool = False

    @property
    def control(self) -> ControlId:
        """The control or key that was moved."""
        return ControlId(number=self.number, channel=self.channel, is_key=self.is_key)


class WheelMoved(PlayerEvent, InputMoment, frozen=True, kw_only=True):
    """Someone moved the pitch wheel on a MIDI input.

    Attributes:
        value: -8192 to 8191, 0 at rest.
        of_note: Whether it moves only the note of its channel, as in MPE; a full bend is then of 48
            semitones.
    """

    value: int
    of_note: bool = False


class PressureMoved(PlayerEvent, InputMoment, frozen=True, kw_only=True):
    """Someone pressed keys that are down harder or softer (aftertouch).

    Attributes:
        value: 0 at rest.
        pitch: Whose key, as it sounds; -1 for all keys of the channel.
        of_note: Whether it moves only the note of its channel, as in MPE.
    """

    value: SevenBits
    pitch: OrNone = -1
    of_note: bool = False


class Captured(PlayerEvent, frozen=True, kw_only=True):
    """The notes played on the inputs since the last long silence.

    Attributes:
        track: Notes and pedal, unquantised; at the ticks of the music, or from the playhead on.
        ticks_per_quarter: The resolution of its ticks.
    """

    track: Track
    ticks_per_quarter: int
