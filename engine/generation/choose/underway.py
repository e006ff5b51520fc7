"""Chooses in long continuations on the way: poor rows give way to branches of better ones.

A figure that is lost where a continuation begins is lost in some rows alone, and stays lost.
After each sixteen bars the rows are ranked by those bars. The better half stays, and each of its
rows goes on twice: as it would have, and by other numbers in place of a row of the poorer half
(sequential Monte Carlo). Notes that the user hears while they are drawn are never taken back: the
alternatives that are shown all stay.

Rows of one batch take their steps together, so a row with few notes is bars ahead. They are ranked
when the last one has its sixteen bars, each by its own last sixteen, and a row branches where its
next bar begins.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.form.passage_figures import PROMPT_BARS
from engine.generation.choose.ranking import Candidate, ComparedPrompt, worth_underway
from engine.generation.lineage import may_branch
from engine.generation.plan import Plan
from engine.generation.planners import departures
from engine.generation.row import Row
from engine.values.time import BarMap

_BARS = PROMPT_BARS  # between rankings, and by how many rows are ranked


def compared_prompt(plan: Plan) -> ComparedPrompt:
    """Return the bars that candidates of a plan are compared with."""
    request, departure = plan.request, departures.of(plan)
    return ComparedPrompt(
        plan.score,
        request.roles,
        start=request.start,
        since=request.since,
        again=departure.phrase if departure else 0,
    )


class Branching(NamedTuple):
    """A row that takes the place of another one.

    Attributes:
        source: Index of the row that branches.
        target: Index of the row that gives way.
    """

    source: int
    target: int


class Underway:
    """Ranks rows while they are drawn.

    Args:
        plan: Of the rows.
        rows: All rows of a batch; the first `plan.request.alternatives` of them are shown.
    """

    def __init__(self, plan: Plan, rows: Sequence[Row]) -> None:
        request = plan.request
        self._rows, self._shown, self._bars = rows, request.alternatives, BarMap.of(plan.score)
        self._last = request.bars
        self._next = _BARS
        self._waiting: list[Branching] = []
        self._prompt: ComparedPrompt | None = None
        free = not request.inside and request.wish == "none"
        if free and self._shown < len(rows) and self._next < self._last:
            self._prompt = compared_prompt(plan)

    def branchings(self) -> Iterator[Branching]:
        """Yield the rows that branch now; call it after each round."""
        if self._prompt is None:
            return
        if not self._waiting and self._next < self._last:
            self._rank(self._prompt)
        for each in tuple(self._waiting):
            source, target = self._rows[each.source], self._rows[each.target]
            may = may_branch(source.seed, source.state.bars_before)
            if may and not (source.is_written or target.is_written or source.begins_bar):
                continue
            self._waiting.remove(each)
            if may and source.begins_bar and not target.is_written:
                yield each

    def _rank(self, prompt: ComparedPrompt) -> None:
        """Choose what branches, once every row has its bars."""
        left = [number for number, row in enumerate(self._rows) if not row.is_written]
        if any(self._rows[number].state.bars_before < self._next for number in left):
            return
        self._next += _BARS
        if not left:
            return
        candidates = [self._lately(self._rows[number]) for number in left]
        worth = dict(zip(left, worth_underway(prompt, candidates), strict=True))
        order = sorted(left, key=lambda number: -worth[number])
        poor = [number for number in order[len(order) - len(order) // 2 :] if number >= self._shown]
        self._waiting += map(Branching, order, poor)

    def _lately(self, row: Row) -> Candidate:
        """Return the last bars of a row."""
        past = row.state.bar.start
        first = self._bars.start_of(self._bars.bar_at(past) - _BARS)
        return Candidate(notes=tuple(p for p in row.notes if first <= p.note.start < past))
