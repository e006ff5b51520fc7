"""What the window and the live process say to each other."""

from engine.messages.base import LiveCommand, LiveEvent
from engine.messages.changes import ScoreChange
from engine.messages.training import CopiedPassage
from engine.music.chord_symbols import Chord
from engine.music.ranges import Tick
from engine.music.returning_bars import ReturningBars
from engine.music.score import Score
from engine.request import PartNote, Request


class LoadModel(LiveCommand, frozen=True, kw_only=True):
    """Load the model in this folder and make it the one that continues."""

    folder: str


class Continue(LiveCommand, frozen=True, kw_only=True):
    """Go on with a piece: `OpenPiece` and `GoOn` in one.

    Attributes:
        request: A number chosen by the sender that all answers carry.
        score: The piece.
        ask: What is asked for.
    """

    request: int
    score: Score
    ask: Request


class OpenPiece(LiveCommand, frozen=True, kw_only=True):
    """Take this piece at hand: what follows is about it, and says only what changes."""

    score: Score


class ChangePiece(LiveCommand, frozen=True, kw_only=True):
    """The piece at hand was edited."""

    change: ScoreChange


class Hear(LiveCommand, frozen=True, kw_only=True):
    """Notes were played or written: they belong to the piece at hand, and are read by and by."""

    notes: tuple[PartNote, ...]


class Rewind(LiveCommand, frozen=True, kw_only=True):
    """Take all notes of the piece at hand from a bar on back; bars count from 0."""

    bar: int


class GoOn(LiveCommand, frozen=True, kw_only=True):
    """Go on with the piece at hand.

    Attributes:
        request: A number chosen by the sender that all answers carry.
        ask: What is asked for.
    """

    request: int
    ask: Request


class CancelContinue(LiveCommand, frozen=True, kw_only=True):
    """Stop making what this request asked for; what was made stays."""

    request: int


class RankChords(LiveCommand, frozen=True, kw_only=True):
    """Say how likely chords are over a tune; answered by `ChordsRanked`.

    Attributes:
        number: Chosen by the sender.
        score: The piece.
        chords: Which, wherever they begin.
        tune: The track under them.
        start: Tick where they would begin.
        end: Tick where they would end.
    """

    number: int
    score: Score
    chords: tuple[Chord, ...]
    tune: int
    start: Tick
    end: Tick


class ChordsRanked(LiveEvent, frozen=True, kw_only=True):
    """How likely chords are over a tune.

    Attributes:
        number: That of the question.
        likelihoods: One for each chord, natural logarithms; none where the model cannot say.
    """

    number: int
    likelihoods: tuple[float, ...]


class WatchMemory(LiveCommand, frozen=True, kw_only=True):
    """Say by `MemoryLooked` what the model looks at while it writes, or no more."""

    on: bool


class ForgetMemory(LiveCommand, frozen=True, kw_only=True):
    """Drop what the model carries; the next continuation reads the piece anew."""


class ModelLoaded(LiveEvent, frozen=True, kw_only=True):
    """The live process is ready to continue with this model.

    Attributes:
        folder: Where it is.
        name: What the user calls it.
        parameters: Number of weights.
        notes: How many notes it holds, about.
        device: Where it runs, such as `CPU`.
        seconds: How long loading took.
        steers: Which of `STEERS` can be moved with it.
        measured: Which of them were measured with it.
        steers_of: The model with which the others in `steers` were measured, or empty.
        fills: Whether it learned to fill gaps.
        plans: Whether it can plan chords.
    """

    folder: str
    name: str
    parameters: int
    notes: int
    device: str
    seconds: float
    steers: tuple[str, ...] = ()
    measured: tuple[str, ...] = ()
    steers_of: str = ""
    fills: bool = False
    plans: bool = False


class Primed(LiveEvent, frozen=True, kw_only=True):
    """The memory holds the piece up to the start.

    Attributes:
        request: Whose.
        steps: Steps of the model that were taken for it; what it held is not read again.
        exact_bars: First and one past the last bar held as it is.
        compressed_bars: The same for bars held in compressed memory; empty range if none.
        seconds: How long reading took.
    """

    request: int
    steps: int
    exact_bars: tuple[int, int]
    compressed_bars: tuple[int, int]
    seconds: float


class MemoryLooked(LiveEvent, frozen=True, kw_only=True):
    """What the model looks at while it writes.

    Attributes:
        request: Whose.
        first_bar: Bar of the piece.
        shares: Of its attention, on that bar and each that was read after it, 0 to 1.
    """

    request: int
    first_bar: int
    shares: tuple[float, ...]


class ChordsPlanned(LiveEvent, frozen=True, kw_only=True):
    """The plan that one alternative is made by; sent before its first note.

    None is sent for an alternative without a plan. A receiver that does not show plans ignores it.

    Attributes:
        request: Whose.
        alternative: Counted from 0.
        chords: Ascending, at least one; each lasts until the next.
        returning: Which of the bars return to earlier ones.
    """

    request: int
    alternative: int
    chords: tuple[Chord, ...]
    returning: tuple[ReturningBars, ...] = ()


class NotesMade(LiveEvent, frozen=True, kw_only=True):
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


class AlternativeFinished(LiveEvent, frozen=True, kw_only=True):
    """One alternative is complete.

    Attributes:
        request: Whose.
        alternative: Counted from 0.
        end: Tick where it ends, a bar line.
        ended: Whether the model ended the piece here by itself.
        seed: The seed that makes it again.
        best_of: How many are drawn to make it again, of each of its pieces; 0: it alone.
        copied: Share of its 16-note windows that stand in songs the model learned from; negative
            where those songs are not known here, or it is shorter than one window.
        passages: What was copied, the longest first.
        sure_from: Notes from which on a copied run is found for sure; of shorter ones there may be
            more.
    """

    request: int
    alternative: int
    end: int
    ended: bool
    seed: int
    best_of: int = 0
    copied: float = -1.0
    passages: tuple[CopiedPassage, ...] = ()
    sure_from: int = 16


class ContinuationFinished(LiveEvent, frozen=True, kw_only=True):
    """All alternatives of a request are complete, or it was cancelled.

    Attributes:
        request: Whose.
        seconds: From the command to the end.
        first_note_seconds: From the command to the first note; 0 if there was none.
        notes_per_second: All that was drawn together, what was not told of, too.
        cancelled: Whether it was.
        fits: How likely the bars that follow are after each alternative, as the mean of the
            natural logarithms of their ids' probabilities; empty when nothing was judged.
        best: The alternatives that are the best of all that were drawn, the best first; empty when
            nothing was ranked. Those beyond the number that was asked for were told last.
    """

    request: int
    seconds: float
    first_note_seconds: float
    notes_per_second: float
    cancelled: bool = False
    fits: tuple[float, ...] = ()
    best: tuple[int, ...] = ()
