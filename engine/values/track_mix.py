"""The mix of a track, which the piece holds, the player plays and the views show."""

import math
from typing import Annotated

import msgspec

from engine.values.ranges import LOUDEST_DB, OffsetSeconds

Channel = Annotated[int, msgspec.Meta(ge=-1, le=15)]
# 40 log10 of a volume is its level, as General MIDI 2 defines it. A mix leaves 100 as it is.
_UNITY, _DB = 100.0, 40.0
# 6 dB above unity, rounded up.
LOUDEST = 142.0
Volume = Annotated[float, msgspec.Meta(ge=0, le=LOUDEST)]
# From one end of 0 to 127 to the other, from any place.
Pan = Annotated[int, msgspec.Meta(ge=-63, le=191)]
AS_WRITTEN = -1
"""No reverb send of the mix: that of the music, or else of the instrument."""
Send = Annotated[int, msgspec.Meta(ge=AS_WRITTEN, le=127)]


class TrackMix(msgspec.Struct, frozen=True, kw_only=True):
    """The mix of a track.

    Attributes:
        mute: Whether the track is silent.
        solo: If any track is soloed, only soloed tracks sound.
        volume: 100 leaves the volume of the music as it is; see `decibels_of`.
        pan: 64 leaves the place of the track as it is; less moves it to the left.
        reverb: Its reverb send, 0 to 127, or `AS_WRITTEN`.
        port: Name of an output, or empty for the default one.
        channel: 0 to 15, or -1 to let the player choose.
        offset_s: Seconds to play earlier (negative) or later than written.
    """

    mute: bool = False
    solo: bool = False
    volume: Volume = 100.0
    pan: Pan = 64
    reverb: Send = AS_WRITTEN
    port: str = ""
    channel: Channel = -1
    offset_s: OffsetSeconds = 0.0


NO_MIX = TrackMix()


def decibels_of(volume: float) -> float:
    """Return the decibels by which a volume changes a track; -inf for 0."""
    return _DB * math.log10(volume / _UNITY) if volume > 0 else -math.inf


def volume_at(decibels: float) -> float:
    """Return the volume that changes a track by these decibels, -inf to `LOUDEST_DB`."""
    if decibels == -math.inf:
        return 0.0
    return round(_UNITY * 10 ** (min(decibels, LOUDEST_DB) / _DB), 2)
