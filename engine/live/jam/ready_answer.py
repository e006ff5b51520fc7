"""The answer that stands ready while the human plays, and the one drawn to take its place.

None is thrown away before the next one stands: one that a later key contradicts is kept to fall
back on, what is being drawn is finished where what stands is older than a moment, and the first
beat of an answer stands before its second one is drawn. So a hand-over costs the player only.
"""

from collections import OrderedDict
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from engine.live.jam.answers import Drawn
from engine.live.jam.planner import Planner
from engine.messages import Plan

STANDING_BEATS = 2
_STALE_S = 1.0  # what stands is older than the last key by so much: what is drawn is finished
_KEPT = 8
_MOST_TRIES = 16  # where every answer is a rest; a rest costs a step or two of the model


class AnswerContext(NamedTuple):
    """What an answer goes by.

    Attributes:
        place: Tick from which it is drawn.
        keys: Movements of keys that were heard.
        seconds: When the last of them was.
    """

    place: int
    keys: int
    seconds: float


class ReadyAnswer:
    """Draws answers one after the other; the player keeps the newest that it was given.

    Args:
        planner: Draws.
        rows: Ways that are drawn for each.
        free: Whether an answer begins with its first note; else with the beat it is drawn from.
    """

    def __init__(self, planner: Planner, *, rows: int, free: bool) -> None:
        self._planner = planner
        self._rows, self._free = rows, free
        self._beat = planner.listening.ruler.beat
        self._given: OrderedDict[int, tuple[int, Drawn]] = OrderedDict()
        self._whole: AnswerContext | None = None
        self._drawn_for: AnswerContext | None = None
        self._begins = False  # the first beat of what is being drawn was given
        self._newest_s = -inf
        self._tries = 0

    @property
    def is_ready(self) -> bool:
        """Whether the player was given an answer."""
        return bool(self._given)

    @property
    def context(self) -> AnswerContext | None:
        """What the newest whole answer goes by."""
        return self._whole

    def given(self, number: int) -> tuple[int, Drawn] | None:
        """Return where an answer begins and what it is, by its plan's number."""
        return self._given.get(number)

    def hear(self, seconds: float) -> None:
        """Hear that a key moved: what is being drawn without it is left, if one stands at all."""
        if self.is_ready and seconds - self._newest_s < _STALE_S:
            self._leave()

    def begin_anew(self) -> None:
        """Think of no answer as given any more; what is being drawn goes on."""
        self._given.clear()
        self._whole, self._newest_s = None, -inf

    def clear(self) -> None:
        """Forget all answers, the one that is being drawn with them."""
        self.begin_anew()
        self._leave()

    def work(self, context: AnswerContext | None, *, turn: int, wanted: bool) -> Iterator[Plan]:
        """Do one slice of drawing; yield what is given to the player.

        Args:
            context: What an answer is to go by now; None where none is to be begun.
            turn: Whose it would be.
            wanted: Whether it is waited for.
        """
        drawn_for = self._drawn_for
        if self._planner.draws and drawn_for is not None:
            drawn = self._planner.draw()
            if drawn is not None and self._is_worth_another(drawn):
                self._tries += 1
                self._begin(drawn_for, wanted=wanted)
            elif drawn is not None:
                self._whole, self._drawn_for = drawn_for, None
                # A rest is no answer: one that sounds is not given up for it.
                if drawn.notes or not self.is_ready:
                    yield self._give(drawn, drawn_for, turn)
            elif (known := self._beginning(drawn_for, wanted=wanted)) is not None:
                self._begins = True
                yield self._give(known, drawn_for, turn)
        elif context is not None and not self._is_answered(context):
            self._drawn_for, self._begins = context, False
            self._tries = 0
            self._begin(context, wanted=wanted)

    def keep(self, drawn: Drawn, *, start: int, turn: int, seconds: float) -> Plan:
        """Return a plan that gives the player something that is there already, until a newer one.

        Args:
            drawn: What is there.
            start: Tick where it begins.
            turn: Whose it would be.
            seconds: Now.
        """
        return self._give(drawn, AnswerContext(start, -1, seconds), turn)

    def _begin(self, context: AnswerContext, *, wanted: bool) -> None:
        until = context.place + STANDING_BEATS * self._beat
        rows = 1 if wanted else self._rows
        self._planner.begin(context.place, until, rows=rows, sounds=True)

    def _is_worth_another(self, drawn: Drawn) -> bool:
        """Return whether to draw once more: a rest where nothing stands ready is no answer."""
        return not drawn.notes and not self.is_ready and self._tries < _MOST_TRIES

    def _is_answered(self, context: AnswerContext) -> bool:
        whole = self._whole
        return whole is not None and whole[:2] == context[:2]

    def _beginning(self, context: AnswerContext, *, wanted: bool) -> Drawn | None:
        """Return as much of what is being drawn as can be begun with; None while that is little."""
        known = self._planner.known
        if self._begins or known is None or not known.notes:
            return None
        start = known.notes[0].start if self._free else context.place
        enough = self._beat // 2 if wanted and not self.is_ready else self._beat
        return known if known.until >= start + enough else None

    def _give(self, drawn: Drawn, context: AnswerContext, turn: int) -> Plan:
        # In free time the hand-over is the answer's first note: no rest comes before it.
        start = drawn.notes[0].start if self._free and drawn.notes else context.place
        plan = self._planner.plan(turn, drawn, from_tick=start, waits=True)
        self._given[plan.number] = (start, drawn)
        self._newest_s = context.seconds
        while len(self._given) > _KEPT:
            self._given.popitem(last=False)
        return plan

    def _leave(self) -> None:
        self._planner.drop()
        self._drawn_for = None
