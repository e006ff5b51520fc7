"""What processes say to each other: commands down, events up; frozen values, one JSON line each.

`msgspec` checks every field on arrival, so nothing malformed gets past the door and nothing is
ever unpickled. Knows music's values and configs; not who sends them, nor what they cause.
"""

from typing import Literal

import msgspec

from engine.config import SamplingConfig
from engine.errors import ProcessError
from engine.music.score import Note, Score, Track

TrackRole = Literal["write", "context", "ignore"]
OutputKind = Literal["synth", "port", "virtual", "recording"]


class Message(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The base of all messages; the class name travels as the tag."""


# --- said by every child -------------------------------------------------------------------


class Ready(Message, frozen=True, kw_only=True):
    """The child is up and listens.

    Attributes:
        role: live, player or job.
        seconds: From its start until now.
    """

    role: str
    seconds: float


class Alive(Message, frozen=True, kw_only=True):
    """A heartbeat, four a second; a child silent for long is taken for dead."""


class Failed(Message, frozen=True, kw_only=True):
    """What was asked for did not work; the child lives on.

    Attributes:
        request: The request it belongs to, or 0.
        message: One sentence for the user.
        hint: What the user can do, or empty.
        details: A traceback for the log, or empty.
    """

    request: int = 0
    message: str
    hint: str = ""
    details: str = ""


class Notice(Message, frozen=True, kw_only=True):
    """One sentence for the user that is no failure."""

    message: str


# --- live ----------------------------------------------------------------------------------


class LoadModel(Message, frozen=True, kw_only=True):
    """Load the model in this folder and make it the one that continues."""

    folder: str


class Continue(Message, frozen=True, kw_only=True):
    """Go on with a piece.

    Attributes:
        request: A number chosen by the sender that all answers carry.
        score: The piece.
        roles: One for each track: the model writes it, hears it, or does not know it.
        start: Tick at which the continuation begins; music after it is not heard.
        bars: Bars to make; 0 goes on until cancelled.
        alternatives: How many, decoded side by side.
        sampling: Alternative k draws with seed + k.
        pitch_classes: Pitch classes that may be drawn; empty allows all twelve.
        lowest: Lowest pitch that may be drawn (not for drums).
        highest: Highest pitch that may be drawn (not for drums).
        max_voices: Notes that may sound at once in a track; 0 sets no limit.
        remember: Another piece whose memory comes before this one's, or None.
    """

    request: int
    score: Score
    roles: tuple[TrackRole, ...]
    start: int
    bars: int
    alternatives: int
    sampling: SamplingConfig
    pitch_classes: tuple[int, ...] = ()
    lowest: int = 0
    highest: int = 127
    max_voices: int = 0
    remember: Score | None = None


class CancelContinue(Message, frozen=True, kw_only=True):
    """Stop making what this request asked for; what was made stays."""

    request: int


class ForgetMemory(Message, frozen=True, kw_only=True):
    """Drop what the model carries; the next continuation reads the piece anew."""


class ModelLoaded(Message, frozen=True, kw_only=True):
    """The live process is ready to continue with this model.

    Attributes:
        folder: Where it is.
        name: What the user calls it.
        parameters: Number of weights.
        mem_len: Tokens it carries.
        device: Where it runs, such as `CPU`.
        seconds: How long loading took.
    """

    folder: str
    name: str
    parameters: int
    mem_len: int
    device: str
    seconds: float


class PartNote(msgspec.Struct, frozen=True):
    """A note made for a track; ticks are the piece's."""

    track: int
    note: Note


class Primed(Message, frozen=True, kw_only=True):
    """The memory holds the piece up to the start.

    Attributes:
        request: Whose.
        tokens: Tokens read.
        exact_bars: First and one past the last bar held token by token.
        compressed_bars: The same for bars held in compressed memory; empty range if none.
        seconds: How long reading took.
    """

    request: int
    tokens: int
    exact_bars: tuple[int, int]
    compressed_bars: tuple[int, int]
    seconds: float


class NotesMade(Message, frozen=True, kw_only=True):
    """Notes of one alternative, each sent as soon as it is complete.

    Attributes:
        request: Whose.
        alternative: Counted from 0.
        notes: In the order they were drawn.
        until: Tick before which no further note of this alternative can begin.
    """

    request: int
    alternative: int
    notes: tuple[PartNote, ...]
    until: int


class AlternativeFinished(Message, frozen=True, kw_only=True):
    """One alternative is complete.

    Attributes:
        request: Whose.
        alternative: Counted from 0.
        end: Tick where it ends, a bar line.
        ended: Whether the model ended the piece here by itself.
        seed: The seed that makes it again.
        tokens: Tokens drawn.
    """

    request: int
    alternative: int
    end: int
    ended: bool
    seed: int
    tokens: int


class ContinuationFinished(Message, frozen=True, kw_only=True):
    """All alternatives of a request are complete, or it was cancelled.

    Attributes:
        request: Whose.
        seconds: From the command to the end.
        first_note_seconds: From the command to the first note; 0 if there was none.
        tokens_per_second: All alternatives together.
        cancelled: Whether it was.
    """

    request: int
    seconds: float
    first_note_seconds: float
    tokens_per_second: float
    cancelled: bool = False


# --- player --------------------------------------------------------------------------------


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
    volume: int = 100
    pan: int = 64
    port: str = ""
    channel: int = -1
    offset_s: float = 0.0


class SetScore(Message, frozen=True, kw_only=True):
    """Play this from now on, without a break when it is playing; one mix for each track."""

    score: Score
    mix: tuple[TrackMix, ...]


class SetMix(Message, frozen=True, kw_only=True):
    """Change how tracks are heard, at once."""

    mix: tuple[TrackMix, ...]


class AddNotes(Message, frozen=True, kw_only=True):
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


class Play(Message, frozen=True, kw_only=True):
    """Play from a tick; with a count-in first if that is set.

    Attributes:
        tick: Where to begin.
        open_end: Keep time after the last note until stopped, as recording needs it.
    """

    tick: int
    open_end: bool = False


class Stop(Message, frozen=True, kw_only=True):
    """Stop, and end every note."""


class Seek(Message, frozen=True, kw_only=True):
    """Go to a tick, playing or not."""

    tick: int


class SetLoop(Message, frozen=True, kw_only=True):
    """Repeat [start, end) while playing; an empty range plays on."""

    start: int
    end: int


class SetTempoFactor(Message, frozen=True, kw_only=True):
    """Play this many times as fast as written."""

    factor: float


class SetMetronome(Message, frozen=True, kw_only=True):
    """Click on the beats, and count in before playing.

    Attributes:
        enabled: Whether it clicks while playing.
        count_in_bars: 0, 1, 2 or 4.
        volume: 0 to 127.
    """

    enabled: bool
    count_in_bars: int = 0
    volume: int = 100


class OpenOutput(Message, frozen=True, kw_only=True):
    """Send to this output by default; the old one's notes are ended first.

    Attributes:
        kind: The built-in synth, a MIDI port, a virtual port, or nothing but a recording.
        name: The port's name; for the synth a sound bank's path or empty for the best found.
        device: For the synth: the audio device's name, or empty for the system's own.
    """

    kind: OutputKind
    name: str = ""
    device: str = ""


class OpenInput(Message, frozen=True, kw_only=True):
    """Listen to this MIDI input; an empty name closes the one that is open.

    Attributes:
        name: One of the inputs in `PortsChanged`.
        through: Whether what is played sounds at once.
        program: With which General MIDI program.
        is_drum: Whether it sounds as drums.
    """

    name: str
    through: bool = True
    program: int = 0
    is_drum: bool = False


class Capture(Message, frozen=True, kw_only=True):
    """Answer with what was just played on the input, without anyone having pressed record."""


class SoundNote(Message, frozen=True, kw_only=True):
    """Sound or end one note at once: audition and the typing keyboard."""

    pitch: int
    velocity: int
    program: int
    is_drum: bool
    on: bool


class Panic(Message, frozen=True, kw_only=True):
    """Silence everything on every open output, whatever it is doing."""


class PortsChanged(Message, frozen=True, kw_only=True):
    """The MIDI ports and audio devices of this machine, now and whenever they change."""

    outputs: tuple[str, ...]
    inputs: tuple[str, ...]
    devices: tuple[str, ...] = ()


class OutputOpened(Message, frozen=True, kw_only=True):
    """What is sounding now.

    Attributes:
        kind: What it is.
        name: As the user knows it.
        latency_s: From sending to sounding, as far as known.
    """

    kind: OutputKind
    name: str
    latency_s: float = 0.0


class OutputLost(Message, frozen=True, kw_only=True):
    """The output went away; it is reopened by itself when it comes back."""

    name: str


class Playhead(Message, frozen=True, kw_only=True):
    """Where the music is, about 30 times a second while playing.

    Attributes:
        tick: The audible place.
        playing: Whether it moves.
        ahead_s: Seconds of music after it that are already known.
    """

    tick: float
    playing: bool
    ahead_s: float = 0.0


class Lateness(Message, frozen=True, kw_only=True):
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


class NotePlayed(Message, frozen=True, kw_only=True):
    """Someone played a note on a MIDI input.

    Attributes:
        pitch: MIDI number.
        velocity: 0 for its end.
        tick: The place in the music if it is playing, else 0.
        seconds: The player's clock.
    """

    pitch: int
    velocity: int
    tick: float
    seconds: float


class Captured(Message, frozen=True, kw_only=True):
    """What was played on the input since the last long silence.

    Attributes:
        track: Its notes and pedal, unquantised; where the music was, or from the playhead on.
        ticks_per_quarter: The grid of its ticks.
    """

    track: Track
    ticks_per_quarter: int


# --- job -----------------------------------------------------------------------------------


class ImportFolders(Message, frozen=True, kw_only=True):
    """Add all music in these files and folders to the library."""

    folders: tuple[str, ...]


class TrainModel(Message, frozen=True, kw_only=True):
    """Make a model.

    Attributes:
        name: What the user calls it.
        base: `starter`, a model's folder, or `scratch`.
        preset: A name in `engine.training.presets`.
        minutes: Overrides the preset's time; 0 does not.
        steps: Overrides the preset's steps; 0 does not.
        device: `cpu`, `cuda`, `mps`, or `auto`.
        data: A folder to learn from instead of the library, or empty.
        resume: Go on where a run of this name stopped.
    """

    name: str
    base: str = "starter"
    preset: str = "taste"
    minutes: float = 0.0
    steps: int = 0
    device: str = "auto"
    data: str = ""
    resume: bool = False


class StopJob(Message, frozen=True, kw_only=True):
    """End the running job; keep what is worth keeping.

    Attributes:
        discard: Throw away what it made instead.
    """

    discard: bool = False


class PauseJob(Message, frozen=True, kw_only=True):
    """Pause or go on."""

    paused: bool


class ImportProgress(Message, frozen=True, kw_only=True):
    """How far an import is.

    Attributes:
        done: Files looked at.
        total: Files found so far.
        ready: Of them usable.
        current: The file at hand.
        seconds_left: An estimate; negative when there is none yet.
    """

    done: int
    total: int
    ready: int
    current: str
    seconds_left: float


class RefusalGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Files that were not taken for the same reason."""

    reason: str
    count: int
    files: tuple[str, ...]


class ImportReport(Message, frozen=True, kw_only=True):
    """What an import found.

    Attributes:
        found: Files looked at.
        ready: Usable, those with warnings included.
        warnings: Usable, with something odd about them.
        duplicates: The same notes as another file.
        refused: Not usable.
        seconds: Of music that is usable.
        notes: In usable files.
        groups: Refused files and duplicates by reason, most first.
        took_s: How long the import took.
        cancelled: Whether it was stopped half way.
    """

    found: int
    ready: int
    warnings: int
    duplicates: int
    refused: int
    seconds: float
    notes: int
    groups: tuple[RefusalGroup, ...]
    took_s: float
    cancelled: bool = False


class TrainingProgress(Message, frozen=True, kw_only=True):
    """One report of a training run.

    Attributes:
        phase: `preparing`, `training`, `evaluating` or `sampling`.
        step: Steps done.
        steps: Steps planned.
        loss: Mean training loss since the last report, nats per token; negative if none.
        validation_loss: Held-out loss, if this report has one; negative if not.
        tokens_per_second: Since the last report.
        seconds_left: An estimate; negative when there is none yet.
        device: Where it runs.
        best_step: Step of the best held-out loss so far.
        message: One plain sentence on how it is going, or empty.
    """

    phase: Literal["preparing", "training", "evaluating", "sampling"]
    step: int = 0
    steps: int = 0
    loss: float = -1.0
    validation_loss: float = -1.0
    tokens_per_second: float = 0.0
    seconds_left: float = -1.0
    device: str = ""
    best_step: int = 0
    message: str = ""


class ModelMade(Message, frozen=True, kw_only=True):
    """A training run ended in a model.

    Attributes:
        folder: Where it is.
        name: What the user calls it.
        step: The step that was kept.
        validation_loss: Its held-out loss, nats per token.
        base_loss: The base model's on the same songs; negative when trained from scratch.
    """

    folder: str
    name: str
    step: int
    validation_loss: float
    base_loss: float = -1.0


class JobStopped(Message, frozen=True, kw_only=True):
    """The job ended because it was told to."""


LiveCommand = LoadModel | Continue | CancelContinue | ForgetMemory
LiveEvent = (
    Ready
    | Alive
    | Failed
    | Notice
    | ModelLoaded
    | Primed
    | NotesMade
    | AlternativeFinished
    | ContinuationFinished
)
PlayerCommand = (
    SetScore
    | SetMix
    | AddNotes
    | Play
    | Stop
    | Seek
    | SetLoop
    | SetTempoFactor
    | SetMetronome
    | OpenOutput
    | OpenInput
    | Capture
    | SoundNote
    | Panic
)
PlayerEvent = (
    Ready
    | Alive
    | Failed
    | Notice
    | PortsChanged
    | OutputOpened
    | OutputLost
    | Playhead
    | Lateness
    | NotePlayed
    | Captured
)
JobCommand = ImportFolders | TrainModel | StopJob | PauseJob
JobEvent = (
    Ready
    | Alive
    | Failed
    | Notice
    | ImportProgress
    | ImportReport
    | TrainingProgress
    | ModelMade
    | JobStopped
)
Command = LiveCommand | PlayerCommand | JobCommand
Event = LiveEvent | PlayerEvent | JobEvent

_encoder = msgspec.json.Encoder()
_command_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(message: Message) -> bytes:
    """Return one JSON line, newline included."""
    return _encoder.encode(message) + b"\n"


def decode_command(line: bytes) -> Command:
    """Return the command on a line.

    Raises:
        ProcessError: The line is no command.
    """
    try:
        return _command_decoder.decode(line)
    except msgspec.MsgspecError as error:
        raise ProcessError(f"A command could not be read: {error}") from error


def decode_event(line: bytes) -> Event:
    """Return the event on a line.

    Raises:
        ProcessError: The line is no event.
    """
    try:
        return _event_decoder.decode(line)
    except msgspec.MsgspecError as error:
        raise ProcessError(f"An event could not be read: {error}") from error
