"""The mix of a track, which the piece holds, the player plays and the views show."""

from typing import Annotated

import msgspec

from engine.values.ranges import OffsetSeconds, SevenBits

Channel = Annotated[int, msgspec.Meta(ge=-1, le=15)]


class TrackMix(msgspec.Struct, frozen=True, kw_only=True):
    """The mix of a track.

    Attributes:
        mute: Whether the track is silent.
        solo: If any track is soloed, only soloed tracks sound.
        pan: 0 (left) to 127 (right), 64 in the middle.
        port: Name of an output, or empty for the default one.
        channel: 0 to 15, or -1 to let the player choose.
        offset_s: Seconds to play earlier (negative) or later than written.
    """

    mute: bool = False
    solo: bool = False
    volume: SevenBits = 100
    pan: SevenBits = 64
    port: str = ""
    channel: Channel = -1
    offset_s: OffsetSeconds = 0.0


NO_MIX = TrackMix()
