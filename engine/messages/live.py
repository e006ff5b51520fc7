"""The messages between the window and the live process."""

from typing import Annotated

import msgspec

from engine.form.alternative_plan import AlternativePlan
from engine.harmony.chord_symbols import Chord
from engine.messages.base import LiveCommand, LiveEvent, PieceCommand, PieceEvent, ServeCommand
from engine.messages.changes import ScoreChange
from engine.messages.models import ModelSteers
from engine.messages.pieces import RightBars
from engine.request import PartNote, Request
from engine.taste.taste import NO_TASTE, Taste
from engine.values.alternative_end import AlternativeEnd
from engine.values.copied import NOT_COMPARED, Copying
from engine.values.ranges import (
    LONGEST_PATH,
    BarNumber,
    Candidates,
    Chosen,
    PieceSeconds,
    Tick,
    TrackNumber,
)
from engine.values.score import Score


class LoadModel(LiveCommand, frozen=True, kw_only=True):
    """Load the model in this folder; it makes the music from now on."""

    folder: Annotated[str, msgspec.Meta(max_length=LONGEST_PATH)]


class Continue(PieceCommand, frozen=True, kw_only=True):
    """Continue a piece: `OpenPiece` and `GoOn` in one.

    Attributes:
        request: A number chosen by the sender that all answers carry.
        ask: The settings of the continuation.
        taste: The user's, for the ranking of the alternatives. Unlike the request it is not in the
            piece file.
    """

    request: Chosen
    score: Score
    ask: Request
    taste: Taste = NO_TASTE


class OpenPiece(PieceCommand, frozen=True, kw_only=True):
    """Open this piece; the following commands refer to it and send only changes."""

    score: Score


class ChangePiece(PieceCommand, frozen=True, kw_only=True):
    """The open piece was edited."""

    change: ScoreChange


class Hear(PieceCommand, frozen=True, kw_only=True):
    """Notes were played or written: add them to the open piece; answered by `Heard`.

    The model reads a bar when it is over.

    Attributes:
        number: Chosen by the sender; the answer carries it.
    """

    notes: tuple[PartNote, ...]
    number: Chosen = 0


class Heard(PieceEvent, frozen=True, kw_only=True):
    """The notes of a `Hear` are in the piece.

    Attributes:
        number: That of the command.
    """

    number: Chosen


class ClosePiece(ServeCommand, frozen=True, kw_only=True):
    """Forget a piece and end its continuation."""

    piece: Chosen


class OpenOsc(ServeCommand, frozen=True, kw_only=True):
    """Also take commands by OSC, on the loop-back address alone.

    Attributes:
        port: The UDP port.
        token: A secret that is the first argument of each message.
    """

    port: Annotated[int, msgspec.Meta(ge=1, le=65535)]
    token: Annotated[str, msgspec.Meta(min_length=8, max_length=64)]


class Rewind(PieceCommand, frozen=True, kw_only=True):
    """Remove all notes of the open piece from a bar on; bars count from 0."""

    bar: BarNumber


class GoOn(PieceCommand, frozen=True, kw_only=True):
    """Continue the open piece.

    Attributes:
        request: A number chosen by the sender that all answers carry.
        ask: The settings of the continuation.
    """

    request: Chosen
    ask: Request


class CancelContinue(PieceCommand, frozen=True, kw_only=True):
    """Stop this request; the notes made so far stay."""

    request: Chosen


class RankChords(LiveCommand, frozen=True, kw_only=True):
    """Rate chords over a melody; answered by `ChordsRanked`.

    Attributes:
        number: Chosen by the sender.
        chords: The chords to rate; their own ticks do not matter.
        tune: The track of the melody.
        start: Tick where each chord would begin.
    """

    number: Chosen
    score: Score
    chords: tuple[Chord, ...]
    tune: TrackNumber
    start: Tick
    end: Tick


class ChordsRanked(LiveEvent, frozen=True, kw_only=True):
    """The likelihood of chords over a melody.

    Attributes:
        number: That of the question.
        likelihoods: One natural logarithm for each chord; empty if the model has no chords.
    """

    number: Chosen
    likelihoods: tuple[float, ...]


class FindOtherBeats(LiveCommand, frozen=True, kw_only=True):
    """Find other beats than the usual ones in a piece; answered by `OtherBeatsFound`.

    Commands that wait are run before; a newer one of its kind replaces it.

    Attributes:
        score: The piece.
        number: Which of them: the most likely are number 1.
        request: A number chosen by the sender that the answer carries.
        lines_s: Bar lines of which a person is sure, in seconds of the piece: all of them have
            these.
    """

    score: Score
    number: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    request: Chosen = 0
    lines_s: tuple[PieceSeconds, ...] = ()


