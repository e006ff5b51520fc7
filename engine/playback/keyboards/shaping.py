"""Applies an input's settings to its messages: channels, zones, transposition, velocity. Pure."""

import math
from typing import NamedTuple

from engine.midi.channels.patches import Patch
from engine.playback import wire
from engine.playback.keyboards.listening import InputPort, VelocityCurve, Zone

# Exponent of the velocity curve at one end of the scale; its inverse at the other.
_STEEPEST_EXPONENT = 4.0
_WHOLE = Zone()


class Shaped(NamedTuple):
    """A message after the input's settings are applied.

    Attributes:
        message: The bytes.
        program: The zone's General MIDI program, or -1 for the program of all inputs.
        is_drum: Whether the zone plays drums.
        key: The pitch of a note or of key pressure before transposition; -1 for other messages.
    """

    message: bytes
    program: int = -1
    is_drum: bool = False
    key: int = -1

    @property
    def zone_sound(self) -> Patch | None:
        """The instrument of the key's zone; None if it is the one of all inputs."""
        if self.program < 0 and not self.is_drum:
            return None
        return Patch(max(0, self.program), is_drum=self.is_drum)

    @property
    def ending(self) -> "Shaped":
        """The message that releases the key."""
        return self._replace(message=wire.letting_go(self.message))


def shaped(message: bytes, port: InputPort) -> Shaped | None:
    """Return the shaped message; None if the input's settings exclude it."""
    status, channel = message[0] & 0xF0, message[0] & 0x0F
    if port.channels and channel not in port.channels:
        return None
    if status not in {wire.NOTE_ON, wire.NOTE_OFF, wire.KEY_PRESSURE}:
        return Shaped(message)
    key, value = message[1], message[2]
    zones = port.zones or (_WHOLE,)
    zone = next((zone for zone in zones if zone.lowest <= key <= zone.highest), None)
    if zone is None:
        return None
    pitch = key + port.transpose + zone.transpose
    if not 0 <= pitch <= 127:
        return None
    if status == wire.NOTE_ON and value > 0:
        value = curved(value, port.curve)
    return Shaped(bytes((message[0], pitch, value)), zone.program, zone.is_drum, key)


def curved(velocity: int, curve: VelocityCurve) -> int:
    """Return the velocity after the curve, 1 to 127."""
    touch = (velocity - 1) / 126
    height = math.pow(touch, math.pow(_STEEPEST_EXPONENT, -curve.bend))
    return round(curve.softest + (curve.loudest - curve.softest) * height)
