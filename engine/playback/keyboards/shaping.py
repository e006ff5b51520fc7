"""Applies an input's settings to its messages: channel, split, transposition, velocity. Pure."""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.midi.channels.patches import Patch
from engine.playback import wire
from engine.values.sound import KeyboardShape, Touch

# Exponent of the velocity curve at one end of the scale; its inverse at the other.
_STEEPEST_EXPONENT = 4.0


class VelocityCurve(NamedTuple):
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


class Shaped(NamedTuple):
    """A message after the input's settings are applied.

    Attributes:
        message: The bytes.
        program: The General MIDI program of the lower part; -1 for the program of the input.
        key: The pitch of a note or of key pressure before transposition; -1 for other messages.
    """

    message: bytes
    program: int = -1
    key: int = -1

    @property
    def part_sound(self) -> Patch | None:
        """The instrument of the lower part; None if it is that of the input."""
        return None if self.program < 0 else Patch(self.program)

    @property
    def ending(self) -> "Shaped":
        """The message that releases the key."""
        return self._replace(message=wire.letting_go(self.message))


def shaped(message: bytes, shape: KeyboardShape) -> Shaped | None:
    """Return the shaped message; None if the input's settings exclude it."""
    status, channel = message[0] & 0xF0, message[0] & 0x0F
    if shape.channel and channel != shape.channel - 1:
        return None
    if status not in {wire.NOTE_ON, wire.NOTE_OFF, wire.KEY_PRESSURE}:
        return Shaped(message)
    key, value = message[1], message[2]
    # Without a split it is 0, below which no key lies.
    is_low = key < shape.split
    pitch = key + shape.transpose + (shape.low_transpose if is_low else 0)
    if not 0 <= pitch <= 127:
        return None
    if status == wire.NOTE_ON and value > 0:
        value = curved(value, CURVES[shape.touch])
    program = shape.low_program if is_low else -1
    return Shaped(bytes((message[0], pitch, value)), program, key)


def curved(velocity: int, curve: VelocityCurve) -> int:
    """Return the velocity after the curve, 1 to 127."""
    touch = (velocity - 1) / 126
    height = math.pow(touch, math.pow(_STEEPEST_EXPONENT, -curve.bend))
    return round(curve.softest + (curve.loudest - curve.softest) * height)