class CancelOtherBeats(LiveCommand, frozen=True, kw_only=True):
    """Stop looking for other beats for this request; its answer says so."""

    request: Chosen


class OtherBeatsFound(LiveEvent, frozen=True, kw_only=True):
    """Other beats of a piece, or the end of the search for them.

    Attributes:
        number: That of the question.
        count: How many there are.
        found: Those with the number; None if there are fewer.
        request: That of the question.
        is_steady: Whether the piece has a steady beat; if not, these are guesses.
        cancelled: Whether the search was cancelled, so that nothing is known of them.
    """

    number: Chosen
    count: int
    found: RightBars | None = None
    request: int = 0
    is_steady: bool = True
    cancelled: bool = False


class WatchMemory(LiveCommand, frozen=True, kw_only=True):
    """Send `MemoryLooked` during continuations, or stop sending it."""

    on: bool


class ForgetMemory(LiveCommand, frozen=True, kw_only=True):
    """Drop the carried memory; the next continuation reads the piece anew."""


class ModelLoaded(LiveEvent, ModelSteers, frozen=True, kw_only=True):
    """The live process is ready to continue with this model.

    Attributes:
        name: The name that the user gave it.
        parameters: Number of weights.
        notes: About how many notes its memory holds.
        device: The device that it runs on, such as `CPU`.
        seconds: How long loading took.
        fills: Whether it learned to fill gaps.
        plans: Whether it can plan chords.
    """

    name: str
    parameters: int
    notes: int
    device: str
    seconds: float
    fills: bool = False
    plans: bool = False


class Primed(PieceEvent, frozen=True, kw_only=True):
    """The memory holds the piece up to the start.

    Attributes:
        steps: Model steps for it; the part of the piece in memory was not read again.
        exact_bars: First bar and one past the last bar held uncompressed.
        compressed_bars: The same for bars held in compressed memory; an empty range if none.
        seconds: How long reading took.
    """

    request: Chosen
    steps: int
    exact_bars: tuple[int, int]
    compressed_bars: tuple[int, int]
    seconds: float


class MemoryLooked(LiveEvent, frozen=True, kw_only=True):
    """The bars that the attention of the model looks at while it writes.

    Attributes:
        shares: The share of the attention on that bar and on each later bar read, 0 to 1.
    """

    request: Chosen
    first_bar: int
    shares: tuple[float, ...]


class ChordsPlanned(PieceEvent, frozen=True, kw_only=True):
    """The plan that one alternative is made by; sent before its first note.

    None is sent for an alternative without a plan. A receiver that does not show plans ignores it.

    Attributes:
        request: Whose.
        alternative: Counted from 0.
        plan: Its chords, letters and entrances.
    """

    request: Chosen
    alternative: Candidates
    plan: AlternativePlan


class NotesMade(PieceEvent, frozen=True, kw_only=True):
    """Notes of one alternative, each sent as soon as it is complete.

    Attributes:
        alternative: Counted from 0.
        notes: In the order they were drawn.
        until: Tick before which no further note of this alternative can begin.
    """

    request: Chosen
    alternative: Candidates
    notes: tuple[PartNote, ...]
    until: int


class AlternativeFinished(PieceEvent, frozen=True, kw_only=True):
    """One alternative is complete.

    Attributes:
        alternative: Counted from 0.
        made: Its end, and what makes it again.
        copying: How much of it occurs in songs that the model learned from.
    """

    request: Chosen
    alternative: Candidates
    made: AlternativeEnd
    copying: Copying = NOT_COMPARED


class ContinuationFinished(PieceEvent, frozen=True, kw_only=True):
    """All alternatives of a request are complete, or it was cancelled.

    Attributes:
        seconds: From the command to the end.
        first_note_seconds: From the command to the first note; 0 if there was none.
        notes_per_second: Of all drawn candidates together, those that were not sent included.
        fits: Mean log-likelihood of the following bars after each alternative; empty if not
            measured.
        best: The best of all candidates, the best first; empty if they were not ranked. Candidates
            beyond the requested number were sent last.
    """

    request: Chosen
    seconds: float
    first_note_seconds: float
    notes_per_second: float
    cancelled: bool = False
    fits: tuple[float, ...] = ()
    best: tuple[int, ...] = ()
