"""The messages between the window and the player, except those about inputs (`inputs.py`)."""

import msgspec

from engine.messages.base import PlayerCommand, PlayerEvent
from engine.messages.changes import ScoreChange
from engine.request import PartControl, PartNote
from engine.values.hearing import Recording
from engine.values.ranges import Amount, Count, Place, SevenBits, Tick
from engine.values.score import Score
from engine.values.sound import OutputKind, Sound
from engine.values.track_mix import TrackMix


class SetScore(PlayerCommand, frozen=True, kw_only=True):
    """Play this score from now on, without interruption; one mix for each track."""

    score: Score
    mix: tuple[TrackMix, ...]


class ChangeScore(PlayerCommand, frozen=True, kw_only=True):
    """Play a changed version of the last score from now on.

    Attributes:
        change: Relative to the last `SetScore` or `ChangeScore`, without notes of `AddNotes`.
        mix: One for each track.
    """

    change: ScoreChange
    mix: tuple[TrackMix, ...]


class SetMix(PlayerCommand, frozen=True, kw_only=True):
    """Change the mix at once."""

    mix: tuple[TrackMix, ...]


class AddNotes(PlayerCommand, frozen=True, kw_only=True):
    """Add notes of a continuation to the score while it is made.

    Attributes:
        notes: The notes.
        until: Tick up to which the music is now known; 0 means up to its last note.
        more: Whether further notes will follow: the player then keeps time at the end of the
            music instead of stopping there.
        pedal: The moves of the pedal for these and earlier notes.
    """

    notes: tuple[PartNote, ...]
    until: Tick = 0
    more: bool = False
    pedal: tuple[PartControl, ...] = ()


class Play(PlayerCommand, frozen=True, kw_only=True):
    """Play from a tick.

    Attributes:
        tick: Where to begin.
        open_end: Keep time after the last note until stopped, as recording needs.
        count_in: Whether to count in, if `SetMetronome` has set it.
    """

    tick: Place
    open_end: bool = False
    count_in: bool = True


class Stop(PlayerCommand, frozen=True, kw_only=True):
    """Stop, and end every note."""


class Seek(PlayerCommand, frozen=True, kw_only=True):
    """Go to a tick, playing or not."""

    tick: Place


class SetLoop(PlayerCommand, frozen=True, kw_only=True):
    """Repeat [start, end) while playing; an empty range plays on."""

    start: Place
    end: Place


class Join(PlayerCommand, frozen=True, kw_only=True):
    """Lead playing into music that is being made.

    Playing does not pass `until`: the last bar before it repeats, or playing waits there in
    silence, until a later `Join` says how much more is known. Playing that is past `start` goes
    back to the bar before it. A loop without a bar of the new music is left at its end. Music
    that follows another device's clock plays on, and so does a recording that begins meanwhile.

    Attributes:
        start: Bar line where the music begins; 0 for none.
        until: Bar line that playing does not pass yet; 0 once all is known.
        repeats: Whether the last bar repeats; otherwise playing waits in silence.
    """

    start: Place = 0
    until: Place = 0
    repeats: bool = True


class PlayRecording(PlayerCommand, frozen=True, kw_only=True):
    """Play a recording beside the notes from now on, or none.

    It sounds from the built-in sound, in time with the notes through seeks and loops, and is silent
    at another tempo than the written one. If it cannot be heard, a `Notice` says why.

    Attributes:
        recording: The file, where it begins, its level and what is heard; None for none.
    """

    recording: Recording | None = None


class SetTempoFactor(PlayerCommand, frozen=True, kw_only=True):
    """Multiply the tempo by this factor."""

    factor: Amount


class SetMetronome(PlayerCommand, frozen=True, kw_only=True):
    """Set the metronome.

    Attributes:
        enabled: Whether it clicks while playing.
        count_in_bars: 0, 1, 2 or 4.
    """

    enabled: bool
    count_in_bars: Count = 0
    volume: SevenBits = 100


class ChooseSound(PlayerCommand, frozen=True, kw_only=True):
    """Use these ports and this sound from now on; only what differs from before has an effect.

    Another output ends all notes of the old one first.
    """

    sound: Sound


class OpenAgain(PlayerCommand, frozen=True, kw_only=True):
    """Open the chosen output again: it failed, or another sound bank is the best one by now."""


class EndOrphans(PlayerCommand, frozen=True, kw_only=True):
    """End the notes of a player that died, on each MIDI port when it is opened.

    Attributes:
        ports: Names of outputs on which to end them at once, used or not; answered by
            `OrphansEnded`.
    """

    ports: tuple[str, ...] = ()


class SoundNote(PlayerCommand, frozen=True, kw_only=True):
    """Sound or end one note at once, for audition and the computer keyboard."""

    pitch: SevenBits
    velocity: SevenBits
    program: SevenBits
    is_drum: bool
    on: bool


class Panic(PlayerCommand, frozen=True, kw_only=True):
    """Silence all open outputs."""


OWN_OUTPUT = "Segue"
"""The output that other programs receive from; it exists while it is in use."""
TRACK_OUTPUTS = 32
"""The most ports for single tracks; further tracks share them."""


