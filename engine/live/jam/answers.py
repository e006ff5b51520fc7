"""What Segue would play from a place on, drawn in slices so that whoever plays is heard between.

An answer is drawn before it is asked for: several ways to go on from the next beat, side by side,
thrown away when the player goes on. The one that is taken begins soonest: a rest is no answer.
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
from engine.live.jam.listening import WINDOW, Listening
from engine.music.score import Note
from engine.request import Request, TrackRole


class Drawn(NamedTuple):
    """Notes that one row has drawn.

    Attributes:
        notes: Of Segue's track, in ticks of the music, ascending.
        until: Tick before which there is no further note.
    """

    notes: tuple[Note, ...]
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked of an answer.

    Attributes:
        start: Tick at which it begins.
        until: Tick up to which it is drawn.
        track: Segue's.
        rows: Ways that are drawn side by side.
        sounds: Whether it is drawn on where up to there it is one long rest, for so much again.
        wish: How notes are drawn: its sampling, steering and limits hold.
        roles: Of the tracks.
    """

    start: int
    until: int
    track: int
    rows: int = 1
    sounds: bool = False
    wish: Request = field(default_factory=Request)
    roles: tuple[TrackRole, ...] = ()


class Answer:
    """Ways to go on from a place, round by round.

    Beginning one reads the log up to its place; from then on it keeps to itself, and the log may
    go where it likes.

    Args:
        model: What draws.
        listening: What was played.
        asked: What is asked for.
        seed: Of the first row.
        prints: Of the songs the model learned from; None where they are not known.

    Attributes:
        asked: As given.
    """

    def __init__(
        self,
        model: LiveModel,
        listening: Listening,
        asked: Asked,
        *,
        seed: int,
        prints: Fingerprints | None = None,
    ) -> None:
        self.asked = asked
        ruler = listening.ruler
        own = ruler.bar_at(asked.start)
        # Where the memory is pinned, an answer may be drawn in a bar that is forgotten.
        first = min(own, max(listening.forgotten, own - WINDOW + 1))
        self._offset = first * ruler.bar
        plan = Plan(
            model,
            listening.window(first, until=asked.start),
            replace(
                asked.wish,
                start=asked.start - self._offset,
                bars=0,
                alternatives=asked.rows,
                roles=asked.roles,
                sampling=replace(asked.wish.sampling, seed=seed),
                since=0,
                remembered=None,
                planned=False,
            ),
            prints=prints,
            parts=listening.parts,
        )
        listening.read_until(asked.start, plan.header)
        self._rows = rows_of(plan, rules_of(plan))
        self._branches = model.decoder.branches(asked.rows)
        self._made = [Drawn((), asked.start) for _ in range(asked.rows)]

    @property
    def until(self) -> int:
        """Tick up to which every way is known."""
        return min(made.until for made in self._made)

    @property
    def is_drawn(self) -> bool:
        """Whether every way reaches as far as was asked."""
        asked = self.asked
        if asked.sounds and not self.known.notes:
            return self.until >= 2 * asked.until - asked.start
        return self.until >= asked.until

    @property
    def known(self) -> Drawn:
        """What is known of the best way, as far as was asked."""
        best, asked = self.best, self.asked
        most = asked.until if _onset(best) < asked.until else best.until
        # At the tick up to which it is known more may be struck.
        return before(best, min(most, best.until))

    @property
    def best(self) -> Drawn:
        """The way that begins soonest, of those the one that is known furthest."""
        return max(self._made, key=lambda made: (-_onset(made), made.until))

    def draw(self) -> None:
        """Draw one round: an id for each row, and where their steps end a step of the model."""
        ids = next_ids(self._rows, self._branches)
        for event in taken(self._rows, ids):
            if isinstance(event, NotesDrawn):
                self._take(event)
        if not self.is_drawn:
            self._branches.step(ids)

    def _take(self, event: NotesDrawn) -> None:
        made = self._made[event.alternative]
        notes = tuple(self._own(event))
        # A bar line whose tick is not past says nothing new.
        until = max(made.until, event.until + self._offset)
        self._made[event.alternative] = Drawn((*made.notes, *notes), until)

    def _own(self, event: NotesDrawn) -> Iterator[Note]:
        for part in event.notes:
            yield replace(part.note, start=part.note.start + self._offset)


def before(drawn: Drawn, tick: int) -> Drawn:
    """Return what was drawn up to a tick: nothing begins there or later."""
    return Drawn(tuple(note for note in drawn.notes if note.start < tick), min(tick, drawn.until))


def _onset(drawn: Drawn) -> int:
    return min((note.start for note in drawn.notes), default=drawn.until)
