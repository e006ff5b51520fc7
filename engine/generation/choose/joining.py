"""How likely the bars after a gap are after each row, read in playing order.

A gap is written with the bars after it in sight, in an order of its own. To compare the rows, each
is read once more as it will be heard: the bars before, the row, the bars after. The likelihood of
the bars after ranks the rows (docs/experiments/2026-11-23-filling.md).
"""

from collections.abc import Iterator, Sequence

from engine.generation.plan import Plan
from engine.generation.reading.context import following_ids
from engine.generation.row import Row

BARS = 4
"""After a gap that are read."""

Joint = tuple[tuple[int, ...], tuple[int, ...]]
"""Ids up to the bar line after a gap, and ids that follow."""


def joints(plan: Plan, rows: Sequence[Row]) -> Iterator[Joint]:
    """Yield what is read to compare rows.

    Args:
        plan: Theirs.
        rows: Complete ones.

    Yields:
        One for each; none where there is no gap, where nothing follows it, or where other tracks
        play in it: the bars that follow do not tell how well a row fits those.
    """
    request, before = plan.request, plan.prompt.before
    if not request.fill or not before:
        return
    following = following_ids(
        plan.score,
        request.roles,
        end=request.end_in(plan.score),
        bars=BARS,
        tokenizer=plan.tokenizer,
        parts=plan.parts,
    )
    for row in rows if following else ():
        ids = (*before, *plan.header, *row.said, plan.tokenizer.bar)
        yield ids, tuple(row.state.joined(following))
