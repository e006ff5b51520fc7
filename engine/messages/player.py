"""What the window and the player say to each other, but for what is played (`inputs.py`)."""

from typing import Annotated, Literal

import msgspec

from engine.messages.base import PlayerCommand, PlayerEvent
from engine.messages.changes import ScoreChange
from engine.music.ranges import SevenBits
from engine.music.score import Score
from engine.request import PartNote

Channel = Annotated[int, msgspec.Meta(ge=-1, le=15)]
OutputKind = Literal["synth", "port", "virtual", "recording"]
Room = Literal["off", "room", "hall"]


class TrackMix(msgspec.Struct, frozen=True, kw_only=True):
    """How a track is heard.

    Attributes:
        mute: Not heard.
        solo: Only soloed tracks are heard when any is.
        volume: 0 to 127.
        pan: 0 (left) to 127 (right), 64 in the middle.
        port: Name of an output, or empty for the default one.
        channel: 0 to 15, or -1 for one that the player chooses.
        offset_s: Seconds earlier (negative) or later than written.
    """

    mute: bool = False
    solo: bool = False
    volume: SevenBits = 100
    pan: SevenBits = 64
    port: str = ""
    channel: Channel = -1
    offset_s: float = 0.0


class SetScore(PlayerCommand, frozen=True, kw_only=True):
    """Play this from now on, without a break when it is playing; one mix for each track."""

    score: Score
    mix: tuple[TrackMix, ...]


class ChangeScore(PlayerCommand, frozen=True, kw_only=True):
    """Play the score of the last `SetScore` or `ChangeScore` with other notes from now on.

    Attributes:
        change: From that score; notes of `AddNotes` are not in it.
        mix: One for each track.
    """

    change: ScoreChange
    mix: tuple[TrackMix, ...]


class SetMix(PlayerCommand, frozen=True, kw_only=True):
    """Change how tracks are heard, at once."""

    mix: tuple[TrackMix, ...]


class AddNotes(PlayerCommand, frozen=True, kw_only=True):
    """Add notes to the score being played: a continuation as it is made.

    Attributes:
        notes: The notes.
        until: Tick up to which the music is now known; 0 means up to its last note.
        more: Whether further notes are to come: the player then keeps time at the end of the
            music instead of stopping there.
    """

    notes: tuple[PartNote, ...]
    until: int = 0
    more: bool = False


class Play(PlayerCommand, frozen=True, kw_only=True):
    """Play from a tick; with a count-in first if that is set.

    Attributes:
        tick: Where to begin.
        open_end: Keep time after the last note until stopped, as recording needs it.
        count_in: Whether the bars of count-in that are set are clicked first.
    """

    tick: int
    open_end: bool = False
    count_in: bool = True


class Stop(PlayerCommand, frozen=True, kw_only=True):
    """Stop, and end every note."""


class Seek(PlayerCommand, frozen=True, kw_only=True):
    """Go to a tick, playing or not."""

    tick: int


class SetLoop(PlayerCommand, frozen=True, kw_only=True):
    """Repeat [start, end) while playing; an empty range plays on."""

    start: int
    end: int


class SetTempoFactor(PlayerCommand, frozen=True, kw_only=True):
    """Play this many times as fast as written."""

    factor: float


class SetMetronome(PlayerCommand, frozen=True, kw_only=True):
    """Click on the beats, and count in before playing.

    Attributes:
        enabled: Whether it clicks while playing.
        count_in_bars: 0, 1, 2 or 4.
        volume: 0 to 127.
    """

    enabled: bool
    count_in_bars: int = 0
    volume: int = 100


class SetClock(PlayerCommand, frozen=True, kw_only=True):
    """Let other devices keep time with us by MIDI clock, or keep time with another one.

    Attributes:
        out: Names of the outputs that get clock.
        follow: Name of the input whose clock is followed, or empty for our own time. While one is
            followed, `Play` begins with its next pulse.
    """

    out: tuple[str, ...] = ()
    follow: str = ""


