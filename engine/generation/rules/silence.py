"""Lowers the end of a silent bar, so that the piece goes on sounding.

A network that has written one silent bar writes another with a probability of .8, and each later
one with more: its memory holds little else by then. A piece that stopped inside its last bar leads
there most often. So the bar line of a silent bar loses nats for each bar by which the silence is
longer than the longest one inside the piece. Silence at the end of the prompt counts. In real
songs 2 of 3,678 bars are silent (experiment 2026-11-27-silence).

A part that is added to a tune alone plays where the tune does: bars in which the tune sounds and
the part is silent count in the same way, from the second in a row on. Single bars are rests, as
real parts have them (experiment 2026-11-29-roles, 2026-11-29-parts-that-enter).
"""

from collections.abc import Set as AbstractSet
from copy import copy
from itertools import pairwise

from engine.generation.plan import Plan
from engine.generation.planners import under_tune
from engine.generation.reading.context import only_roles
from engine.generation.rules.rule import NOTES_BEGIN, Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.values.score import Score
from engine.values.time import BarMap

MOST_BARS = 2
"""Silent bars that count; further ones cost no more, because the strength of two is enough."""

ADDED = 0.25
"""Share of the nats for parts under a tune alone: half of them leave no silent bar at all."""

FREE_BARS = 1
"""Bars in a row in which such a part may be silent beside the tune."""

LOOK_BACK = 64
"""Bars before the start in which rests are looked for; a piece of 50,000 notes takes 0.16 s."""


class SilentBars(Rule):
    """Lowers the bar line of a silent bar.

    Args:
        nats: For each silent bar that counts.
        bar: The id of the bar line.
        before: Silent bars in a row before the first bar that is written.
        longest: Silent bars in a row that the piece has had inside it; so many cost nothing.
        sounds_on: Whether a note of the prompt sounds in that bar.
        context: Bars of the piece in which notes sound that the row does not write.
    """

    places = NOTES_BEGIN

    def __init__(
        self,
        nats: float,
        *,
        bar: int,
        before: int = 0,
        longest: int = 0,
        sounds_on: bool = False,
        context: AbstractSet[int] = frozenset(),
    ) -> None:
        self._nats, self._bar, self._longest, self._context = nats, bar, longest, context
        self._run = before
        # Whether a note sounds on from the bar before.
        self._sounds_on = sounds_on

    @classmethod
    def of(cls, plan: Plan) -> "SilentBars | None":
        """Return the rule; None for a gap of parts that play elsewhere, and before any sound."""
        request, bars = plan.request, BarMap.of(plan.score)
        if under_tune.of(plan) is not None:
            return cls._under_tune(plan)
        nats, start = plan.priors.plan.silence, request.start
        heard = only_roles(plan.score, request.roles, "write", "context")
        lately = bars.start_of(max(0, bars.bar_at(start) - LOOK_BACK))
        before = _sounding(heard, bars, since=max(request.since, lately), until=start)
        if not nats or request.inside or not before:
            return None
        context = only_roles(plan.score, request.roles, "context")
        sounding = sorted(before)
        return cls(
            nats,
            bar=plan.vocabulary.bar,
            before=max(0, bars.bar_at(start) - 1 - sounding[-1]),
            longest=max((later - bar - 1 for bar, later in pairwise(sounding)), default=0),
            sounds_on=bars.bar_at(start) in before,
            context=_sounding(context, bars, since=start, until=context.end),
        )

    @classmethod
    def _under_tune(cls, plan: Plan) -> "SilentBars":
        """Return the rule for parts under a tune alone: where it rests, they may."""
        request, bars = plan.request, BarMap.of(plan.score)
        start, end = request.start, request.end_in(plan.score)
        context = only_roles(plan.score, request.roles, "context")
        sounding = _sounding(context, bars, since=start, until=end)
        resting = frozenset(range(bars.bar_at(start), bars.bar_at(end) + 1)) - sounding
        nats = plan.priors.plan.silence * ADDED
        return cls(nats, bar=plan.vocabulary.bar, longest=FREE_BARS, context=resting)

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Lower the bar line of a bar that is silent so far."""
        if self._sounds_on or state.heard.struck or state.bar.piece_bar in self._context:
            return
        over = self._run + 1 - self._longest
        logits[self._bar] -= self._nats * min(max(0, over), MOST_BARS)

    def begin_bar(self, state: DecodingState) -> None:
        """Count the bar that is over, if it was silent."""
        voices, begin = state.voices, state.bar.start
        before = state.bar.piece_bar - 1
        sounded = self._sounds_on or state.heard.struck_before or before in self._context
        self._run = 0 if sounded else self._run + 1
        self._sounds_on = any(voices.held(part, begin) for part in voices.parts)

    def branch(self) -> "SilentBars":
        """Return an independent copy."""
        return copy(self)  # its state is replaced, never changed


def _sounding(score: Score, bars: BarMap, *, since: int, until: int) -> frozenset[int]:
    """Return the bars in which notes sound that begin before a tick and end after another."""
    return frozenset(
        bar
        for _, note in score.notes()
        if note.start < until and note.end > since
        for bar in range(bars.bar_at(note.start), bars.bars_until(note.end))
    )
