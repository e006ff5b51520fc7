"""Taking turns: an answer stands ready while the human plays, and Segue's turn keeps ahead of time.

While the human plays, an answer from the next beat on is drawn again and again and given to the
player to keep; when the phrase ends, when bars are traded, or when somebody says so, the player
begins the one it has. From then on stretches are drawn two bars ahead until the turn ends.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf

from engine.live.jam.answers import Drawn
from engine.live.jam.circles import BACK, PHRASE, echo_after
from engine.live.jam.moment import Moment
from engine.live.jam.phrase_ends import PhraseEnds
from engine.live.jam.planner import Planner
from engine.live.jam.ready_answer import AnswerContext, ReadyAnswer
from engine.live.jam.ruler import moved
from engine.live.jam.underruns import Underruns, again
from engine.messages import HandOver, Message, Plan, PlanBegun, TurnEnded
from engine.messages.jamming import JamPlanned, JamTurn, PhraseEnded, StartJam
from engine.music.score import Note

LEAD_S = 0.15
"""An answer is drawn for a beat that is at least so far away: about what drawing it takes."""
BORDER_S = 0.1
"""A turn is handed over so long before the beat on which it begins."""
_STILL_S = 0.06  # so long after a key an answer is begun while others are down
_PATIENT_BEATS = 8  # of silence, after which the answer that stands is left as it is
_BARS_AHEAD = 2
_LONGEST_REST_BARS = 2  # in its own turn
_MOST_TRIES = 16  # at a bar after such a rest; an empty bar costs a step or two of the model
_SPARE_S = 0.15  # what is not there so long before it is due is not waited for


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


class TurnTaking:
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
        self._ready = ReadyAnswer(planner, rows=start.rows, free=start.time == "free")
        self._heard = 0
        self._heard_s = -inf
        self._keys_down = False
        self._tries = 0
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
        """Hear that a key moved."""
        self._heard += 1
        self._heard_s = now.seconds
        self._keys_down = keys_down
        if self._turn is not None:
            return
        self._ready.hear(now.seconds)
        self._wanted = self._wanted and not self._began and self._start.mode == "endless"
        if pressed and self._start.mode == "trade" and self._border == inf:
            self._border = (self._ruler.bar_at(now.tick) + self._start.bars) * self._ruler.bar
            yield JamTurn(who="me", turn=self._turns, tick=round(now.tick), until=self._border)

    def hand_over(self) -> Iterator[Message]:
        """Begin Segue's turn: now where an answer stands ready, else as soon as one does.

        Asked for again before it has begun, the player has no answer any more: another is drawn.
        Asked for while Segue is heard, the turn goes back; in its first moment what is meant is
        the same hand-over, which two have asked for.
        """
        if self._turn is not None:
            if self._now_tick > self._turn.start + self._ruler.beat // 2:
                yield self._planner.drop_plan()
            return
        self._ends.take_as_over()
        if self._ready.is_ready and not self._handed:
            self._handed = True
            yield HandOver(grid=self._ruler.beat if self._start.time == "beat" else 0)
        else:
            self._ready.begin_anew()
            self._handed = False
            self._wanted = True

    def begun(self, message: PlanBegun) -> Iterator[Message]:
        """Take an answer that stood ready as Segue's turn."""
        waited = self._ready.given(message.number)
        if waited is None:
            return
        start, drawn = waited
        shift = message.from_tick - start
        position = self._planner.listening.position
        later = (shift + position // 2) % position - position // 2
        self._ready.clear()
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
        tick, rest = max(0, round(message.tick)), None
        if message.by != "plan":
            rest = self._rest_of(self._turn, tick)
            self._planner.unsay(tick)
        self._wanted = message.by == "stop" and self._start.mode == "endless"
        self._turn = None
        self._planner.drop()
        self._border = inf
        if message.by == "human" and rest is not None:
            yield from self._fall_back_on(rest, message.seconds)
        if self._start.mode == "trade":
            bars = self._start.bars
            self._border = self._ruler.next_bar(tick - self._ruler.beat // 2)
            self._border += bars * self._ruler.bar
        end = 0 if self._border == inf else int(self._border)
        yield JamTurn(who="me", turn=self._turns, tick=tick, until=end)

    def rewound(self) -> None:
        """Begin afresh after the music went back."""
        self._ready.clear()
        self._planner.drop()
        self._turn, self._handed = None, False
        self._border = inf
        self._wanted = self._start.mode == "endless"

    def work(self, now: Moment) -> Iterator[Message]:
        """Do one slice of what is to be done now."""
        self._now_tick = now.tick
        if self._turn is not None:
            yield from self._go_on(now, self._turn)
            return
        yield from self._look_for_ends(now)
        yield from self._keep_ready(now)

    def _look_for_ends(self, now: Moment) -> Iterator[Message]:
        if self._start.mode == "trade":
            if now.tick >= self._border - now.ticks(BORDER_S):
                self._border = inf
                yield from self.hand_over()
            return
        if not self._start.hears_ends:
            return
        left = self._ruler.next_beat(now.tick) - now.tick
        # Nothing can begin before the next beat: until then the human may go on.
        early = self._start.time == "beat" and left > now.ticks(BORDER_S)
        silence_s = self._ends.ended(now.seconds, certain=early)
        if silence_s is not None:
            yield PhraseEnded(tick=round(now.tick), silence_s=silence_s)
            yield from self.hand_over()

    def _keep_ready(self, now: Moment) -> Iterator[Message]:
        place = self._place(now)
        context = None if place is None else AnswerContext(place, self._heard, self._heard_s)
        for plan in self._ready.work(context, turn=self._turns + 1, wanted=self._wanted):
            self._handed = False
            yield plan
            yield planned(plan, committed=plan.from_tick)
            if self._wanted:
                self._wanted = False
                yield from self.hand_over()

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
        stands = self._ready.context
        if silent and stands is not None and stands.keys == self._heard:
            return stands.place
        return self._ruler.next_beat(now.tick + now.ticks(LEAD_S))

    def _rest_of(self, turn: Turn, tick: int) -> Drawn | None:
        """Return what Segue would have played on from a tick; None where that is little."""
        rest = self._planner.said_from(self._ruler.next_beat(tick))
        enough = bool(rest) and turn.until >= rest[0].start + self._ruler.beat
        return Drawn(rest, turn.until) if enough else None

    def _fall_back_on(self, rest: Drawn, seconds: float) -> Iterator[Message]:
        """Let the rest of a turn stand ready, until there is an answer to what ended it."""
        start = rest.notes[0].start // self._ruler.beat * self._ruler.beat
        plan = self._ready.keep(rest, start=start, turn=self._turns + 1, seconds=seconds)
        yield plan
        yield planned(plan, committed=plan.from_tick)

    def _end_of(self, tick: int) -> float:
        """Return where a turn that begins at a tick ends."""
        if self._start.mode == "endless" or not self._start.bars:
            return inf
        return self._ruler.next_bar(tick) + self._start.bars * self._ruler.bar

    def _go_on(self, now: Moment, turn: Turn) -> Iterator[Message]:
        if turn.until >= turn.end:
            return
        spare = max(self._ruler.beat / 8, now.ticks(_SPARE_S))
        if now.ticks_per_second and turn.until - now.tick < spare:
            yield from self._repeat(now, turn)
        elif self._planner.draws and self._rests(turn):
            yield from self._end_rest(turn)
        elif self._planner.draws:
            drawn = self._planner.draw_on(self._ruler.beat)
            if drawn is not None:
                yield from self._plan(turn, drawn)
        elif turn.until < now.tick + _BARS_AHEAD * self._ruler.bar:
            self._tries = 0
            self._begin_bar(turn)

    def _begin_bar(self, turn: Turn) -> None:
        stop = min(turn.end, self._ruler.next_bar(turn.until + 1))
        self._planner.begin(turn.until, int(stop), echo=self._echo(turn))

    def _echo(self, turn: Turn) -> float:
        """Return how much what was played counts; a beat of drums may go on as it is."""
        bar, track = self._ruler.bar, self._planner.part.track
        if turn.until < turn.start + PHRASE * bar or self._planner.listening.is_drum(track):
            return 1.0
        since = max(turn.start, turn.until - (PHRASE + BACK + 1) * bar)
        return echo_after(self._planner.said_from(since), bar=bar, until=turn.until)

    def _rests(self, turn: Turn) -> bool:
        """Return whether Segue has been silent in its turn for as long as it may be."""
        since = turn.until - _LONGEST_REST_BARS * self._ruler.bar
        return since >= turn.start and not self._planner.said_from(since)

    def _end_rest(self, turn: Turn) -> Iterator[Message]:
        """Draw the bar until there is a note in it: who rests is the likelier to rest on."""
        drawn = self._planner.draw()
        if drawn is None:
            return
        self._tries += 1
        if drawn.notes or self._tries >= _MOST_TRIES:
            yield from self._plan(turn, drawn)
        else:
            self._begin_bar(turn)

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
