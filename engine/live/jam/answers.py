"""Segue's possible answers to what was played, drawn in slices so that keys are read in between.

`JamAnswer` draws several alternatives from one tick on, before anyone asks for them. It offers the
one that begins soonest: a rest is no answer.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.copying.fingerprints import Fingerprints
from engine.generation.draw import next_ids, taken
from engine.generation.events import NotesDrawn
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.row import rows_of
from engine.generation.rules import rules_of
from engine.generation.wishes import AS_PLAYED, PatternReturn
from engine.live.jam.fit import PhraseFit
from engine.live.jam.imitation import Imitation
from engine.live.jam.memory import WINDOW, JamMemory
from engine.live.jam.scale import in_scale
from engine.request import Request, TrackRole
from engine.values.score import Note


class DrawnNotes(NamedTuple):
    """Notes of one alternative.

    Attributes:
        notes: Notes of Segue's track in ticks of the jam, ascending.
        until: Tick before which no further note will begin.
    """

    notes: tuple[Note, ...]
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRequest:
    """The request for an answer.

    Attributes:
        start: First tick.
        until: Tick past the last one.
        track: Index of Segue's track.
        rows: Number of alternatives, drawn side by side.
        sounds: Whether to draw on, up to twice as far, if there is only a rest.
        wish: Sampling, steering and limits.
        roles: Role of each track.
        like: Bars that the answer leans to.
        fit: Ranks the alternatives once all are drawn; without it the one that begins soonest is
            best, and is known while it is drawn.
    """

    start: int
    until: int
    track: int
    rows: int = 1
    sounds: bool = False
    wish: Request = field(default_factory=Request)
    roles: tuple[TrackRole, ...] = ()
    like: Imitation | None = None
    fit: PhraseFit | None = None


class JamAnswer:
    """Alternatives from one tick on, drawn round by round; close it to free the decoder's memory.

    The constructor reads the music up to the tick. The alternatives then have a memory of their
    own, and the decoder may read on.

    Args:
        model: The model that draws.
        memory: The music that was played.
        request: The request.
        seed: Seed of the first alternative.
        prints: Fingerprints of the training songs; None if they are not known.

    Attributes:
        request: As given.
    """

    def __init__(
        self,
        model: LiveModel,
        memory: JamMemory,
        request: AnswerRequest,
        *,
        seed: int,
        prints: Fingerprints | None = None,
    ) -> None:
        self.request = request
        grid = memory.grid
        own = grid.bar_at(request.start)
        # A pinned memory may be drawn from in a bar before its first one.
        first = min(own, max(memory.first_bar, own - WINDOW + 1))
        self._offset = first * grid.bar
        heard = memory.window(first, until=request.start)
        plan = Plan(
            model,
            heard,
            replace(
                self._like(request),
                limits=in_scale(request.wish.limits, heard),
                start=request.start - self._offset,
                bars=0,
                alternatives=request.rows,
                roles=request.roles,
                sampling=replace(request.wish.sampling, seed=seed),
                since=0,
                remembered=None,
                planned=False,
            ),
            prints=prints,
            parts=memory.parts,
            returns=self._returns(request),
        )
        memory.read_until(request.start, plan.header)
        self._rows = rows_of(plan, rules_of(plan))
        self._branches = model.decoder.branches(request.rows)
        self._made = [DrawnNotes((), request.start) for _ in range(request.rows)]

    def _like(self, request: AnswerRequest) -> Request:
        """Return the user's request, which names the bars to lean to unless it wishes for more."""
        like = self._imitation(request)
        if like is None:
            return request.wish
        pattern = like.first - self._offset, like.past - self._offset
        return replace(request.wish, wish="like", pattern=pattern)

    def _returns(self, request: AnswerRequest) -> PatternReturn:
        """Return how the bars return that the wish names."""
        like = self._imitation(request)
        return AS_PLAYED if like is None else like.returns

    def _imitation(self, request: AnswerRequest) -> Imitation | None:
        """Return the bars to lean to; None if they are forgotten or the user wishes for more."""
        like = request.like
        if like is None or like.first < self._offset or request.wish.wish != "none":
            return None
        return like

    @property
    def until(self) -> int:
        """Tick up to which every alternative is known."""
        return min(made.until for made in self._made)

    @property
    def is_drawn(self) -> bool:
        """Whether every alternative reaches as far as requested."""
        request = self.request
        if request.sounds and not self.known.notes:
            return self.until >= 2 * request.until - request.start
        return self.until >= request.until

    @property
    def known(self) -> DrawnNotes:
        """The best alternative, as far as it is known and requested."""
        request = self.request
        if request.fit is not None and self.until < request.until:
            return DrawnNotes((), request.start)
        best = self.best
        most = request.until if _onset(best) < request.until else best.until
        # More notes may still begin at the tick up to which it is known.
        return before(best, min(most, best.until))

    @property
    def best(self) -> DrawnNotes:
        """The alternative that fits best, or that begins soonest and is known furthest."""
        fit, start, until = self.request.fit, self.request.start, self.request.until
        if fit is not None and self.until >= until:
            inside = [before(made, until).notes for made in self._made]
            scores = [fit.score(notes, ticks=until - start) for notes in inside]
            return self._made[scores.index(max(scores))]
        return max(self._made, key=lambda made: (-_onset(made), made.until))

    def close(self) -> None:
        """Give the memory of the alternatives back to the decoder, and stop drawing."""
        self._branches.close()

    def draw(self) -> None:
        """Draw one round: one id for each alternative."""
        ids = next_ids(self._rows, self._branches)
        for event in taken(self._rows, ids):
            if isinstance(event, NotesDrawn):
                self._take(event)
        if not self.is_drawn:
            self._branches.step(ids)

    def _take(self, event: NotesDrawn) -> None:
        made = self._made[event.alternative]
        notes = tuple(self._own(event))
        # The tick of a bar line that is not past adds nothing.
        until = max(made.until, event.until + self._offset)
        self._made[event.alternative] = DrawnNotes((*made.notes, *notes), until)

    def _own(self, event: NotesDrawn) -> Iterator[Note]:
        for part in event.notes:
            yield replace(part.note, start=part.note.start + self._offset)


def before(drawn: DrawnNotes, tick: int) -> DrawnNotes:
    """Return the notes that begin before a tick."""
    notes = tuple(note for note in drawn.notes if note.start < tick)
    return DrawnNotes(notes, min(tick, drawn.until))


def _onset(drawn: DrawnNotes) -> int:
    return min((note.start for note in drawn.notes), default=drawn.until)
