"""Applies an input's settings to its messages: channels, zones, transposition, velocity. Pure."""

import math
from typing import NamedTuple

from engine.messages import InputPort, VelocityCurve, Zone
from engine.playback import wire

# Exponent of the velocity curve at one end of the scale; its inverse at the other.
_STEEPEST = 4.0
_WHOLE = Zone()


class Shaped(NamedTuple):
    """A message after the input's settings are applied.

    Attributes:
        message: The bytes.
        program: The zone's General MIDI program, or -1 for the program of all inputs.
        is_drum: Whether the zone plays drums.
    """

    message: bytes
    program: int = -1
    is_drum: bool = False

    @property
    def ending(self) -> "Shaped":
        """The message that releases the key, pedal or wheel."""
        return self._replace(message=wire.letting_go(self.message))


def shaped(message: bytes, port: InputPort) -> Shaped | None:
    """Return the shaped message; None if the input's settings exclude it."""
    status, channel = message[0] & 0xF0, message[0] & 0x0F
    if port.channels and channel not in port.channels:
        return None
    if status not in {wire.NOTE_ON, wire.NOTE_OFF}:
        return Shaped(message)
    pitch, velocity = message[1], message[2]
    zones = port.zones or (_WHOLE,)
    zone = next((zone for zone in zones if zone.lowest <= pitch <= zone.highest), None)
    if zone is None:
        return None
    pitch += port.transpose + zone.transpose
    if not 0 <= pitch <= 127:
        return None
    if status == wire.NOTE_ON and velocity > 0:
        velocity = curved(velocity, port.curve)
    return Shaped(bytes((message[0], pitch, velocity)), zone.program, zone.is_drum)


def curved(velocity: int, curve: VelocityCurve) -> int:
    """Return the velocity after the curve, 1 to 127."""
    touch = (velocity - 1) / 126
    height = math.pow(touch, math.pow(_STEEPEST, -curve.bend))
    return round(curve.softest + (curve.loudest - curve.softest) * height)


def sounds_like(port: InputPort, other: InputPort) -> bool:
    """Return whether two inputs make the same sound of every key."""
    return (port.through, port.channels, port.transpose, port.curve, port.zones) == (
        other.through,
        other.channels,
        other.transpose,
        other.curve,
        other.zones,
    )
