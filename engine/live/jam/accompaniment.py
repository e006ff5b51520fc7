"""Playing along: a beat or two are planned ahead, half a beat of it is not changed any more.

A note of the human that the model expected changes nothing. An unlikely one has what lies after
the next border drawn again; until that is there the older plan holds, so there is always one.
"""

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING

from engine.live.jam.answers import Drawn, before
from engine.live.jam.moment import Moment
from engine.live.jam.planner import Planner
from engine.live.jam.turn_taking import planned
from engine.live.jam.underruns import Underruns, again
from engine.messages import Message, Plan, PlanBegun, TurnEnded
from engine.messages.jamming import JamTurn, StartJam

if TYPE_CHECKING:
    from engine.music.score import Note

UNLIKELY = 0.02
"""A key that was less likely than this where it was pressed changes the plan."""
_SPARE_S = 0.2  # what is not there so long before it is due is not waited for
_JOIN_S = 0.3  # Segue joins in so much later, or half a beat
_LEAD_S = 0.05  # what is drawn again begins so much later than what is not changed any more


class Accompaniment:
    """Segue plays along.

    Args:
        planner: Draws; its listening hears the human.
        start: What was asked for.
        turns: That Segue had already.
    """

    def __init__(self, planner: Planner, start: StartJam, *, turns: int = 0) -> None:
        self._planner = planner
        self._ruler = planner.listening.ruler
        self._start = start
        self._turns = turns
        self._playing = self._planned = False
        self._rests = self._wanted = False  # told to rest; told to join in
        self._until = 0
        self._again: tuple[Note, ...] | None = None  # what is being drawn anew, as it was planned
        self._surprised = False
        self._underruns = Underruns()

    @property
    def turns(self) -> int:
        """Turns that Segue began."""
        return self._turns

    @property
    def busy(self) -> bool:
        """Whether something is being drawn."""
        return self._planner.draws

    def played(self, now: Moment, *, pressed: bool, keys_down: bool) -> Iterator[Message]:  # noqa: ARG002
        """Hear that a key moved: with the first one Segue joins in."""
        if pressed and not self._playing and not self._rests:
            yield from self._join(now)

    def surprise(self, chance: float) -> None:
        """Hear how likely a key was that was just pressed."""
        self._surprised = self._surprised or chance < UNLIKELY

    def hand_over(self) -> Iterator[Message]:
        """Let Segue rest until it is asked for again, or join in."""
        if self._playing:
            self._rests = True
            yield self._planner.drop_plan()
        else:
            self._rests, self._wanted = False, True

    def begun(self, message: PlanBegun) -> Iterator[Message]:  # noqa: ARG002
        """No plan of this waits."""
        return iter(())

    def ended(self, message: TurnEnded) -> Iterator[Message]:
        """Hear that Segue was ended; the next key lets it join in again."""
        if not self._playing or message.turn != self._turns:
            return
        self._leave()
        self._planner.unsay(max(0, round(message.tick)))
        yield JamTurn(who="me", turn=self._turns, tick=max(0, round(message.tick)))

    def rewound(self) -> None:
        """Begin afresh after the music went back."""
        self._leave()

    def work(self, now: Moment) -> Iterator[Message]:
        """Do one slice of what is to be done now."""
        if self._wanted and now.ticks_per_second:
            self._wanted = False
            yield from self._join(now)
        if not self._playing or not now.ticks_per_second:
            return
        if self._until - now.tick < max(self._ruler.beat / 8, now.ticks(_SPARE_S)):
            yield from self._repeat(now) if self._planned else self._wait(now)
        elif self._planner.draws:
            yield from self._draw(now)
        elif self._until - now.tick < self._ahead:
            # Before anything is drawn anew: a plan that is older than the last key is a plan.
            self._planner.begin(self._until, self._border_after(self._until + self._ahead - 1))
        elif self._surprised:
            self._redraw(now)

    @property
    def _ahead(self) -> int:
        """Ticks that are planned ahead."""
        return round(self._start.look_ahead * self._ruler.beat)

    @property
    def _grain(self) -> int:
        """Ticks between borders."""
        return max(1, round(self._start.commit * self._ruler.beat))

    def _border_after(self, tick: float) -> int:
        return (int(tick) // self._grain + 1) * self._grain

    def _join(self, now: Moment) -> Iterator[Message]:
        self._playing = True
        self._turns += 1
        self._until = self._joining_at(now)
        yield JamTurn(who="both", turn=self._turns, tick=self._until)

    def _joining_at(self, now: Moment) -> int:
        return self._ruler.next_beat(now.tick + max(self._ruler.beat / 2, now.ticks(_JOIN_S)))

    def _wait(self, now: Moment) -> Iterator[Message]:
        """Join in later: the first notes are not there yet."""
        self._planner.drop()
        self._until = self._joining_at(now)
        yield JamTurn(who="both", turn=self._turns, tick=self._until)

    def _leave(self) -> None:
        self._planner.drop()
        self._keep_planned()
        self._playing = self._planned = self._surprised = False

    def _draw(self, now: Moment) -> Iterator[Message]:
        asked = self._planner.asked
        if asked is None:
            return
        short = self._until - now.tick < self._ahead / 2
        if self._again is not None and (short or asked[0] <= now.tick):
            # It would come too late: what was planned is played.
            self._planner.drop()
            self._keep_planned()
            return
        # What is drawn anew takes the old one's place at once; of what is new each stretch counts.
        new = self._again is None
        drawn = self._planner.draw_on(self._grain) if new else self._planner.draw()
        if drawn is not None:
            self._again = None
            yield from self._plan(asked[0], drawn)

    def _redraw(self, now: Moment) -> None:
        """Draw what lies after the next border anew, as far as it was planned."""
        self._surprised = False
        committed = now.tick + self._grain + now.ticks(_LEAD_S)
        border = ceil(committed / self._grain) * self._grain
        if border >= self._until:
            return
        self._again = self._planner.said_from(border)
        self._planner.unsay(border)
        self._planner.begin(border, self._until)

    def _keep_planned(self) -> None:
        """Take what was being drawn anew as it was planned: the player has that, and plays it."""
        if self._again is not None:
            self._planner.say(self._turns, self._again)
            self._again = None

    def _repeat(self, now: Moment) -> Iterator[Message]:
        self._planner.drop()
        self._keep_planned()
        start = max(self._until, self._ruler.next_beat(now.tick))
        notes = tuple(again(self._planner.listening, self._planner.part.track, start))
        yield self._underruns.happened(now)
        repeated = Drawn(notes, start + self._ruler.bar)
        yield from self._plan(start, before(repeated, self._border_after(start + self._ahead - 1)))

    def _plan(self, start: int, drawn: Drawn) -> Iterator[Message]:
        self._planner.say(self._turns, drawn.notes)
        self._until = max(start, drawn.until)
        self._planned = True
        plan: Plan = self._planner.plan(self._turns, drawn, from_tick=start)
        yield plan
        yield planned(plan, committed=min(plan.until, start + self._grain))
