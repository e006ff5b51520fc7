"""How the player hears its MIDI inputs, from the user's choices. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine.messages import PlayKeysAs
from engine.values.sound import NO_SPLIT, ControlId, KeyboardShape, Sound, Touch


@dataclass(frozen=True, slots=True, kw_only=True)
class VelocityCurve:
    """The map from the velocity of a key to that of its note.

    Attributes:
        bend: 0 is linear between the two ends; up to 1 is louder, down to -1 is softer.
        softest: The velocity of the softest touch.
        loudest: The velocity of the hardest touch; equal to `softest`, all notes are alike.
    """

    bend: float = 0.0
    softest: int = 1
    loudest: int = 127


CURVES: Mapping[Touch, VelocityCurve] = MappingProxyType(
    {
        "played": VelocityCurve(),
        "softer": VelocityCurve(bend=-0.4),
        "louder": VelocityCurve(bend=0.4),
        "loudest": VelocityCurve(bend=0.8),
        "alike": VelocityCurve(softest=90, loudest=90),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A range of keys with its own sound.

    Attributes:
        lowest: Its first key.
        highest: Its last key.
        transpose: Semitones up.
        program: Its General MIDI program, or -1 for the one of all inputs.
    """

    lowest: int = 0
    highest: int = 127
    transpose: int = 0
    program: int = -1
    is_drum: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InputPort:
    """How one MIDI input is heard.

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
        mpe: Whether each of its notes has a channel of its own from the start.
    """

    name: str
    offset_s: float = 0.0
    through: bool = True
    channels: tuple[int, ...] = ()
    transpose: int = 0
    curve: VelocityCurve = VelocityCurve()
    zones: tuple[Zone, ...] = ()
    program: int = -1
    is_drum: bool = False
    mpe: bool = False

    def sounds_like(self, other: "InputPort") -> bool:
        """Return whether two inputs make the same sound of every key."""
        return self == replace(other, name=self.name, offset_s=self.offset_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listening:
    """How all MIDI inputs are heard.

    Attributes:
        inputs: Those that are heard.
        through: Whether notes sound at once.
        program: The General MIDI program of the notes.
        is_drum: Whether it is a drum kit.
        learned: Controls and keys that are reported, and neither sound nor are kept.
    """

    inputs: tuple[InputPort, ...] = ()
    through: bool = True
    program: int = 0
    is_drum: bool = False
    learned: tuple[ControlId, ...] = ()


def listening(sound: Sound, keys: PlayKeysAs) -> Listening:
    """Return how inputs are heard by the user's choices, with an instrument."""
    return Listening(
        inputs=tuple(_input_port(name, sound, keys) for name in sound.inputs),
        through=keys.through,
        program=keys.program,
        is_drum=keys.is_drum,
        learned=tuple(sound.learned.values()),
    )


def _input_port(name: str, sound: Sound, keys: PlayKeysAs) -> InputPort:
    shape = sound.keyboards.get(name, KeyboardShape())
    program, is_drum = keys.own.get(name, (-1, False))
    return InputPort(
        name=name,
        offset_s=sound.offsets_ms.get(name, 0) / 1000,
        through=shape.through,
        channels=(shape.channel - 1,) if shape.channel else (),
        transpose=shape.transpose,
        curve=CURVES[shape.touch],
        zones=_zones(shape),
        program=program,
        is_drum=is_drum,
        mpe=shape.mpe,
    )


def _zones(shape: KeyboardShape) -> tuple[Zone, ...]:
    if shape.split == NO_SPLIT:
        return ()
    low = Zone(highest=shape.split - 1, transpose=shape.low_transpose, program=shape.low_program)
    return low, Zone(lowest=shape.split)
