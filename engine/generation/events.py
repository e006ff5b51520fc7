"""Events that the generator yields while it answers a request."""

from dataclasses import dataclass

from engine.form.alternative_plan import AlternativePlan
from engine.generation.choose.ranking import Ranked
from engine.request import PartNote
from engine.values.alternative_end import AlternativeEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptRead:
    """The memory holds the piece up to the start.

    Attributes:
        steps: Steps of the model that this took; bars in the memory are not read again.
        exact_bars: (first, past the last) bar that the memory holds exactly.
        compressed_bars: The same for bars in compressed memory; an empty range if none.
    """

    steps: int
    exact_bars: tuple[int, int]
    compressed_bars: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChordsPlanned:
    """The plan of one alternative, before its first note.

    Attributes:
        alternative: Counted from 0.
        plan: Has chords, letters or entrances.
    """

    alternative: int
    plan: AlternativePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesDrawn:
    """Notes of one alternative that are complete.

    Attributes:
        alternative: Counted from 0.
        notes: In the order of drawing; empty where only time went on.
        until: Tick before which no further note of this alternative can begin.
    """

    alternative: int
    notes: tuple[PartNote, ...]
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternativeEnded:
    """One alternative is complete.

    Attributes:
        alternative: Counted from 0.
        made: Its end, a bar line, and what makes it again.
    """

    alternative: int
    made: AlternativeEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestEnded:
    """All alternatives are complete, or the request was cancelled.

    Attributes:
        cancelled: Whether it was.
        fits: For each alternative, the mean log-likelihood of the ids of the bars that follow;
            empty if none were judged.
        notes: Notes of all rows that were drawn, offered or not.
        best: Numbers of the best alternatives, the best first; empty if they were not ranked.
            Other alternatives are dropped.
    """

    cancelled: bool = False
    fits: tuple[float, ...] = ()
    notes: int = 0
    best: tuple[Ranked, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Attended:
    """The steps that the model attended to, a moment ago.

    Attributes:
        first_bar: Bar of the piece.
        shares: Shares of its attention on that bar and on each that was read after it.
    """

    first_bar: int
    shares: tuple[float, ...]


Event = PromptRead | ChordsPlanned | NotesDrawn | AlternativeEnded | RequestEnded | Attended