def track_output(output: str, number: int) -> str:
    """Return what the player calls the port for one track; other programs see the track's name.

    Args:
        output: The name of the port for all tracks.
        number: The number of the port, from 0.
    """
    return f"{output} {number + 1}"


OWN_INPUT = "Segue in"
"""The input that other programs send to; it exists while it is in use."""
JACK_TRANSPORT = "JACK transport"
"""The name of the transport of JACK among the inputs whose clock can be followed."""


class PortsChanged(PlayerEvent, frozen=True, kw_only=True):
    """The MIDI ports and audio devices of this machine, now and whenever they change.

    Where programs can make ports, `OWN_OUTPUT` and `OWN_INPUT` are among them.

    Attributes:
        clocks: Sources of time beside the clocks of inputs.
    """

    outputs: tuple[str, ...]
    inputs: tuple[str, ...]
    devices: tuple[str, ...] = ()
    clocks: tuple[str, ...] = ()

    @property
    def instruments(self) -> tuple[str, ...]:
        """The outputs of other programs and devices."""
        return tuple(name for name in self.outputs if name != OWN_OUTPUT)

    @property
    def keyboards(self) -> tuple[str, ...]:
        """The inputs from other programs and devices."""
        return tuple(name for name in self.inputs if name != OWN_INPUT)


class OrphansEnded(PlayerEvent, frozen=True, kw_only=True):
    """The notes of a dead player were ended on the ports of `EndOrphans`."""


BUILT_IN = "Built-in"
"""The name of the built-in sound on the default device."""


class OutputOpened(PlayerEvent, frozen=True, kw_only=True):
    """The present output.

    Attributes:
        name: As the user knows it, or `BUILT_IN`.
        latency_s: From sending to sounding, as far as known.
        live_latency_s: From a key press to its sound, as far as known.
        borrowed: Programs that the chosen sound bank lacks and the one that ships plays: each is
            its number, and whether it is a drum kit.
    """

    kind: OutputKind
    name: str
    latency_s: float = 0.0
    live_latency_s: float = 0.0
    borrowed: tuple[tuple[SevenBits, bool], ...] = ()


class OutputLost(PlayerEvent, frozen=True, kw_only=True):
    """The output disappeared; the player opens it again when it returns."""

    name: str


class Playhead(PlayerEvent, frozen=True, kw_only=True):
    """The place in the music, sent about 30 times a second while playing.

    Attributes:
        tick: The audible place.
        playing: Whether it moves.
        ahead_s: Seconds of music after it that are already known.
        external: Whether another device's clock is followed.
        count_in: Remaining beats of the count-in, the present one included; 0 outside of it.
        rests: Whether the music pauses with all notes ended; no event follows until it goes on.
    """

    tick: float
    playing: bool
    ahead_s: float = 0.0
    count_in: int = 0
    external: bool = False
    rests: bool = False


class PlayingBegan(PlayerEvent, frozen=True, kw_only=True):
    """Music begins to play: sent with `Play` and each jump of a `Seek`, before it sounds.

    Attributes:
        tick: Where it begins, after the count-in.
        heard_s: When this tick is heard at the default output, as far as its latency is known, by
            the clock of `time.monotonic`, which all processes of a computer share.
        factor: The multiple of the written tempo.
    """

    tick: Place
    heard_s: float
    factor: float = 1.0


class Lateness(PlayerEvent, frozen=True, kw_only=True):
    """How late messages were sent since playing began, in milliseconds.

    Attributes:
        p50_ms: Median.
        p99_ms: 99th percentile.
        late: Of them later than 20 ms.
    """

    p50_ms: float
    p99_ms: float
    max_ms: float
    sent: int
    late: int


class ExternalClock(PlayerEvent, frozen=True, kw_only=True):
    """The clock that is followed, sent about twice a second while it ticks.

    Attributes:
        bpm: Quarters a minute; 0 when it has stopped.
    """

    bpm: float


class DropOuts(PlayerEvent, frozen=True, kw_only=True):
    """The built-in sound had gaps.

    Attributes:
        count: Gaps since the device was opened.
    """

    count: int


class Loudness(msgspec.Struct, frozen=True, kw_only=True):
    """Loudness of the built-in sound since `Play`, by ITU-R BS.1770-5.

    Attributes:
        whole: Of all that was heard, in LUFS; -70 is silence.
        recent: Of the last 3 s, in LUFS.
        range: The loudness range, in LU.
    """

    whole: float
    recent: float
    range: float


class Levels(PlayerEvent, frozen=True, kw_only=True):
    """Peak levels of the built-in sound since the last event, sent about 15 times a second.

    One more event reports silence; then none is sent until something sounds.

    Attributes:
        master: Peak of left and right, 1.0 is full scale.
        tracks: For each track the higher of its two peaks, before the master.
        sides: For each track its two peaks, left and right.
        held_db: The most that the limiter took away.
        loudness: The loudness of the playing; sent about once a second while the piece plays.
    """

    master: tuple[float, float]
    tracks: tuple[float, ...]
    sides: tuple[tuple[float, float], ...] = ()
    held_db: float = 0.0
    loudness: Loudness | None = None
