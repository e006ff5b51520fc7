"""The values that the mixer shows."""

from dataclasses import dataclass, replace

from engine.values.sound import Room
from engine.values.track_mix import AS_WRITTEN, NO_MIX, TrackMix

MIDDLE = 64
"""Of a pan, 0 to 127."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MixerRow:
    """The content of a channel strip.

    Attributes:
        name: The track's name.
        colour: Index of its colour.
        instrument: The name of its sound, or of its drum kit.
        icon: The icon of its sound.
        program: Its program, with 128 added for drums.
        mix: Its mix.
        seat: Its pan without the mix in the built-in sound, 0 to 127.
        send: Its reverb send without the mix in the built-in sound, 0 to 127.
        seat_elsewhere: Its pan without the mix on other outputs.
        send_elsewhere: Its reverb send without the mix on other outputs.
    """

    name: str
    colour: int
    instrument: str = ""
    icon: str = "instrument-keys"
    program: int = 0
    mix: TrackMix = NO_MIX
    seat: int = MIDDLE
    send: int = 0
    seat_elsewhere: int = MIDDLE
    send_elsewhere: int = 0

    def elsewhere(self) -> "MixerRow":
        """Return the row of the track on another output than the built-in sound."""
        return replace(self, seat=self.seat_elsewhere, send=self.send_elsewhere)

    @property
    def pan(self) -> int:
        """Its pan as it is heard, 0 to 127."""
        return min(127, max(0, self.seat + self.mix.pan - MIDDLE))

    @property
    def reverb(self) -> int:
        """Its reverb send as it is heard, 0 to 127."""
        return self.send if self.mix.reverb == AS_WRITTEN else self.mix.reverb


@dataclass(frozen=True, slots=True, kw_only=True)
class MasterView:
    """The content of the master strip.

    Attributes:
        level_db: Its fader in decibels.
        room: The room of the reverb.
        output: The output that sounds in place of the built-in sound, or empty.
    """

    level_db: float = 0.0
    room: Room = "room"
    output: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoudnessView:
    """The loudness of the piece so far.

    Attributes:
        whole: In LUFS, of all that was heard.
        recent: Of the last 3 s.
        range: The loudness range in LU.
    """

    whole: float
    recent: float
    range: float
