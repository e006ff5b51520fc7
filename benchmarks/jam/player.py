"""A player that only keeps time: what the pipe's other end does to plans, without a sound.

For figures that need more music than there is time for: an hour at eight times real time. It takes
plans, begins the one that waits, and tells what was heard, by the rules of `engine.messages.jam`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.messages import (
    Anchor,
    DropPlan,
    HandOver,
    Message,
    PipeMessage,
    Plan,
    PlanBegun,
    TurnEnded,
)
from engine.values.score import Note


@dataclass(slots=True)
class Desk:
    """Keeps time and plans.

    Attributes:
        ticks_per_second: How fast the music moves.
        ticks_per_quarter: The grid.
        planned: What is to sound, by plan.
        yields: Whether a key of the human ends Segue's turn.
        known: Ticks up to which the turn that sounds is planned.
        turn: The latest of Segue's.
        late: Notes that came too late to sound.
    """

    ticks_per_second: float
    ticks_per_quarter: int = 480
    yields: bool = True
    planned: list[Note] = field(default_factory=list)
    known: int = 0
    turn: int = 0
    late: int = 0
    _waiting: Plan | None = None
    _ends: bool = False

    def anchor(self) -> Anchor:
        """Return where time stands: tick 0 at second 0."""
        return Anchor(
            seconds=0.0,
            tick=0.0,
            ticks_per_second=self.ticks_per_second,
            ticks_per_quarter=self.ticks_per_quarter,
        )

    def take(self, message: Message, seconds: float) -> Iterator[PipeMessage]:
        """Take what live says; yield what it is told."""
        tick = seconds * self.ticks_per_second
        match message:
            case Plan() if message.waits:
                if message.turn > self.turn:
                    self._waiting = message
            case Plan():
                self._plan(message, tick)
            case HandOver() if self._waiting is not None:
                yield self._begin(self._waiting, message.grid, max(tick, message.tick))
            case HandOver():
                yield message  # one is wanted
            case DropPlan():
                self.planned = [n for n in self.planned if n.start < message.after]
                if not message.after and self.turn and (self._ends or self.known > tick):
                    self._ends, self.known = False, round(tick)
                    yield TurnEnded(turn=self.turn, by="live", tick=tick, seconds=seconds)
            case _:
                pass

    def pass_to(self, seconds: float) -> Iterator[PipeMessage]:
        """Let time pass; yield the end of a turn that has no more plans."""
        tick = seconds * self.ticks_per_second
        if self._ends and tick >= self.known:
            self._ends = False
            yield TurnEnded(turn=self.turn, by="plan", tick=self.known, seconds=seconds)

    def press(self, seconds: float) -> Iterator[PipeMessage]:
        """Let the human play: Segue's turn ends."""
        tick = seconds * self.ticks_per_second
        if self.yields and self.turn and (self._ends or self.known > tick):
            self._ends, self.known = False, round(tick)
            self.planned = [note for note in self.planned if note.start < tick]
            yield TurnEnded(turn=self.turn, by="human", tick=tick, seconds=seconds)

    def _plan(self, plan: Plan, tick: float) -> None:
        self.turn = plan.turn
        self.planned = [note for note in self.planned if note.start < plan.from_tick]
        on_time = tick - 0.06 * self.ticks_per_second
        notes = [part.note for part in plan.notes]
        self.late += sum(note.start < on_time for note in notes)
        self.planned += [note for note in notes if note.start >= on_time]
        self.known = plan.until
        self._ends = not plan.more

    def _begin(self, plan: Plan, grid: int, tick: float) -> PlanBegun:
        self._waiting = None
        place = -int(-tick // grid) * grid if grid else round(tick)
        shift = place - plan.from_tick
        notes = [
            Note(n.start + shift, n.pitch, n.duration, n.velocity, n.origin)
            for n in (part.note for part in plan.notes)
        ]
        self.turn = plan.turn
        self.planned += notes
        self.known = plan.until + shift
        self._ends = not plan.more
        return PlanBegun(
            number=plan.number,
            turn=plan.turn,
            from_tick=place,
            seconds=place / self.ticks_per_second,
        )
