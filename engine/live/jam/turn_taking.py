"""Taking turns: an answer is ready while the human plays, and Segue's turn is drawn ahead of time.

While the human plays, `TurnTaking` draws one answer after another from the next beat on and sends
each to the player, which keeps the latest. When the phrase ends, the traded bars are over or
somebody hands over, the player begins it. From then on `TurnTaking` draws up to two bars ahead
until the turn ends.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf

from engine.live.jam.answers import DrawnNotes
from engine.live.jam.bar_grid import moved, next_multiple
from engine.live.jam.fit import PhraseFit
from engine.live.jam.imitation import Imitation, imitation
from engine.live.jam.moment import Moment
from engine.live.jam.phrase_ends import PhraseEnds
from engine.live.jam.planner import Planner
from engine.live.jam.ready_answer import AnswerContext, ReadyAnswer
from engine.live.jam.self_repetition import LOOKBACK_BARS, PHRASE_BARS, echo_factor
from engine.live.jam.underruns import UnderrunCount, repeated_bar
from engine.messages import HandOver, Message, Plan, PlanBegun, TurnEnded
from engine.messages.jamming import JamPlanned, JamTurn, PhraseEnded, StartJam
from engine.midi.channels.keys import Key
from engine.values.score import Note

LEAD_S = 0.15
"""An answer begins at least this far ahead: about the time that drawing it takes."""
BORDER_S = 0.1
"""A hand-over is sent this long before the beat on which the turn begins."""
IN_TIME_S = 0.04
"""The answer to a clear end begins at least so much later than the end is due."""
SHORTEST_STEP_S = 0.2
"""Half beats of at least this length are places where the answer to a clear end may begin."""
_STILL_S = 0.06  # while other keys are down, drawing waits this long after a key: chords spread
_PATIENT_BEATS = 8  # after so much silence the ready answer is not drawn again
_BARS_AHEAD = 2
_LONGEST_REST_BARS = 2  # of Segue in its own turn
_MOST_TRIES = 16  # draws of a bar after such a rest; an empty bar costs one or two model steps
_RANKED = 8  # alternatives of a bar, where there is time
_RANKING_S = 1.0  # that what is planned still lasts while they are drawn
_SPARE_S = 0.15  # notes that are not drawn this long before they are due are replaced


@dataclass(frozen=True, slots=True, kw_only=True)
class SegueTurn:
    """Segue's turn; all ticks but `start` are as drawn, `later` before the player's.

    Attributes:
        number: Number of the turn, from 1.
        start: First tick, as played.
        end: Tick past the last one; infinite for an open end.
        until: Tick up to which notes are planned.
        later: Ticks by which the player plays later than drawn, less than half a position.
    """

    number: int
    start: int
    end: float
    until: int
    later: int


class TurnTaking:
    """Decides whose turn it is, and draws Segue's turns.

    Args:
        planner: Draws the notes.
        ends: Detects the ends of the human's phrases.
        start: The settings of the jam.
        turns: Number of Segue's turns before this jam.
    """

    def __init__(
        self, planner: Planner, ends: PhraseEnds[Key], start: StartJam, *, turns: int = 0
    ) -> None:
        self._planner = planner
        self._grid = planner.memory.grid
        self._ends = ends
        self._start = start
        self._turn: SegueTurn | None = None
        self._turns = turns
        self._ready = ReadyAnswer(planner, rows=start.rows, free=start.time == "free")
        self._key_count = 0
        self._last_key_s = -inf
        self._phrase: int | None = None  # tick where the human's phrase began
        self._only_drums = False  # the phrase so far is of the kit alone
        self._tries = 0
        self._handed = False  # whether the player has begun the ready answer
        self._border: float = inf
        self._wanted = start.mode == "endless"
        self._now_tick = 0.0
        self._began = False  # Segue had a turn in this jam
        self._told_end = False  # the player knows that no more plans of the turn come
        self._underruns = UnderrunCount()
        self._on_beat = start.time == "beat"
        # Place, number of keys, and the bars that a draft for them leans to.
        self._draft: tuple[int, int, Imitation | None] | None = None

    @property
    def plays(self) -> bool:
        """Whether it is Segue's turn."""
        return self._turn is not None

    @property
    def turns(self) -> int:
        """Number of turns that Segue has begun."""
        return self._turns

    @property
    def busy(self) -> bool:
        """Whether notes are being drawn."""
        return self._planner.is_drawing

    def follow_beat(self, *, moved: bool) -> None:
        """Begin answers on the beats of the human from now on, although none was set.

        Args:
            moved: Whether what was played lies elsewhere than before: then it is answered anew.
        """
        self._on_beat, self._ready.free = True, False
        if moved and self._turn is None:
            self._key_count += 1
            self._ready.leave()

    def start_of(self, number: int) -> int | None:
        """Return where the answer of a plan was drawn to begin; None if it is not kept."""
        given = self._ready.given(number)
        return None if given is None else given.start

    @property
    def only_drums(self) -> bool:
        """Whether the human's last phrase is of the kit beside the keys alone."""
        return self._only_drums

    def move_key(self, now: Moment, *, pressed: bool, on_kit: bool = False) -> Iterator[Message]:
        """Handle a key that moved.

        Args:
            now: When.
            pressed: Whether it was pressed.
            on_kit: Whether it belongs to the drum kit that the human has beside the keys.
        """
        self._key_count += 1
        self._last_key_s = now.seconds
        if self._turn is not None:
            return
        self._ready.move_key(now.seconds)
        if pressed:
            self._only_drums = on_kit and (self._phrase is None or self._only_drums)
        if pressed and self._phrase is None:
            self._phrase = round(now.tick)
        if pressed:
            self._wanted = self._wanted and not self._began and self._start.mode == "endless"
        if pressed and self._start.mode == "trade" and self._border == inf:
            # An upbeat in the count-in is no bar of the turn.
            first = self._grid.bar_at(max(now.tick, self._start.begin))
            self._border = (first + self._start.bars) * self._grid.bar
            yield JamTurn(who="me", turn=self._turns, tick=round(now.tick), until=self._border)

    def hand_over(self, *, clear_start: int | None = None) -> Iterator[Message]:
        """Begin Segue's turn: now if an answer is ready, else as soon as one is.

        A second hand-over before the answer starts draws a new one. A hand-over in Segue's turn
        ends the turn; within half a beat after its start it is a double press and is ignored.

        Args:
            clear_start: Tick where the answer to a clear end begins.
        """
        if self._turn is not None:
            if self._now_tick > self._turn.start + self._grid.beat // 2:
                yield self._planner.drop_plan()
            return
        self._ends.end_phrase()
        if self._ready.is_ready and not self._handed:
            self._handed = True
            yield self._handing_over(clear_start)
        else:
            self._ready.forget_sent()
            self._handed = False
            self._wanted = True

    def _handing_over(self, clear_start: int | None) -> HandOver:
        begin = self._start.begin
        if clear_start is not None:
            return HandOver(grid=self._step, tick=max(begin, clear_start))
        if self._start.time == "beat":
            return HandOver(grid=self._grid.beat, tick=begin)
        beat = self._grid.next_beat(self._now_tick) if self._on_beat else 0
        return HandOver(tick=max(begin, beat))

    def begin_plan(self, message: PlanBegun) -> Iterator[Message]:
        """Make the answer that the player has begun Segue's turn."""
        waited = self._ready.given(message.number)
        if waited is None:
            # It cannot go on; the player refuses other plans until its turn has ended.
            self._turns = max(self._turns, message.turn)
            self._wanted = True
            yield self._planner.drop_plan()
            return
        start, drawn, voice = waited
        shift = message.from_tick - start
        position = self._planner.memory.position
        later = (shift + position // 2) % position - position // 2
        self._ready.clear()
        self._planner.voice = voice
        self._wanted = self._handed = False
        self._turns = message.turn
        self._began = True
        self._ends.end_phrase()
        self._told_end = False
        self._turn = SegueTurn(
            number=message.turn,
            start=message.from_tick,
            end=self._end_of(message.from_tick),
            until=drawn.until + shift - later,
            later=later,
        )
        self._planner.add_notes(message.turn, moved(drawn.notes, shift - later))
        end = 0 if self._turn.end == inf else int(self._turn.end)
        yield JamTurn(who="segue", turn=self._turns, tick=message.from_tick, until=end)

    def end_turn(self, message: TurnEnded) -> Iterator[Message]:
        """End Segue's turn; notes that were not played are removed from the memory."""
        if self._turn is None or message.turn != self._turn.number:
            self._turns = max(self._turns, message.turn)
            return
        tick, rest = max(0, round(message.tick)), None
        if message.by != "plan":
            rest = self._rest_of(self._turn, tick)
            self._planner.take_back(tick)
        self._wanted = message.by == "stop" and self._start.mode == "endless"
        self._turn = self._phrase = None
        self._planner.drop()
        self._border = inf
        if message.by == "human" and rest is not None:
            yield from self._fall_back_on(rest, message.seconds)
        if self._start.mode == "trade":
            bars = self._start.bars
            self._border = self._grid.next_bar(tick - self._grid.beat // 2)
            self._border += bars * self._grid.bar
        end = 0 if self._border == inf else int(self._border)
        yield JamTurn(who="me", turn=self._turns, tick=tick, until=end)

    def reset(self) -> None:
        """Start again after the music was rewound."""
        self._ready.clear()
        self._planner.drop()
        self._turn, self._phrase, self._handed = None, None, False
        self._draft = None
        self._border = inf
        self._wanted = self._start.mode == "endless"

    def work(self, now: Moment) -> Iterator[Message]:
        """Do one slice of the work that is due now."""
        self._now_tick = now.tick
        if self._turn is not None:
            yield from self._go_on(now, self._turn)
            return
        yield from self._look_for_ends(now)
        # The player may have begun the turn as soon as it was handed over.
        if self._turn is None:
            yield from self._keep_ready(now)

    def _look_for_ends(self, now: Moment) -> Iterator[Message]:
        if self._start.mode == "trade":
            if now.tick >= self._border - now.ticks(BORDER_S):
                self._border = inf
                yield from self.hand_over()
            return
        if not self._start.hears_ends:
            return
        clear_start = self._clear_start(now)
        start = self._grid.next_beat(now.tick) if clear_start is None else clear_start
        # Segue cannot begin before: until then the human may play on.
        early = self._on_beat and start - now.tick > now.ticks(BORDER_S)
        silence_s = self._ends.silence_s(now.seconds, certain=early)
        if silence_s is not None:
            yield PhraseEnded(tick=round(now.tick), silence_s=silence_s)
            yield from self.hand_over(clear_start=clear_start)

    @property
    def _step(self) -> int:
        """Ticks between the places where the answer to a clear end may begin."""
        half = self._grid.beat // 2
        return half if self._grid.seconds(half) >= SHORTEST_STEP_S else self._grid.beat

    def _clear_start(self, now: Moment) -> int | None:
        """Return where the answer begins if the phrase that ends clearly is over; else None."""
        due_s = self._ends.due_s
        if due_s is None or self._start.time != "beat" or not self._ends.is_clear:
            return None
        soonest_s = max(now.seconds, due_s) + IN_TIME_S
        return next_multiple(now.tick + now.ticks(soonest_s - now.seconds), self._step)

    def _keep_ready(self, now: Moment) -> Iterator[Message]:
        if not self._planner.is_drawing:
            self._planner.voice = int(self._only_drums)
        place = self._place(now)
        context = None
        if place is not None:
            like = self._imitated_by_draft(place)
            context = AnswerContext(place, self._key_count, self._last_key_s, like)
        for plan in self._ready.work(context, turn=self._turns + 1, wanted=self._wanted):
            self._handed = False
            yield plan
            yield planned(plan, committed=plan.from_tick)
            if self._wanted:
                self._wanted = False
                yield from self.hand_over()

    def _imitated_by_draft(self, place: int) -> Imitation | None:
        """Return the bars of the phrase that a draft leans to, found once for each key."""
        if self._draft is None or self._draft[:2] != (place, self._key_count):
            self._draft = place, self._key_count, self._imitated(place, answer=place)
        return self._draft[2]

    def _imitated(self, tick: int, *, answer: int) -> Imitation | None:
        """Return the bars of the phrase that an answer leans to at a tick."""
        if self._phrase is None or not self._imitates:
            return None
        return imitation(
            self._grid,
            self._phrase_before(answer),
            phrase=self._phrase,
            answer=answer,
            tick=tick,
            bars=self._start.bars,
        )

    @property
    def _imitates(self) -> bool:
        """Whether answers lean to the phrase: pitched ones, on a beat, without a wish."""
        is_drum = self._planner.memory.is_drum(self._planner.part.track)
        return self._on_beat and not is_drum and self._planner.wish.wish == "none"

    def _phrase_before(self, tick: int) -> list[Note]:
        """Return the notes of the phrase that an answer from a tick on answers."""
        if self._phrase is None:
            return []
        track = self._planner.part.track
        return self._planner.memory.notes_of_others(track, since=self._phrase, until=tick)

    def _place(self, now: Moment) -> int | None:
        """Return the tick from which to draw an answer; None to draw none now."""
        place = self._place_by_ear(now)
        return None if place is None else max(self._start.begin, place)

    def _place_by_ear(self, now: Moment) -> int | None:
        if not now.ticks_per_second or not (self._planner.memory.bars or self._wanted):
            return None
        still_s = now.seconds - self._last_key_s
        if self._planner.memory.held and still_s < _STILL_S:
            return None
        if self._border != inf:
            near = self._border - now.tick < self._grid.bar
            return int(self._border) if near else None
        clear_start = self._clear_start(now)
        if clear_start is not None and self._start.hears_ends:
            return clear_start
        silent = now.ticks(still_s) > _PATIENT_BEATS * self._grid.beat
        stands = self._ready.context
        is_newest = stands is not None and stands.keys == self._key_count
        # A hand-over may still come in time for the beat that the ready answer begins on.
        if stands is not None and is_newest and (silent or stands.place >= now.tick):
            return stands.place
        return self._grid.next_beat(now.tick + now.ticks(LEAD_S))

    def _rest_of(self, turn: SegueTurn, tick: int) -> DrawnNotes | None:
        """Return the notes left in a turn from a tick on; None for less than a beat."""
        rest = self._planner.notes_from(self._grid.next_beat(tick))
        enough = bool(rest) and turn.until >= rest[0].start + self._grid.beat
        return DrawnNotes(rest, turn.until) if enough else None

    def _fall_back_on(self, rest: DrawnNotes, seconds: float) -> Iterator[Message]:
        """Keep the rest of an interrupted turn ready until a new answer is drawn."""
        start = rest.notes[0].start // self._grid.beat * self._grid.beat
        plan = self._ready.keep(rest, start=start, turn=self._turns + 1, seconds=seconds)
        yield plan
        yield planned(plan, committed=plan.from_tick)

    def _end_of(self, tick: int) -> float:
        """Return the end of a turn that begins at a tick."""
        if self._start.mode == "endless" or not self._start.bars:
            return inf
        return self._grid.next_bar(tick) + self._start.bars * self._grid.bar

    def _go_on(self, now: Moment, turn: SegueTurn) -> Iterator[Message]:
        if turn.until >= turn.end:
            # The first beats may be the whole turn: then the player must know that no more come.
            if not self._told_end:
                yield from self._plan(turn, DrawnNotes((), turn.until))
            return
        spare = max(self._grid.beat / 8, now.ticks(_SPARE_S))
        if now.ticks_per_second and turn.until - now.tick < spare:
            yield from self._repeat(now, turn)
        elif self._planner.is_drawing and self._rests(turn):
            yield from self._end_rest(turn)
        elif self._planner.is_drawing:
            drawn = self._planner.draw_on(self._grid.beat)
            if drawn is not None:
                yield from self._plan(turn, drawn)
        elif turn.until < now.tick + _BARS_AHEAD * self._grid.bar:
            self._tries = 0
            has_time = turn.until - now.tick > now.ticks(_RANKING_S)
            self._begin_bar(turn, ranked=has_time)

    def _begin_bar(self, turn: SegueTurn, *, ranked: bool = False) -> None:
        like = self._imitated(turn.until, answer=turn.start)
        varied = like is not None and like.varied
        fit = self._fit(turn, varied=varied) if ranked else None
        self._planner.begin(
            turn.until,
            int(min(turn.end, self._grid.next_bar(turn.until + 1))),
            rows=1 if fit is None else _RANKED,
            # The copier would bring back the bars themselves, not the bars as they are moved.
            echo=0.0 if varied else self._echo(turn),
            like=like,
            fit=fit,
        )

    def _fit(self, turn: SegueTurn, *, varied: bool) -> PhraseFit | None:
        """Return what ranks alternatives of a bar; None for drums, alone and on a slow machine.

        Args:
            turn: The turn.
            varied: Whether the bar should be none of the phrase.
        """
        is_drum = self._planner.memory.is_drum(self._planner.part.track)
        if self._phrase is None or is_drum or self._underruns.any:
            return None
        phrase = self._phrase_before(turn.start)
        if not phrase:
            return None
        return PhraseFit(
            phrase,
            ticks=self._grid.next_beat(phrase[-1].end) - self._phrase,
            before=self._planner.notes_from(turn.start),
            bar=self._grid.bar if varied else 0,
        )

    def _echo(self, turn: SegueTurn) -> float:
        """Return the factor for repetition, see `self_repetition`; drums may repeat freely."""
        bar, track = self._grid.bar, self._planner.part.track
        if turn.until < turn.start + PHRASE_BARS * bar or self._planner.memory.is_drum(track):
            return 1.0
        since = max(turn.start, turn.until - (PHRASE_BARS + LOOKBACK_BARS + 1) * bar)
        return echo_factor(self._planner.notes_from(since), bar=bar, until=turn.until)

    def _rests(self, turn: SegueTurn) -> bool:
        """Return whether Segue has been silent for the longest rest in its turn."""
        since = turn.until - _LONGEST_REST_BARS * self._grid.bar
        return since >= turn.start and not self._planner.notes_from(since)

    def _end_rest(self, turn: SegueTurn) -> Iterator[Message]:
        """Draw the bar until it has a note: after a rest the model tends to rest on."""
        drawn = self._planner.draw()
        if drawn is None:
            return
        self._tries += 1
        if drawn.notes or self._tries >= _MOST_TRIES:
            yield from self._plan(turn, drawn)
        else:
            self._begin_bar(turn)

    def _repeat(self, now: Moment, turn: SegueTurn) -> Iterator[Message]:
        """Repeat Segue's last bar, because nothing else is drawn in time."""
        self._planner.drop()
        notes = repeated_bar(self._planner.memory, self._planner.part.track, turn.until)
        yield self._underruns.count(now)
        until = min(turn.end, turn.until + self._grid.bar)
        kept = tuple(note for note in notes if note.start < until)
        yield from self._plan(turn, DrawnNotes(kept, int(until)))

    def _plan(self, turn: SegueTurn, drawn: DrawnNotes) -> Iterator[Message]:
        notes = tuple(_ending_by(note, turn.end) for note in drawn.notes)
        drawn = drawn._replace(notes=notes)
        self._planner.add_notes(turn.number, notes)
        self._turn = replace(turn, until=drawn.until)
        self._told_end = drawn.until >= turn.end
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
    """Return the window's message about a plan."""
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
