"""Draws what Segue plays, a stretch at a time, and numbers the plans that say it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from engine.copying.fingerprints import Fingerprints
from engine.generation.model import LiveModel
from engine.live.jam.answers import Answer, Asked, Drawn
from engine.live.jam.listening import Listening
from engine.live.jam.ruler import moved
from engine.messages import DropPlan, Plan
from engine.messages.jamming import part_notes
from engine.music.score import Note
from engine.request import Request, TrackRole


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Segue's part in a jam.

    Attributes:
        track: Its track in what is listened to.
        player_track: Its track in the player's score.
        roles: Of the tracks that are listened to.
        wish: How notes are drawn.
    """

    track: int
    player_track: int
    roles: tuple[TrackRole, ...]
    wish: Request = field(default_factory=Request)


class Planner:
    """One stretch at a time.

    Args:
        model: What draws; nobody else may use its decoder but the listening.
        listening: What was played.
        part: Segue's.
        prints: Of the songs the model learned from; None where they are not known.

    Attributes:
        listening: As given.
        part: As given.
        pinned: The bars that things are drawn from, or None: from all.
        number: Of the latest plan.
    """

    def __init__(
        self,
        model: LiveModel,
        listening: Listening,
        part: Part,
        *,
        prints: Fingerprints | None = None,
    ) -> None:
        self.listening = listening
        self.part = part
        self.pinned: int | None = None
        self._model = model
        self._prints = prints
        self._answer: Answer | None = None
        self._told = 0  # tick up to which the stretch that is being drawn was told of
        self._ahead = 0  # ticks between where something is drawn and where it will be played
        self.number = 0
        self._seed = part.wish.sampling.seed

    @property
    def seed(self) -> int:
        """Of what was drawn last."""
        return self._seed

    @property
    def draws(self) -> bool:
        """Whether a stretch is being drawn."""
        return self._answer is not None

    @property
    def asked(self) -> tuple[int, int] | None:
        """Where what was not told yet of the stretch that is being drawn begins, and its end."""
        if self._answer is None:
            return None
        return self._told + self._ahead, self._answer.asked.until + self._ahead

    def begin(
        self, start: int, until: int, *, rows: int = 1, sounds: bool = False, echo: float = 1.0
    ) -> None:
        """Begin to draw what is played in [start, until); what was being drawn is dropped.

        Args:
            start: Tick.
            until: Tick.
            rows: Ways that are drawn side by side.
            sounds: Whether it is drawn on where it is one long rest.
            echo: Factor on the odds that the music repeats itself.
        """
        place = self._place(start)
        self._ahead = start - place
        self._seed += 1
        self.listening.settle()
        self._told = place
        wish = self.part.wish
        sampling = replace(wish.sampling, echo=echo * wish.sampling.echo)
        self._answer = Answer(
            self._model,
            self.listening,
            Asked(
                start=place,
                until=until - self._ahead,
                track=self.part.track,
                rows=rows,
                sounds=sounds,
                wish=replace(wish, sampling=sampling),
                roles=self.part.roles,
            ),
            seed=self._seed,
            prints=self._prints,
        )

    def draw(self) -> Drawn | None:
        """Draw one round; return the stretch when it is drawn."""
        answer = self._answer
        if answer is None:
            return None
        answer.draw()
        if not answer.is_drawn:
            return None
        self._answer = None
        return self._as_played(answer.known)

    def draw_on(self, grain: int) -> Drawn | None:
        """Draw one round of one way; return what is new once so much more of it is known.

        Args:
            grain: Ticks; what is left when it is drawn may be less.
        """
        answer = self._answer
        if answer is None:
            return None
        whole, told = self.draw(), self._told
        known = answer.known
        if whole is None and known.until < told + grain:
            return None
        self._told = known.until
        return self._as_played(_since(known, told))

    @property
    def known(self) -> Drawn | None:
        """What is known of the stretch that is being drawn, in its best way."""
        return None if self._answer is None else self._as_played(self._answer.known)

    def _as_played(self, drawn: Drawn) -> Drawn:
        return Drawn(moved(drawn.notes, self._ahead), drawn.until + self._ahead)

    def read(self) -> None:
        """Let the memory follow what was played; where it is pinned, up to there."""
        self.listening.read(self.pinned)

    def drop(self) -> None:
        """Leave what is being drawn."""
        self._answer = None

    def plan(
        self,
        turn: int,
        drawn: Drawn,
        *,
        from_tick: int,
        more: bool = True,
        waits: bool = False,
        later: int = 0,
    ) -> Plan:
        """Return the next plan.

        Args:
            turn: Whose.
            drawn: What it says.
            from_tick: From where on.
            more: Whether further plans of the turn are to come.
            waits: Whether it waits for a hand-over.
            later: Ticks by which the player plays later than is drawn.
        """
        self.number += 1
        notes = moved(self._from(turn, drawn.notes), later)
        return Plan(
            number=self.number,
            turn=turn,
            from_tick=from_tick + later,
            notes=part_notes(self.part.player_track, notes),
            until=drawn.until + later,
            more=more,
            waits=waits,
        )

    def drop_plan(self, after: int = 0) -> DropPlan:
        """Return what drops plans from a tick on, or ends the turn."""
        self.number += 1
        return DropPlan(number=self.number, after=after)

    def say(self, turn: int, notes: Iterable[Note]) -> None:
        """Take notes of a turn as played."""
        self.listening.say(self.part.track, self._from(turn, notes))

    def said_from(self, tick: int) -> tuple[Note, ...]:
        """Return Segue's notes that begin at a tick or later, in order."""
        ruler = self.listening.ruler
        first = ruler.bar_at(tick)
        notes = moved(self.listening.window(first).tracks[self.part.track].notes, first * ruler.bar)
        return tuple(note for note in notes if note.start >= tick)

    def unsay(self, tick: int) -> None:
        """Take Segue's notes from a tick on back."""
        self.listening.unsay(self.part.track, tick)

    def _from(self, turn: int, notes: Iterable[Note]) -> tuple[Note, ...]:
        return tuple(replace(note, origin=turn) for note in notes)

    def _place(self, start: int) -> int:
        """Return where it is drawn: at the same place of the bar after the pinned ones."""
        bar = self.listening.ruler.bar
        if self.pinned is None or start // bar <= self.pinned:
            return start
        return self.pinned * bar + start % bar


def _since(drawn: Drawn, tick: int) -> Drawn:
    return drawn._replace(notes=tuple(note for note in drawn.notes if note.start >= tick))
