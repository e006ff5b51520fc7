"""What a key of a keyboard sounds like: channels, zones, transposition, velocity curve. Pure."""

import math
from typing import NamedTuple

from engine.messages import InputPort, VelocityCurve, Zone
from engine.playback import wire

# At the end of the scale a curve's exponent is this, or one by it.
_STEEPEST = 4.0
_WHOLE = Zone()


class Shaped(NamedTuple):
    """What a message from a keyboard becomes.

    Attributes:
        message: Its bytes.
        program: The General MIDI program of its zone, or -1 for that of all inputs.
        is_drum: Whether its zone sounds as drums.
    """

    message: bytes
    program: int = -1
    is_drum: bool = False

    @property
    def ending(self) -> "Shaped":
        """What lets go of the key, pedal or wheel that it moved."""
        return self._replace(message=wire.letting_go(self.message))


def shaped(message: bytes, port: InputPort) -> Shaped | None:
    """Return what a message becomes on an input; None where it is not to be heard."""
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
    """Return how hard a note sounds whose key was pressed so hard, 1 to 127."""
    touch = (velocity - 1) / 126
    height = math.pow(touch, math.pow(_STEEPEST, -curve.bend))
    return round(curve.softest + (curve.loudest - curve.softest) * height)


def sounds_like(port: InputPort, other: InputPort) -> bool:
    """Return whether what one input makes of a key, another makes of it too."""
    return (port.through, port.channels, port.transpose, port.curve, port.zones) == (
        other.through,
        other.channels,
        other.transpose,
        other.curve,
        other.zones,
    )
