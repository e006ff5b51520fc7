"""Prepares the ids that compute the likelihood of the bars after a gap, for each row.

The model writes a gap after it has read the bars behind it. To compare the rows, it reads each once
more in playing order: the bars before, the row, the bars after. The likelihood of the bars after
ranks the rows (experiment 2026-11-23-filling).
"""

from collections.abc import Iterator, Sequence

from engine.generation.plan import Plan
from engine.generation.reading.context import following_ids
from engine.generation.row import Row

BARS = 4
"""Bars after a gap that are read."""

Joint = tuple[tuple[int, ...], tuple[int, ...]]
"""Ids up to the bar line after a gap, and ids that follow."""


def joints(plan: Plan, rows: Sequence[Row]) -> Iterator[Joint]:
    """Yield the `Joint` of each row.

    Args:
        plan: The plan of the rows.
        rows: Complete rows.

    Yields:
        One for each row; none without a gap, if nothing follows it, or if other tracks play in it,
        because the bars that follow do not show whether a row fits those tracks.
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
