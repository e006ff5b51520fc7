"""Returns whole continuations, for callers that need no event before the last one."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from engine.form.alternative_plan import NO_PLAN, AlternativePlan
from engine.generation.choose.ranking import Merit, Ranked
from engine.generation.draw import MusicGenerator
from engine.generation.events import (
    AlternativeEnded,
    ChordsPlanned,
    Event,
    NotesDrawn,
    RequestEnded,
)
from engine.ground.cancelling import never
from engine.ground.errors import EmptyMusicError
from engine.request import PartNote, Request
from engine.values.alternative_end import AlternativeEnd
from engine.values.score import Score
from engine.values.time import BarMap


class Continuation(AlternativeEnd, frozen=True, kw_only=True):
    """One alternative and the piece it belongs to.

    Attributes:
        score: The piece with the new notes in the tracks that were written.
        parts: The new notes, in the order they were drawn.
        start: Tick where they begin.
        plan: Its chords, letters and entrances; empty where nothing was planned.
    """

    score: Score
    parts: tuple[PartNote, ...]
    start: int
    plan: AlternativePlan = NO_PLAN

    @property
    def bars(self) -> int:
        """Bars that were added."""
        bars = BarMap.of(self.score)
        return bars.bar_at(self.end) - bars.bar_at(self.start)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The beginning of a piece, which a model continues to be heard or measured.

    Attributes:
        title: The piece's.
        score: Its first bars, tracks that are silent there left out.
        boundary: Tick of the bar line where they end.
        piece: The whole piece; empty if it is unknown.
    """

    title: str
    score: Score
    boundary: int
    piece: Score = field(default_factory=Score)

    @classmethod
    def of(cls, score: Score, *, bars: int, title: str = "") -> "Opening":
        """Return the first bars of a piece.

        Raises:
            EmptyMusicError: There is no note in them.
        """
        boundary = BarMap.of(score).start_of(bars)
        first = score.between(0, boundary)
        kept = tuple(track for track in first.tracks if track.notes)
        if not kept:
            raise EmptyMusicError("There are no notes in the bars to continue from.")
        return cls(title=title, score=replace(first, tracks=kept), boundary=boundary, piece=score)


class Gathering:
    """Gathers the events of one request into continuations.

    Args:
        score: The piece.
        request: The request.
    """

    def __init__(self, score: Score, request: Request) -> None:
        self._score, self._request = request.begun(score)
        if request.fill:
            self._score = self._request.cleared(self._score)
        self._parts: list[list[PartNote]] = [[] for _ in range(request.alternatives)]
        self._until = [request.start] * request.alternatives
        self._plans: dict[int, AlternativePlan] = {}
        self._ends: dict[int, AlternativeEnd] = {}
        self._best: tuple[Ranked, ...] = ()

    def add(self, event: Event) -> None:
        """Take an event."""
        match event:
            case ChordsPlanned():
                self._plans[event.alternative] = event.plan
            case NotesDrawn():
                if event.alternative == len(self._parts):
                    # One of the best that was not among the first.
                    self._parts.append([])
                    self._until.append(self._request.start)
                self._parts[event.alternative] += event.notes
                self._until[event.alternative] = event.until
            case AlternativeEnded():
                self._ends[event.alternative] = event.made
            case RequestEnded():
                self._best = event.best

    @property
    def notes(self) -> int:
        """Notes of all alternatives."""
        return sum(map(len, self._parts))

    @property
    def most_notes(self) -> int:
        """Notes of the alternative that has the most."""
        return max(map(len, self._parts))

    def continuations(self) -> tuple[Continuation, ...]:
        """Return the alternatives, the best first where they were ranked, else in their order.

        Alternatives that were stopped have the notes so far.
        """
        order = [one.candidate for one in self._best] or range(len(self._parts))
        return tuple(self._continuation(index) for index in order)

    @property
    def merits(self) -> tuple[Merit, ...]:
        """The merit of each continuation; empty where they were not ranked."""
        return tuple(one.merit for one in self._best)

    def _continuation(self, index: int) -> Continuation:
        request, end = self._request, self._ends.get(index)
        plan = self._plans.get(index, NO_PLAN)
        start, parts = request.start, self._parts[index]
        # The music after a rewrite stays; a continuation replaces the music after its start.
        last = end.end if end and request.following else None
        if request.fill:
            # Notes that do not collide with the gap's are still there and stay.
            request = replace(request, selected="kept")
            last = request.end_in(self._score)
        past = end.end if end else self._until[index]
        return Continuation(
            score=request.writing(self._score, parts, end=last),
            parts=tuple(parts),
            start=start,
            end=past,
            ended=end.ended if end else False,
            seed=end.seed if end else self._request.sampling.seed + index,
            best_of=end.best_of if end else 0,
            plan=plan.before(past, BarMap.of(self._score)),
        )


def continuations(
    generator: MusicGenerator,
    score: Score,
    request: Request,
    *,
    most_notes: int = 0,
    cancelled: Callable[[], bool] = never,
) -> tuple[Continuation, ...]:
    """Return all continuations of a request.

    Args:
        generator: The model's.
        score: The piece.
        request: The request.
        most_notes: Stop all of them when one has so many notes; 0 sets no limit.
        cancelled: Called before each round; True stops.

    Raises:
        EmptyMusicError: There is nothing to continue, or no track to write.
        LimitError: The piece or the request is larger than Segue takes.
    """
    gathering = Gathering(score, request)

    def enough() -> bool:
        return cancelled() or 0 < most_notes <= gathering.most_notes

    for event in generator.events(score, request, cancelled=enough):
        gathering.add(event)
    return gathering.continuations()


def notes_alone(score: Score, parts: Iterable[PartNote]) -> Score:
    """Return a score with the piece's tracks, which hold only these notes."""
    made = list(parts)
    return replace(
        score,
        tracks=tuple(
            track.with_notes([part.note for part in made if part.track == index])
            for index, track in enumerate(score.tracks)
        ),
    )
