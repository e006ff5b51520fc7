"""Draws Segue's notes, one passage at a time, and numbers the plans that hold them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.copying.fingerprints import Fingerprints
from engine.generation.model import LiveModel
from engine.live.jam.answers import AnswerRequest, DrawnNotes, JamAnswer
from engine.live.jam.bar_grid import moved
from engine.live.jam.fit import PhraseFit
from engine.live.jam.imitation import Imitation
from engine.live.jam.memory import JamMemory
from engine.messages import DropPlan, Plan
from engine.messages.jamming import part_notes
from engine.request import Request, TrackRole
from engine.values.score import Note


@dataclass(frozen=True, slots=True, kw_only=True)
class JamPart:
    """One of Segue's parts in a jam.

    Attributes:
        track: Index of its track in the memory.
        player_track: Index of its track in the player's score.
        roles: Role of each track of the memory.
    """

    track: int
    player_track: int
    roles: tuple[TrackRole, ...]


class Planner:
    """Draws one passage at a time; `drop` frees what it holds of the decoder's memory.

    Args:
        model: The model; only `memory` and this object use its decoder.
        memory: The music that was played.
        voices: Segue's parts, of which one plays at a time.
        wish: Sampling, steering and limits for drawing.
        prints: Fingerprints of the training songs; None if they are not known.

    Attributes:
        memory: As given.
        wish: As given; it may change.
        voice: Index of the part that is drawn; it changes only while nothing is drawn.
        pinned: Number of bars that are read for drawing; None for all.
        number: Number of the latest plan.
    """

    def __init__(
        self,
        model: LiveModel,
        memory: JamMemory,
        voices: Sequence[JamPart],
        wish: Request,
        *,
        prints: Fingerprints | None = None,
    ) -> None:
        self.memory = memory
        self.wish = wish
        self.voice = 0
        self._voices = tuple(voices)
        self.pinned: int | None = None
        self._model = model
        self._prints = prints
        self._answer: JamAnswer | None = None
        self._reported_until = 0  # tick up to which `draw_on` has returned the passage
        self._ahead = 0  # ticks from where notes are drawn to where they are played
        self.number = 0
        self._seed = wish.sampling.seed

    @property
    def part(self) -> JamPart:
        """The part that is drawn."""
        return self._voices[self.voice]

    @property
    def seed(self) -> int:
        """Seed of the latest passage."""
        return self._seed

    @property
    def is_drawing(self) -> bool:
        """Whether a passage is being drawn."""
        return self._answer is not None

    @property
    def pending(self) -> tuple[int, int] | None:
        """Start and end tick of what `draw_on` has not yet returned of the passage."""
        if self._answer is None:
            return None
        return self._reported_until + self._ahead, self._answer.request.until + self._ahead

    def begin(
        self,
        start: int,
        until: int,
        *,
        rows: int = 1,
        sounds: bool = False,
        echo: float = 1.0,
        like: Imitation | None = None,
        fit: PhraseFit | None = None,
    ) -> None:
        """Begin to draw the passage [start, until), in place of the one that is being drawn.

        Args:
            start: First tick.
            until: Tick past the last one.
            rows: Number of alternatives, drawn side by side.
            sounds: Whether to draw on if the passage is one long rest.
            echo: Factor on the odds that the music repeats itself.
            like: Bars that the passage leans to. A pinned memory may not hold them: then it leans
                to none.
            fit: Ranks the alternatives.
        """
        self.drop()
        place = self._place(start)
        self._ahead = start - place
        self._seed += 1
        self.memory.update_chords()
        self._reported_until = place
        wish = self.wish
        sampling = replace(wish.sampling, echo=echo * wish.sampling.echo)
        self._answer = JamAnswer(
            self._model,
            self.memory,
            AnswerRequest(
                start=place,
                until=until - self._ahead,
                track=self.part.track,
                rows=rows,
                sounds=sounds,
                wish=replace(wish, sampling=sampling),
                roles=self.part.roles,
                like=None if self._ahead else like,
                fit=fit,
            ),
            seed=self._seed,
            prints=self._prints,
        )

    def draw(self) -> DrawnNotes | None:
        """Draw one round; return the passage once it is complete."""
        answer = self._answer
        if answer is None:
            return None
        answer.draw()
        if not answer.is_drawn:
            return None
        self.drop()
        return self._as_played(answer.known)

    def draw_on(self, grain: int) -> DrawnNotes | None:
        """Draw one round; return the new notes once `grain` more ticks are known.

        Args:
            grain: Ticks; the last part of the passage may be shorter.
        """
        answer = self._answer
        if answer is None:
            return None
        whole, since = self.draw(), self._reported_until
        known = answer.known
        if whole is None and known.until < since + grain:
            return None
        self._reported_until = known.until
        return self._as_played(_since(known, since))

    @property
    def known(self) -> DrawnNotes | None:
        """The best alternative of the passage so far."""
        return None if self._answer is None else self._as_played(self._answer.known)

    def _as_played(self, drawn: DrawnNotes) -> DrawnNotes:
        return DrawnNotes(moved(drawn.notes, self._ahead), drawn.until + self._ahead)

    def read(self) -> None:
        """Bring the memory up to date; a pinned one only up to its last bar."""
        self.memory.read(self.pinned)

    def drop(self) -> None:
        """Stop drawing the passage, and close its alternatives."""
        if self._answer is not None:
            self._answer.close()
            self._answer = None

    def plan(
        self,
        turn: int,
        drawn: DrawnNotes,
        *,
        from_tick: int,
        more: bool = True,
        waits: bool = False,
        later: int = 0,
    ) -> Plan:
        """Return the next plan.

        Args:
            turn: Number of the turn.
            drawn: The notes.
            from_tick: The tick from which the plan replaces older ones.
            more: Whether further plans of the turn will follow.
            waits: Whether the plan waits for a hand-over.
            later: Ticks by which the player plays later than drawn.
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
        """Return the message that drops plans from a tick on; 0 ends the turn."""
        self.number += 1
        return DropPlan(number=self.number, after=after)

    def add_notes(self, turn: int, notes: Iterable[Note]) -> None:
        """Add notes of a turn to the memory."""
        self.memory.add_notes(self.part.track, self._from(turn, notes))

    def notes_from(self, tick: int) -> tuple[Note, ...]:
        """Return Segue's notes that begin at a tick or later, in order."""
        grid = self.memory.grid
        first = grid.bar_at(tick)
        notes = moved(self.memory.window(first).tracks[self.part.track].notes, first * grid.bar)
        return tuple(note for note in notes if note.start >= tick)

    def take_back(self, tick: int) -> None:
        """Remove Segue's notes from a tick on."""
        self.memory.take_back(self.part.track, tick)

    def _from(self, turn: int, notes: Iterable[Note]) -> tuple[Note, ...]:
        return tuple(replace(note, origin=turn) for note in notes)

    def _place(self, start: int) -> int:
        """Return the tick to draw at: the same place in the bar after the pinned ones."""
        bar = self.memory.grid.bar
        if self.pinned is None or start // bar <= self.pinned:
            return start
        return self.pinned * bar + start % bar


def _since(drawn: DrawnNotes, tick: int) -> DrawnNotes:
    return drawn._replace(notes=tuple(note for note in drawn.notes if note.start >= tick))
