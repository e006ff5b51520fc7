"""What the window and the live process say about a jam; the player's part is `jam`."""

from typing import Annotated, Literal

import msgspec

from engine.messages.base import LiveCommand, LiveEvent
from engine.music.ranges import Bpm, Denominator, Numerator, SevenBits, Tick
from engine.music.score import Note, Score
from engine.request import PartNote, Request

JamMode = Literal["answer", "trade", "endless", "accompany"]
JamTime = Literal["free", "beat"]
Who = Literal["nobody", "me", "segue", "both"]
Bars = Annotated[int, msgspec.Meta(ge=0, le=64)]
Beats = Annotated[float, msgspec.Meta(ge=0.25, le=32.0)]
Rows = Annotated[int, msgspec.Meta(ge=1, le=8)]


class JamVoice(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays what.

    Attributes:
        track: Index in the score that the player plays.
        program: 0 to 127.
        is_drum: Whether it is a drum kit.
    """

    track: int
    program: SevenBits = 0
    is_drum: bool = False


class StartJam(LiveCommand, frozen=True, kw_only=True):
    """Play together from now on, until `StopJam`; time runs in the player already.

    Attributes:
        mode: Segue answers phrases, trades a number of bars, goes on alone, or plays along.
        me: What the human plays.
        segue: What Segue plays; where both play the same by turns they are one to the model.
        numerator: Of the meter.
        denominator: Of the meter.
        bpm: Quarters a minute as written.
        ticks_per_quarter: The grid of the player's score.
        time: Whether there is a beat that all keep to, or the human's own time.
        bars: Length of a turn; 0 until the human plays. Of `trade`, at least 1.
        hears_ends: Whether a phrase's end hands over, too.
        rows: Ways that are drawn for each answer; one is played.
        look_ahead: Beats that are planned while both play.
        commit: Beats before it sounds after which a plan is not changed any more.
        ask: How notes are drawn: its sampling, steering and limits.
        remembered: A piece that is read first, or None.
        played: What was played already of a jam that goes on: two tracks as `JamCaptured` has
            them, on the same grid and ticks; it is in the memory and in what is captured. None
            where a jam begins.
    """

    mode: JamMode
    me: JamVoice
    segue: JamVoice
    numerator: Numerator = 4
    denominator: Denominator = 4
    bpm: Bpm = 120.0
    ticks_per_quarter: Annotated[int, msgspec.Meta(ge=24, le=9600)] = 480
    time: JamTime = "beat"
    bars: Bars = 4
    hears_ends: bool = True
    rows: Rows = 2
    look_ahead: Beats = 2.0
    commit: Beats = 0.5
    ask: Request = msgspec.field(default_factory=Request)
    remembered: Score | None = None
    played: Score | None = None


class StopJam(LiveCommand, frozen=True, kw_only=True):
    """End the jam; what was played comes back as `JamCaptured`."""


class SteerJam(LiveCommand, frozen=True, kw_only=True):
    """Draw otherwise from now on; what is planned already is played as it is.

    Attributes:
        ask: How notes are drawn: its sampling, steering and limits.
    """

    ask: Request


class PinMemory(LiveCommand, frozen=True, kw_only=True):
    """Draw from what was played up to now, whatever is played later; or from all of it again."""

    pinned: bool


class JamTurn(LiveEvent, frozen=True, kw_only=True):
    """Who plays from now on.

    Attributes:
        who: Plays.
        turn: Of Segue's turns, counted from 1; the latest.
        tick: Where it begins.
        until: Tick where it will end, 0 where nobody knows.
    """

    who: Who
    turn: int
    tick: Tick
    until: Tick = 0


class JamPlanned(LiveEvent, frozen=True, kw_only=True):
    """What Segue is about to play, in place of what was planned from there on.

    Attributes:
        turn: Whose turn it belongs to.
        from_tick: From where on it holds.
        until: Tick up to which it is known.
        committed: Tick up to which it is not changed any more.
        notes: Planned.
        waits: Whether it is a standing answer, which nobody may ever hear.
    """

    turn: int
    from_tick: Tick
    until: Tick
    committed: Tick
    notes: tuple[PartNote, ...]
    waits: bool = False


class PhraseEnded(LiveEvent, frozen=True, kw_only=True):
    """The human was found to have finished a phrase.

    Attributes:
        tick: Where it was found.
        silence_s: How long it had been silent.
    """

    tick: Tick
    silence_s: float


class JamUnderrun(LiveEvent, frozen=True, kw_only=True):
    """Segue was not ready in time, and played its last bar again over the present chord.

    Attributes:
        tick: Where that begins.
        lately: How often it happened in the last half minute.
        suggests: Whether that is often enough to suggest a smaller model or fewer rows.
    """

    tick: Tick
    lately: int
    suggests: bool


class JamHeard(LiveEvent, frozen=True, kw_only=True):
    """What the memory holds of the jam.

    Attributes:
        bars: Bars that were played so far, with the one that is open.
        notes: Of both.
        pinned_bar: The bar up to which it is pinned, or -1.
        lags_s: Of each key pressed since this was said last: how much later it was in the memory.
    """

    bars: int
    notes: int
    pinned_bar: int = -1
    lags_s: tuple[float, ...] = ()


class JamCaptured(LiveEvent, frozen=True, kw_only=True):
    """A jam as a piece.

    Attributes:
        score: Tracks "Me" and "Segue"; of Segue's notes the origin is the turn they came with.
        turns: For each turn of Segue's since `StartJam`, how it was asked for: seed included;
            turns of `StartJam.played` come before them and are not in it.
    """

    score: Score
    turns: tuple[Request, ...]


def part_notes(track: int, notes: tuple[Note, ...]) -> tuple[PartNote, ...]:
    """Return notes as those of a track."""
    return tuple(PartNote(track, note) for note in notes)
