"""Playing along: `Accompaniment` plans a beat or two ahead, and may change all but the next half.

A key that the model expected changes nothing. After an unlikely one the notes behind the next
border are drawn again; the older plan holds until they are there, so there is always a plan.
"""

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING

from engine.live.jam.answers import DrawnNotes, before
from engine.live.jam.moment import Moment
from engine.live.jam.planner import Planner
from engine.live.jam.turn_taking import planned
from engine.live.jam.underruns import UnderrunCount, repeated_bar
from engine.messages import Message, Plan, TurnEnded
from engine.messages.jamming import JamTurn, StartJam

if TYPE_CHECKING:
    from engine.values.score import Note

UNLIKELY_CHANCE = 0.02
"""A key with a lower probability than this changes the plan."""
_SPARE_S = 0.2  # notes that are not drawn this long before they are due are replaced
_JOIN_S = 0.3  # Segue joins in this much later, at least half a beat
_LEAD_S = 0.05  # drawing again takes time: it begins this much behind the fixed notes


class Accompaniment:
    """Segue's part while it plays along.

    Args:
        planner: Draws the notes.
        start: The settings of the jam.
        turns: Number of Segue's turns before this jam.
    """

    def __init__(self, planner: Planner, start: StartJam, *, turns: int = 0) -> None:
        self._planner = planner
        self._grid = planner.memory.grid
        self._start = start
        self._turns = turns
        self._playing = self._planned = False
        self._rests = self._wanted = False  # after a hand-over: to rest; to join in
        self._until = 0
        self._again: tuple[Note, ...] | None = None  # the planned notes that are drawn again
        self._surprised = False
        self._underruns = UnderrunCount()

    @property
    def turns(self) -> int:
        """Number of turns that Segue has begun."""
        return self._turns

    @property
    def busy(self) -> bool:
        """Whether notes are being drawn."""
        return self._planner.is_drawing

    def move_key(self, now: Moment, *, pressed: bool) -> Iterator[Message]:
        """Join in with the first key that is pressed."""
        if pressed and not self._playing and not self._rests:
            yield from self._join(now)

    def hear_likelihood(self, chance: float) -> None:
        """Take the model's probability of the key that was just pressed."""
        self._surprised = self._surprised or chance < UNLIKELY_CHANCE

    def hand_over(self) -> Iterator[Message]:
        """Let Segue rest if it plays, else join in."""
        if self._playing:
            self._rests = True
            yield self._planner.drop_plan()
        else:
            self._rests, self._wanted = False, True

    def end_turn(self, message: TurnEnded) -> Iterator[Message]:
        """Stop playing; the next key lets Segue join in again."""
        if not self._playing or message.turn != self._turns:
            return
        self._leave()
        self._planner.take_back(max(0, round(message.tick)))
        yield JamTurn(who="me", turn=self._turns, tick=max(0, round(message.tick)))

    def reset(self) -> None:
        """Start again after the music was rewound."""
        self._leave()

    def work(self, now: Moment) -> Iterator[Message]:
        """Do one slice of the work that is due now."""
        if self._wanted and now.ticks_per_second:
            self._wanted = False
            yield from self._join(now)
        if not self._playing or not now.ticks_per_second:
            return
        if self._until - now.tick < max(self._grid.beat / 8, now.ticks(_SPARE_S)):
            yield from self._repeat(now) if self._planned else self._wait(now)
        elif self._planner.is_drawing:
            yield from self._draw(now)
        elif self._until - now.tick < self._ahead:
            # First enough notes, even if they ignore the last key; then better ones.
            self._planner.begin(self._until, self._border_after(self._until + self._ahead - 1))
        elif self._surprised:
            self._redraw(now)

    @property
    def _ahead(self) -> int:
        """Ticks that are planned ahead."""
        return round(self._start.look_ahead * self._grid.beat)

    @property
    def _grain(self) -> int:
        """Ticks between borders."""
        return max(1, round(self._start.commit * self._grid.beat))

    def _border_after(self, tick: float) -> int:
        return (int(tick) // self._grain + 1) * self._grain

    def _join(self, now: Moment) -> Iterator[Message]:
        self._playing = True
        self._turns += 1
        self._until = self._joining_at(now)
        yield JamTurn(who="both", turn=self._turns, tick=self._until)

    def _joining_at(self, now: Moment) -> int:
        soonest = now.tick + max(self._grid.beat / 2, now.ticks(_JOIN_S))
        return max(self._start.begin, self._grid.next_beat(soonest))

    def _wait(self, now: Moment) -> Iterator[Message]:
        """Join in later, because the first notes are not drawn yet."""
        self._planner.drop()
        self._until = self._joining_at(now)
        yield JamTurn(who="both", turn=self._turns, tick=self._until)

    def _leave(self) -> None:
        self._planner.drop()
        self._keep_planned()
        self._playing = self._planned = self._surprised = False

    def _draw(self, now: Moment) -> Iterator[Message]:
        pending = self._planner.pending
        if pending is None:
            return
        short = self._until - now.tick < self._ahead / 2
        if self._again is not None and (short or pending[0] <= now.tick):
            # The new notes would be too late: the player plays the old ones.
            self._planner.drop()
            self._keep_planned()
            return
        # Notes drawn again replace old ones all at once; new ones are sent beat by beat.
        new = self._again is None
        drawn = self._planner.draw_on(self._grain) if new else self._planner.draw()
        if drawn is not None:
            self._again = None
            yield from self._plan(pending[0], drawn)

    def _redraw(self, now: Moment) -> None:
        """Begin to draw the planned notes behind the next border again."""
        self._surprised = False
        committed = now.tick + self._grain + now.ticks(_LEAD_S)
        border = ceil(committed / self._grain) * self._grain
        if border >= self._until:
            return
        self._again = self._planner.notes_from(border)
        self._planner.take_back(border)
        self._planner.begin(border, self._until)

    def _keep_planned(self) -> None:
        """Put the planned notes back into the memory: the player has them, and plays them."""
        if self._again is not None:
            self._planner.add_notes(self._turns, self._again)
            self._again = None

    def _repeat(self, now: Moment) -> Iterator[Message]:
        self._planner.drop()
        self._keep_planned()
        start = max(self._until, self._grid.next_beat(now.tick))
        notes = tuple(repeated_bar(self._planner.memory, self._planner.part.track, start))
        yield self._underruns.count(now)
        repeated = DrawnNotes(notes, start + self._grid.bar)
        yield from self._plan(start, before(repeated, self._border_after(start + self._ahead - 1)))

    def _plan(self, start: int, drawn: DrawnNotes) -> Iterator[Message]:
        self._planner.add_notes(self._turns, drawn.notes)
        self._until = max(start, drawn.until)
        self._planned = True
        plan: Plan = self._planner.plan(self._turns, drawn, from_tick=start)
        yield plan
        yield planned(plan, committed=min(plan.until, start + self._grain))
