"""The answer that is ready while the human plays, and the next one that replaces it.

A hand-over must find an answer at once. So the player keeps an answer that later keys contradict
until a newer one is drawn, drawing is not restarted for a key while the ready answer is older than
`_STALE_S`, and the first beat of an answer is sent before the second is drawn.
"""

from collections import OrderedDict
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from engine.live.jam.answers import DrawnNotes
from engine.live.jam.imitation import Imitation
from engine.live.jam.planner import Planner
from engine.messages import Plan

STANDING_BEATS = 2  # length of a ready answer: the next notes are drawn while it plays
_STALE_S = 1.0  # with an older answer than this, drawing goes on in spite of new keys
_KEPT = 8  # answers remembered after sending; the player may begin an older one
_MOST_TRIES = 16  # draws while every answer is a rest; a rest costs one or two model steps
_MOST_LATE_TRIES = 3  # further draws while every answer begins with a rest of half a beat or more


class AnswerContext(NamedTuple):
    """The state of the music that an answer replies to.

    Attributes:
        place: Tick from which the answer is drawn.
        keys: Number of key movements so far.
        seconds: Time of the last one.
        like: Bars that the answer leans to.
    """

    place: int
    keys: int
    seconds: float
    like: Imitation | None = None


class GivenAnswer(NamedTuple):
    """An answer that the player has.

    Attributes:
        start: Its first tick.
        drawn: Its notes.
        voice: Which of Segue's voices plays it.
    """

    start: int
    drawn: DrawnNotes
    voice: int


class ReadyAnswer:
    """Draws one answer after another; the player keeps the newest.

    Args:
        planner: Draws the notes.
        rows: Number of alternatives for each answer.
        free: Whether an answer begins with its first note, not with the beat it is drawn from.

    Attributes:
        free: As given; it may change.
    """

    def __init__(self, planner: Planner, *, rows: int, free: bool) -> None:
        self._planner = planner
        self._rows, self.free = rows, free
        self._beat = planner.memory.grid.beat
        self._given: OrderedDict[int, GivenAnswer] = OrderedDict()
        self._stands = False  # the player has an answer that nobody has taken back
        self._whole: AnswerContext | None = None
        self._drawn_for: AnswerContext | None = None
        self._begins = False  # the first beat of the current answer was sent
        self._newest_s = -inf
        self._tries = 0
        # Ticks of rest before the first note of what was sent for the current context.
        self._late: float = inf

    @property
    def is_ready(self) -> bool:
        """Whether the player has an answer."""
        return self._stands

    @property
    def context(self) -> AnswerContext | None:
        """The context that the newest complete answer replies to."""
        return self._whole

    def given(self, number: int) -> GivenAnswer | None:
        """Return the answer in a plan; None if it is not kept."""
        return self._given.get(number)

    def move_key(self, seconds: float) -> None:
        """Stop drawing an answer that ignores this key, if the ready answer is recent."""
        if self.is_ready and seconds - self._newest_s < _STALE_S:
            self.leave()

    def forget_sent(self) -> None:
        """Take back the answers that were sent, but go on drawing.

        The player may have begun one of them by now.
        """
        self._stands = False
        self._whole, self._newest_s = None, -inf

    def clear(self) -> None:
        """Forget all answers, and stop drawing."""
        self._given.clear()
        self.forget_sent()
        self.leave()

    def work(self, context: AnswerContext | None, *, turn: int, wanted: bool) -> Iterator[Plan]:
        """Do one slice of drawing; yield the plans for the player.

        Args:
            context: The music to reply to next; None to begin no answer.
            turn: Number of the turn that the answer would begin.
            wanted: Whether somebody waits for the answer.
        """
        drawn_for = self._drawn_for
        if self._planner.is_drawing and drawn_for is not None:
            drawn = self._planner.draw()
            if drawn is not None:
                yield from self._take(drawn, drawn_for, turn=turn, wanted=wanted)
            elif (known := self._beginning(drawn_for, wanted=wanted)) is not None:
                self._begins = True
                if (late := self._lateness(known, drawn_for)) <= self._late:
                    self._late = late
                    yield self._give(known, drawn_for, turn)
        elif context is not None and not self._is_answered(context):
            self._drawn_for, self._begins = context, False
            self._tries, self._late = 0, inf
            self._begin(context, wanted=wanted)

    def keep(self, drawn: DrawnNotes, *, start: int, turn: int, seconds: float) -> Plan:
        """Return a plan with notes that exist already, to keep until the next answer.

        Args:
            drawn: The notes.
            start: First tick.
            turn: Number of the turn that they would begin.
            seconds: The player's clock now.
        """
        return self._give(drawn, AnswerContext(start, -1, seconds), turn)

    def _begin(self, context: AnswerContext, *, wanted: bool) -> None:
        until = context.place + STANDING_BEATS * self._beat
        rows = 1 if wanted else self._rows
        # The copier would bring back the bars themselves, not the bars as they are moved.
        echo = 0.0 if context.like is not None and context.like.varied else 1.0
        self._planner.begin(
            context.place, until, rows=rows, sounds=True, echo=echo, like=context.like
        )

    def _take(
        self, drawn: DrawnNotes, context: AnswerContext, *, turn: int, wanted: bool
    ) -> Iterator[Plan]:
        """Give a whole answer to the player, and draw another one if it rests too long."""
        if self._is_worth_another(drawn):
            self._tries += 1
            self._begin(context, wanted=wanted)
            return
        late = self._lateness(drawn, context)
        # Neither a rest nor a longer one replaces an answer.
        if (drawn.notes and late <= self._late) or not self.is_ready:
            self._late = late
            yield self._give(drawn, context, turn)
        if self._late >= self._beat // 2 and not self.free and self._tries < _MOST_LATE_TRIES:
            self._tries += 1
            self._begin(context, wanted=wanted)
        else:
            self._whole, self._drawn_for = context, None

    def _is_worth_another(self, drawn: DrawnNotes) -> bool:
        """Return whether to draw again, because the only answer is a rest."""
        return not drawn.notes and not self.is_ready and self._tries < _MOST_TRIES

    def _lateness(self, drawn: DrawnNotes, context: AnswerContext) -> float:
        """Return how many ticks an answer rests before its first note."""
        return drawn.notes[0].start - context.place if drawn.notes else inf

    def _is_answered(self, context: AnswerContext) -> bool:
        whole = self._whole
        return whole is not None and whole[:2] == context[:2]

    def _beginning(self, context: AnswerContext, *, wanted: bool) -> DrawnNotes | None:
        """Return the first part of the current answer; None while it is too short to begin."""
        known = self._planner.known
        if self._begins or known is None or not known.notes:
            return None
        start = known.notes[0].start if self.free else context.place
        enough = self._beat // 2 if wanted and not self.is_ready else self._beat
        return known if known.until >= start + enough else None

    def _give(self, drawn: DrawnNotes, context: AnswerContext, turn: int) -> Plan:
        # In free time Segue begins with the first note, without a rest before it.
        start = drawn.notes[0].start if self.free and drawn.notes else context.place
        plan = self._planner.plan(turn, drawn, from_tick=start, waits=True)
        self._given[plan.number] = GivenAnswer(start, drawn, self._planner.voice)
        self._stands = True
        self._newest_s = context.seconds
        while len(self._given) > _KEPT:
            self._given.popitem(last=False)
        return plan

    def leave(self) -> None:
        """Stop drawing; what was sent stays ready."""
        self._planner.drop()
        self._drawn_for = None
