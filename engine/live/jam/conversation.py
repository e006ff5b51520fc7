"""Taking turns: an answer stands ready while the human plays, and Segue's turn keeps ahead of time.

While the human plays, an answer from the next beat on is drawn again and again and given to the
player to keep; when the phrase ends, when bars are traded, or when somebody says so, the player
begins the one it has. From then on stretches are drawn two bars ahead until the turn ends.
"""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf

from engine.live.jam.answers import Drawn
from engine.live.jam.moment import Moment
from engine.live.jam.phrase_ends import PhraseEnds
from engine.live.jam.planner import Planner
from engine.live.jam.ruler import moved
from engine.live.jam.underruns import Underruns, again
from engine.messages import HandOver, Message, Plan, PlanBegun, TurnEnded
from engine.messages.jamming import JamPlanned, JamTurn, PhraseEnded, StartJam
from engine.music.score import Note

LEAD_S = 0.15
"""An answer is drawn for a beat that is at least so far away: about what drawing it takes."""
_BORDER_S = 0.08  # a turn of bars is handed over so long before its bar line
_STILL_S = 0.06  # so long after a key an answer is begun while others are down
_STANDING_BEATS = 2
_PATIENT_BEATS = 8  # of silence, after which the answer that stands is left as it is
_BARS_AHEAD = 2
_WAITING_KEPT = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Segue's turn.

    Attributes:
        number: From 1.
        start: Tick where it begins, as it is played.
        end: Tick where it ends, as it is drawn; never, where nobody knows.
        until: Tick up to which it is planned, as it is drawn.
        later: Ticks that the player is later than what is drawn, less than half a position.
    """

    number: int
    start: int
    end: float
    until: int
    later: int


class Conversation:
    """Who plays, by turns.

    Args:
        planner: Draws; its listening hears the human.
        ends: Of the human's phrases.
        start: What was asked for.
        turns: That Segue had already.
    """

    def __init__(
        self, planner: Planner, ends: PhraseEnds, start: StartJam, *, turns: int = 0
    ) -> None:
        self._planner = planner
        self._ruler = planner.listening.ruler
        self._ends = ends
        self._start = start
        self._turn: Turn | None = None
        self._turns = turns
        self._waiting: OrderedDict[int, tuple[int, Drawn]] = OrderedDict()
        self._standing: tuple[int, int] | None = None  # its place, and what it had heard
        self._drawing: tuple[int, int] | None = None
        self._heard = 0
        self._heard_s = -inf
        self._keys_down = False
        self._handed = False  # the player was told to begin the answer that stands
        self._border: float = inf
        self._wanted = start.mode == "endless"
        self._now_tick = 0.0
        self._began = False  # whether Segue had a turn since this began
        self._underruns = Underruns()

    @property
    def turns(self) -> int:
        """Turns that Segue began."""
        return self._turns

    @property
    def busy(self) -> bool:
        """Whether something is being drawn."""
        return self._planner.draws

    def played(self, now: Moment, *, pressed: bool, keys_down: bool) -> Iterator[Message]:
        """Hear that a key moved; what was being drawn for what came before is dropped."""
        self._heard += 1
        self._heard_s = now.seconds
        self._keys_down = keys_down
        if self._turn is not None:
            return
        self._planner.drop()
        self._drawing = None
        self._wanted = self._wanted and not self._began and self._start.mode == "endless"
        if pressed and self._start.mode == "trade" and self._border == inf:
            self._border = (self._ruler.bar_at(now.tick) + self._start.bars) * self._ruler.bar
            yield JamTurn(who="me", turn=self._turns, tick=round(now.tick), until=self._border)

    def hand_over(self) -> Iterator[Message]:
        """Begin Segue's turn: now where an answer stands ready, else as soon as one does.

        Asked for again before it has begun, the player has no answer any more: another is drawn.
        Asked for while Segue is heard, the turn goes back.
        """
        if self._turn is not None:
            if self._now_tick > self._turn.start:
                yield self._planner.drop_plan()
            return
        self._ends.take_as_over()
        if self._waiting and not self._handed:
            self._handed = True
            yield HandOver(grid=self._ruler.beat if self._start.time == "beat" else 0)
        else:
            self._standing = None
            self._wanted = True

    def begun(self, message: PlanBegun) -> Iterator[Message]:
        """Take an answer that stood ready as Segue's turn."""
        waited = self._waiting.get(message.number)
        if waited is None:
            return
        start, drawn = waited
        shift = message.from_tick - start
        position = self._planner.listening.position
        later = (shift + position // 2) % position - position // 2
        self._planner.drop()
        self._drawing = self._standing = None
        self._waiting.clear()
        self._wanted = self._handed = False
        self._turns = message.turn
        self._began = True
        self._ends.take_as_over()
        self._turn = Turn(
            number=message.turn,
            start=message.from_tick,
            end=self._end_of(message.from_tick),
            until=drawn.until + shift - later,
            later=later,
        )
        self._planner.say(message.turn, moved(drawn.notes, shift - later))
        end = 0 if self._turn.end == inf else int(self._turn.end)
        yield JamTurn(who="segue", turn=self._turns, tick=message.from_tick, until=end)

    def ended(self, message: TurnEnded) -> Iterator[Message]:
        """Hear that Segue's turn is over; what it did not play was never played."""
        if self._turn is None or message.turn != self._turn.number:
            return
        tick = max(0, round(message.tick))
        if message.by != "plan":
            self._planner.unsay(tick)
        self._wanted = message.by == "stop" and self._start.mode == "endless"
        self._turn = None
        self._planner.drop()
        self._border = inf
        if self._start.mode == "trade":
            bars = self._start.bars
            self._border = self._ruler.next_bar(tick - self._ruler.beat // 2)
            self._border += bars * self._ruler.bar
        end = 0 if self._border == inf else int(self._border)
        yield JamTurn(who="me", turn=self._turns, tick=tick, until=end)

    def rewound(self) -> None:
        """Begin afresh after the music went back."""
        self._planner.drop()
        self._turn = self._standing = self._drawing = None
        self._waiting.clear()
        self._border = inf
        self._wanted = self._start.mode == "endless"

    def work(self, now: Moment) -> Iterator[Message]:
        """Do one slice of what is to be done now."""
        self._now_tick = now.tick
        if self._turn is not None:
            yield from self._go_on(now, self._turn)
            return
        yield from self._look_for_ends(now)
        yield from self._keep_standing(now)

    def _look_for_ends(self, now: Moment) -> Iterator[Message]:
        if self._start.mode == "trade":
            if now.tick >= self._border - now.ticks(_BORDER_S):
                self._border = inf
                yield from self.hand_over()
            return
        if not self._start.hears_ends:
            return
        silence_s = self._ends.ended(now.seconds)
        if silence_s is not None:
            yield PhraseEnded(tick=round(now.tick), silence_s=silence_s)
            yield from self.hand_over()

    def _keep_standing(self, now: Moment) -> Iterator[Message]:
        place = self._place(now)
        if self._planner.draws and self._drawing is not None:
            drawn = self._planner.draw()
            if drawn is not None:
                yield from self._stand(self._drawing[0], drawn)
        elif place is not None and self._standing != (place, self._heard):
            self._drawing = (place, self._heard)
            until = place + _STANDING_BEATS * self._ruler.beat
            self._planner.begin(place, until, rows=self._start.rows)

    def _place(self, now: Moment) -> int | None:
        """Return where an answer is to stand ready from; None where none is to be drawn now."""
        if not now.ticks_per_second or not (self._planner.listening.bars or self._wanted):
            return None
        still_s = now.seconds - self._heard_s
        if self._keys_down and still_s < _STILL_S:
            return None
        if self._border != inf:
            near = self._border - now.tick < self._ruler.bar
            return int(self._border) if near else None
        silent = now.ticks(still_s) > _PATIENT_BEATS * self._ruler.beat
        if silent and self._standing is not None and self._standing[1] == self._heard:
            return self._standing[0]
        return self._ruler.next_beat(now.tick + now.ticks(LEAD_S))

    def _stand(self, start: int, drawn: Drawn) -> Iterator[Message]:
        self._standing, self._drawing = self._drawing, None
        if self._start.time == "free" and drawn.notes:
            # In free time the hand-over is the answer's first note: no rest comes before it.
            start = drawn.notes[0].start
        plan = self._planner.plan(self._turns + 1, drawn, from_tick=start, waits=True)
        self._waiting[plan.number] = (start, drawn)
        self._handed = False
        while len(self._waiting) > _WAITING_KEPT:
            self._waiting.popitem(last=False)
        yield plan
        yield planned(plan, committed=start)
        if self._wanted:
            self._wanted = False
            yield from self.hand_over()

    def _end_of(self, tick: int) -> float:
        """Return where a turn that begins at a tick ends."""
        if self._start.mode == "endless" or not self._start.bars:
            return inf
        return self._ruler.next_bar(tick) + self._start.bars * self._ruler.bar

    def _go_on(self, now: Moment, turn: Turn) -> Iterator[Message]:
        if turn.until >= turn.end:
            return
        if now.ticks_per_second and turn.until - now.tick < self._ruler.beat / 2:
            yield from self._repeat(now, turn)
        elif self._planner.draws:
            drawn = self._planner.draw()
            if drawn is not None:
                yield from self._plan(turn, drawn)
        elif turn.until < now.tick + _BARS_AHEAD * self._ruler.bar:
            stop = min(turn.end, self._ruler.next_bar(turn.until + 1))
            self._planner.begin(turn.until, int(stop))

    def _repeat(self, now: Moment, turn: Turn) -> Iterator[Message]:
        """Play the last own bar again: nothing else is ready in time."""
        self._planner.drop()
        notes = again(self._planner.listening, self._planner.part.track, turn.until)
        yield self._underruns.happened(now)
        until = min(turn.end, turn.until + self._ruler.bar)
        kept = tuple(note for note in notes if note.start < until)
        yield from self._plan(turn, Drawn(kept, int(until)))

    def _plan(self, turn: Turn, drawn: Drawn) -> Iterator[Message]:
        notes = tuple(_ending_by(note, turn.end) for note in drawn.notes)
        drawn = drawn._replace(notes=notes)
        self._planner.say(turn.number, notes)
        self._turn = replace(turn, until=drawn.until)
        plan = self._planner.plan(
            turn.number,
            drawn,
            from_tick=turn.until,
            more=drawn.until < turn.end,
            later=turn.later,
        )
        yield plan
        yield planned(plan, committed=plan.until)


def planned(plan: Plan, *, committed: int) -> JamPlanned:
    """Return what the window is told of a plan."""
    return JamPlanned(
        turn=plan.turn,
        from_tick=plan.from_tick,
        until=plan.until,
        committed=committed,
        notes=plan.notes,
        waits=plan.waits,
    )


def _ending_by(note: Note, tick: float) -> Note:
    return note if note.end <= tick else replace(note, duration=max(1, int(tick) - note.start))
