"""Whole continuations, for those who need no event before the last: figures, samples, files."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine.errors import EmptyMusicError
from engine.generation.choose.ranking import Merit, Ranked
from engine.generation.draw import MusicGenerator, never
from engine.generation.events import (
    AlternativeEnded,
    ChordsPlanned,
    Event,
    NotesDrawn,
    RequestEnded,
)
from engine.music.chord_symbols import Chord
from engine.music.returning_bars import ReturningBars, returning_before
from engine.music.score import Score
from engine.music.sections import Section, sections_before
from engine.music.time import BarMap
from engine.request import PartNote, Request, same_role


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuation:
    """One alternative and the piece it belongs to.

    Attributes:
        score: The piece with the new notes in the tracks that were written.
        parts: The new notes, in the order they were drawn.
        start: Tick where they begin.
        end: Tick where they end, a bar line; where drawing was stopped if it was.
        ended: Whether the model ended the piece by itself.
        seed: What makes it again.
        best_of: How many are drawn to make it again, of each of its pieces; 0: it alone.
        chords: That were planned for its bars; empty where none were.
        returning: Which of its bars return to earlier ones by that plan.
        sections: Letters of its bars; empty where the request asked for none.
    """

    score: Score
    parts: tuple[PartNote, ...]
    start: int
    end: int
    ended: bool
    seed: int
    best_of: int = 0
    chords: tuple[Chord, ...] = ()
    returning: tuple[ReturningBars, ...] = ()
    sections: tuple[Section, ...] = ()

    @property
    def bars(self) -> int:
        """Bars that were added."""
        bars = BarMap.of(self.score)
        return bars.bar_at(self.end) - bars.bar_at(self.start)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The beginning of a piece: what a model is heard or measured by going on with.

    Attributes:
        title: The piece's.
        score: Its first bars, tracks that are silent there left out.
        boundary: Tick of the bar line where they end.
    """

    title: str
    score: Score
    boundary: int

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
        return cls(title=title, score=replace(first, tracks=kept), boundary=boundary)


class Gathering:
    """Gathers what the events of one request make.

    Args:
        score: The piece.
        request: What is asked for.
    """

    def __init__(self, score: Score, request: Request) -> None:
        self._score, self._request = request.begun(score)
        if request.fill:
            self._score = self._request.cleared(self._score)
        self._parts: list[list[PartNote]] = [[] for _ in range(request.alternatives)]
        self._until = [request.start] * request.alternatives
        self._plans: dict[int, ChordsPlanned] = {}
        self._ends: dict[int, AlternativeEnded] = {}
        self._best: tuple[Ranked, ...] = ()

    def add(self, event: Event) -> None:
        """Take an event."""
        match event:
            case ChordsPlanned():
                self._plans[event.alternative] = event
            case NotesDrawn():
                if event.alternative == len(self._parts):
                    # One of the best that was not among the first.
                    self._parts.append([])
                    self._until.append(self._request.start)
                self._parts[event.alternative] += event.notes
                self._until[event.alternative] = event.until
            case AlternativeEnded():
                self._ends[event.alternative] = event
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

        Those that were stopped are as far as they are.
        """
        order = [one.candidate for one in self._best] or range(len(self._parts))
        return tuple(self._continuation(index) for index in order)

    @property
    def merits(self) -> tuple[Merit, ...]:
        """What speaks for each of the continuations; empty where they were not ranked."""
        return tuple(one.merit for one in self._best)

    def _continuation(self, index: int) -> Continuation:
        request, end, plan = self._request, self._ends.get(index), self._plans.get(index)
        start, parts = request.start, self._parts[index]
        roles = request.roles or same_role("write", len(self._score.tracks))
        # What follows a rewrite stays; what followed where a piece goes on gives way.
        last = end.end if end and request.following else None
        # What is not in the way of a gap's notes is still there, and all of it stays.
        if request.fill:
            last = start
        tracks = tuple(
            track.with_part(
                [part.note for part in parts if part.track == number], start=start, end=last
            )
            if role == "write"
            else track
            for number, (track, role) in enumerate(zip(self._score.tracks, roles, strict=True))
        )
        past = end.end if end else self._until[index]
        past_bar = BarMap.of(self._score).bars_until(past)
        return Continuation(
            score=replace(self._score, tracks=tracks),
            parts=tuple(parts),
            start=start,
            end=past,
            ended=end.ended if end else False,
            seed=end.seed if end else self._request.sampling.seed + index,
            best_of=end.best_of if end else 0,
            chords=tuple(c for c in plan.chords if c.tick < past) if plan else (),
            returning=returning_before(plan.returning, past_bar) if plan else (),
            sections=sections_before(plan.sections, past_bar) if plan else (),
        )


def continuations(
    generator: MusicGenerator,
    score: Score,
    request: Request,
    *,
    most_notes: int = 0,
    cancelled: Callable[[], bool] = never,
) -> tuple[Continuation, ...]:
    """Return what a request makes.

    Args:
        generator: The model's.
        score: The piece.
        request: What is asked for.
        most_notes: Stop all of them when one has so many notes; 0 sets no limit.
        cancelled: Asked on the way whether to leave off.

    Raises:
        EmptyMusicError: There is nothing to continue, or no track to write.
        LimitError: The piece, or what is asked for, is larger than Segue takes.
    """
    gathering = Gathering(score, request)

    def enough() -> bool:
        return cancelled() or 0 < most_notes <= gathering.most_notes

    for event in generator.events(score, request, cancelled=enough):
        gathering.add(event)
    return gathering.continuations()


def notes_alone(score: Score, parts: Iterable[PartNote]) -> Score:
    """Return a score with a piece's tracks and nothing in them but these notes."""
    made = list(parts)
    return replace(
        score,
        tracks=tuple(
            track.with_notes([part.note for part in made if part.track == index])
            for index, track in enumerate(score.tracks)
        ),
    )
