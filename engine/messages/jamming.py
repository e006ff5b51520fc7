"""The messages between the window and the live process about a jam; for the player's see `jam`."""

from typing import Annotated, Literal

import msgspec

from engine.messages.base import LiveCommand, LiveEvent
from engine.messages.jam import PlannedNotes
from engine.request import PartNote, Request
from engine.values.jam import JamRules
from engine.values.ranges import Bpm, SevenBits, Tick, TrackNumber
from engine.values.score import Note, Score

JamTime = Literal["free", "beat"]
Who = Literal["nobody", "me", "segue", "both"]
Beats = Annotated[float, msgspec.Meta(ge=0.25, le=32.0)]
# Humans in a jam beside the first one.
MOST_OTHERS = 3
Rows = Annotated[int, msgspec.Meta(ge=1, le=8)]


class JamVoice(msgspec.Struct, frozen=True, kw_only=True):
    """The track and instrument of a player.

    Attributes:
        track: Index in the score that the player plays.
        is_drum: Whether it is a drum kit.
        port: The MIDI input that only this human plays; empty for all that nobody else has.
        name: The name of its track; empty for "Me" or "Segue".
    """

    track: TrackNumber
    program: SevenBits = 0
    is_drum: bool = False
    port: str = ""
    name: str = ""


class StartJam(LiveCommand, JamRules, frozen=True, kw_only=True):
    """Start a jam that lasts until `StopJam`; the player's time already runs.

    At least 1 bar for `trade`.

    Attributes:
        me: The human's voice.
        segue: Segue's voice; if both are the same and alternate, they are one part to the model.
        bpm: Quarters a minute as written.
        ticks_per_quarter: The resolution of the player's score.
        time: A common beat, or the human's free time.
        rows: Candidates drawn for each answer; one is played.
        look_ahead: Beats planned ahead while both play.
        commit: Beats before its sound from which a plan is final.
        ask: Sampling, steering and limits.
        remembered: A piece that the model reads first, or None.
        played: The music so far of a resumed jam: tracks as in `JamCaptured`, on the same ticks. It
            goes into the memory and the capture. None for a new jam.
        begin: The bar line at which the music begins, after a count-in: humans may play an upbeat
            to it, Segue does not begin before.
        others: Further humans, each with an input of their own. Segue answers when all are silent.
        kit: Segue's second voice, a drum kit, with which it answers a phrase that the human plays
            on the kit alone; None if no human has one beside the keys (`PlayKeysAs.drums`).
    """

    me: JamVoice
    segue: JamVoice
    bpm: Bpm = 120.0
    ticks_per_quarter: Annotated[int, msgspec.Meta(ge=24, le=9600)] = 480
    time: JamTime = "beat"
    rows: Rows = 2
    look_ahead: Beats = 2.0
    commit: Beats = 0.5
    ask: Request = msgspec.field(default_factory=Request)
    remembered: Score | None = None
    played: Score | None = None
    begin: Tick = 0
    others: Annotated[tuple[JamVoice, ...], msgspec.Meta(max_length=MOST_OTHERS)] = ()
    kit: JamVoice | None = None


class StopJam(LiveCommand, frozen=True, kw_only=True):
    """End the jam; `JamCaptured` returns the music."""


class SteerJam(LiveCommand, frozen=True, kw_only=True):
    """Change the settings from now on; existing plans are played unchanged.

    Attributes:
        ask: Sampling, steering and limits.
    """

    ask: Request


class PinMemory(LiveCommand, frozen=True, kw_only=True):
    """Draw only from the music up to now, or from all of it again."""

    pinned: bool


class JamTurn(LiveEvent, frozen=True, kw_only=True):
    """The player from now on.

    Attributes:
        who: The players.
        turn: Number of Segue's latest turn, from 1.
        tick: Where it begins.
        until: Tick where it will end, 0 if unknown.
    """

    who: Who
    turn: int
    tick: Tick
    until: Tick = 0


class JamBars(LiveEvent, frozen=True, kw_only=True):
    """Where the bars are that were found in what the human plays without a click.

    Attributes:
        tick: Where one of them begins.
        bar: Ticks of a bar.
        beat: Ticks of a beat.
    """

    tick: Tick
    bar: Annotated[float, msgspec.Meta(gt=0)]
    beat: Annotated[float, msgspec.Meta(gt=0)]


class JamPlanned(LiveEvent, PlannedNotes, frozen=True, kw_only=True):
    """A plan for the window; it replaces older ones from its beginning on.

    Attributes:
        committed: Tick up to which it is final.
    """

    committed: Tick


class PhraseEnded(LiveEvent, frozen=True, kw_only=True):
    """The human seems to have finished a phrase.

    Attributes:
        tick: Where the end was detected.
        silence_s: Duration of the silence before it.
    """

    tick: Tick
    silence_s: float


class JamUnderrun(LiveEvent, frozen=True, kw_only=True):
    """Segue was not ready in time, and repeated its last bar over the present chord.

    Attributes:
        tick: Where the repetition begins.
        lately: Underruns in the last half minute.
        suggests: Whether there are enough to suggest a smaller model or fewer rows.
    """

    tick: Tick
    lately: int
    suggests: bool


class JamHeard(LiveEvent, frozen=True, kw_only=True):
    """The part of the jam that the memory holds.

    Attributes:
        bars: Bars played so far, the open one included.
        pinned_bar: The bar up to which the memory is pinned, or -1.
        lags_s: For each key pressed since the last event, the delay until it was in the memory.
    """

    bars: int
    notes: int
    pinned_bar: int = -1
    lags_s: tuple[float, ...] = ()


class JamCaptured(LiveEvent, frozen=True, kw_only=True):
    """A jam as a piece.

    Attributes:
        score: Tracks "Me" and "Segue", then those of `StartJam.others`, then with `StartJam.kit`
            the human's kit and Segue's; with pedals, wheels and controllers. The origin of Segue's
            notes is their turn.
        turns: The request, with its seed, of each of Segue's turns since `StartJam`; turns of
            `StartJam.played` come before them and are not included.
    """

    score: Score
    turns: tuple[Request, ...]


def part_notes(track: int, notes: tuple[Note, ...]) -> tuple[PartNote, ...]:
    """Return notes of one track as `PartNote`s."""
    return tuple(PartNote(track, note) for note in notes)