class OpenOutput(PlayerCommand, frozen=True, kw_only=True):
    """Send to this output by default; the old one's notes are ended first.

    Attributes:
        kind: The built-in synth, a MIDI port, a virtual port, or nothing but a recording.
        name: The port's name; for the synth a sound bank's path or empty for the best found.
        device: For the synth: the audio device's name, or empty for the system's own.
        buffer_ms: For the synth: milliseconds that are made ahead; more is later and safer.
    """

    kind: OutputKind
    name: str = ""
    device: str = ""
    buffer_ms: int = 10


class SetRoom(PlayerCommand, frozen=True, kw_only=True):
    """Let the built-in sound be in another room from now on."""

    room: Room


class EndOrphans(PlayerCommand, frozen=True, kw_only=True):
    """End, on each MIDI port when it is opened, the notes of a player that died before this one.

    Attributes:
        ports: Names of outputs on which that is done at once, whether anything is played there or
            not; `OrphansEnded` follows.
    """

    ports: tuple[str, ...] = ()


class SoundNote(PlayerCommand, frozen=True, kw_only=True):
    """Sound or end one note at once: audition and the typing keyboard."""

    pitch: int
    velocity: int
    program: int
    is_drum: bool
    on: bool


class Panic(PlayerCommand, frozen=True, kw_only=True):
    """Silence everything on every open output, whatever it is doing."""


class PortsChanged(PlayerEvent, frozen=True, kw_only=True):
    """The MIDI ports and audio devices of this machine, now and whenever they change."""

    outputs: tuple[str, ...]
    inputs: tuple[str, ...]
    devices: tuple[str, ...] = ()


class OrphansEnded(PlayerEvent, frozen=True, kw_only=True):
    """The notes of a player that died were ended, where `EndOrphans` asked for that at once."""


BUILT_IN = "Built-in"
"""The name of the built-in sound where it plays on no device in particular."""


class OutputOpened(PlayerEvent, frozen=True, kw_only=True):
    """What is sounding now.

    Attributes:
        kind: What it is.
        name: As the user knows it, or `BUILT_IN`.
        latency_s: From the time asked for to sounding, as far as known.
        live_latency_s: From a note that is played now to its sound, as far as known.
    """

    kind: OutputKind
    name: str
    latency_s: float = 0.0
    live_latency_s: float = 0.0


class OutputLost(PlayerEvent, frozen=True, kw_only=True):
    """The output went away; it is reopened by itself when it comes back."""

    name: str


class Playhead(PlayerEvent, frozen=True, kw_only=True):
    """Where the music is, about 30 times a second while playing.

    Attributes:
        tick: The audible place.
        playing: Whether it moves.
        ahead_s: Seconds of music after it that are already known.
        external: Whether another device's clock is followed.
        count_in: Beats of the count-in that are still to be heard, the one that is heard now
            among them; 0 outside of it.
        rests: Whether time stands, every note ended, until it goes on; nothing is said meanwhile.
    """

    tick: float
    playing: bool
    ahead_s: float = 0.0
    count_in: int = 0
    external: bool = False
    rests: bool = False


class Lateness(PlayerEvent, frozen=True, kw_only=True):
    """How late messages left, since playing began, in milliseconds.

    Attributes:
        p50_ms: Median.
        p99_ms: 99th percentile.
        max_ms: The worst.
        sent: Messages sent.
        late: Of them later than 20 ms.
    """

    p50_ms: float
    p99_ms: float
    max_ms: float
    sent: int
    late: int


class ExternalClock(PlayerEvent, frozen=True, kw_only=True):
    """The clock that is followed, about twice a second while it ticks.

    Attributes:
        bpm: Quarters a minute; 0 when it has fallen silent.
    """

    bpm: float


class DropOuts(PlayerEvent, frozen=True, kw_only=True):
    """The built-in sound is breaking up.

    Attributes:
        count: Gaps since the device was opened.
    """

    count: int


class Levels(PlayerEvent, frozen=True, kw_only=True):
    """How loud the built-in sound was since this was last said, about 15 times a second.

    It is said once more when all has become silent, and then no more until something sounds.

    Attributes:
        master: Peak of left and right, 1.0 is full scale.
        tracks: For each track the higher of its two peaks, before the master.
    """

    master: tuple[float, float]
    tracks: tuple[float, ...]
