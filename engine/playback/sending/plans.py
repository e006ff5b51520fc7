"""Segue's plans in a jam, until their notes are sent. Pure.

A plan replaces what older plans say from its first tick on. The live process numbers turns; a turn
that has ended does not come back, however late its plans arrive.
"""

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from engine.messages import PartNote, Plan
from engine.playback.sending.schedule import Schedule, ScheduledEvent


class Plans:
    """The plans of the current turn, and the waiting plan.

    Attributes:
        turn: The current turn, or 0.
        waiting: The plan that waits for a hand-over, or None.
    """

    def __init__(self) -> None:
        self.turn = 0
        self.waiting: Plan | None = None
        self._number = 0
        self._ended = 0
        # Notes that were not read yet, each with the number of its plan.
        self._notes: list[tuple[int, PartNote]] = []
        self._end = 0
        self._more = False

    @property
    def known_until(self) -> int:
        """Tick up to which notes are planned; 0 without a turn."""
        return self._end if self.turn else 0

    def take(self, plan: Plan) -> bool:
        """Take a plan; return whether it changes what is played.

        A plan with an old number or turn is ignored, and a waiting plan is only kept.
        """
        if plan.number <= self._number or plan.turn <= self._ended or plan.turn < self.turn:
            return False
        self._number = plan.number
        if plan.waits:
            # A plan of the current turn was sent before its beginning was known: ignore it.
            if plan.turn > self.turn:
                self.waiting = plan
            return False
        self._begin(plan)
        return True

    def _begin(self, plan: Plan) -> None:
        if plan.turn != self.turn:
            self._end = 0
        if self.waiting is not None and self.waiting.turn <= plan.turn:
            self.waiting = None
        self.turn, self._more = plan.turn, plan.more
        kept = [(number, part) for number, part in self._notes if part.note.start < plan.from_tick]
        new = [(plan.number, part) for part in plan.notes if part.note.start >= plan.from_tick]
        self._notes = sorted([*kept, *new], key=lambda planned: planned[1].note.start)
        before = min(self._end, plan.from_tick)
        ends = (part.note.end for _, part in self._notes)
        self._end = max(before, plan.until, max(ends, default=0))

    def begin_waiting(self, tick: int) -> Plan | None:
        """Begin the waiting plan, moved to a tick; return the moved plan, or None without one."""
        plan, self.waiting = self.waiting, None
        if plan is None or plan.turn <= self._ended or plan.turn < self.turn:
            return None
        moved = _moved(plan, tick - plan.from_tick)
        self._begin(moved)
        return moved

    def drop(self, number: int, after: int) -> bool:
        """Remove what is planned from a tick on; return False if newer plans have arrived."""
        if number <= self._number:
            return False
        self._number = number
        self.waiting = None
        self._notes = [each for each in self._notes if each[1].note.start < after]
        self._end = min(self._end, after)
        return True

    def expect_no_more(self) -> None:
        """Let the turn end with its last planned note."""
        self._more = False

    def end(self) -> int:
        """End the turn; return its number, 0 without one."""
        ended, self.turn = self.turn, 0
        self._ended = max(self._ended, ended)
        self._notes, self._more = [], False
        return ended

    def is_over(self, tick: float) -> bool:
        """Return whether the current turn has nothing left to play after a tick."""
        return bool(self.turn) and not self._more and not self._notes and tick >= self._end

    def read(self, until: float, schedule: Schedule) -> Iterator[ScheduledEvent]:
        """Yield, once, the notes before a tick, in order; notes of unknown tracks are dropped."""
        count = sum(1 for _, part in self._notes if part.note.start < until)
        due, self._notes = self._notes[:count], self._notes[count:]
        for number, part in due:
            for event in schedule.events_of([(part.track, part.note)]):
                yield event._replace(plan=number)


def _moved(plan: Plan, by: int) -> Plan:
    return msgspec.structs.replace(
        plan,
        from_tick=plan.from_tick + by,
        until=plan.until + by if plan.until else 0,
        notes=tuple(
            PartNote(part.track, replace(part.note, start=part.note.start + by))
            for part in plan.notes
        ),
    )
